import { Integers, Marks, Numbers } from './arrays';

/** Numbers, and a bit for each place that may hold one; see `src/lp/bases/sparse-vector.ts`. */
@unmanaged
export class SparseVector {
  number: Numbers;
  bits: Integers;
  words: i32;

  @inline
  mark(at: i32): void {
    this.bits[at >> 5] = this.bits[at >> 5] | (1 << at);
  }

  @inline
  add(at: i32, by: f64): void {
    this.number[at] = this.number[at] + by;
    this.mark(at);
  }
}

/**
 * The same with a byte for each place, which is set without looking at it: where many places are marked before anyone asks,
 * neighbours need not wait for each other as they do for the bits of one word.
 */
@unmanaged
export class MarkedVector {
  number: Numbers;
  marks: Marks;
  /** Eight places each. */
  words: i32;
}

/** Moves all entries to the places that `place` names, and leaves nothing behind. */
export function carry(from: SparseVector, to: SparseVector, place: Integers): void {
  const number = from.number;
  const bits = from.bits;
  const toNumber = to.number;
  const toBits = to.bits;
  for (let w = 0, words = from.words; w < words; w++) {
    for (let left = bits[w]; left != 0; left &= left - 1) {
      const k = (w << 5) + ctz(left);
      const value = number[k];
      if (value == 0) continue;
      const at = place[k];
      toNumber[at] = toNumber[at] + value;
      toBits[at >> 5] = toBits[at >> 5] | (1 << at);
      number[k] = 0;
    }
    bits[w] = 0;
  }
}
