import type { ByteBuffer } from 'flatbuffers';

/**
 * Reads the fields of a FlatBuffers table by number; absent fields have the value zero. Wrong offsets throw. Offsets may
 * overlap, so that a small file could stand for any number of values: all vectors that are read together are at most as
 * long as the file.
 */
export class FlatTable {
  readonly #bytes: ByteBuffer;
  readonly #at: number;
  readonly #left: { bytes: number };

  private constructor(bytes: ByteBuffer, at: number, left: { bytes: number }) {
    if (at < 4 || at >= bytes.capacity()) throw new RangeError(`offset ${at} lies outside the buffer`);
    this.#bytes = bytes;
    this.#at = at;
    this.#left = left;
  }

  static root(bytes: ByteBuffer): FlatTable {
    const at = bytes.readInt32(bytes.position()) + bytes.position();
    return new FlatTable(bytes, at, { bytes: bytes.capacity() });
  }

  uint32(field: number): number {
    const at = this.#offset(field);
    return at === 0 ? 0 : this.#bytes.readUint32(this.#at + at);
  }

  int32(field: number, standard = 0): number {
    const at = this.#offset(field);
    return at === 0 ? standard : this.#bytes.readInt32(this.#at + at);
  }

  int8(field: number): number {
    const at = this.#offset(field);
    return at === 0 ? 0 : this.#bytes.readInt8(this.#at + at);
  }

  uint8(field: number, standard = 0): number {
    const at = this.#offset(field);
    return at === 0 ? standard : this.#bytes.readUint8(this.#at + at);
  }

  /** Null when it is absent. */
  table(field: number): FlatTable | null {
    const at = this.#offset(field);
    return at === 0 ? null : new FlatTable(this.#bytes, this.#bytes.__indirect(this.#at + at), this.#left);
  }

  text(field: number): string {
    const at = this.#offset(field);
    return at === 0 ? '' : this.#textAt(this.#at + at);
  }

  texts(field: number): string[] {
    const at = this.#offset(field);
    if (at === 0) return [];
    const start = this.#bytes.__vector(this.#at + at);
    return Array.from({ length: this.#length(at, 4) }, (_, k) => this.#textAt(start + k * 4));
  }

  uint32s(field: number): number[] {
    const at = this.#offset(field);
    if (at === 0) return [];
    const start = this.#bytes.__vector(this.#at + at);
    return Array.from({ length: this.#length(at, 4) }, (_, k) => this.#bytes.readUint32(start + k * 4));
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
    return Float64Array.from({ length: this.#length(at, 8) }, (_, k) => this.#bytes.readFloat64(start + k * 8));
  }

  bytes(field: number): Uint8Array {
    const at = this.#offset(field);
    if (at === 0) return new Uint8Array(0);
    const start = this.#bytes.__vector(this.#at + at);
    return this.#bytes.bytes().slice(start, start + this.#length(at, 1));
  }

  tables(field: number): FlatTable[] {
    const at = this.#offset(field);
    if (at === 0) return [];
    const start = this.#bytes.__vector(this.#at + at);
    return Array.from(
      { length: this.#length(at, 4) },
      (_, k) => new FlatTable(this.#bytes, this.#bytes.__indirect(start + k * 4), this.#left),
    );
  }

  /** A string is counted like a vector, because several places may point to the same one. */
  #textAt(place: number): string {
    const start = place + this.#bytes.readInt32(place);
    const length = this.#bytes.readInt32(start);
    this.#left.bytes -= length;
    if (length < 0 || this.#left.bytes < 0) throw new RangeError('a text claims more than the file holds');
    return Buffer.from(this.#bytes.bytes().subarray(start + 4, start + 4 + length)).toString('utf8');
  }

  #length(at: number, width: number): number {
    const length = this.#bytes.__vector_len(this.#at + at);
    this.#left.bytes -= length * width;
    if (length < 0 || this.#left.bytes < 0) throw new RangeError(`vectors claim more than the file holds`);
    return length;
  }

  /** The vtable slot of field n is at byte (n + 2)·2. */
  #offset(field: number): number {
    return this.#bytes.__offset(this.#at, (field + 2) * 2);
  }
}
