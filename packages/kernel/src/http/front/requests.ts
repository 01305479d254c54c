/** One request: the guard (host and origin), then who calls, then the endpoint. Health and metrics are answered here. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { servedExplanationOf } from '../../explained/index.js';
import { anonymousIdentity, type Identity } from '../../identity.js';
import { partOf } from '../../telemetry/tracing.js';
import { kindsOfStatus, refuse, sendJson, sendText } from '../answer.js';
import { allowListedSites } from '../cors.js';
import { hasHungUp } from '../hung-up.js';
import { endpointFor, isUnauthenticated, isUnavailable, type Reception, urlOf } from './reception.js';

interface Refusal {
  readonly status: number;
  readonly message: string;
  /** That of its status when left out. */
  readonly kind?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** What the JSON-RPC error carries beside its message. */
  readonly data?: unknown;
}

export async function answerRequest(at: Reception, req: IncomingMessage, res: ServerResponse): Promise<void> {
  try {
    const refusal = at.guard(req);
    if (refusal !== undefined) return refuseIn(at, req, res, { status: 403, message: refusal });
    allowListedSites(req, res, at.allowedOrigins);
    if (req.method === 'OPTIONS') return void res.writeHead(204, { allow: 'GET, POST, DELETE, OPTIONS' }).end();
    await route(at, req, res);
  } catch (err) {
    if (isUnavailable(err)) {
      const { kind, message, suggestion } = err;
      const headers = { 'retry-after': '1' };
      return refuseIn(at, req, res, {
        ...{ status: 503, message, kind, headers },
        data: { kind, suggestion, page: servedExplanationOf(kind) },
      });
    }
    if (hasHungUp(err, res)) return void at.log.debug({ err }, 'the caller has hung up');
    at.log.error({ err }, 'request failed');
    refuseIn(at, req, res, { status: 500, message: 'Internal server error' });
  }
}

async function route(at: Reception, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const url = urlOf(req);
  if (url === undefined) return refuseIn(at, req, res, { status: 400, message: 'Bad request target' });
  if (url.pathname === '/healthz') return sendText(res, 200, 'text/plain', 'ok\n');
  if (url.pathname === '/readyz') return answerReady(at, res);
  const document = at.published.at(req, url.pathname);
  if (document !== undefined) return sendJson(res, 200, document);
  const endpoint = endpointFor(at, url);
  const identity = endpoint?.isPublic ? anonymousIdentity : await identify(at, req, res, url.pathname);
  if (identity === undefined) return;
  if (url.pathname === '/metrics') return sendText(res, 200, 'text/plain; version=0.0.4', await at.metrics.render());
  if (endpoint === undefined) return refuseIn(at, req, res, { status: 404, message: 'Nothing is served at this path' });
  if (!endpoint.isPublic) res.once('close', at.lines.watch(req.socket, req.headers.authorization, req));
  await partOf(req.headers, () => endpoint.handle({ req, res, identity, url, draining: at.draining }));
}

async function answerReady({ draining, ready }: Reception, res: ServerResponse): Promise<void> {
  const isReady = !draining && (await soon(ready()));
  sendJson(res, isReady ? 200 : 503, { ready: isReady, draining });
}

/** False after a second without an answer, and when asking fails. */
async function soon(answer: boolean | Promise<boolean>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), 1000);
  });
  const asked = Promise.resolve(answer).catch(() => false);
  return Promise.race([asked, late]).finally(() => clearTimeout(timer));
}

/** The caller's identity, or `undefined` after the challenge was sent. */
async function identify(
  at: Reception,
  req: IncomingMessage,
  res: ServerResponse,
  path: string,
): Promise<Identity | undefined> {
  try {
    const identity = at.authenticator.authenticate(req.headers.authorization, req);
    return identity instanceof Promise ? await identity : identity;
  } catch (error) {
    if (!isUnauthenticated(error)) throw error;
    const { kind, message, context, suggestion } = error;
    const headers = { 'www-authenticate': at.published.challenge(req, path, context.reason) };
    refuseIn(at, req, res, {
      // A server whose words for this are its own says them as a code.
      ...{ status: 401, message, kind: typeof context.code === 'string' ? context.code : kind, headers },
      data: { kind, ...context, suggestion, page: servedExplanationOf(kind) },
    });
    return undefined;
  }
}

/** An endpoint may word its refusals itself; status and headers stay ours. */
function refuseIn(at: Reception, req: IncomingMessage, res: ServerResponse, refusal: Refusal): void {
  const { status, message, kind = kindsOfStatus[status] ?? 'InternalError', headers = {}, data } = refusal;
  at.metrics.refused(status);
  const own = endpointFor(at, urlOf(req))?.refusal?.({ req, status, message, kind });
  if (own === undefined) refuse(res, status, message, { headers, data });
  else sendText(res, status, own.contentType, own.text, headers);
}
