/**
 * Calls over NATS: bytes go to a subject and bytes come back. What is larger than the server lets through travels in parts. Each
 * part is acknowledged before the next one is sent, and parts of an answer are fetched one by one, so that nobody is sent
 * more than they take. A call can be given up at any moment; an answer that comes later is dropped.
 */
import type { NatsConnection, Subscription } from '@nats-io/nats-core';
import { newSecret } from '@quadrivium/kernel/essentials';
import { Fault } from '@quadrivium/kernel/fault';
import { Desk } from './desk.js';
import { acknowledged, envelope, type Letter, letterOf, partsOf } from './envelope.js';
import { Inbox } from './inbox.js';

export interface Traffic {
  messages: number;
  bytes: number;
}

type Ask = (letter: Omit<Letter, 'id'>, left?: () => void) => Promise<Letter>;

export interface CallOptions {
  /** Gives the call up. */
  readonly signal?: AbortSignal;
  /** Every part that was taken or came. */
  readonly heard?: () => void;
  /** The last part has left. */
  readonly sent?: (() => void) | undefined;
}

export class Link {
  /** Of both directions, as far as calls go. */
  readonly traffic: Traffic = { messages: 0, bytes: 0 };
  readonly #connection: NatsConnection;
  readonly #inbox: Inbox;
  readonly #most: number;

  /** `most` is how many bytes one letter may have. */
  constructor(connection: NatsConnection, most: number) {
    this.#connection = connection;
    this.#most = most;
    this.#inbox = new Inbox(connection);
  }

  /** Bytes that fit one message beside what we say about them. */
  get #partBytes(): number {
    return (this.#connection.info?.max_payload ?? 1 << 20) - 1024;
  }

  async call(subject: string, bytes: Uint8Array, options: CallOptions = {}): Promise<Uint8Array> {
    if (bytes.length > this.#most) throw tooLarge('A letter', bytes.length, this.#most);
    const { signal, heard = () => {}, sent = () => {} } = options;
    const id = BigInt(`0x${newSecret(8, 'hex')}`);
    const ask = async (letter: Omit<Letter, 'id'>, left = () => {}) => {
      const bytes = envelope({ ...letter, id });
      const answered = this.#inbox.ask(subject, bytes, signal);
      this.#count(bytes);
      left();
      const data = await answered;
      this.#count(data);
      heard();
      return letterOf(data);
    };
    const first = await this.#sendParts(partsOf(bytes, this.#partBytes), ask, sent);
    return this.#fetchParts(first, ask);
  }

  /** Returns the first part of the answer. */
  async #sendParts(parts: readonly Uint8Array[], ask: Ask, sent: () => void): Promise<Letter> {
    const last = parts.length - 1;
    for (const [part, body] of parts.slice(0, last).entries())
      await ask({ type: 'part', part, parts: parts.length, body });
    return ask({ type: 'part', part: last, parts: parts.length, body: parts[last]! }, sent);
  }

  async #fetchParts({ body, parts }: Letter, ask: Ask): Promise<Uint8Array> {
    if (parts === 1) return body;
    const pieces = [body];
    for (let part = 1, size = body.length; part < parts; part++) {
      const piece = await ask({ type: 'fetch', part, parts, body: acknowledged });
      pieces.push(piece.body);
      size += piece.body.length;
      if (size > this.#most) throw tooLarge('An answer', size, this.#most);
    }
    return Buffer.concat(pieces);
  }

  /** Says something short to which there is no answer. */
  tell(subject: string, bytes: Uint8Array): void {
    const letter = envelope({ type: 'part', id: 0n, part: 0, parts: 1, body: bytes });
    this.#count(letter);
    try {
      this.#connection.publish(subject, letter);
    } catch {
      // The connection is over; whoever should have heard it notices by the silence.
    }
  }

  /** Answers calls to a subject. What is wrong with a message is the sender's business: it is not answered. */
  serve(subject: string, answer: (bytes: Uint8Array) => Promise<Uint8Array>): Subscription {
    const desk = new Desk(this.#most, () => this.#partBytes, answer);
    return this.#connection.subscribe(subject, {
      callback: (error, message) => {
        if (error !== null) return;
        this.#count(message.data);
        desk.take(message.data, (bytes) => {
          this.#count(bytes);
          message.respond(bytes);
        });
      },
    });
  }

  /** After the server was lost: what was under way may never have arrived. */
  giveUpAll(): void {
    this.#inbox.giveUpAll();
  }

  #count({ length }: Uint8Array): void {
    this.traffic.messages++;
    this.traffic.bytes += length;
  }
}

function tooLarge(what: string, bytes: number, most: number): Fault<'LimitExceeded'> {
  return new Fault('LimitExceeded', `${what} may have ${most} bytes; this one has ${bytes} or more.`, {
    context: { bytes, most },
    suggestion: 'Give workers fewer tasks at once, or look who answers below the prefix of cobre.',
  });
}
