/** Signing in and out with a browser: `/auth/login`, `/auth/callback`, `/auth/logout`, and `/auth/session` for our own page. */

import type { ServerResponse } from 'node:http';
import { type Authenticator, type Endpoint, type Exchange, Fault, type Logger, type Routes } from '@quadrivium/kernel';
import { own } from '@quadrivium/kernel/essentials';
import type { Deps } from '../app/deps.js';
import { withdrawRoles } from '../app/people/known-person.js';
import { closeSession, openSession, sessionOf } from '../app/people/sessions.js';
import { isoTime } from '../domain/surroundings.js';
import { type CookieJar, cookieJar } from './cookies.js';
import type { LoginSettings } from './login-settings.js';
import { Begun, Provider } from './provider.js';
import { csrfHeader, withSessions } from './session-authenticator.js';
import { troublePage } from './trouble-page.js';

export interface LoginOptions {
  /** The address that browsers use, unless the settings say another. */
  readonly publicUrl: string;
  readonly workspace: string;
  readonly log: Logger;
}

export interface Login {
  readonly routes: Routes;
  /** The same credentials, and sessions. */
  accepting(keys: Authenticator): Authenticator;
}

const begunSeconds = 600;

export function openLogin(deps: Deps, settings: LoginSettings, options: LoginOptions): Login {
  const desk = new LoginDesk(deps, settings, options);
  const routes = {
    '/auth/login': desk.endpoint('GET', (exchange) => desk.login(exchange)),
    '/auth/callback': desk.endpoint('GET', (exchange) => desk.callback(exchange)),
    '/auth/logout': desk.endpoint('POST', (exchange) => desk.logout(exchange)),
    '/auth/session': desk.endpoint('GET', (exchange) => desk.session(exchange)),
  };
  desk.lookAhead();
  return { routes, accepting: (keys) => withSessions(keys, deps, desk.cookies) };
}

class LoginDesk {
  readonly cookies: CookieJar;
  readonly #deps: Deps;
  readonly #settings: LoginSettings;
  readonly #provider: Provider;
  readonly #url: string;
  readonly #workspace: string;
  readonly #log: Logger;

  constructor(deps: Deps, settings: LoginSettings, { publicUrl, workspace, log }: LoginOptions) {
    this.#deps = deps;
    this.#settings = settings;
    this.#url = (settings.publicUrl ?? publicUrl).replace(/\/+$/, '');
    this.#workspace = settings.workspace ?? workspace;
    this.#log = log;
    this.#provider = new Provider(settings, `${this.#url}/auth/callback`);
    this.cookies = cookieJar(this.#url);
  }

  /** A wrong address is told when the server starts, and not first to whoever wants to come in. */
  lookAhead(): void {
    this.#provider.discover().catch((err: unknown) => this.#log.warn({ err }, 'nobody can sign in yet'));
  }

  endpoint(method: 'GET' | 'POST', work: (exchange: Exchange) => Promise<void>): Endpoint {
    return {
      isPublic: true,
      handle: async (exchange) => {
        const { req, res } = exchange;
        res.setHeader('cache-control', 'no-store');
        if (req.method !== method) return void res.writeHead(405, { allow: method }).end();
        await work(exchange).catch((error: unknown) => this.#refuse(res, error));
      },
      settled: () => Promise.resolve(true),
      close: () => Promise.resolve(),
    };
  }

  async login({ req, res }: Exchange): Promise<void> {
    const here = new URL(this.#url);
    // A cookie of 127.0.0.1 does not come back to localhost.
    if (req.headers.host !== here.host) return redirect(res, `${this.#url}/auth/login`);
    const { url, begun } = await this.#provider.begin();
    const kept = Buffer.from(JSON.stringify(begun)).toString('base64url');
    res.setHeader('set-cookie', this.cookies.set(this.cookies.begun, kept, { seconds: begunSeconds, sameSite: 'Lax' }));
    redirect(res, url.href);
  }

  async callback({ req, res, url }: Exchange): Promise<void> {
    const begun = begunFrom(this.cookies.read(req, this.cookies.begun));
    const { sessionHours, idleMinutes } = this.#settings;
    res.setHeader('set-cookie', this.cookies.clear(this.cookies.begun));
    const { person, refusal } = await this.#provider.finish(url.search, begun);
    if (refusal !== undefined) {
      await withdrawRoles(this.#deps, this.#workspace, person);
      throw refusal;
    }
    const terms = { lifetimeMs: sessionHours * 3_600_000, idleMs: idleMinutes * 60_000 };
    const token = await openSession(this.#deps, this.#workspace, person, terms);
    const lasting = { seconds: Math.round(sessionHours * 3600), sameSite: 'Strict' } as const;
    res.setHeader('set-cookie', [
      this.cookies.clear(this.cookies.begun),
      this.cookies.set(this.cookies.session, token, lasting),
    ]);
    redirect(res, `${this.#url}/`);
  }

  /** Ends the session here, and says where it can be ended at the provider too. */
  async logout({ req, res }: Exchange): Promise<void> {
    const token = this.cookies.read(req, this.cookies.session);
    const session = token === undefined ? undefined : await sessionOf(this.#deps, token);
    if (session !== undefined && req.headers[csrfHeader] !== session.csrf)
      throw new Fault('Forbidden', `The header ${csrfHeader} is missing or wrong.`);
    if (token !== undefined) await closeSession(this.#deps, token);
    res.setHeader('set-cookie', this.cookies.clear(this.cookies.session));
    const endUrl = await this.#provider.endUrl(`${this.#url}/`);
    sendJson(res, endUrl === undefined ? {} : { endUrl });
  }

  /** Pages of other sites and other ports cannot read this: they are given no permission to. */
  async session({ req, res }: Exchange): Promise<void> {
    const token = this.cookies.read(req, this.cookies.session);
    const session = token === undefined ? undefined : await sessionOf(this.#deps, token);
    if (token !== undefined && session === undefined)
      res.setHeader('set-cookie', this.cookies.clear(this.cookies.session));
    const login = { name: this.#settings.name, path: '/auth/login' };
    const { csrf, expiresAt, caller } = session ?? {};
    const known = session && { csrf, principalId: caller?.principalId, expiresAtIso: isoTime(expiresAt ?? 0) };
    sendJson(res, { login, ...(known === undefined ? {} : { session: known }) });
  }

  #refuse(res: ServerResponse, error: unknown): void {
    if (!(error instanceof Fault)) throw error;
    this.#log.warn({ err: error }, 'a sign-in was refused');
    const statuses: Readonly<Record<string, number>> = { Unauthenticated: 401, Forbidden: 403, DependencyFailed: 502 };
    const { contentSecurityPolicy, html } = troublePage(error);
    res.writeHead(own(statuses, error.kind) ?? 500, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': contentSecurityPolicy,
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    });
    res.end(html);
  }
}

function begunFrom(kept: string | undefined): Begun {
  try {
    return Begun.parse(JSON.parse(Buffer.from(kept ?? '', 'base64url').toString()));
  } catch {
    throw new Fault('Unauthenticated', 'This sign-in did not begin here, or too long ago.', {
      suggestion: 'Begin again; the browser has to accept cookies of this site.',
    });
  }
}

const redirect = (res: ServerResponse, location: string): void => void res.writeHead(302, { location }).end();

function sendJson(res: ServerResponse, body: unknown): void {
  res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
