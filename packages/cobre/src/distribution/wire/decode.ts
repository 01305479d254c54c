import { Fault } from '@quadrivium/kernel/fault';
import { deepest, type Typed, tags, typedKinds } from './plain-tags.js';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The value whose bytes these are. Whatever `encode` did not make is refused. */
export function decode(bytes: Uint8Array): unknown {
  try {
    return new Reader(bytes).whole();
  } catch (cause) {
    throw new Fault('MpiError', 'Bytes that came over the network are not what cobre sends.', {
      context: { bytes: bytes.byteLength, reason: cause instanceof Error ? cause.message : String(cause) },
      suggestion:
        'Let only coordinators and workers of cobre publish below the prefix; see docs/guides/cobre-workers.md.',
      cause,
    });
  }
}

class Reader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #at = 0;
  readonly #known: unknown[] = [];

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  whole(): unknown {
    const value = this.#value(0);
    if (this.#at !== this.#bytes.length) throw new RangeError('there is more behind the value');
    return value;
  }

  #value(depth: number): unknown {
    if (depth > deepest) throw new RangeError('values nest too deep');
    const tag = this.#byte();
    switch (tag) {
      case tags.null:
        return null;
      case tags.undefined:
        return undefined;
      case tags.false:
        return false;
      case tags.true:
        return true;
      case tags.number:
        return this.#number();
      case tags.again:
        return this.#again();
      case tags.string:
        return this.#keep(utf8.decode(this.#raw()));
      case tags.numbers:
        return this.#keep([...(this.#elements(0) as Float64Array)]);
      case tags.typed:
        return this.#keep(this.#elements(this.#byte()));
      case tags.array:
        return this.#fill(this.#keep<unknown[]>([]), depth, (into, value) => into.push(value));
      case tags.set:
        return this.#fill(this.#keep(new Set()), depth, (into, value) => into.add(value));
      case tags.map:
        return this.#map(this.#keep(new Map()), depth);
      case tags.object:
        return this.#object(this.#keep({}), depth);
      default:
        throw new RangeError(`nothing begins with ${tag}`);
    }
  }

  #fill<T>(into: T, depth: number, add: (into: T, value: unknown) => void): T {
    for (let left = this.#count(); left > 0; left--) add(into, this.#value(depth + 1));
    return into;
  }

  #map(into: Map<unknown, unknown>, depth: number): Map<unknown, unknown> {
    for (let left = this.#count(); left > 0; left -= 2) into.set(this.#value(depth + 1), this.#value(depth + 1));
    return into;
  }

  #object(into: Record<string, unknown>, depth: number): Record<string, unknown> {
    for (let left = this.#count(); left > 0; left--) {
      const key = this.#value(depth + 1);
      // A key that reaches the prototype would change more than this value.
      if (typeof key !== 'string' || key === '__proto__') throw new RangeError('a key is none');
      into[key] = this.#value(depth + 1);
    }
    return into;
  }

  /** In memory of their own, because bytes of a message lie anywhere; `slice` of a Buffer would not copy. */
  #elements(kind: number): Typed {
    const made = typedKinds[kind];
    const raw = this.#raw();
    if (made === undefined || raw.byteLength % made.BYTES_PER_ELEMENT !== 0)
      throw new RangeError('numbers are cut off');
    return new made(new Uint8Array(raw).buffer);
  }

  #again(): unknown {
    const before = this.#uint();
    if (before >= this.#known.length) throw new RangeError('nothing came before');
    return this.#known[before];
  }

  #keep<T>(value: T): T {
    this.#known.push(value);
    return value;
  }

  /** Of values that follow; each takes at least a byte. */
  #count(): number {
    const count = this.#uint();
    if (count > this.#bytes.length - this.#at) throw new RangeError('more values than bytes');
    return count;
  }

  #raw(): Uint8Array {
    const length = this.#uint();
    if (length > this.#bytes.length - this.#at) throw new RangeError('it is cut off');
    this.#at += length;
    return this.#bytes.subarray(this.#at - length, this.#at);
  }

  #uint(): number {
    this.#at += 4;
    return this.#view.getUint32(this.#at - 4, true);
  }

  #number(): number {
    this.#at += 8;
    return this.#view.getFloat64(this.#at - 8, true);
  }

  #byte(): number {
    return this.#view.getUint8(this.#at++);
  }
}
