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

export function forget(vector: SparseVector): void {
  for (let w = 0; w < vector.words; w++) {
    for (let left = vector.bits[w]; left != 0; left &= left - 1) vector.number[(w << 5) + ctz(left)] = 0;
    vector.bits[w] = 0;
  }
}
