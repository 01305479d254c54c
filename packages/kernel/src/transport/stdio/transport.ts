/**
 * MCP over a pair of byte streams, one message per line.
 *
 * The SDK's own transport drops what it cannot read, closes on long lines and buffers without end towards a reader that
 * does not read. This one answers garbage and goes on, takes lines up to a limit, starts no more than it can hold the
 * answers of, and lets calls finish when input ends.
 */
import type { Readable, Writable } from 'node:stream';
import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/server';

import { BatchJoin } from '../../protocol/batch-join.js';
import { type InboundSingle, normaliseText, type ProtocolRules, refusedIn } from '../../protocol/normalise.js';
import { unreadCall } from '../../protocol/refused-requests.js';
import type { NormalisingTransport } from '../../protocol/sdk-seams.js';
import { internalErrorCode, invalidRequestCode, type WireMessage, wireError } from '../../wire/json-rpc.js';
import { tooLarge } from '../../wire/too-large.js';
import { Admission } from './admission.js';
import { LineReader } from './lines.js';
import { Outbox } from './outbox.js';

export interface StdioLimits {
  readonly maxLineBytes?: number;
  /** No new call starts while this much output is unread. */
  readonly maxUnreadBytes?: number;
  /** No new call starts while this many are unanswered. */
  readonly maxUnanswered?: number;
  /** Reading stops while this much is waiting to start. */
  readonly maxWaitingBytes?: number;
  /** How long calls may go on after input ended before they are aborted. */
  readonly lingerMs?: number;
}

export interface StdioTransportOptions extends StdioLimits {
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly rules: ProtocolRules;
  readonly write?: (text: string) => boolean;
  /** Hears what was asked for in vain. */
  readonly refused?: (asked: unknown) => void;
}

const mebibyte = 1024 * 1024;

const defaultLimits: Required<StdioLimits> = {
  maxLineBytes: 32 * mebibyte,
  maxUnreadBytes: 16 * mebibyte,
  maxUnanswered: 256,
  maxWaitingBytes: 16 * mebibyte,
  lingerMs: 2000,
};

export class StdioTransport implements NormalisingTransport {
  readonly normalises = true;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  /** Like `onclose`, for whoever serves the transport: the SDK keeps that one for itself. */
  onend?: () => void;

  readonly #stdin: Readable;
  readonly #stdout: Writable;
  readonly #rules: ProtocolRules;
  readonly #refused: (asked: unknown) => void;
  readonly #limits: Required<StdioLimits>;
  readonly #outbox: Outbox;
  readonly #lines: LineReader;
  readonly #admission: Admission;
  readonly #batches = new BatchJoin();
  #revision: string | undefined;
  #started = false;
  #paused = false;
  #inputEnded = false;
  #lingerTimer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(options: StdioTransportOptions) {
    const { stdin, stdout, rules, write = (text) => stdout.write(text), refused = () => {}, ...limits } = options;
    this.#stdin = stdin;
    this.#stdout = stdout;
    this.#rules = rules;
    this.#refused = refused;
    this.#limits = { ...defaultLimits, ...limits };
    const { maxLineBytes, maxUnanswered, maxUnreadBytes } = this.#limits;
    this.#outbox = new Outbox(stdout, write, () => this.#goOn());
    const { code, message, data } = tooLarge(maxLineBytes);
    const refusal = wireError(null, code, message, data);
    this.#lines = new LineReader(maxLineBytes, this.#onLine, () => this.#refuse(refusal, unreadCall));
    const readerKeepsUp = (): boolean => this.#outbox.pending < maxUnreadBytes;
    this.#admission = new Admission(maxUnanswered, readerKeepsUp, (request) => this.onmessage?.(request));
  }

  /** Starting twice is fine: reading begins before it is known which server will connect. */
  async start(): Promise<void> {
    if (this.#started) return;
    this.#started = true;
    this.#stdin.on('data', this.#onData);
    this.#stdin.on('end', this.#onInputEnd);
    this.#stdin.on('close', this.#onInputEnd);
    this.#stdin.on('error', this.#onInputError);
    this.#stdout.on('error', this.#onOutputGone);
    this.#stdout.on('close', this.#onOutputGone);
    if (this.#stdin.readableEnded || this.#stdin.destroyed) setImmediate(this.#onInputEnd);
  }

  /** The SDK tells which revision was agreed on; batches depend on it. */
  readonly setProtocolVersion = (revision: string): void => {
    this.#revision = revision;
  };

  send(message: WireMessage): Promise<void> {
    if (this.#closed) return Promise.reject(new Error('The stdio transport is closed.'));
    if ('method' in message || message.id === undefined || message.id === null) return this.#write(message);
    const { kept, full } = this.#batches.keep(message);
    const written = kept ? this.#writeBatch(full) : this.#write(message);
    this.#settle(message.id);
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

  readonly #onData = (chunk: Buffer): void => {
    this.#lines.push(chunk);
    if (this.#admission.waitingSize > 0) this.#readOrPause();
  };

  readonly #onLine = (line: string): void => {
    const inbound = normaliseText(line, this.#rules, this.#revision);
    if (inbound.kind === 'batch') this.#receiveBatch(inbound.entries, line.length);
    else this.#receive(inbound, line.length);
  };

  #receiveBatch(entries: readonly InboundSingle[], size: number): void {
    // Registered first: a delivered request may be answered before the next one is delivered.
    const full = this.#batches.add(entries);
    for (const entry of entries) if (entry.kind !== 'answer') this.#receive(entry, size / entries.length);
    for (const refused of refusedIn(entries)) this.#refused(refused);
    void this.#writeBatch(full);
  }

  #receive(inbound: InboundSingle, size: number): void {
    if (inbound.kind === 'answer') this.#refuse(inbound.response, inbound.refused);
    else if (inbound.kind === 'drop') this.onerror?.(new Error(`Ignored a message: ${inbound.why}`));
    else this.#deliver(inbound.message, size);
  }

  #deliver(message: JSONRPCMessage, size: number): void {
    if ('method' in message && 'id' in message) {
      if (!this.#admission.offer(message, size)) this.#refuse(idInUse(message.id), message);
      return;
    }
    if ('method' in message && message.method === 'notifications/cancelled') this.#cancelled(message.params?.requestId);
    this.onmessage?.(message);
  }

  /** The SDK never answers a cancelled request, so nobody may wait for the answer. */
  #cancelled(id: unknown): void {
    void this.#writeBatch(this.#batches.cancelled(id as RequestId));
    this.#settle(id as RequestId);
  }

  #settle(id: RequestId): void {
    this.#admission.settle(id);
    if (this.#paused) this.#readOrPause();
    if (this.#inputEnded && this.#admission.open === 0) void this.#closeWhenWritten();
  }

  #refuse(response: WireMessage, asked: unknown): void {
    this.#refused(asked);
    void this.#write(response);
  }

  #write(message: WireMessage): Promise<void> {
    return this.#outbox.push(lineOf(message));
  }

  #writeBatch(responses: readonly WireMessage[] | undefined): Promise<void> {
    return responses === undefined ? Promise.resolve() : this.#outbox.push(`[${responses.map(lineOf).join(',')}]`);
  }

  /** The reader caught up. */
  #goOn(): void {
    this.#admission.admit();
    if (this.#paused) this.#readOrPause();
  }

  #readOrPause(): void {
    const tooMuch = this.#admission.waitingSize >= this.#limits.maxWaitingBytes;
    if (tooMuch === this.#paused || this.#closed) return;
    this.#paused = tooMuch;
    if (tooMuch) this.#stdin.pause();
    else this.#stdin.resume();
  }

  /** `echo … | server` is a whole session: what was asked is answered before we go, within reason. */
  readonly #onInputEnd = (): void => {
    if (this.#inputEnded || this.#closed) return;
    this.#lines.end();
    this.#inputEnded = true;
    this.#lingerTimer = setTimeout(() => void this.close(), this.#limits.lingerMs);
    if (this.#admission.open === 0) void this.#closeWhenWritten();
  };

  async #closeWhenWritten(): Promise<void> {
    await this.#outbox.emptied();
    await this.close();
  }

  readonly #onInputError = (error: Error): void => this.onerror?.(error);

  /** Nobody can hear us any more: running calls are aborted at once, without lingering. */
  readonly #onOutputGone = (): void => void this.close();

  #detach(): void {
    this.#stdin.off('data', this.#onData);
    this.#stdin.off('end', this.#onInputEnd);
    this.#stdin.off('close', this.#onInputEnd);
    this.#stdin.pause();
    this.#stdout.off('close', this.#onOutputGone);
    // The error listeners stay: a late EPIPE must not become an uncaught exception.
  }
}

function idInUse(id: RequestId): WireMessage {
  return wireError(id, invalidRequestCode, 'Invalid request: this id is still in use');
}

/** A result that JSON cannot hold (a bigint, say) is our bug, and the caller still gets an answer. */
function lineOf(message: WireMessage): string {
  try {
    return JSON.stringify(message);
  } catch (error) {
    const id = 'id' in message ? message.id : null;
    return JSON.stringify(wireError(id, internalErrorCode, `The result cannot be written as JSON: ${String(error)}`));
  }
}
