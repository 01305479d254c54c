/**
 * The HTTP front: one node:http server before any number of endpoints. Requests pass the guard (host and origin), the
 * authenticator and the router, in this order; health and metrics are answered here.
 */

import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerOptions,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { type Authenticator, noAuthentication } from '../auth/authenticator.js';
import { attempt } from '../essentials/index.js';
import { Fault } from '../fault.js';
import type { Identity } from '../identity.js';
import { anonymousIdentity } from '../identity.js';
import { type Logger, silentLogger } from '../log/logger.js';
import { partOf } from '../telemetry/tracing.js';
import { addressInUrls, bareAddress } from './address.js';
import { refuse, sendJson, sendText } from './answer.js';
import { requireSafeBind } from './bind-policy.js';
import { Certificate, type CertificateFiles } from './certificate.js';
import { allowListedSites } from './cors.js';
import { type Endpoint, endpointAt, type Routes } from './endpoint.js';
import { explainingRoutes } from './explaining-pages.js';
import { createGuard, type Guard } from './guard.js';
import { hasHungUp } from './hung-up.js';
import { type Metrics, openMetrics } from './metrics.js';
import { OpenLines } from './open-lines.js';
import { PublishedMetadata } from './resource-metadata.js';

export interface HttpFrontOptions {
  readonly routes: Routes;
  readonly host?: string;
  /** 0 picks a free port. */
  readonly port?: number;
  readonly authenticator?: Authenticator;
  readonly allowedHosts?: readonly string[];
  readonly allowedOrigins?: readonly string[];
  /** The address clients use, when a proxy stands in front, for example `https://mcp.example`. */
  readonly publicUrl?: string;
  readonly metrics?: Metrics;
  readonly log?: Logger;
  /** More checks for `/readyz`, for example a database. Whatever takes longer than a second is not ready. */
  readonly ready?: () => boolean | Promise<boolean>;
  readonly maxConnections?: number;
  /** Served over TLS with this certificate; in the clear when left out. */
  readonly tls?: CertificateFiles;
}

export interface CloseOptions {
  /** How long running calls may take to finish before they are aborted. */
  readonly graceMs?: number;
  /** How long aborted calls may take to checkpoint. */
  readonly checkpointMs?: number;
}

export interface HttpFront {
  readonly url: string;
  readonly port: number;
  readonly metrics: Metrics;
  /** Takes no more calls; those under way go on. */
  drain(): void;
  /** Stops accepting, lets running calls finish or checkpoint, then closes every connection. */
  close(options?: CloseOptions): Promise<void>;
}

interface Refusal {
  readonly status: number;
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** What the JSON-RPC error carries beside its message. */
  readonly data?: unknown;
}

const defaults = {
  host: '127.0.0.1',
  port: 3000,
  graceMs: 10_000,
  checkpointMs: 5_000,
  maxConnections: 4096,
  backlog: 2048,
};

/** Every front shows the pages that its errors lead to. */
export async function openHttpFront(options: HttpFrontOptions): Promise<HttpFront> {
  const routes = { ...explainingRoutes(), ...options.routes };
  const front = new Front({ ...options, routes }, options.metrics ?? (await openMetrics()));
  await front.listen();
  return front;
}

class Front implements HttpFront {
  readonly metrics: Metrics;
  readonly #options: HttpFrontOptions;
  readonly #host: string;
  readonly #authenticator: Authenticator;
  readonly #guard: Guard;
  readonly #published: PublishedMetadata;
  readonly #log: Logger;
  readonly #server: Server;
  readonly #lines: OpenLines;
  #draining = false;
  #stopLooking = (): void => {};
  #closed: Promise<void> | undefined;
  #closing: Promise<void> | undefined;

  constructor(options: HttpFrontOptions, metrics: Metrics) {
    this.#options = options;
    this.metrics = metrics;
    this.#host = options.host ?? defaults.host;
    this.#authenticator = options.authenticator ?? noAuthentication;
    requireSafeBind(this.#host, this.#authenticator);
    this.#lines = new OpenLines(this.#authenticator);
    this.#guard = createGuard({ ...options, host: this.#host });
    this.#published = new PublishedMetadata(this.#authenticator, options.publicUrl, options.tls !== undefined);
    this.#log = options.log ?? silentLogger;
    this.#server = this.#makeServer({ headersTimeout: 20_000, requestTimeout: 120_000, keepAliveTimeout: 30_000 });
    this.#server.maxConnections = options.maxConnections ?? defaults.maxConnections;
    this.#server.on('request', (req, res) => void this.#handle(req, res));
    this.#server.on('upgrade', (req, socket, head) => void this.#upgrade(req, socket, head));
    this.#server.on('clientError', (_error, socket) => answerRaw(socket, 400));
    let requests = 0;
    this.#server.on('request', (_req, res: ServerResponse) => {
      requests += 1;
      res.once('close', () => {
        requests -= 1;
      });
    });
    metrics.gauge('http_requests_in_flight', 'Requests being answered', () => requests);
  }

  #makeServer(limits: ServerOptions): Server {
    if (this.#options.tls === undefined) return createServer(limits);
    const certificate = new Certificate(this.#options.tls);
    const server = createSecureServer({ ...limits, ...certificate.options });
    this.#stopLooking = certificate.keepCurrent(server, this.#log);
    server.on('tlsClientError', (_error, socket) => socket.destroy());
    return server;
  }

  listen(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', (cause: NodeJS.ErrnoException) =>
        reject(cannotListen(this.#host, this.#options.port, cause)),
      );
      const { port = defaults.port } = this.#options;
      this.#server.listen({ port, host: bareAddress(this.#host), backlog: defaults.backlog }, () => {
        this.#server.removeAllListeners('error');
        this.#server.on('error', (err) => this.#log.error({ err }, 'HTTP server error'));
        resolve();
      });
    });
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get url(): string {
    const scheme = this.#options.tls === undefined ? 'http' : 'https';
    return `${scheme}://${addressInUrls(this.#host)}:${this.port}`;
  }

  drain(): void {
    this.#draining = true;
    this.#closed ??= new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  close(options: CloseOptions = {}): Promise<void> {
    this.#closing ??= this.#shutDown(options);
    return this.#closing;
  }

  async #shutDown({ graceMs = defaults.graceMs, checkpointMs = defaults.checkpointMs }: CloseOptions): Promise<void> {
    this.drain();
    this.#lines.close();
    this.#stopLooking();
    const endpoints = [...new Set(Object.values(this.#options.routes))];
    const finished = await Promise.all(endpoints.map((endpoint) => endpoint.settled(graceMs)));
    await Promise.all(endpoints.map((endpoint) => endpoint.close()));
    if (!finished.every(Boolean)) await Promise.all(endpoints.map((endpoint) => endpoint.settled(checkpointMs)));
    // What is still being written gets a moment; then nobody may keep the process alive.
    const hurry = setTimeout(() => this.#server.closeAllConnections(), 250);
    this.#server.closeIdleConnections();
    await this.#closed;
    clearTimeout(hurry);
  }

  async #handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    try {
      const refusal = this.#guard(req);
      if (refusal !== undefined) return this.#refuse(req, res, { status: 403, message: refusal });
      allowListedSites(req, res, this.#options.allowedOrigins ?? []);
      if (req.method === 'OPTIONS') return void res.writeHead(204, { allow: 'GET, POST, DELETE, OPTIONS' }).end();
      await this.#route(req, res);
    } catch (err) {
      if (isUnavailable(err)) return this.#refuseForNow(req, res, err);
      if (hasHungUp(err, res)) return void this.#log.debug({ err }, 'the caller has hung up');
      this.#log.error({ err }, 'request failed');
      this.#refuse(req, res, { status: 500, message: 'Internal server error' });
    }
  }

  async #route(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const url = urlOf(req);
    if (url === undefined) return this.#refuse(req, res, { status: 400, message: 'Bad request target' });
    if (url.pathname === '/healthz') return sendText(res, 200, 'text/plain', 'ok\n');
    if (url.pathname === '/readyz') return this.#answerReady(res);
    const document = this.#published.at(req, url.pathname);
    if (document !== undefined) return sendJson(res, 200, document);
    const endpoint = this.#endpointAt(url);
    const identity = endpoint?.isPublic ? anonymousIdentity : await this.#identify(req, res, url.pathname);
    if (identity === undefined) return;
    if (url.pathname === '/metrics')
      return sendText(res, 200, 'text/plain; version=0.0.4', await this.metrics.render());
    if (endpoint === undefined)
      return this.#refuse(req, res, { status: 404, message: 'Nothing is served at this path' });
    if (!endpoint.isPublic) res.once('close', this.#lines.watch(req.socket, req.headers.authorization, req));
    await partOf(req.headers, () => endpoint.handle({ req, res, identity, url, draining: this.#draining }));
  }

  async #answerReady(res: ServerResponse): Promise<void> {
    const ready = !this.#draining && (await soon(this.#options.ready?.() ?? true));
    sendJson(res, ready ? 200 : 503, { ready, draining: this.#draining });
  }

  /** The caller's identity, or `undefined` after the challenge was sent. */
  async #identify(req: IncomingMessage, res: ServerResponse, path: string): Promise<Identity | undefined> {
    try {
      const identity = this.#authenticator.authenticate(req.headers.authorization, req);
      return identity instanceof Promise ? await identity : identity;
    } catch (error) {
      if (!(error instanceof Fault) || error.kind !== 'Unauthenticated') throw error;
      const { kind, message, context, suggestion } = error;
      this.#refuse(req, res, {
        status: 401,
        message,
        headers: { 'www-authenticate': this.#published.challenge(req, path, context.reason) },
        data: { kind, ...context, suggestion },
      });
      return undefined;
    }
  }

  async #upgrade(req: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    socket.on('error', () => {});
    try {
      if (this.#draining) return this.#refuseUpgrade(socket, 503);
      if (this.#guard(req) !== undefined) return this.#refuseUpgrade(socket, 403);
      const endpoint = this.#endpointAt(urlOf(req));
      if (endpoint?.upgrade === undefined) return this.#refuseUpgrade(socket, 404);
      const identity = await this.#authenticator.authenticate(req.headers.authorization);
      this.#lines.watch(socket, req.headers.authorization);
      await endpoint.upgrade({ req, socket, head, identity });
    } catch (err) {
      if (err instanceof Fault && err.kind === 'Unauthenticated') {
        const challenge = this.#published.challenge(req, urlOf(req)?.pathname ?? '/', err.context.reason);
        return this.#refuseUpgrade(socket, 401, { 'www-authenticate': challenge });
      }
      if (isUnavailable(err)) return this.#refuseUpgrade(socket, 503, { 'retry-after': '1' });
      this.#log.error({ err }, 'upgrade failed');
      this.#refuseUpgrade(socket, 500);
    }
  }

  #refuseUpgrade(socket: Duplex, status: number, headers: Readonly<Record<string, string>> = {}): void {
    this.metrics.refused(status);
    answerRaw(socket, status, headers);
  }

  #endpointAt(url: URL | undefined): Endpoint | undefined {
    return url && endpointAt(this.#options.routes, url.pathname.replace(/\/+$/, '') || '/');
  }

  /** Who calls cannot be found out at the moment; that says nothing against the caller. */
  #refuseForNow(req: IncomingMessage, res: ServerResponse, { kind, message, suggestion }: Fault): void {
    this.#refuse(req, res, { status: 503, message, headers: { 'retry-after': '1' }, data: { kind, suggestion } });
  }

  /** An endpoint may word its refusals itself; status and headers stay ours. */
  #refuse(req: IncomingMessage, res: ServerResponse, { status, message, headers = {}, data }: Refusal): void {
    this.metrics.refused(status);
    const own = this.#endpointAt(urlOf(req))?.refusal?.({ req, status, message });
    if (own === undefined) refuse(res, status, message, { headers, data });
    else sendText(res, status, own.contentType, own.text, headers);
  }
}

const isUnavailable = (error: unknown): error is Fault => error instanceof Fault && error.kind === 'Unavailable';

/** False after a second without an answer, and when asking fails. */
async function soon(answer: boolean | Promise<boolean>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), 1000);
  });
  const asked = Promise.resolve(answer).catch(() => false);
  return Promise.race([asked, late]).finally(() => clearTimeout(timer));
}

function urlOf(req: IncomingMessage): URL | undefined {
  return attempt(() => new URL(req.url ?? '/', 'http://server'), undefined);
}

/** For sockets that never became a request. */
function answerRaw(socket: Duplex, status: number, headers: Readonly<Record<string, string>> = {}): void {
  if (!socket.writable) return void socket.destroy();
  const all = { ...headers, connection: 'close', 'content-length': '0' };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n`);
}

function cannotListen(host: string, port: number | undefined, cause: NodeJS.ErrnoException): Fault<'CannotListen'> {
  const taken = cause.code === 'EADDRINUSE';
  return new Fault(
    'CannotListen',
    `Cannot listen on ${host}:${port ?? defaults.port}: ${taken ? 'the port is in use' : cause.message}.`,
    {
      context: { host, port: port ?? defaults.port, code: cause.code },
      suggestion: taken ? 'Choose another --port, or stop the program that uses it.' : 'Check --host and --port.',
      cause,
    },
  );
}
