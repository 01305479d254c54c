import type { ByteBuffer } from 'flatbuffers';

/** Reads the fields of a FlatBuffers table by number; absent fields have the value zero. Wrong offsets throw. */
export class FlatTable {
  readonly #bytes: ByteBuffer;
  readonly #at: number;

  constructor(bytes: ByteBuffer, at: number) {
    if (at < 4 || at >= bytes.capacity()) throw new RangeError(`offset ${at} lies outside the buffer`);
    this.#bytes = bytes;
    this.#at = at;
  }

  static root(bytes: ByteBuffer): FlatTable {
    return new FlatTable(bytes, bytes.readInt32(bytes.position()) + bytes.position());
  }

  uint32(field: number): number {
    const at = this.#offset(field);
    return at === 0 ? 0 : this.#bytes.readUint32(this.#at + at);
  }

  uint64(field: number): number {
    const at = this.#offset(field);
    return at === 0 ? 0 : Number(this.#bytes.readUint64(this.#at + at));
  }

  float64(field: number): number {
    const at = this.#offset(field);
    return at === 0 ? 0 : this.#bytes.readFloat64(this.#at + at);
  }

  boolean(field: number): boolean {
    const at = this.#offset(field);
    return at !== 0 && this.#bytes.readInt8(this.#at + at) !== 0;
  }

  doubles(field: number): Float64Array {
    const at = this.#offset(field);
    if (at === 0) return new Float64Array(0);
    const start = this.#bytes.__vector(this.#at + at);
    return Float64Array.from({ length: this.#length(at) }, (_, k) => this.#bytes.readFloat64(start + k * 8));
  }

  bytes(field: number): Uint8Array {
    const at = this.#offset(field);
    if (at === 0) return new Uint8Array(0);
    const start = this.#bytes.__vector(this.#at + at);
    return this.#bytes.bytes().slice(start, start + this.#length(at));
  }

  tables(field: number): FlatTable[] {
    const at = this.#offset(field);
    if (at === 0) return [];
    const start = this.#bytes.__vector(this.#at + at);
    return Array.from(
      { length: this.#length(at) },
      (_, k) => new FlatTable(this.#bytes, this.#bytes.__indirect(start + k * 4)),
    );
  }

  #length(at: number): number {
    const length = this.#bytes.__vector_len(this.#at + at);
    if (length < 0 || length > this.#bytes.capacity()) throw new RangeError(`vector of ${length} elements`);
    return length;
  }

  /** The vtable slot of field n is at byte (n + 2)·2. */
  #offset(field: number): number {
    return this.#bytes.__offset(this.#at, (field + 2) * 2);
  }
}
