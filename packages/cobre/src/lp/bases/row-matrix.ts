import type { CompactLp } from '../model/compact.js';

/**
 * The matrix by rows, in each of which the nonbasic columns come first: a pivot row asks for no others, and they are two
 * thirds of the entries. Exchanges move the few entries of two columns across the border (`inner-loops/row-matrix.ts`).
 */
export class RowMatrix {
  readonly start: Int32Array;
  /** Where the nonbasic columns of each row end. */
  readonly end: Int32Array;
  readonly column: Int32Array;
  readonly value: Float64Array;
  /** Place of each entry of the matrix by columns, and the entry at each place. */
  readonly placeOf: Int32Array;
  readonly entryAt: Int32Array;

  constructor({ arena, rowCount, columnCount, start, index, value }: CompactLp) {
    this.start = arena.integers(rowCount + 1);
    this.end = arena.integers(rowCount);
    this.column = arena.integers(index.length);
    this.value = arena.numbers(index.length);
    this.placeOf = arena.integers(index.length);
    this.entryAt = arena.integers(index.length);
    for (const row of index) this.start[row + 1]!++;
    for (let i = 0; i < rowCount; i++) this.start[i + 1]! += this.start[i]!;
    const next = this.start.slice();
    for (let v = 0; v < columnCount; v++) {
      for (let e = start[v]!; e < start[v + 1]!; e++) {
        const at = next[index[e]!]!++;
        this.column[at] = v;
        this.value[at] = value[e]!;
        this.entryAt[at] = e;
        this.placeOf[e] = at;
      }
    }
  }
}
