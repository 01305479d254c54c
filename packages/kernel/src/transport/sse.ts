/**
 * HTTP+SSE, the transport of 2024-11-05: a GET opens a stream whose first event names an address, messages are POSTed
 * there, and every answer comes back on the stream. Kept for old clients; new ones use Streamable HTTP.
 */

import type { ServerResponse } from 'node:http';
import { isJsonContentType } from '@modelcontextprotocol/server';
import { newSecret } from '../essentials/index.js';
import { refuse, sendText } from '../http/answer.js';
import { defaultBodyLimit, readBody } from '../http/body.js';
import type { Endpoint, Exchange, Routes } from '../http/endpoint.js';
import type { Identity } from '../identity.js';
import { normaliseText } from '../protocol/normalise.js';
import type { ServerRuntime } from '../protocol/runtime.js';
import { FrameTransport, mostUnanswered } from './frame-transport.js';
import { refuseBody } from './refuse-body.js';
import { recordTurnedAway, refuseUnread } from './refuse-unread.js';
import { authInfoOf } from './streamable-http/modern.js';
import { Reply } from './streamable-http/reply.js';
import { settledAndAnswered } from './unanswered.js';

export interface SseOptions {
  /** Prefix of both paths, for example `/cobre`. */
  readonly prefix?: string;
  readonly bodyLimit?: number;
  readonly maxSessions?: number;
  readonly keepAliveMs?: number;
}

/** Both paths of the transport: `/sse` to listen and `/messages` to speak. */
export function sse(runtime: ServerRuntime, options: SseOptions = {}): Routes {
  const prefix = options.prefix ?? '';
  const streams = new Map<string, SseTransport>();
  const waiting = () => [...streams.values()].reduce((sum, stream) => sum + stream.unanswered.size, 0);
  const life = {
    settled: (graceMs: number) => settledAndAnswered(runtime, graceMs, waiting),
    close: async () => {
      await Promise.all([...streams.values()].map((stream) => stream.close()));
    },
  };
  const listen: Endpoint = { ...life, handle: (exchange) => openStream(exchange, runtime, streams, options, prefix) };
  const speak: Endpoint = {
    ...life,
    handle: (exchange) => receive(exchange, runtime, streams, options),
    refusal: (refused) => recordTurnedAway(runtime, refused),
  };
  return { [`${prefix}/sse`]: listen, [`${prefix}/messages`]: speak };
}

async function openStream(
  { req, res, identity, draining }: Exchange,
  runtime: ServerRuntime,
  streams: Map<string, SseTransport>,
  options: SseOptions,
  prefix: string,
): Promise<void> {
  if (req.method !== 'GET') return refuse(res, 405, 'Method not allowed', { headers: { allow: 'GET' } });
  if (draining) return refuse(res, 503, 'The server is shutting down', { headers: { connection: 'close' } });
  if (streams.size >= (options.maxSessions ?? 1000)) return refuse(res, 503, 'Too many sessions');
  const id = newSecret(16, 'hex');
  const refused = (asked: unknown): void => runtime.refused(asked, { identity });
  const transport = new SseTransport(res, { id, identity, refused, keepAliveMs: options.keepAliveMs ?? 15_000 });
  const server = runtime.newServer({ era: 'legacy', identity, transport: 'sse' });
  streams.set(id, transport);
  res.once('close', () => {
    streams.delete(id);
    void server.close();
  });
  await server.connect(transport);
  transport.announce(`${prefix}/messages?sessionId=${id}`);
}

async function receive(
  exchange: Exchange,
  runtime: ServerRuntime,
  streams: ReadonlyMap<string, SseTransport>,
  options: SseOptions,
): Promise<void> {
  const { req, res, url, identity } = exchange;
  if (req.method !== 'POST') return refuse(res, 405, 'Method not allowed', { headers: { allow: 'POST' } });
  const stream = streams.get(url.searchParams.get('sessionId') ?? '');
  if (stream === undefined || stream.identity.subject !== identity.subject || stream.identity.via !== identity.via) {
    return refuseUnread(exchange, runtime, 404, 'Session not found', { code: -32001 });
  }
  if (stream.unanswered.size >= mostUnanswered) {
    return refuseUnread(exchange, runtime, 429, 'Too many unanswered requests', { headers: { 'retry-after': '1' } });
  }
  if (!isJsonContentType(req.headers['content-type'] ?? null)) {
    return refuseUnread(exchange, runtime, 415, 'Unsupported media type: Content-Type must be application/json');
  }
  const limit = options.bodyLimit ?? defaultBodyLimit;
  const body = await readBody(req, limit);
  if (body.kind !== 'text') return refuseBody(exchange, runtime, body, limit);
  sendText(res, 202, 'text/plain', 'Accepted');
  stream.take(normaliseText(body.text, runtime.rules, stream.revision));
}

interface SseLine {
  readonly id: string;
  readonly identity: Identity;
  readonly refused: (asked: unknown) => void;
  readonly keepAliveMs: number;
}

class SseTransport extends FrameTransport {
  readonly sessionId: string;
  readonly identity: Identity;
  readonly #reply: Reply;
  #closed = false;

  constructor(res: ServerResponse, options: SseLine) {
    super(options.refused, { authInfo: authInfoOf(options.identity) });
    this.sessionId = options.id;
    this.identity = options.identity;
    this.#reply = new Reply(res, { acceptsJson: false, acceptsEvents: true, keepAliveMs: options.keepAliveMs });
  }

  async start(): Promise<void> {
    this.#reply.startStream();
  }

  /** Where to POST, relative to the server, because only the client knows under which name it reached us. */
  announce(address: string): void {
    void this.#reply.write(`event: endpoint\ndata: ${address}\n\n`);
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#reply.end();
    this.onclose?.();
  }

  protected get unreadBytes(): number {
    return this.#reply.bufferedBytes;
  }

  protected write(text: string): Promise<void> {
    return this.#reply.event(text);
  }
}
