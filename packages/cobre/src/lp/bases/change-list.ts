/**
 * What has happened to a basis since its factors were computed: B = LU · E1 · E2 ..., each E an exchange (product form: one
 * column replaced) or an appended cut row `[I 0; g -1]`, which is its own inverse.
 *
 * A row is solved backwards through the list, and most changes have no entry where the row has one. So every basis row
 * remembers the changes it occurs in, a bit for each, and only those are looked at.
 */
import { widerIntegers, widerNumbers } from './room.js';
import type { SparseVector } from './sparse-vector.js';

const changesPerWord = 32;

export class ChangeList {
  count = 0;
  #row = new Int32Array(4 * changesPerWord);
  #start = new Int32Array(4 * changesPerWord + 1);
  #isCut = new Int32Array(4 * changesPerWord);
  #pivot = new Float64Array(4 * changesPerWord);
  #index = new Int32Array(1024);
  #value = new Float64Array(1024);
  /** By word of changes, then by basis row. */
  #occurs: Int32Array[] = [];
  #asked = new Int32Array(4);
  #rows: number;

  constructor(rows: number) {
    this.#rows = rows;
  }

  clear(): void {
    this.count = 0;
    this.#start[0] = 0;
    for (const word of this.#occurs) word.fill(0);
  }

  resize(rows: number): void {
    this.#rows = rows;
    this.#occurs = this.#occurs.map((word) => widerIntegers(word, rows));
  }

  /** A change of row r follows; its other entries are pushed, then it is closed. */
  begin(r: number): void {
    const k = this.count;
    if (k + 1 >= this.#row.length) this.#grow();
    if (k >> 5 === this.#occurs.length) this.#occurs.push(new Int32Array(this.#rows));
    this.#row[k] = r;
    this.#start[k + 1] = this.#start[k]!;
    this.#occurs[k >> 5]![r]! |= 1 << k;
  }

  push(row: number, value: number): void {
    const at = this.#start[this.count + 1]!++;
    if (at >= this.#index.length) {
      this.#index = widerIntegers(this.#index, 2 * at);
      this.#value = widerNumbers(this.#value, 2 * at);
    }
    this.#index[at] = row;
    this.#value[at] = value;
    this.#occurs[this.count >> 5]![row]! |= 1 << this.count;
  }

  closeExchange(pivot: number): void {
    this.#isCut[this.count] = 0;
    this.#pivot[this.count++] = pivot;
  }

  closeCut(): void {
    this.#isCut[this.count++] = 1;
  }

  /** From x solved with the factors to x solved with the basis. */
  followColumn({ number: x, bits }: SparseVector): void {
    const [start, index, value] = [this.#start, this.#index, this.#value];
    for (let k = 0; k < this.count; k++) {
      const r = this.#row[k]!;
      const end = start[k + 1]!;
      if (this.#isCut[k] === 1) {
        let sum = -x[r]!;
        for (let e = start[k]!; e < end; e++) sum += value[e]! * x[index[e]!]!;
        x[r] = sum;
        bits[r >> 5]! |= 1 << r;
        continue;
      }
      if (x[r] === 0) continue;
      const head = x[r]! / this.#pivot[k]!;
      x[r] = head;
      for (let e = start[k]!; e < end; e++) {
        const at = index[e]!;
        x[at]! -= value[e]! * head;
        bits[at >> 5]! |= 1 << at;
      }
    }
  }

  /** From the right-hand side of a row to the one that the factors are asked for. */
  followRow(vector: SparseVector): void {
    this.#askAll(vector);
    const asked = this.#asked;
    for (let w = this.#words - 1; w >= 0; w--) {
      while (asked[w] !== 0) {
        const bit = 31 - Math.clz32(asked[w]!);
        asked[w]! &= ~(1 << bit);
        const k = (w << 5) + bit;
        if (this.#isCut[k] === 1) this.#rowThroughCut(k, vector);
        else this.#rowThroughExchange(k, vector);
      }
    }
  }

  get #words(): number {
    return (this.count + changesPerWord - 1) >> 5;
  }

  /** Marks the changes in which rows of the vector occur. */
  #askAll({ number: c, bits }: SparseVector): void {
    const words = this.#words;
    for (let w = 0; w < words; w++) this.#asked[w] = 0;
    if (words === 0) return;
    for (let b = 0; b < bits.length; b++) {
      for (let left = bits[b]!; left !== 0; left &= left - 1) {
        const r = (b << 5) + 31 - Math.clz32(left & -left);
        if (c[r] === 0) continue;
        for (let w = 0; w < words; w++) this.#asked[w]! |= this.#occurs[w]![r]!;
      }
    }
  }

  /** Marks the changes before k in which a row occurs. */
  #askBefore(k: number, r: number): void {
    const last = k >> 5;
    for (let w = 0; w < last; w++) this.#asked[w]! |= this.#occurs[w]![r]!;
    this.#asked[last]! |= this.#occurs[last]![r]! & ((1 << k) - 1);
  }

  #rowThroughCut(k: number, { number: c, bits }: SparseVector): void {
    const r = this.#row[k]!;
    const weight = c[r]!;
    if (weight === 0) return;
    for (let e = this.#start[k]!, end = this.#start[k + 1]!; e < end; e++) {
      const at = this.#index[e]!;
      c[at]! += this.#value[e]! * weight;
      bits[at >> 5]! |= 1 << at;
      this.#askBefore(k, at);
    }
    c[r] = -weight;
  }

  #rowThroughExchange(k: number, { number: c, bits }: SparseVector): void {
    const [index, value] = [this.#index, this.#value];
    const r = this.#row[k]!;
    const before = c[r]!;
    let sum = before;
    for (let e = this.#start[k]!, end = this.#start[k + 1]!; e < end; e++) sum -= value[e]! * c[index[e]!]!;
    if (sum === 0) {
      c[r] = 0;
      return;
    }
    c[r] = sum / this.#pivot[k]!;
    if (before !== 0) return;
    bits[r >> 5]! |= 1 << r;
    this.#askBefore(k, r);
  }

  #grow(): void {
    const length = 2 * this.#row.length;
    this.#row = widerIntegers(this.#row, length);
    this.#start = widerIntegers(this.#start, length + 1);
    this.#isCut = widerIntegers(this.#isCut, length);
    this.#pivot = widerNumbers(this.#pivot, length);
    this.#asked = widerIntegers(this.#asked, length >> 5);
  }
}
