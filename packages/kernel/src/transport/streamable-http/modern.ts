/**
 * The stateless era (2026-07-28): every POST is served by a fresh server through the SDK's handler, which owns the rules
 * of that revision. Here its web-standard world is joined to node:http without building web requests.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';

import {
  type AuthInfo,
  createMcpHandler,
  type JSONRPCMessage,
  type McpHttpHandler,
  type Server,
} from '@modelcontextprotocol/server';
import { headerOf, type RefuseOptions, refuse } from '../../http/answer.js';
import type { Exchange } from '../../http/endpoint.js';
import type { Identity } from '../../identity.js';
import { modernRevision } from '../../protocol/revisions.js';
import type { ServerRuntime } from '../../protocol/runtime.js';
import { headerMismatchCode } from '../../wire/json-rpc.js';
import { headerMismatch } from '../../wire/param-headers.js';
import { isExpendable } from './call.js';
import { drained } from './reply.js';

export interface ModernOptions {
  readonly keepAliveMs: number;
  readonly maxSubscriptions?: number;
  readonly onerror: (error: Error) => void;
}

export class ModernLeg {
  readonly #handler: McpHttpHandler;
  readonly #runtime: ServerRuntime;
  #unanswered = 0;

  constructor(runtime: ServerRuntime, options: ModernOptions) {
    this.#runtime = runtime;
    this.#handler = createMcpHandler(
      ({ authInfo, requestInfo }) => {
        const identity = authInfo?.extra?.identity as Identity | undefined;
        const server = runtime.newServer({ era: 'modern', transport: 'http', ...(identity && { identity }) });
        if (!(requestInfo instanceof RequestView)) return server;
        requestInfo.isAdmitted = true;
        return slowedByReader(server, requestInfo.res);
      },
      { legacy: 'reject', ...options },
    );
  }

  /** Serves one message; `undefined` stands for a request without a body (GET, DELETE). */
  async serve({ req, res, identity }: Exchange, message: JSONRPCMessage | undefined): Promise<void> {
    if (res.closed) return;
    const mismatch = message === undefined ? undefined : this.#paramMismatch(message, req, identity);
    const by = { identity, era: 'modern', revision: modernRevision } as const;
    if (mismatch !== undefined) {
      this.#runtime.refused(message, by);
      return refuse(res, 400, ...mismatch);
    }
    const gone = new AbortController();
    const counts = message !== undefined && 'id' in message && !isSubscription(message);
    if (counts) this.#unanswered += 1;
    res.once('close', () => {
      if (counts) this.#unanswered -= 1;
      if (!res.writableFinished) gone.abort();
    });
    const request = new RequestView(req, res, gone.signal);
    const response = await this.#handler.fetch(request as unknown as Request, {
      authInfo: authInfoOf(identity),
      ...(message === undefined ? {} : { parsedBody: message }),
    });
    if (!request.isAdmitted) this.#runtime.refused(message, by);
    await pass(response, res);
  }

  /** The SDK makes this check only for its own registry of tools. */
  #paramMismatch(
    message: JSONRPCMessage,
    req: IncomingMessage,
    identity: Identity,
  ): [message: string, options: RefuseOptions] | undefined {
    if (!('method' in message && 'id' in message) || message.method !== 'tools/call') return undefined;
    const { name, arguments: args } = message.params ?? {};
    if (typeof name !== 'string') return undefined;
    const declarations = this.#runtime.headerDeclarations(name, identity);
    const mismatch = headerMismatch(declarations, args, (header) => headerOf(req, header));
    if (mismatch === undefined) return undefined;
    const text = `Bad Request: the request headers and body disagree: ${mismatch.body}`;
    return [text, { code: headerMismatchCode, id: message.id, data: { mismatch } }];
  }

  /** Requests whose response has not left yet. */
  get unanswered(): number {
    return this.#unanswered;
  }

  get notify(): McpHttpHandler['notify'] {
    return this.#handler.notify;
  }

  close(): Promise<void> {
    return this.#handler.close();
  }
}

/**
 * As much of a `Request` as the SDK reads when the body is already parsed. A real one costs more than the rest of a small
 * call, mostly for copying headers and chaining signals.
 */
class RequestView {
  readonly method: string;
  readonly url: string;
  readonly headers: { get(name: string): string | null };
  readonly signal: AbortSignal;
  readonly res: ServerResponse;
  /** A server was made for it; what is refused before that was refused for its form. */
  isAdmitted = false;

  constructor(req: IncomingMessage, res: ServerResponse, signal: AbortSignal) {
    this.method = req.method ?? 'POST';
    this.url = `http://${req.headers.host ?? 'server'}${req.url ?? '/'}`;
    this.headers = { get: (name) => headerOf(req, name.toLowerCase()) ?? null };
    this.signal = signal;
    this.res = res;
  }
}

/** Answered only when it ends, which nobody waits for. */
function isSubscription(message: JSONRPCMessage): boolean {
  return 'method' in message && message.method === 'subscriptions/listen';
}

/** The token itself stops here: whoever serves the call needs to know who calls, not how he proved it. */
export function authInfoOf(identity: Identity): AuthInfo {
  return { token: '', clientId: identity.subject, scopes: [...identity.roles], extra: { identity } };
}

/**
 * The SDK's transport accepts notifications without end. The promise of a notification is made to wait for the reader, so
 * that whoever reports progress keeps only the latest report meanwhile; from those who do not wait, some are dropped.
 */
function slowedByReader(server: Server, res: ServerResponse): Server {
  const connect = server.connect.bind(server);
  server.connect = (transport) => {
    const send = transport.send.bind(transport);
    let waiting = 0;
    transport.send = async (message, options) => {
      if (!('method' in message)) return await send(message, options);
      if (waiting >= mostWaiting && isExpendable(message.method)) return;
      waiting += 1;
      await send(message, options);
      await caughtUp(res);
      waiting -= 1;
    };
    return connect(transport);
  };
  return server;
}

/** Notifications of one call that may wait for a slow reader. */
const mostWaiting = 64;

/** What was sent reaches the socket a turn later; only then is it known whether the reader keeps up. */
async function caughtUp(res: ServerResponse): Promise<void> {
  await nextTurn();
  if (res.writableNeedDrain && !res.destroyed) await drained(res);
}

/** Writes a web response to node: JSON in one piece, streams as they come and as fast as they are read. */
async function pass(response: Response, res: ServerResponse): Promise<void> {
  if (res.destroyed) return void response.body?.cancel();
  const headers: Record<string, string | number> = {};
  response.headers.forEach((value, name) => {
    if (name !== 'connection') headers[name] = value;
  });
  if (response.body === null) return void res.writeHead(response.status, headers).end();
  if (headers['content-type'] === 'text/event-stream')
    return await passStream(response.body, res, response.status, headers);
  const text = await response.text();
  headers['content-length'] = Buffer.byteLength(text);
  res.writeHead(response.status, headers).end(text);
}

async function passStream(
  body: ReadableStream<Uint8Array>,
  res: ServerResponse,
  status: number,
  headers: Record<string, string | number>,
): Promise<void> {
  res.writeHead(status, headers).flushHeaders();
  const reader = body.getReader();
  res.once('close', () => void reader.cancel().catch(() => {}));
  for (;;) {
    const { done, value } = await reader.read().catch(() => ({ done: true, value: undefined }));
    if (done || value === undefined) break;
    if (!res.write(value)) await drained(res);
  }
  res.end();
}
