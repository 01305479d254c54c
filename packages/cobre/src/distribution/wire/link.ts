/**
 * Calls over NATS: bytes go to a subject and bytes come back. What is larger than the server lets through travels in parts. Each
 * part is acknowledged before the next one is sent, and parts of an answer are fetched one by one, so that nobody is sent
 * more than they take. A call can be given up at any moment; an answer that comes later is dropped.
 */
import type { Msg, NatsConnection, Subscription } from '@nats-io/nats-core';
import { newSecret } from '@quadrivium/kernel/essentials';
import { Fault } from '@quadrivium/kernel/fault';
import { envelope, type Letter, letterOf, partsOf } from './envelope.js';

/** Nobody is there who listens to the subject. */
export class NobodyThere extends Error {}
/** Given up, or the server was lost meanwhile. */
export class CallLost extends Error {}

export interface Traffic {
  messages: number;
  bytes: number;
}

interface Waiting {
  resolve(message: Msg): void;
  reject(cause: Error): void;
}

const acknowledged = new Uint8Array(0);
/** Halves of letters that nobody completes are forgotten after this. */
const patienceMs = 60_000;

export class Link {
  /** Of both directions, as far as calls go. */
  readonly traffic: Traffic = { messages: 0, bytes: 0 };
  readonly #connection: NatsConnection;
  readonly #inbox: string;
  readonly #waiting = new Map<string, Waiting>();
  readonly #most: number;
  #calls = 0;

  /** `most` is how many bytes one letter may have. */
  constructor(connection: NatsConnection, most: number) {
    this.#connection = connection;
    this.#most = most;
    this.#inbox = `_INBOX.${newSecret(12, 'hex')}`;
    connection.subscribe(`${this.#inbox}.*`, { callback: (_, message) => this.#arrived(message) });
  }

  /** Bytes that fit one message beside what we say about them. */
  get #partBytes(): number {
    return (this.#connection.info?.max_payload ?? 1 << 20) - 1024;
  }

  /** `heard` is called with every part that was taken or came. */
  async call(subject: string, bytes: Uint8Array, signal?: AbortSignal, heard = () => {}): Promise<Uint8Array> {
    if (bytes.length > this.#most) throw tooLarge('A letter', bytes.length, this.#most);
    const id = BigInt(`0x${newSecret(8, 'hex')}`);
    const parts = partsOf(bytes, this.#partBytes);
    let last: Msg | undefined;
    for (const [part, body] of parts.entries()) {
      last = await this.#ask(subject, envelope({ type: 'part', id, part, parts: parts.length, body }), signal);
      heard();
    }
    const first = letterOf(last!.data);
    const pieces = [first.body];
    let size = first.body.length;
    for (let part = 1; part < first.parts; part++) {
      const piece = await this.#ask(
        subject,
        envelope({ type: 'fetch', id, part, parts: first.parts, body: acknowledged }),
        signal,
      );
      heard();
      pieces.push(letterOf(piece.data).body);
      size += pieces.at(-1)!.length;
      if (size > this.#most) throw tooLarge('An answer', size, this.#most);
    }
    return pieces.length === 1 ? first.body : Buffer.concat(pieces);
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
    for (const { reject } of this.#waiting.values()) reject(new CallLost('The connection was lost.'));
    this.#waiting.clear();
  }

  #ask(subject: string, data: Uint8Array, signal: AbortSignal | undefined): Promise<Msg> {
    return new Promise((resolve, reject) => {
      const token = String(this.#calls++);
      const giveUp = (): void => {
        this.#waiting.delete(token);
        reject(new CallLost('Nobody waits for the answer any more.'));
      };
      if (signal?.aborted) {
        giveUp();
        return;
      }
      signal?.addEventListener('abort', giveUp, { once: true });
      const done = (): void => signal?.removeEventListener('abort', giveUp);
      this.#waiting.set(token, {
        resolve: (message) => {
          done();
          resolve(message);
        },
        reject: (cause) => {
          done();
          reject(cause);
        },
      });
      this.#count(data);
      this.#connection.publish(subject, data, { reply: `${this.#inbox}.${token}` });
    });
  }

  #arrived(message: Msg): void {
    const token = message.subject.slice(this.#inbox.length + 1);
    const waiting = this.#waiting.get(token);
    if (waiting === undefined) return;
    this.#waiting.delete(token);
    this.#count(message.data);
    if (message.headers?.code === 503) waiting.reject(new NobodyThere('Nobody listens.'));
    else waiting.resolve(message);
  }

  #count({ length }: Uint8Array): void {
    this.traffic.messages++;
    this.traffic.bytes += length;
  }
}

/** Puts letters together from their parts, and keeps answers that are fetched in parts. */
class Desk {
  readonly #most: number;
  readonly #partBytes: () => number;
  readonly #answer: (bytes: Uint8Array) => Promise<Uint8Array>;
  readonly #incoming = new Map<bigint, { readonly since: number; readonly pieces: Uint8Array[] }>();
  readonly #outgoing = new Map<bigint, { readonly since: number; readonly pieces: Uint8Array[] }>();

  constructor(most: number, partBytes: () => number, answer: (bytes: Uint8Array) => Promise<Uint8Array>) {
    this.#most = most;
    this.#partBytes = partBytes;
    this.#answer = answer;
  }

  take(data: Uint8Array, respond: (bytes: Uint8Array) => void): void {
    let letter: Letter;
    try {
      letter = letterOf(data);
    } catch {
      return;
    }
    const { id, part, parts } = letter;
    if (letter.type === 'fetch') {
      const body = this.#outgoing.get(id)?.pieces[part];
      if (body === undefined) return;
      if (part === parts - 1) this.#outgoing.delete(id);
      respond(envelope({ type: 'part', id, part, parts, body }));
      return;
    }
    const whole = parts === 1 ? letter.body : this.#together(letter);
    if (whole === 'more') respond(envelope({ type: 'part', id, part, parts: 1, body: acknowledged }));
    else if (whole !== 'refused') void this.#reply(id, whole, respond);
  }

  #together({ id, part, parts, body }: Letter): Uint8Array | 'more' | 'refused' {
    this.#forgetOld();
    if (part === 0) this.#incoming.set(id, { since: performance.now(), pieces: [] });
    const entry = this.#incoming.get(id);
    if (entry === undefined || entry.pieces.length !== part) return 'refused';
    // A message is only lent to us.
    entry.pieces.push(new Uint8Array(body));
    if (entry.pieces.reduce((sum, { length }) => sum + length, 0) > this.#most) {
      this.#incoming.delete(id);
      return 'refused';
    }
    if (part < parts - 1) return 'more';
    this.#incoming.delete(id);
    return Buffer.concat(entry.pieces);
  }

  async #reply(id: bigint, whole: Uint8Array, respond: (bytes: Uint8Array) => void): Promise<void> {
    let bytes: Uint8Array;
    try {
      bytes = await this.#answer(whole);
    } catch {
      // Whoever sends what cannot be read gets nothing; a message from elsewhere must not stop a worker.
      return;
    }
    const pieces = partsOf(bytes, this.#partBytes());
    if (pieces.length > 1) this.#outgoing.set(id, { since: performance.now(), pieces });
    respond(envelope({ type: 'part', id, part: 0, parts: pieces.length, body: pieces[0]! }));
  }

  #forgetOld(): void {
    const before = performance.now() - patienceMs;
    for (const kept of [this.#incoming, this.#outgoing])
      for (const [id, { since }] of kept) if (since < before) kept.delete(id);
  }
}

function tooLarge(what: string, bytes: number, most: number): Fault<'LimitExceeded'> {
  return new Fault('LimitExceeded', `${what} may have ${most} bytes; this one has ${bytes} or more.`, {
    context: { bytes, most },
    suggestion: 'Give workers fewer tasks at once, or look who answers below the prefix of cobre.',
  });
}
