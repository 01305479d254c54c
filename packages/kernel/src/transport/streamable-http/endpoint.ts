/**
 * Streamable HTTP, both eras on one path. Each request is read, cleaned up by the normaliser and classified: requests that
 * carry the modern envelope go to the stateless leg, everything else belongs to a session.
 */

import {
  classifyInboundRequest,
  isJsonContentType,
  type JSONRPCMessage,
  type MessageExtraInfo,
} from '@modelcontextprotocol/server';
import { presentTime } from '../../essentials/index.js';

import { headerOf, refuse, sendJson } from '../../http/answer.js';
import { defaultBodyLimit, readBody } from '../../http/body.js';
import type { Endpoint, Exchange, Refused } from '../../http/endpoint.js';
import type { Identity } from '../../identity.js';
import { type Logger, silentLogger } from '../../log/logger.js';
import { type Inbound, type InboundSingle, normaliseText, refusedIn } from '../../protocol/normalise.js';
import { legacyRevisions, modernRevision } from '../../protocol/revisions.js';
import type { ServerRuntime } from '../../protocol/runtime.js';
import { invalidRequestCode, parseErrorCode } from '../../wire/json-rpc.js';
import { refuseBody } from '../refuse-body.js';
import { recordTurnedAway, refuseUnread } from '../refuse-unread.js';
import { settledAndAnswered } from '../unanswered.js';
import { parseEventId } from './events.js';
import { authInfoOf, ModernLeg } from './modern.js';
import { Reply } from './reply.js';
import { type Delivery, isRequest, type Session } from './session.js';
import { Sessions } from './sessions.js';

export interface StreamableHttpOptions {
  /** In bytes; by caller where some may send more than the others, who have the usual limit. */
  readonly bodyLimit?: number | ((caller: Identity) => number | undefined);
  readonly maxSessions?: number;
  readonly sessionIdleMs?: number;
  readonly abandonGraceMs?: number;
  readonly resumeGraceMs?: number;
  readonly keepAliveMs?: number;
  readonly log?: Logger;
  readonly now?: () => number;
}

const defaults = {
  maxSessions: 1000,
  sessionIdleMs: 30 * 60_000,
  abandonGraceMs: 1000,
  resumeGraceMs: 30_000,
  keepAliveMs: 15_000,
};

type Answered = Inbound & { readonly kind: 'answer' };

export interface StreamableHttpEndpoint extends Endpoint {
  readonly sessionCount: number;
}

export function streamableHttp(runtime: ServerRuntime, options: StreamableHttpOptions = {}): StreamableHttpEndpoint {
  return new StreamableHttp(runtime, options);
}

class StreamableHttp implements StreamableHttpEndpoint {
  readonly #runtime: ServerRuntime;
  readonly #modern: ModernLeg;
  readonly #sessions: Sessions;
  readonly #bodyLimit: (caller: Identity) => number | undefined;
  readonly #keepAliveMs: number;
  readonly #unwatch: () => void;

  constructor(runtime: ServerRuntime, options: StreamableHttpOptions) {
    const { maxSessions, sessionIdleMs, abandonGraceMs, resumeGraceMs, keepAliveMs } = { ...defaults, ...options };
    const log = options.log ?? silentLogger;
    this.#runtime = runtime;
    const { bodyLimit } = options;
    this.#bodyLimit = typeof bodyLimit === 'function' ? bodyLimit : () => bodyLimit;
    this.#keepAliveMs = keepAliveMs;
    this.#modern = new ModernLeg(runtime, {
      keepAliveMs,
      onerror: (err) => log.debug({ err }, 'modern request refused'),
    });
    this.#unwatch = runtime.onToolsChanged(() => this.#modern.notify.toolsChanged());
    this.#sessions = new Sessions(
      { maxSessions, idleMs: sessionIdleMs },
      { abandonGraceMs, resumeGraceMs, now: options.now ?? presentTime },
    );
  }

  get sessionCount(): number {
    return this.#sessions.size;
  }

  handle(exchange: Exchange): Promise<void> | void {
    const { req, res } = exchange;
    if (req.method === 'POST') return this.#post(exchange);
    if (req.method !== 'GET' && req.method !== 'DELETE') {
      return refuse(res, 405, 'Method not allowed', { headers: { allow: 'GET, POST, DELETE' } });
    }
    if (headerOf(req, 'mcp-protocol-version') === modernRevision) return this.#modern.serve(exchange, undefined);
    const session = this.#sessionOf(exchange);
    if (session === undefined) return;
    return req.method === 'GET' ? this.#listen(exchange, session) : this.#end(exchange, session);
  }

  refusal(refused: Refused): undefined {
    recordTurnedAway(this.#runtime, refused);
  }

  settled(graceMs: number): Promise<boolean> {
    return settledAndAnswered(this.#runtime, graceMs, () => this.#modern.unanswered + this.#sessions.unanswered);
  }

  async close(): Promise<void> {
    this.#unwatch();
    this.#runtime.endTasks();
    await Promise.all([this.#modern.close(), this.#sessions.closeAll()]);
  }

  async #post(exchange: Exchange): Promise<void> {
    const { req, res, identity } = exchange;
    if (!isJsonContentType(req.headers['content-type'] ?? null)) {
      return refuseUnread(
        exchange,
        this.#runtime,
        415,
        'Unsupported media type: Content-Type must be application/json',
      );
    }
    if ((req.headers['content-encoding'] ?? 'identity') !== 'identity') {
      return refuseUnread(exchange, this.#runtime, 415, 'Unsupported content encoding: send the body as it is', {
        headers: { 'accept-encoding': 'identity' },
      });
    }
    const bodyLimit = this.#bodyLimit(identity) ?? defaultBodyLimit;
    const body = await readBody(req, bodyLimit);
    if (body.kind !== 'text') return refuseBody(exchange, this.#runtime, body, bodyLimit);
    const sessionId = headerOf(req, 'mcp-session-id');
    const version = headerOf(req, 'mcp-protocol-version');
    const session = sessionId === undefined ? undefined : this.#sessions.find(sessionId, identity);
    const inbound = normaliseText(body.text, this.#runtime.rules, session?.revision ?? version);
    if (inbound.kind === 'answer') return this.#answer(exchange, inbound, version);
    if (inbound.kind === 'drop') return void res.writeHead(202).end();
    const delivery = deliveryOf(inbound, { authInfo: authInfoOf(identity) });
    for (const asked of delivery.refused) this.#runtime.refused(asked, { identity });
    if (exchange.draining && delivery.messages.some(isRequest)) {
      this.#runtime.refused(delivery.messages, { identity });
      return refuse(res, 503, 'The server is shutting down', { headers: { connection: 'close', 'retry-after': '5' } });
    }
    if (inbound.kind === 'deliver' && isModern(exchange, inbound.message)) {
      return await this.#modern.serve(exchange, inbound.message);
    }
    if (!this.#postToSession(exchange, delivery)) this.#runtime.refused(delivery.messages, { identity });
  }

  /** False when what was delivered is refused as a whole. */
  #postToSession(exchange: Exchange, delivery: Delivery): boolean {
    const opens = delivery.messages.some((message) => isRequest(message) && message.method === 'initialize');
    const session = opens ? this.#openSession(exchange) : this.#sessionOf(exchange);
    if (session === undefined) return false;
    if (session.isBusyWith(delivery.messages)) {
      refuse(exchange.res, 400, 'Invalid request: the id is in use', { code: invalidRequestCode });
      return false;
    }
    if (delivery.messages.some(isRequest)) return this.#call(exchange, session, delivery);
    session.tell(delivery);
    if (delivery.answers.length > 0) sendJson(exchange.res, 200, delivery.answers);
    else exchange.res.writeHead(202).end();
    return true;
  }

  #call({ req, res }: Exchange, session: Session, delivery: Delivery): boolean {
    const accept = req.headers.accept ?? '*/*';
    const any = accept.includes('*/*');
    const acceptsJson = any || accept.includes('application/json');
    const acceptsEvents = any || accept.includes('text/event-stream');
    if (!acceptsJson && !acceptsEvents) {
      refuse(res, 406, 'Not acceptable: accept application/json and text/event-stream');
      return false;
    }
    const headers = { 'mcp-session-id': session.sessionId };
    const keepAliveMs = this.#keepAliveMs;
    session.call(
      delivery,
      (onStream) => new Reply(res, { headers, acceptsJson, acceptsEvents, keepAliveMs, onStream }),
    );
    return true;
  }

  /** A second `initialize` inside a session would change its terms under running calls. */
  #openSession({ req, res, identity }: Exchange): Session | undefined {
    const current = headerOf(req, 'mcp-session-id');
    // The id of a session that is gone is no obstacle: this is how a client starts over.
    if (current !== undefined && this.#sessions.find(current, identity) !== undefined) {
      refuse(res, 400, 'Invalid request: the session is already initialized', { code: invalidRequestCode });
      return undefined;
    }
    const session = this.#sessions.create(identity);
    if (session === undefined) {
      refuse(res, 503, 'Too many sessions', { headers: { 'retry-after': '30' } });
      return undefined;
    }
    const server = this.#runtime.newServer({ era: 'legacy', identity, transport: 'http' });
    server.onclose = () => this.#sessions.remove(session);
    void server.connect(session);
    return session;
  }

  /** The session a request names, or `undefined` after the refusal was sent. */
  #sessionOf({ req, res, identity }: Exchange): Session | undefined {
    const id = headerOf(req, 'mcp-session-id');
    if (id === undefined) {
      refuse(res, 400, 'Bad request: Mcp-Session-Id header is required');
      return undefined;
    }
    const session = this.#sessions.find(id, identity);
    if (session === undefined) {
      refuse(res, 404, 'Session not found', { code: -32001 });
      return undefined;
    }
    const version = headerOf(req, 'mcp-protocol-version');
    if (version === undefined || (legacyRevisions as readonly string[]).includes(version)) return session;
    const supported = legacyRevisions.join(', ');
    refuse(res, 400, `Bad request: Unsupported protocol version: ${version} (supported versions: ${supported})`);
    return undefined;
  }

  #listen({ req, res, draining }: Exchange, session: Session): void {
    if (draining) return void refuse(res, 503, 'The server is shutting down', { headers: { connection: 'close' } });
    if (!/text\/event-stream|\*\/\*/.test(req.headers.accept ?? '')) {
      return void refuse(res, 406, 'Not acceptable: accept text/event-stream');
    }
    const headers = { 'mcp-session-id': session.sessionId };
    const reply = new Reply(res, { headers, acceptsJson: false, acceptsEvents: true, keepAliveMs: this.#keepAliveMs });
    const position = parseEventId(headerOf(req, 'last-event-id') ?? '');
    if (position !== undefined && session.resume(reply, position)) return;
    session.listen(reply);
  }

  async #end({ res }: Exchange, session: Session): Promise<void> {
    await session.close();
    res.writeHead(200).end();
  }

  #answer({ res, identity }: Exchange, { response, refused }: Answered, version: string | undefined): void {
    this.#runtime.refused(refused, { identity });
    const malformed = [parseErrorCode, invalidRequestCode].includes(response.error.code);
    sendJson(res, malformed || version === modernRevision ? 400 : 200, response);
  }
}

/** The SDK's own classification, so that we can never disagree with the leg we hand the request to. */
function isModern({ req }: Exchange, body: JSONRPCMessage): boolean {
  const [version, method, name] = ['mcp-protocol-version', 'mcp-method', 'mcp-name'].map((header) =>
    headerOf(req, header),
  );
  const outcome = classifyInboundRequest({
    httpMethod: 'POST',
    body,
    ...(version !== undefined && { protocolVersionHeader: version }),
    ...(method !== undefined && { mcpMethodHeader: method }),
    ...(name !== undefined && { mcpNameHeader: name }),
  });
  return outcome.kind !== 'legacy';
}

/** What a POST brings, and what of it is refused. */
function deliveryOf(
  inbound: Exclude<Inbound, { kind: 'answer' | 'drop' }>,
  extra: MessageExtraInfo,
): Delivery & { readonly refused: readonly unknown[] } {
  const entries: readonly InboundSingle[] = inbound.kind === 'batch' ? inbound.entries : [inbound];
  return {
    messages: entries.flatMap((entry) => (entry.kind === 'deliver' ? [entry.message] : [])),
    answers: entries.flatMap((entry) => (entry.kind === 'answer' ? [entry.response] : [])),
    refused: refusedIn(entries),
    isBatch: inbound.kind === 'batch',
    extra,
  };
}
