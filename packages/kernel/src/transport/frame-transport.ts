import type { JSONRPCMessage, MessageExtraInfo, Transport } from '@modelcontextprotocol/server';
import { BatchJoin } from '../protocol/batch-join.js';
import { type Inbound, type InboundSingle, refusedIn } from '../protocol/normalise.js';
import type { WireMessage } from '../wire/json-rpc.js';
import { isExpendable } from './streamable-http/call.js';
import { Unanswered } from './unanswered.js';

/** Progress and log lines are dropped for a reader this far behind, in bytes. */
const tooFarBehind = 1024 * 1024;
/** With so many calls of one connection unanswered no more are taken. */
export const mostUnanswered = 10_000;

/** A connection whose messages come and go one by one over something that keeps them apart. */
export abstract class FrameTransport implements Transport {
  onmessage?: Transport['onmessage'];
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  readonly unanswered = new Unanswered();
  /** What the handshake's answer says this connection speaks, and so whether batches exist. */
  revision: string | undefined;
  readonly #extra: MessageExtraInfo | undefined;
  readonly #batches = new BatchJoin();
  readonly #refused: (asked: unknown) => void;

  /** `extra` goes with every message that comes; `refused` hears what was asked for in vain. */
  constructor(refused: (asked: unknown) => void, extra?: MessageExtraInfo) {
    this.#refused = refused;
    this.#extra = extra;
  }

  abstract start(): Promise<void>;
  abstract close(): Promise<void>;
  protected abstract get unreadBytes(): number;
  protected abstract write(text: string): Promise<void>;

  take(inbound: Inbound): void {
    if (inbound.kind === 'batch') {
      const complete = this.#batches.add(inbound.entries);
      for (const entry of inbound.entries) if (entry.kind === 'deliver') this.#deliver(entry.message);
      for (const refused of refusedIn(inbound.entries)) this.#refused(refused);
      if (complete !== undefined) void this.#say(complete);
    } else if (inbound.kind === 'deliver') this.#deliver(inbound.message);
    else if (inbound.kind === 'answer') this.#refuse(inbound);
    else this.onerror?.(new Error(`Dropped a message: ${inbound.why}`));
  }

  async send(message: JSONRPCMessage): Promise<void> {
    this.unanswered.sent(message);
    if ('result' in message && typeof message.result.protocolVersion === 'string')
      this.revision ??= message.result.protocolVersion;
    if ('method' in message && isExpendable(message.method) && this.unreadBytes > tooFarBehind) return;
    const { kept, full } = this.#batches.keep(message);
    if (!kept) await this.#say(message);
    else if (full !== undefined) await this.#say(full);
  }

  #deliver(message: JSONRPCMessage): void {
    this.unanswered.received(message);
    this.onmessage?.(message, this.#extra);
    if (!('method' in message) || message.method !== 'notifications/cancelled') return;
    const complete = this.#batches.cancelled(message.params?.requestId as string | number);
    if (complete !== undefined) void this.#say(complete);
  }

  #refuse({ response, refused }: InboundSingle & { readonly kind: 'answer' }): void {
    this.#refused(refused);
    void this.#say(response);
  }

  #say(value: WireMessage | readonly WireMessage[]): Promise<void> {
    return this.write(JSON.stringify(value));
  }
}
