import { bounds } from '../bounds.js';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** A bound that a message has passed. */
export interface Excess {
  readonly bound: 'bytes' | 'depth' | 'containers';
  readonly limit: number;
}

/**
 * Measures JSON while it comes, byte by byte: how deep it nests and how many lists and objects it has. It builds nothing
 * and never recurses, so that what is too deep is refused before a parser makes a value of it.
 */
export class JsonGauge {
  #depth = 0;
  #containers = 0;
  #inString = false;
  #escaped = false;

  push(bytes: Uint8Array, start = 0, end = bytes.length): Excess | undefined {
    for (let at = start; at < end; at += 1) {
      if (this.#inString) {
        at = this.#skipString(bytes, at, end);
        continue;
      }
      const byte = bytes[at];
      if (byte === QUOTE) this.#inString = true;
      else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
        this.#depth += 1;
        this.#containers += 1;
        if (this.#depth > bounds.message.depth || this.#containers > bounds.message.containers) return this.#excess();
      } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) this.#depth -= 1;
    }
    return undefined;
  }

  reset(): void {
    this.#depth = 0;
    this.#containers = 0;
    this.#inString = false;
    this.#escaped = false;
  }

  /** The place of the quote that ends the string, or of the last byte there is. */
  #skipString(bytes: Uint8Array, start: number, end: number): number {
    for (let from = start; ; ) {
      const quote = bytes.indexOf(QUOTE, from);
      const stop = quote === -1 || quote >= end ? end : quote;
      // The byte after an odd number of backslashes is not what it looks like.
      let run = stop;
      while (run > from && bytes[run - 1] === BACKSLASH) run -= 1;
      const carried = run === from && this.#escaped ? 1 : 0;
      const isEscaped = (stop - run + carried) % 2 === 1;
      this.#escaped = false;
      if (stop === end) {
        this.#escaped = isEscaped;
        return end;
      }
      if (!isEscaped) {
        this.#inString = false;
        return stop;
      }
      from = stop + 1;
    }
  }

  #excess(): Excess {
    const { depth, containers } = bounds.message;
    return this.#depth > depth ? { bound: 'depth', limit: depth } : { bound: 'containers', limit: containers };
  }
}

/** What of the bounds one whole text passes; a short one cannot pass any. */
export function excessOf(bytes: Uint8Array): Excess | undefined {
  return bytes.length <= 2 * bounds.message.depth ? undefined : new JsonGauge().push(bytes);
}

/** The value of a text of a server; throws when it is no JSON, or beyond the bounds. */
export function parseBounded(text: string): unknown {
  const excess = text.length <= 2 * bounds.message.depth ? undefined : excessOf(Buffer.from(text));
  if (excess !== undefined) throw new SyntaxError(excessText(excess));
  return JSON.parse(text);
}

/** An excess in the words of a fault. */
export function excessText({ bound, limit }: Excess): string {
  if (bound === 'bytes') return `The answer has more than ${limit} bytes, the limit of maxMessageBytes.`;
  if (bound === 'depth') return `The answer nests deeper than ${limit} levels.`;
  return `The answer has more than ${limit} lists and objects.`;
}
