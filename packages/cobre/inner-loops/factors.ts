import { Integers, Numbers } from './arrays';
import { SparseVector } from './sparse-vector';

/** Entries of a triangular matrix without its diagonal, by the number of their pivot. */
@unmanaged
export class Triangle {
  start: Integers;
  index: Integers;
  value: Numbers;
}

/** What `SparseLu` has found. */
@unmanaged
export class Factors {
  rowOf: Integers;
  positionOf: Integers;
  pivotOfRow: Integers;
  pivotOfPosition: Integers;
  pivotInverse: Numbers;
  upperRows: Triangle;
  upperColumns: Triangle;
  lowerColumns: Triangle;
  lowerRows: Triangle;
  size: i32;
}

const none = changetype<Numbers>(0);

/** Solves B x = a: a stands by the pivot of its row, x is left by the pivot of its position. */
export function solve(lu: Factors, vector: SparseVector): void {
  solveUpwards(lu.lowerColumns, vector, none);
  solveDownwards(lu.upperColumns, vector, lu.pivotInverse);
}

/** The same, with x added to a vector by position and nothing left behind. */
export function solveInto(lu: Factors, vector: SparseVector, into: SparseVector): void {
  solveUpwards(lu.lowerColumns, vector, none);
  emptyDownwards(lu.upperColumns, vector, lu.pivotInverse, into, lu.positionOf);
}

/** Solves y B = c: c stands by the pivot of its position, y is added to a vector by row, and nothing is left behind. */
export function solveTransposedInto(lu: Factors, vector: SparseVector, into: SparseVector): void {
  solveUpwards(lu.upperRows, vector, lu.pivotInverse);
  emptyDownwards(lu.lowerRows, vector, none, into, lu.rowOf);
}

/** Takes every entry, divided by its pivot, out of the later ones it is listed with. */
@inline
function solveUpwards(triangle: Triangle, vector: SparseVector, pivotInverse: Numbers): void {
  const bits = vector.bits;
  const number = vector.number;
  for (let w = 0, words = vector.words; w < words; w++) {
    let passed = 0;
    for (let left = bits[w]; left != 0; left = bits[w] & ~passed) {
      const bit = ctz(left);
      passed |= 1 << bit;
      takeOut(triangle, (w << 5) + bit, number, bits, pivotInverse);
    }
  }
}

/** The same from the last pivot to the first, out of the earlier ones. */
@inline
function solveDownwards(triangle: Triangle, vector: SparseVector, pivotInverse: Numbers): void {
  const bits = vector.bits;
  const number = vector.number;
  for (let w = vector.words - 1; w >= 0; w--) {
    let passed = 0;
    for (let left = bits[w]; left != 0; left = bits[w] & ~passed) {
      const bit = 31 - clz(left);
      passed |= 1 << bit;
      takeOut(triangle, (w << 5) + bit, number, bits, pivotInverse);
    }
  }
}

/** The same, and every entry goes to the place that `place` names as soon as it is final. */
@inline
function emptyDownwards(
  triangle: Triangle,
  vector: SparseVector,
  pivotInverse: Numbers,
  into: SparseVector,
  place: Integers,
): void {
  const bits = vector.bits;
  const number = vector.number;
  const intoNumber = into.number;
  const intoBits = into.bits;
  for (let w = vector.words - 1; w >= 0; w--) {
    while (bits[w] != 0) {
      const bit = 31 - clz(bits[w]);
      const k = (w << 5) + bit;
      bits[w] = bits[w] & ~(1 << bit);
      if (number[k] == 0) continue;
      takeOut(triangle, k, number, bits, pivotInverse);
      const at = place[k];
      intoNumber[at] = intoNumber[at] + number[k];
      intoBits[at >> 5] = intoBits[at >> 5] | (1 << at);
      number[k] = 0;
    }
  }
}

@inline
function takeOut(triangle: Triangle, k: i32, number: Numbers, bits: Integers, pivotInverse: Numbers): void {
  let solved = number[k];
  if (solved == 0) return;
  if (pivotInverse !== none) {
    solved *= pivotInverse[k];
    number[k] = solved;
  }
  const index = triangle.index;
  const value = triangle.value;
  for (let e = triangle.start[k], end = triangle.start[k + 1]; e < end; e++) {
    const at = index[e];
    number[at] = number[at] - value[e] * solved;
    bits[at >> 5] = bits[at >> 5] | (1 << at);
  }
}

export function transpose(from: Triangle, into: Triangle, size: i32): void {
  const start = into.start;
  const entries = from.start[size];
  // Counted one place ahead, so that each start has moved to its own place when all entries are in.
  for (let k = 0; k < size + 2; k++) start[k] = 0;
  for (let e = 0; e < entries; e++) start[from.index[e] + 2] = start[from.index[e] + 2] + 1;
  for (let k = 2; k <= size; k++) start[k] = start[k] + start[k - 1];
  for (let k = 0; k < size; k++) {
    for (let e = from.start[k], end = from.start[k + 1]; e < end; e++) {
      const at = start[from.index[e] + 1]++;
      into.index[at] = k;
      into.value[at] = from.value[e];
    }
  }
}
