import { type Typed, tags, typedKinds } from './plain-tags.js';

const utf8 = new TextEncoder();

/** The bytes of a plain value; see `plain-tags.ts`. */
export function encode(value: unknown): Uint8Array {
  const writer = new Writer();
  writer.value(value);
  return writer.bytes();
}

class Writer {
  #bytes = new Uint8Array(4096);
  #view = new DataView(this.#bytes.buffer);
  #at = 0;
  readonly #known = new Map<unknown, number>();

  bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#at);
  }

  value(value: unknown): void {
    if (value === null) this.#byte(tags.null);
    else if (value === undefined) this.#byte(tags.undefined);
    else if (typeof value === 'boolean') this.#byte(value ? tags.true : tags.false);
    else if (typeof value === 'number') this.#number(value);
    else if (typeof value === 'string' || typeof value === 'object') this.#remembered(value);
    else throw new TypeError(`A ${typeof value} is not plain data.`);
  }

  #remembered(value: string | object): void {
    const before = this.#known.get(value);
    if (before !== undefined) {
      this.#byte(tags.again);
      this.#count(before);
      return;
    }
    this.#known.set(value, this.#known.size);
    if (typeof value === 'string') this.#string(value);
    else if (Array.isArray(value)) this.#array(value);
    else if (value instanceof Map) this.#many(tags.map, [...value].flat());
    else if (value instanceof Set) this.#many(tags.set, [...value]);
    else if (ArrayBuffer.isView(value)) this.#typed(value as Typed);
    else this.#object(value);
  }

  #array(values: readonly unknown[]): void {
    if (values.length === 0 || !values.every((value) => typeof value === 'number')) this.#many(tags.array, values);
    else {
      this.#byte(tags.numbers);
      this.#raw(Float64Array.from(values));
    }
  }

  #many(tag: number, values: readonly unknown[]): void {
    this.#byte(tag);
    this.#count(values.length);
    for (const value of values) this.value(value);
  }

  #object(value: object): void {
    const entries = Object.entries(value);
    this.#byte(tags.object);
    this.#count(entries.length);
    for (const [key, own] of entries) {
      this.value(key);
      this.value(own);
    }
  }

  #typed(value: Typed): void {
    const kind = typedKinds.findIndex((made) => value instanceof made);
    if (kind < 0) throw new TypeError(`A ${value.constructor.name} is not plain data.`);
    this.#byte(tags.typed);
    this.#byte(kind);
    this.#raw(value);
  }

  #string(value: string): void {
    this.#byte(tags.string);
    this.#raw(utf8.encode(value));
  }

  #raw(value: Typed): void {
    const { buffer, byteOffset, byteLength } = value;
    this.#count(byteLength);
    this.#room(byteLength);
    this.#bytes.set(new Uint8Array(buffer, byteOffset, byteLength), this.#at);
    this.#at += byteLength;
  }

  #number(value: number): void {
    this.#byte(tags.number);
    this.#room(8);
    this.#view.setFloat64(this.#at, value, true);
    this.#at += 8;
  }

  #count(value: number): void {
    this.#room(4);
    this.#view.setUint32(this.#at, value, true);
    this.#at += 4;
  }

  #byte(value: number): void {
    this.#room(1);
    this.#bytes[this.#at++] = value;
  }

  #room(more: number): void {
    if (this.#at + more <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(this.#at + more, this.#bytes.length * 2));
    larger.set(this.#bytes);
    this.#bytes = larger;
    this.#view = new DataView(larger.buffer);
  }
}
