/**
 * A vector of which few entries differ from zero: its numbers, and a bit for each place that may hold one.
 *
 * Going through the bits finds the places in order, also those that are added on the way, at the price of one look at 32
 * places. That is what makes triangular solves cost what they compute, and not what they pass over.
 */
export class SparseVector {
  number: Float64Array<ArrayBuffer>;
  bits: Int32Array<ArrayBuffer>;

  constructor(length: number) {
    this.number = new Float64Array(length);
    this.bits = new Int32Array((length + 31) >>> 5);
  }

  /** Forgets what it held. */
  resize(length: number): void {
    if (length <= this.number.length) return;
    this.number = new Float64Array(length);
    this.bits = new Int32Array((length + 31) >>> 5);
  }

  add(at: number, by: number): void {
    this.number[at]! += by;
    this.bits[at >> 5]! |= 1 << at;
  }

  clear(): void {
    const { number, bits } = this;
    for (let w = 0; w < bits.length; w++) {
      for (let left = bits[w]!; left !== 0; left &= left - 1) number[(w << 5) + lowestBit(left)] = 0;
      bits[w] = 0;
    }
  }
}

/** Number of the lowest bit that is set. */
export function lowestBit(word: number): number {
  return 31 - Math.clz32(word & -word);
}
