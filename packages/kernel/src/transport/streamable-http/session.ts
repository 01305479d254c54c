/**
 * One session of a client that opened with `initialize`: the SDK's server on one side, any number of POSTs and listening
 * GETs on the other. Unlike the SDK's own transport it tells writers when the reader is behind, and ends calls whose
 * caller is gone for good.
 */
import type {
  JSONRPCMessage,
  MessageExtraInfo,
  RequestId,
  Transport,
  TransportSendOptions,
} from '@modelcontextprotocol/server';

import type { Identity } from '../../identity.js';
import type { WireError } from '../../wire/json-rpc.js';
import { CallStream } from './call.js';
import type { EventPosition } from './events.js';
import type { Reply } from './reply.js';

export interface SessionOptions {
  readonly id: string;
  readonly identity: Identity;
  /** How long a call goes on for a client that cannot come back for its answer. */
  readonly abandonGraceMs: number;
  /** The same for a client that can. */
  readonly resumeGraceMs: number;
  readonly now: () => number;
}

/** What one POST brought. */
export interface Delivery {
  readonly messages: readonly JSONRPCMessage[];
  /** Answers to entries that were too broken to deliver. */
  readonly answers: readonly WireError[];
  readonly isBatch: boolean;
  readonly extra: MessageExtraInfo;
}

const firstResumable = '2025-11-25';
const mostListeners = 4;

export class Session implements Transport {
  readonly sessionId: string;
  readonly identity: Identity;
  onmessage?: Transport['onmessage'];
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  /** What the handshake agreed on. */
  revision: string | undefined;
  lastUsed: number;

  readonly #options: SessionOptions;
  readonly #byRequest = new Map<RequestId, CallStream>();
  readonly #byNumber = new Map<number, CallStream>();
  readonly #listeners: Reply[] = [];
  #streams = 0;
  #initializeId: RequestId | undefined;
  #closed = false;

  constructor(options: SessionOptions) {
    this.#options = options;
    this.sessionId = options.id;
    this.identity = options.identity;
    this.lastUsed = options.now();
  }

  async start(): Promise<void> {}

  get isIdle(): boolean {
    return this.#byRequest.size === 0 && this.#listeners.length === 0;
  }

  get unanswered(): number {
    return this.#byRequest.size;
  }

  /** True when an id is still being answered: a second request with it could not be told apart. */
  isBusyWith(messages: readonly JSONRPCMessage[]): boolean {
    return messages.some((message) => isRequest(message) && this.#byRequest.has(message.id));
  }

  /** Takes a POST with at least one request; answers go to `reply`. */
  call(delivery: Delivery, openReply: (onStream: () => void) => Reply): void {
    this.lastUsed = this.#options.now();
    const isResumable = this.revision !== undefined && this.revision >= firstResumable;
    const number = ++this.#streams;
    const stream = new CallStream(number, { ...delivery, isResumable });
    for (const message of delivery.messages) {
      if (!isRequest(message)) continue;
      stream.waiting.add(message.id);
      this.#byRequest.set(message.id, stream);
      if (message.method === 'initialize') this.#initializeId = message.id;
    }
    const reply = openReply(() => stream.begin());
    if (isResumable) this.#byNumber.set(number, stream);
    stream.attach(reply);
    reply.whenOver((delivered) => this.#connectionOver(stream, number, reply, delivered));
    const pause = isResumable && reply.acceptsEvents ? () => stream.pause() : undefined;
    for (const message of delivery.messages) this.#deliver(message, { ...delivery.extra, ...pauses(pause) });
  }

  /** Takes a POST that asks for nothing: notifications and answers to our questions. */
  tell(delivery: Delivery): void {
    this.lastUsed = this.#options.now();
    for (const message of delivery.messages) this.#deliver(message, delivery.extra);
  }

  /** A GET: messages that belong to no call go here. */
  listen(reply: Reply): void {
    this.lastUsed = this.#options.now();
    reply.startStream();
    this.#listeners.push(reply);
    if (this.#listeners.length > mostListeners) this.#listeners.shift()?.end();
    reply.whenOver(() => {
      this.lastUsed = this.#options.now();
      const at = this.#listeners.indexOf(reply);
      if (at >= 0) this.#listeners.splice(at, 1);
    });
  }

  /** A GET that continues a broken stream; false when there is nothing to continue. */
  resume(reply: Reply, { stream: number, event }: EventPosition): boolean {
    const stream = this.#byNumber.get(number);
    if (stream === undefined) return false;
    this.lastUsed = this.#options.now();
    stream.resume(reply, event);
    reply.whenOver((delivered) => this.#connectionOver(stream, number, reply, delivered));
    return true;
  }

  async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    if (!('method' in message)) return await this.#answer(message);
    const related = options?.relatedRequestId;
    if (related !== undefined) return await this.#byRequest.get(related)?.say(message);
    return await this.#listeners.at(-1)?.event(JSON.stringify(message));
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    for (const stream of this.#byRequest.values()) stream.pause();
    for (const listener of this.#listeners.splice(0)) listener.end();
    this.#byRequest.clear();
    this.#byNumber.clear();
    this.onclose?.();
  }

  async #answer(message: JSONRPCMessage & { readonly id?: RequestId | undefined }): Promise<void> {
    const { id } = message;
    const stream = id === undefined ? undefined : this.#byRequest.get(id);
    if (id === undefined || stream === undefined) return;
    if (id === this.#initializeId) this.#remember(message);
    this.#byRequest.delete(id);
    this.lastUsed = this.#options.now();
    await stream.answer(id, message);
  }

  #remember(message: JSONRPCMessage): void {
    this.#initializeId = undefined;
    if (!('result' in message)) return;
    const { protocolVersion } = message.result;
    this.revision = typeof protocolVersion === 'string' ? protocolVersion : undefined;
  }

  #deliver(message: JSONRPCMessage, extra: MessageExtraInfo): void {
    this.onmessage?.(message, extra);
    if (!('method' in message) || message.method !== 'notifications/cancelled') return;
    const cancelled = message.params?.requestId as RequestId | undefined;
    if (cancelled !== undefined) this.#forget(cancelled);
  }

  /** The SDK never answers a cancelled request, so the response must not wait for it. */
  #forget(id: RequestId): void {
    const stream = this.#byRequest.get(id);
    this.#byRequest.delete(id);
    stream?.forget(id);
  }

  #connectionOver(stream: CallStream, number: number, reply: Reply, delivered: boolean): void {
    stream.detach(reply);
    if (stream.isAttached) return;
    if (stream.waiting.size === 0 && (delivered || !stream.canResume)) {
      this.#byNumber.delete(number);
      return;
    }
    const { abandonGraceMs, resumeGraceMs } = this.#options;
    setTimeout(() => this.#abandon(stream, number), stream.canResume ? resumeGraceMs : abandonGraceMs).unref();
  }

  /** Nobody came back: what is still running is cancelled, so that it can checkpoint and stop. */
  #abandon(stream: CallStream, number: number): void {
    if (stream.isAttached || this.#closed) return;
    this.#byNumber.delete(number);
    for (const requestId of [...stream.waiting]) {
      const params = { requestId, reason: 'The client disconnected' };
      this.#deliver({ jsonrpc: '2.0', method: 'notifications/cancelled', params }, {});
    }
  }
}

export function isRequest(
  message: JSONRPCMessage,
): message is Extract<JSONRPCMessage, { method: string; id: RequestId }> {
  return 'method' in message && 'id' in message;
}

function pauses(pause: (() => void) | undefined): Pick<MessageExtraInfo, 'closeSSEStream'> {
  return pause === undefined ? {} : { closeSSEStream: pause };
}
