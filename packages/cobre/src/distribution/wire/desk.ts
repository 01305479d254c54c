/** The end of a link that answers: puts letters together from their parts, and keeps answers that are fetched in parts. */
import { acknowledged, envelope, type Letter, letterOf, partsOf } from './envelope.js';

/** Halves of letters that nobody completes are forgotten after this. */
const patienceMs = 60_000;

export class Desk {
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
    if (whole === 'more') respond(envelope({ type: 'part', id, part: 0, parts: 1, body: acknowledged }));
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
    this.#forgetOld();
    if (pieces.length > 1) this.#outgoing.set(id, { since: performance.now(), pieces });
    respond(envelope({ type: 'part', id, part: 0, parts: pieces.length, body: pieces[0]! }));
  }

  #forgetOld(): void {
    const before = performance.now() - patienceMs;
    for (const kept of [this.#incoming, this.#outgoing])
      for (const [id, { since }] of kept) if (since < before) kept.delete(id);
  }
}
