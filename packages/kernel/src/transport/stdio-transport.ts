/**
 * MCP over a pair of byte streams, one message per line.
 *
 * The SDK's own transport drops what it cannot read, closes on long lines and buffers without end towards a reader that
 * does not read. This one answers garbage and goes on, takes lines up to a limit, stops reading while too much is
 * unanswered or unread, and lets calls finish when input ends.
 */
import type { Readable, Writable } from 'node:stream';
import type { JSONRPCMessage, JSONRPCNotification, JSONRPCRequest, RequestId } from '@modelcontextprotocol/server';

import { BatchJoin } from '../protocol/batch-join.js';
import { invalidRequestCode, type WireMessage, wireError } from '../protocol/json-rpc.js';
import { type Inbound, type InboundSingle, normaliseText, type ProtocolRules } from '../protocol/normalise.js';
import type { NormalisingTransport } from '../protocol/sdk-seams.js';
import { LineReader } from './stdio-lines.js';
import { Outbox } from './stdio-outbox.js';

export interface StdioTransportOptions {
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly rules: ProtocolRules;
  readonly write?: (text: string) => boolean;
  readonly maxLineBytes?: number;
  /** Reading stops while this much output is unread. */
  readonly maxUnreadBytes?: number;
  /** Reading stops while this many requests are unanswered. */
  readonly maxUnanswered?: number;
  /** How long calls may go on after input ended before they are aborted. */
  readonly lingerMs?: number;
}

const mebibyte = 1024 * 1024;

export class StdioTransport implements NormalisingTransport {
  readonly normalises = true;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  /** Like `onclose`, for whoever serves the transport: the SDK keeps that one for itself. */
  onend?: () => void;

  readonly #options: Required<Omit<StdioTransportOptions, 'write'>>;
  readonly #outbox: Outbox;
  readonly #lines: LineReader;
  readonly #batches = new BatchJoin();
  readonly #unanswered = new Set<RequestId>();
  #revision: string | undefined;
  #paused = false;
  #inputEnded = false;
  #lingerTimer: NodeJS.Timeout | undefined;
  #started = false;
  #closed = false;

  constructor({ write, ...options }: StdioTransportOptions) {
    const { stdin, stdout, rules, maxLineBytes = 32 * mebibyte, maxUnreadBytes = 16 * mebibyte } = options;
    const { maxUnanswered = 4096, lingerMs = 2000 } = options;
    this.#options = { stdin, stdout, rules, maxLineBytes, maxUnreadBytes, maxUnanswered, lingerMs };
    this.#outbox = new Outbox(stdout, write ?? ((text) => stdout.write(text)), () => this.#readOrPause());
    this.#lines = new LineReader(
      maxLineBytes,
      (line) => this.#receive(normaliseText(line, rules, this.#revision)),
      () => this.#answer(wireError(null, invalidRequestCode, `Invalid request: longer than ${maxLineBytes} bytes`)),
    );
  }

  /** Starting twice is fine: reading begins before it is known which server will connect. */
  async start(): Promise<void> {
    if (this.#started) return;
    this.#started = true;
    const { stdin, stdout } = this.#options;
    stdin.on('data', this.#onData);
    stdin.on('end', this.#onInputEnd);
    stdin.on('close', this.#onInputEnd);
    stdin.on('error', this.#onInputError);
    stdout.on('error', this.#onOutputGone);
    stdout.on('close', this.#onOutputGone);
    if (stdin.readableEnded || stdin.destroyed) setImmediate(this.#onInputEnd);
  }

  /** The SDK tells which revision was agreed on; batches depend on it. */
  readonly setProtocolVersion = (revision: string): void => {
    this.#revision = revision;
  };

  send(message: WireMessage): Promise<void> {
    if (this.#closed) return Promise.reject(new Error('The stdio transport is closed.'));
    if ('method' in message || message.id === undefined || message.id === null) return this.#write(message);
    this.#unanswered.delete(message.id);
    const { kept, full } = this.#batches.keep(message);
    const written = kept ? this.#writeBatch(full) : this.#write(message);
    this.#afterAnswer();
    return written;
  }

  /** Gives the opening message to whoever listens now. */
  redeliver(message: JSONRPCMessage): void {
    this.onmessage?.(message);
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    clearTimeout(this.#lingerTimer);
    this.#detach();
    this.#outbox.flush();
    this.#outbox.close();
    this.onclose?.();
    this.onend?.();
  }

  readonly #onData = (chunk: Buffer): void => this.#lines.push(chunk);

  #receive(inbound: Inbound): void {
    if (inbound.kind === 'batch') this.#receiveBatch(inbound.entries);
    else this.#receiveSingle(inbound);
  }

  #receiveBatch(entries: readonly InboundSingle[]): void {
    // Registered first: a delivered request may be answered before the next one is delivered.
    const full = this.#batches.add(entries);
    for (const entry of entries) if (entry.kind !== 'answer') this.#receiveSingle(entry);
    void this.#writeBatch(full);
  }

  #receiveSingle(inbound: InboundSingle): void {
    if (inbound.kind === 'answer') this.#answer(inbound.response);
    else if (inbound.kind === 'drop') this.onerror?.(new Error(`Ignored a message: ${inbound.why}`));
    else this.#deliver(inbound.message);
  }

  #deliver(message: JSONRPCMessage): void {
    if ('method' in message && 'id' in message && this.#unanswered.has(message.id)) {
      this.#answer(idInUse(message.id));
      return;
    }
    if ('method' in message) this.#note(message);
    this.onmessage?.(message);
    this.#readOrPause();
  }

  #note(message: JSONRPCRequest | JSONRPCNotification): void {
    if ('id' in message) this.#unanswered.add(message.id);
    else if (message.method === 'notifications/cancelled') this.#forgetCancelled(message.params?.requestId);
  }

  /** The SDK never answers a cancelled request, so nobody may wait for the answer. */
  #forgetCancelled(id: unknown): void {
    this.#unanswered.delete(id as RequestId);
    void this.#writeBatch(this.#batches.cancelled(id as RequestId));
    this.#afterAnswer();
  }

  #answer(response: WireMessage): void {
    void this.#write(response);
  }

  #write(message: WireMessage): Promise<void> {
    return this.#outbox.push(JSON.stringify(message));
  }

  #writeBatch(responses: readonly WireMessage[] | undefined): Promise<void> {
    return responses === undefined ? Promise.resolve() : this.#outbox.push(JSON.stringify(responses));
  }

  #afterAnswer(): void {
    if (this.#paused) this.#readOrPause();
    if (this.#inputEnded && this.#unanswered.size === 0) void this.#closeWhenWritten();
  }

  #readOrPause(): void {
    const { stdin, maxUnreadBytes, maxUnanswered } = this.#options;
    const tooMuch = this.#unanswered.size >= maxUnanswered || this.#outbox.pending >= maxUnreadBytes;
    if (tooMuch === this.#paused || this.#closed) return;
    this.#paused = tooMuch;
    if (tooMuch) stdin.pause();
    else stdin.resume();
  }

  /** `echo … | server` is a whole session: what was asked is answered before we go, within reason. */
  readonly #onInputEnd = (): void => {
    if (this.#inputEnded || this.#closed) return;
    this.#lines.end();
    this.#inputEnded = true;
    this.#lingerTimer = setTimeout(() => void this.close(), this.#options.lingerMs);
    if (this.#unanswered.size === 0) void this.#closeWhenWritten();
  };

  async #closeWhenWritten(): Promise<void> {
    await this.#outbox.emptied();
    await this.close();
  }

  readonly #onInputError = (error: Error): void => this.onerror?.(error);

  /** Nobody can hear us any more: running calls are aborted at once, without lingering. */
  readonly #onOutputGone = (): void => void this.close();

  #detach(): void {
    const { stdin, stdout } = this.#options;
    stdin.off('data', this.#onData);
    stdin.off('end', this.#onInputEnd);
    stdin.off('close', this.#onInputEnd);
    stdin.pause();
    stdout.off('close', this.#onOutputGone);
    // The error listener stays: a late EPIPE must not become an uncaught exception.
  }
}

function idInUse(id: RequestId): WireMessage {
  return wireError(id, invalidRequestCode, 'Invalid request: this id is still in use');
}
