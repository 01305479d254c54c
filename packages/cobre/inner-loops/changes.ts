import { Integers, Numbers } from './arrays';
import { SparseVector } from './sparse-vector';

/** Exchanges and cut rows since the factors were computed; see `src/lp/bases/change-list.ts`. */
@unmanaged
export class Changes {
  row: Integers;
  start: Integers;
  isCut: Integers;
  pivot: Numbers;
  index: Integers;
  value: Numbers;
  /** Where the words lie that tell by basis row in which 32 changes it occurs. */
  occurs: Integers;
  /** Changes still to be looked at, a bit for each. */
  asked: Integers;

  begin(change: i32, r: i32): void {
    this.row[change] = r;
    this.start[change + 1] = this.start[change];
    this.mark(change, r);
  }

  @inline
  push(change: i32, row: i32, value: f64): void {
    const at = this.start[change + 1]++;
    this.index[at] = row;
    this.value[at] = value;
    this.mark(change, row);
  }

  @inline
  mark(change: i32, row: i32): void {
    const occurs = this.occursAt(change >> 5);
    occurs[row] = occurs[row] | (1 << change);
  }

  @inline
  occursAt(word: i32): Integers {
    return changetype<Integers>(this.occurs[word]);
  }
}

/** From x solved with the factors to x solved with the basis. */
export function followColumn(changes: Changes, count: i32, vector: SparseVector): void {
  const x = vector.number;
  const bits = vector.bits;
  const rows = changes.row;
  const start = changes.start;
  const isCut = changes.isCut;
  const index = changes.index;
  const value = changes.value;
  for (let k = 0; k < count; k++) {
    const r = rows[k];
    const isExchange = isCut[k] == 0;
    if (isExchange && x[r] == 0) continue;
    const begin = start[k];
    const end = start[k + 1];
    if (!isExchange) {
      let sum = -x[r];
      for (let e = begin; e < end; e++) sum += value[e] * x[index[e]];
      x[r] = sum;
      vector.mark(r);
      continue;
    }
    const head = x[r] / changes.pivot[k];
    x[r] = head;
    for (let e = begin; e < end; e++) {
      const at = index[e];
      x[at] = x[at] - value[e] * head;
      bits[at >> 5] = bits[at >> 5] | (1 << at);
    }
  }
}

/** From the right-hand side of a row to the one that the factors are asked for. */
export function followRow(changes: Changes, count: i32, vector: SparseVector): void {
  const words = (count + 31) >> 5;
  const asked = changes.asked;
  askAll(changes, words, vector);
  for (let w = words - 1; w >= 0; w--) {
    while (asked[w] != 0) {
      const bit = 31 - clz(asked[w]);
      asked[w] = asked[w] & ~(1 << bit);
      const k = (w << 5) + bit;
      if (changes.isCut[k] == 1) rowThroughCut(changes, k, vector);
      else rowThroughExchange(changes, k, vector);
    }
  }
}

/** Marks the changes in which rows of the vector occur. */
function askAll(changes: Changes, words: i32, vector: SparseVector): void {
  const asked = changes.asked;
  for (let w = 0; w < words; w++) asked[w] = 0;
  if (words == 0) return;
  for (let b = 0; b < vector.words; b++) {
    for (let left = vector.bits[b]; left != 0; left &= left - 1) {
      const r = (b << 5) + ctz(left);
      if (vector.number[r] == 0) continue;
      for (let w = 0; w < words; w++) asked[w] = asked[w] | changes.occursAt(w)[r];
    }
  }
}

/** Marks the changes before k in which a row occurs. */
@inline
function askBefore(changes: Changes, k: i32, r: i32): void {
  const asked = changes.asked;
  const last = k >> 5;
  for (let w = 0; w < last; w++) asked[w] = asked[w] | changes.occursAt(w)[r];
  asked[last] = asked[last] | (changes.occursAt(last)[r] & ((1 << k) - 1));
}

function rowThroughCut(changes: Changes, k: i32, vector: SparseVector): void {
  const c = vector.number;
  const r = changes.row[k];
  const weight = c[r];
  if (weight == 0) return;
  for (let e = changes.start[k], end = changes.start[k + 1]; e < end; e++) {
    const at = changes.index[e];
    c[at] = c[at] + changes.value[e] * weight;
    vector.mark(at);
    askBefore(changes, k, at);
  }
  c[r] = -weight;
}

function rowThroughExchange(changes: Changes, k: i32, vector: SparseVector): void {
  const c = vector.number;
  const index = changes.index;
  const value = changes.value;
  const r = changes.row[k];
  const before = c[r];
  let sum = before;
  for (let e = changes.start[k], end = changes.start[k + 1]; e < end; e++) sum -= value[e] * c[index[e]];
  if (sum == 0) {
    c[r] = 0;
    return;
  }
  c[r] = sum / changes.pivot[k];
  if (before != 0) return;
  vector.mark(r);
  askBefore(changes, k, r);
}
