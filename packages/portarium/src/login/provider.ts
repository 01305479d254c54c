/**
 * The provider's side of a sign-in: authorization code with PKCE (RFC 7636), state and nonce. What the provider offers is
 * read when somebody first needs it, so that a provider that is away keeps nobody with a key from working.
 */
import type { Configuration } from 'openid-client';
import * as z from 'zod';
import type { SignedInPerson } from '../app/people/known-person.js';
import { type Fault, portariumFault } from '../faults.js';
import type { LoginSettings } from './login-settings.js';

/** Who came back; with a refusal, they have no role here. */
export interface Arrival {
  readonly person: SignedInPerson;
  readonly refusal?: Fault;
}

/** What a browser has to bring back, in a cookie that only we read. */
export const Begun = z.strictObject({
  state: z.string().min(1),
  nonce: z.string().min(1),
  verifier: z.string().min(1),
});
export type Begun = z.output<typeof Begun>;

/** Loaded when somebody signs in, and not before. */
const openid = () => import('openid-client');

const timeoutSeconds = 10;

export class Provider {
  readonly #settings: LoginSettings;
  readonly #redirectUri: string;
  #found: Promise<Configuration> | undefined;

  constructor(settings: LoginSettings, redirectUri: string) {
    this.#settings = settings;
    this.#redirectUri = redirectUri;
  }

  /** Asked again after a failure. */
  discover(): Promise<Configuration> {
    this.#found ??= this.#look().catch((cause: unknown) => {
      this.#found = undefined;
      throw unreachable(this.#settings.issuer, cause);
    });
    return this.#found;
  }

  async #look(): Promise<Configuration> {
    const { discovery, allowInsecureRequests, None } = await openid();
    const { issuer, clientId, clientSecret } = this.#settings;
    const execute = issuer.startsWith('http:') ? [allowInsecureRequests] : [];
    const options = { execute, timeout: timeoutSeconds };
    const proof = clientSecret === undefined ? None() : undefined;
    return discovery(new URL(issuer), clientId, clientSecret, proof, options);
  }

  /** Where to send the browser, and what to remember meanwhile. */
  async begin(): Promise<{ readonly url: URL; readonly begun: Begun }> {
    const config = await this.discover();
    const { randomState, randomNonce, randomPKCECodeVerifier, calculatePKCECodeChallenge, buildAuthorizationUrl } =
      await openid();
    const begun = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() };
    const url = buildAuthorizationUrl(config, {
      redirect_uri: this.#redirectUri,
      scope: this.#settings.scopes.join(' '),
      state: begun.state,
      nonce: begun.nonce,
      code_challenge: await calculatePKCECodeChallenge(begun.verifier),
      code_challenge_method: 'S256',
    });
    return { url, begun };
  }

  /** Who came back, once everything fits. */
  async finish(query: string, { state, nonce, verifier }: Begun): Promise<Arrival> {
    const config = await this.discover();
    const { authorizationCodeGrant } = await openid();
    const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true };
    const tokens = await authorizationCodeGrant(config, new URL(`${this.#redirectUri}${query}`), checks).catch(refused);
    const claims = { ...(tokens.claims() ?? {}) } as Record<string, unknown>;
    const more = this.#groupsOf(claims) === undefined ? await this.#userInfo(config, tokens.access_token, claims) : {};
    const all = { ...claims, ...more };
    const person = this.#personOf(all);
    return person.roles.length === 0 ? { person, refusal: this.#withoutRole(person, all) } : { person };
  }

  async #userInfo(config: Configuration, token: string, { sub }: Record<string, unknown>) {
    if (config.serverMetadata().userinfo_endpoint === undefined) return {};
    const { fetchUserInfo } = await openid();
    return (await fetchUserInfo(config, token, String(sub)).catch(refused)) as Record<string, unknown>;
  }

  #groupsOf(claims: Record<string, unknown>): readonly string[] | undefined {
    const groups = claims[this.#settings.groupsClaim];
    return Array.isArray(groups) ? groups.filter((group) => typeof group === 'string') : undefined;
  }

  #personOf(claims: Record<string, unknown>): SignedInPerson {
    const { principalClaim, roles, issuer } = this.#settings;
    const principalId = claims[principalClaim];
    if (typeof principalId !== 'string' || principalId.trim() === '' || principalId.length > 200)
      throw notLetIn(`${issuer} did not say your ${principalClaim}.`);
    if (principalClaim === 'email' && claims.email_verified !== true)
      throw notLetIn(`${issuer} has not verified that ${principalId} is your address.`);
    const groups = this.#groupsOf(claims) ?? [];
    const held = groups.flatMap((group) => (Object.hasOwn(roles, group) ? (roles[group] ?? []) : []));
    const displayName = typeof claims.name === 'string' ? claims.name.slice(0, 200) : principalId;
    return { principalId, subject: String(claims.sub), displayName, roles: held, provider: issuer };
  }

  #withoutRole({ principalId }: SignedInPerson, claims: Record<string, unknown>): Fault {
    const { issuer, groupsClaim } = this.#settings;
    const groups = this.#groupsOf(claims) ?? [];
    const named =
      groups.length === 0
        ? `${issuer} names no groups of yours (claim ${groupsClaim})`
        : `none of your groups (${groups.join(', ')}) has a role here`;
    return notLetIn(`You are ${principalId}, and ${named}.`);
  }

  /** Where to end the session at the provider too; undefined when it has no such place or cannot be asked. */
  async endUrl(backTo: string): Promise<string | undefined> {
    const config = await this.discover().catch(() => undefined);
    if (config?.serverMetadata().end_session_endpoint === undefined) return undefined;
    const { buildEndSessionUrl } = await openid();
    const { clientId: client_id } = this.#settings;
    return buildEndSessionUrl(config, { client_id, post_logout_redirect_uri: backTo }).href;
  }
}

const notLetIn = (message: string): Fault =>
  portariumFault('Forbidden', message, {
    suggestion: 'Ask an administrator to put you into a group that has a role here.',
  });

function unreachable(issuer: string, cause: unknown): Fault {
  return portariumFault('DependencyFailed', `The identity provider ${issuer} cannot be used: ${wordsOf(cause)}`, {
    context: { issuer },
    suggestion: `Look whether ${issuer.replace(/\/+$/, '')}/.well-known/openid-configuration answers and names this issuer.`,
    cause,
  });
}

/** What a provider or the check of its answer said; a wrong state or nonce is found here too. */
function refused(cause: unknown): never {
  throw portariumFault('Unauthenticated', `Signing in did not work: ${wordsOf(cause)}`, {
    suggestion: 'Try again from the beginning; a sign-in that takes longer than ten minutes is given up.',
    cause,
  });
}

function wordsOf(cause: unknown): string {
  const { message, error, error_description, cause: deeper } = cause as Record<string, unknown>;
  const said = [error, error_description].filter((part) => typeof part === 'string').join(': ');
  const why = deeper instanceof Error ? ` (${deeper.message})` : '';
  return `${said === '' ? String(message) : said}${why}.`;
}
