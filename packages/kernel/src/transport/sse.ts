/**
 * HTTP+SSE, the transport of 2024-11-05: a GET opens a stream whose first event names an address, messages are POSTed
 * there, and every answer comes back on the stream. Kept for old clients; new ones use Streamable HTTP.
 */

import type { ServerResponse } from 'node:http';
import { isJsonContentType, type JSONRPCMessage, type Transport } from '@modelcontextprotocol/server';
import { newSecret } from '../essentials/index.js';
import { refuse, sendText } from '../http/answer.js';
import { defaultBodyLimit, readBody } from '../http/body.js';
import type { Endpoint, Exchange, Routes } from '../http/endpoint.js';
import type { Identity } from '../identity.js';
import { BatchJoin } from '../protocol/batch-join.js';
import { type Inbound, normaliseText } from '../protocol/normalise.js';
import type { ServerRuntime } from '../protocol/runtime.js';
import type { WireMessage } from '../wire/json-rpc.js';
import { refuseBody } from './refuse-body.js';
import { isExpendable } from './streamable-http/call.js';
import { authInfoOf } from './streamable-http/modern.js';
import { Reply } from './streamable-http/reply.js';
import { settledAndAnswered, Unanswered } from './unanswered.js';

export interface SseOptions {
  /** Prefix of both paths, for example `/cobre`. */
  readonly prefix?: string;
  readonly bodyLimit?: number;
  readonly maxSessions?: number;
  readonly keepAliveMs?: number;
}

const tooFarBehind = 1024 * 1024;
const mostUnanswered = 10_000;

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
  const speak: Endpoint = { ...life, handle: (exchange) => receive(exchange, runtime, streams, options) };
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
  const transport = new SseTransport(res, { id, identity, keepAliveMs: options.keepAliveMs ?? 15_000 });
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
  { req, res, url, identity }: Exchange,
  runtime: ServerRuntime,
  streams: ReadonlyMap<string, SseTransport>,
  options: SseOptions,
): Promise<void> {
  if (req.method !== 'POST') return refuse(res, 405, 'Method not allowed', { headers: { allow: 'POST' } });
  const stream = streams.get(url.searchParams.get('sessionId') ?? '');
  if (stream === undefined || stream.identity.subject !== identity.subject || stream.identity.via !== identity.via) {
    req.resume();
    return refuse(res, 404, 'Session not found', { code: -32001 });
  }
  if (stream.unanswered.size >= mostUnanswered) {
    req.resume();
    return refuse(res, 429, 'Too many unanswered requests', { headers: { 'retry-after': '1' } });
  }
  if (!isJsonContentType(req.headers['content-type'] ?? null)) {
    req.resume();
    return refuse(res, 415, 'Unsupported media type: Content-Type must be application/json');
  }
  const limit = options.bodyLimit ?? defaultBodyLimit;
  const body = await readBody(req, limit);
  if (body.kind !== 'text') return refuseBody(res, body, limit);
  sendText(res, 202, 'text/plain', 'Accepted');
  stream.take(normaliseText(body.text, runtime.rules, stream.revision));
}

class SseTransport implements Transport {
  readonly sessionId: string;
  readonly identity: Identity;
  onmessage?: Transport['onmessage'];
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  revision: string | undefined;
  readonly unanswered = new Unanswered();
  readonly #reply: Reply;
  readonly #batches = new BatchJoin();
  #closed = false;

  constructor(res: ServerResponse, options: { id: string; identity: Identity; keepAliveMs: number }) {
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

  take(inbound: Inbound): void {
    if (inbound.kind === 'batch') {
      const complete = this.#batches.add(inbound.entries);
      for (const entry of inbound.entries) if (entry.kind === 'deliver') this.#deliver(entry.message);
      if (complete !== undefined) void this.#write(complete);
    } else if (inbound.kind === 'deliver') this.#deliver(inbound.message);
    else if (inbound.kind === 'answer') void this.#write(inbound.response);
  }

  async send(message: JSONRPCMessage): Promise<void> {
    this.unanswered.sent(message);
    if ('result' in message && typeof message.result.protocolVersion === 'string') {
      this.revision ??= message.result.protocolVersion;
    }
    if ('method' in message && isExpendable(message.method) && this.#reply.bufferedBytes > tooFarBehind) return;
    const { kept, full } = this.#batches.keep(message);
    if (!kept) await this.#write(message);
    else if (full !== undefined) await this.#write(full);
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#reply.end();
    this.onclose?.();
  }

  #deliver(message: JSONRPCMessage): void {
    this.unanswered.received(message);
    this.onmessage?.(message, { authInfo: authInfoOf(this.identity) });
    if (!('method' in message) || message.method !== 'notifications/cancelled') return;
    const complete = this.#batches.cancelled(message.params?.requestId as string | number);
    if (complete !== undefined) void this.#write(complete);
  }

  #write(value: WireMessage | readonly WireMessage[]): Promise<void> {
    return this.#reply.event(JSON.stringify(value));
  }
}
