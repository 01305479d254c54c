/**
 * WebSocket: one message per text frame, subprotocol `mcp`, both eras. The SDK's connection entry (written for stdio)
 * takes any transport, so the era decision and subscriptions are its work; the normaliser and batches are ours.
 */
import { Buffer } from 'node:buffer';

import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { RawData, WebSocket, WebSocketServer } from 'ws';

import { refuse } from '../http/answer.js';
import { defaultBodyLimit } from '../http/body.js';
import type { Endpoint, Exchange, Upgrade } from '../http/endpoint.js';
import { type Logger, silentLogger } from '../log/logger.js';
import { normaliseText, type ProtocolRules } from '../protocol/normalise.js';
import { unreadCall } from '../protocol/refused-requests.js';
import type { ServerRuntime } from '../protocol/runtime.js';
import { FrameTransport, mostUnanswered } from './frame-transport.js';
import { settledAndAnswered } from './unanswered.js';

export interface WebSocketOptions {
  /** The largest message, in bytes. */
  readonly payloadLimit?: number;
  /** A peer that answers no ping for two of these intervals is gone. */
  readonly pingMs?: number;
  readonly maxConnections?: number;
  readonly log?: Logger;
}

/** A reader this far behind (in bytes) is disconnected: it will not catch up, and its messages fill our memory. */
const mostBuffered = 64 * 1024 * 1024;
/** Writers wait from here on. */
const congested = 256 * 1024;

export function webSocket(runtime: ServerRuntime, options: WebSocketOptions = {}): Endpoint {
  return new WebSocketEndpoint(runtime, options);
}

class WebSocketEndpoint implements Endpoint {
  readonly #runtime: ServerRuntime;
  readonly #log: Logger;
  readonly #pingMs: number;
  readonly #maxConnections: number;
  readonly #acceptor: Promise<WebSocketServer>;
  readonly #open = new Map<WebSocket, { readonly transport: WebSocketTransport; close(): Promise<void> }>();

  constructor(runtime: ServerRuntime, options: WebSocketOptions) {
    this.#runtime = runtime;
    this.#log = options.log ?? silentLogger;
    this.#pingMs = options.pingMs ?? 20_000;
    this.#maxConnections = options.maxConnections ?? 1000;
    this.#acceptor = openAcceptor(options.payloadLimit ?? defaultBodyLimit);
  }

  /** Plain requests are told what to do. */
  handle({ res }: Exchange): void {
    refuse(res, 426, 'This path speaks WebSocket', { headers: { upgrade: 'websocket', connection: 'upgrade' } });
  }

  async upgrade({ req, socket, head, identity }: Upgrade): Promise<void> {
    if (this.#open.size >= this.#maxConnections) {
      return void socket.end('HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
    }
    const acceptor = await this.#acceptor;
    acceptor.handleUpgrade(req, socket, head, (ws) => {
      const refused = (asked: unknown): void => this.#runtime.refused(asked, { identity });
      const transport = new WebSocketTransport(ws, this.#runtime.rules, refused);
      const connection = serveStdio(({ era }) => this.#runtime.newServer({ era, identity, transport: 'websocket' }), {
        transport,
        onerror: (err) => this.#log.debug({ err }, 'websocket message refused'),
      });
      this.#open.set(ws, { transport, close: connection.close });
      const stopPinging = keepAlive(ws, this.#pingMs);
      ws.once('close', () => {
        stopPinging();
        this.#open.delete(ws);
      });
    });
  }

  settled(graceMs: number): Promise<boolean> {
    const waiting = () => [...this.#open.values()].reduce((sum, { transport }) => sum + transport.unanswered.size, 0);
    return settledAndAnswered(this.#runtime, graceMs, waiting);
  }

  async close(): Promise<void> {
    await Promise.all([...this.#open.values()].map((connection) => connection.close()));
    for (const ws of this.#open.keys()) ws.terminate();
  }
}

/** Loaded with the first endpoint: servers on other transports never need it. */
async function openAcceptor(maxPayload: number): Promise<WebSocketServer> {
  const { WebSocketServer: Acceptor } = await import('ws');
  const handleProtocols = (offered: Set<string>): string | false => (offered.has('mcp') ? 'mcp' : false);
  return new Acceptor({ noServer: true, maxPayload, perMessageDeflate: false, handleProtocols });
}

/** Pings until the peer stops answering, then cuts the connection so that its calls can end. */
function keepAlive(ws: WebSocket, everyMs: number): () => void {
  let answered = true;
  ws.on('pong', () => {
    answered = true;
  });
  const timer = setInterval(() => {
    if (!answered) return ws.terminate();
    answered = false;
    ws.ping();
  }, everyMs).unref();
  return () => clearInterval(timer);
}

class WebSocketTransport extends FrameTransport {
  readonly #ws: WebSocket;
  readonly #rules: ProtocolRules;

  constructor(ws: WebSocket, rules: ProtocolRules, refused: (asked: unknown) => void) {
    super(refused);
    this.#ws = ws;
    this.#rules = rules;
    ws.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH') refused(unreadCall);
    });
  }

  async start(): Promise<void> {
    this.#ws.on('message', (data, isBinary) => this.#receive(data, isBinary));
    this.#ws.on('error', (error) => this.onerror?.(error));
    this.#ws.once('close', () => this.onclose?.());
  }

  /** Reading goes on once half of what was too much is answered. */
  override send(message: JSONRPCMessage): Promise<void> {
    const sent = super.send(message);
    if (this.#ws.isPaused && this.unanswered.size < mostUnanswered / 2) this.#ws.resume();
    return sent;
  }

  async close(): Promise<void> {
    if (this.#ws.readyState >= this.#ws.CLOSING) return;
    this.#ws.close(1001, 'The server is closing the connection');
  }

  #receive(data: RawData, isBinary: boolean): void {
    if (this.unanswered.size >= mostUnanswered) this.#ws.pause();
    if (isBinary) this.#ws.close(1003, 'Messages are text');
    else this.take(normaliseText(textOf(data), this.#rules, this.revision));
  }

  protected get unreadBytes(): number {
    return this.#ws.bufferedAmount;
  }

  /** Resolves at once while the reader keeps up, and when the message has left otherwise. */
  protected async write(text: string): Promise<void> {
    if (this.#ws.readyState !== this.#ws.OPEN) return;
    if (this.#ws.bufferedAmount > mostBuffered) this.#ws.terminate();
    else if (this.#ws.bufferedAmount + text.length < congested) this.#ws.send(text, () => {});
    else await new Promise<void>((resolve) => this.#ws.send(text, () => resolve()));
  }
}

function textOf(data: RawData): string {
  if (Buffer.isBuffer(data)) return data.toString('utf8');
  return Array.isArray(data) ? Buffer.concat(data).toString('utf8') : Buffer.from(data).toString('utf8');
}
