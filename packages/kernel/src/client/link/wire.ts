import { setTimeout as sleep } from 'node:timers/promises';
import {
  type JSONRPCMessage,
  METHOD_NOT_FOUND,
  type RequestId,
  type Transport,
  type TransportSendOptions,
} from '@modelcontextprotocol/client';
import { isObject } from '../../essentials/is-object.js';
import { bounds } from '../../untrusted/bounds.js';
import { type Excess, excessText } from '../../untrusted/json/json-gauge.js';
import { isWithinDepth } from '../../wire/depth.js';
import { standIn } from '../results/raw-result.js';
import { isNotification, isRequest, type NotificationMessage, type ResponseMessage } from './json-rpc.js';

/** How long a cancellation may take to reach the server before the stream of the cancelled request is closed. */
const CANCEL_MS = 1_000;
/** Notifications that drive state inside the SDK; all others are ours. */
const SDK_NOTIFICATIONS = new Set(['notifications/cancelled', 'notifications/subscriptions/acknowledged']);

/** Stands in an error answer for what happened to the request; compared by identity, so no server can forge it. */
export const CUT = Object.freeze({ reason: 'the response stream ended before the answer' });
export const MALFORMED = Object.freeze({ reason: 'the answer was not a JSON-RPC result' });

/** Stands in an error answer for one that was beyond a bound. */
export class Refused {
  readonly excess: Excess;

  constructor(excess: Excess) {
    this.excess = excess;
  }
}

/** What differs between the transports below a wire. */
export interface WireHabits {
  /** True for an error after which the transport is of no use. */
  isFatal?(error: Error): boolean;
  /** True when the request was answered without a stream, so that nothing more can come for it. */
  isOver?(id: RequestId): boolean;
}

interface Pending {
  readonly method: string;
  readonly abort: AbortController | undefined;
}

/**
 * Sits between a transport and the SDK client and mends what the client cannot:
 *
 * - Notifications are handed over in the order of arrival, at once. The SDK defers them by a microtask but not the
 *   response behind them, so progress that shares a chunk with its result is lost (typescript-sdk #2580).
 * - A request whose response stream ends without an answer fails at once instead of at its timeout.
 * - A cancelled request of the older era tells the server *and* closes its stream: servers differ in what they notice.
 * - An answer the SDK would drop (an error without a code, a result that is no object, an id of the other type) is turned
 *   into one it understands, so that nobody waits for it.
 */
export class Wire implements Transport {
  onmessage?: Transport['onmessage'];
  onclose?: Transport['onclose'];
  onerror?: Transport['onerror'];
  onnotification?: (notification: NotificationMessage) => void;
  /** Methods that were sent, and how the server answered them: how far the two sides came with each other. */
  readonly sent = new Set<string>();
  readonly answers = new Map<string, 'result' | 'error'>();
  readonly #inner: Transport;
  readonly #habits: WireHabits;
  readonly #pending = new Map<RequestId, Pending>();
  readonly #givenUp = new Map<RequestId, string>();
  #closed = false;

  constructor(inner: Transport, habits: WireHabits = {}) {
    this.#inner = inner;
    this.#habits = habits;
  }

  get closed(): boolean {
    return this.#closed;
  }

  get sessionId(): string | undefined {
    return this.#inner.sessionId;
  }

  get hasPerRequestStream(): boolean {
    return this.#inner.hasPerRequestStream === true;
  }

  setProtocolVersion(version: string): void {
    this.#inner.setProtocolVersion?.(version);
  }

  async start(): Promise<void> {
    this.#inner.onmessage = (message) => this.#receive(message);
    this.#inner.onerror = (error) => this.#report(error);
    this.#inner.onclose = () => this.detach();
    await this.#inner.start();
  }

  async send(message: JSONRPCMessage, options: TransportSendOptions = {}): Promise<void> {
    if (isRequest(message)) return this.#sendRequest(message, message.id, message.method, options);
    if (isNotification(message) && message.method === 'notifications/cancelled')
      return this.#sendCancel(message, options);
    return this.#inner.send(message, options);
  }

  /** Ends the SDK's side; the owner of the transport releases it, because that may take time and must be awaited. */
  async close(): Promise<void> {
    this.detach();
  }

  detach(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#pending.clear();
    this.onclose?.();
  }

  /** Fails one request, or all of them when it is not known which one will never be answered. */
  fail(id: RequestId | undefined, marker: object, message: string): void {
    const known = id === undefined ? undefined : this.#idOf(id);
    const failed = known === undefined ? [...this.#pending.keys()] : [known];
    for (const each of failed) this.#answer(each, { error: { code: -32_000, message, data: marker } });
  }

  /** Fails the request whose answer is beyond a bound, and reads no more of it. */
  refuse(id: RequestId | undefined, excess: Excess): void {
    const abort = id === undefined ? undefined : this.#pending.get(id)?.abort;
    this.fail(id, new Refused(excess), excessText(excess));
    abort?.abort();
  }

  isWaitingFor(method: string): boolean {
    return [...this.#pending.values()].some((pending) => pending.method === method);
  }

  /** Stops waiting for a method as if the server did not know it; an answer that still comes is only taken note of. */
  giveUp(method: string): void {
    for (const [id, pending] of this.#pending) {
      if (pending.method !== method) continue;
      this.#answer(id, { error: { code: METHOD_NOT_FOUND, message: 'no answer' } });
      this.answers.delete(method);
      this.#givenUp.set(id, method);
    }
  }

  async #sendRequest(
    message: JSONRPCMessage,
    id: RequestId,
    method: string,
    given: TransportSendOptions,
  ): Promise<void> {
    const abort = this.hasPerRequestStream && given.requestSignal === undefined ? new AbortController() : undefined;
    this.#pending.set(id, { method, abort });
    this.sent.add(method);
    if (!this.hasPerRequestStream) return this.#inner.send(message, given);
    await this.#inner.send(message, {
      ...given,
      requestSignal: given.requestSignal ?? abort?.signal,
      onRequestStreamEnd: () => {
        given.onRequestStreamEnd?.();
        if (this.#pending.has(id)) this.fail(id, CUT, CUT.reason);
      },
    });
    if (this.#habits.isOver?.(id) && this.#pending.has(id)) this.fail(id, MALFORMED, MALFORMED.reason);
  }

  async #sendCancel(message: JSONRPCMessage & NotificationMessage, options: TransportSendOptions): Promise<void> {
    const id = message.params?.requestId as RequestId;
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    const sent = this.#inner.send(message, options);
    await Promise.race([sent, sleep(CANCEL_MS, undefined, { ref: false })]).finally(() => pending?.abort?.abort());
  }

  #report(error: Error): void {
    this.onerror?.(error);
    if (this.#habits.isFatal?.(error)) void this.#inner.close();
  }

  #receive(message: JSONRPCMessage): void {
    if (this.#closed) return;
    // What came over a pipe was measured as it came; a short answer over HTTP is measured here.
    if (!isWithinDepth(message, bounds.message.depth)) this.#refuseDeep(message as ResponseMessage);
    else if (isNotification(message)) this.#notify(message);
    else if (isRequest(message)) this.onmessage?.(message as JSONRPCMessage);
    else this.#respond(message as ResponseMessage);
  }

  #refuseDeep(message: ResponseMessage): void {
    if (!('method' in message)) this.refuse(message.id ?? undefined, { bound: 'depth', limit: bounds.message.depth });
  }

  #notify(message: JSONRPCMessage & NotificationMessage): void {
    this.onnotification?.(message);
    if (SDK_NOTIFICATIONS.has(message.method)) this.onmessage?.(message);
  }

  #respond(message: ResponseMessage): void {
    const id = this.#idOf(message.id);
    const late = this.#givenUp.get(message.id as RequestId);
    if (late !== undefined) this.answers.set(late, isObject(message.result) ? 'result' : 'error');
    else if (id === undefined) this.onmessage?.(message as JSONRPCMessage);
    else if (isObject(message.result)) this.#answer(id, { result: message.result });
    else this.#answer(id, { error: errorOf(message) });
  }

  /** Our id for the id of an answer: servers turn numbers into text, and answer `null` when they could not read it. */
  #idOf(id: RequestId | null | undefined): RequestId | undefined {
    if (id === null || id === undefined) return this.#pending.size === 1 ? [...this.#pending.keys()][0] : undefined;
    if (this.#pending.has(id)) return id;
    const number = Number(id);
    return this.#pending.has(number) ? number : undefined;
  }

  #answer(id: RequestId, body: { result: Record<string, unknown> } | { error: object }): void {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    if (pending === undefined) return;
    this.answers.set(pending.method, 'result' in body ? 'result' : 'error');
    const told = 'result' in body ? { result: standIn(pending.method, body.result) } : body;
    this.onmessage?.({ jsonrpc: '2.0', id, ...told } as JSONRPCMessage);
  }
}

function errorOf(message: ResponseMessage): object {
  const error = message.error;
  if (!isObject(error)) return { code: -32_603, message: MALFORMED.reason, data: MALFORMED };
  const code = Number.isInteger(error.code) ? error.code : -32_603;
  return { ...error, code, message: typeof error.message === 'string' ? error.message : JSON.stringify(error) };
}

/** The SDK asks a transport with these two members to treat silence as an older server, as is right for a local pipe. */
export class StdioWire extends Wire {
  readonly stderr = null;
  readonly pid = null;
}
