import type { CompactLp } from '../model/compact.js';

/**
 * The matrix by rows, in each of which the nonbasic columns come first: a pivot row asks for no others, and they are two
 * thirds of the entries. Exchanges move the few entries of two columns across the border.
 */
export class RowMatrix {
  readonly start: Int32Array;
  /** Where the nonbasic columns of each row end. */
  readonly end: Int32Array;
  readonly column: Int32Array;
  readonly value: Float64Array;
  readonly #lp: CompactLp;
  /** Place of each entry of the matrix by columns, and the entry at each place. */
  readonly #placeOf: Int32Array;
  readonly #entryAt: Int32Array;

  constructor(lp: CompactLp) {
    this.#lp = lp;
    this.start = lp.arena.integers(lp.rowCount + 1);
    this.end = lp.arena.integers(lp.rowCount);
    this.column = lp.arena.integers(lp.index.length);
    this.value = lp.arena.numbers(lp.index.length);
    this.#placeOf = new Int32Array(lp.index.length);
    this.#entryAt = new Int32Array(lp.index.length);
    for (const row of lp.index) this.start[row + 1]!++;
    for (let i = 0; i < lp.rowCount; i++) this.start[i + 1]! += this.start[i]!;
    const next = this.start.slice();
    for (let v = 0; v < lp.columnCount; v++) {
      for (let e = lp.start[v]!; e < lp.start[v + 1]!; e++) this.#put(next[lp.index[e]!]!++, v, e);
    }
  }

  /** Puts every column on its side; `place` is negative for nonbasic ones. */
  arrange(place: Int32Array): void {
    const { start, end, column } = this;
    for (let i = 0; i < end.length; i++) {
      end[i] = start[i]!;
      for (let at = start[i]!; at < start[i + 1]!; at++) if (place[column[at]!]! < 0) this.#exchange(at, end[i]!++);
    }
  }

  becomesBasic(v: number): void {
    const { start, index } = this.#lp;
    for (let e = start[v]!; e < start[v + 1]!; e++) this.#exchange(this.#placeOf[e]!, --this.end[index[e]!]!);
  }

  becomesNonbasic(v: number): void {
    const { start, index } = this.#lp;
    for (let e = start[v]!; e < start[v + 1]!; e++) this.#exchange(this.#placeOf[e]!, this.end[index[e]!]!++);
  }

  #exchange(a: number, b: number): void {
    if (a === b) return;
    const { column } = this;
    const [ofA, entryOfA] = [column[a]!, this.#entryAt[a]!];
    this.#put(a, column[b]!, this.#entryAt[b]!);
    this.#put(b, ofA, entryOfA);
  }

  #put(at: number, column: number, entry: number): void {
    this.column[at] = column;
    this.value[at] = this.#lp.value[entry]!;
    this.#entryAt[at] = entry;
    this.#placeOf[entry] = at;
  }
}
