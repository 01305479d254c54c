/**
 * Sparse LU factors of a basis matrix, for bases of a few dozen to a few thousand rows that are nearly triangular.
 *
 * Columns with one remaining entry, then rows with one remaining entry, are pivots that need no arithmetic; in
 * hydrothermal stages that is most of the matrix. What is left, the nucleus, is eliminated in a dense square, choosing
 * short columns and rows among acceptable pivots (Markowitz). Row space is constraint rows, column space is positions.
 */
import type { SparseVector } from './sparse-vector.js';
import { Triangle } from './triangle.js';

const threshold = 0.1;
const smallest = 1e-11;
const dropped = 1e-14;

export class SparseLu {
  size = 0;
  /** Pivot k eliminates constraint row `rowOf[k]` and position `positionOf[k]`; and the other way round. */
  rowOf = new Int32Array(0);
  positionOf = new Int32Array(0);
  pivotOfRow = new Int32Array(0);
  pivotOfPosition = new Int32Array(0);
  #pivotInverse = new Float64Array(0);
  /** U by rows and by columns, L (multiples of a pivot row that were subtracted from later ones) by columns and by rows. */
  readonly #upperRows = new Triangle();
  readonly #upperColumns = new Triangle();
  readonly #lowerColumns = new Triangle();
  readonly #lowerRows = new Triangle();
  #upperEntries = 0;
  #lowerEntries = 0;
  // Work space of the elimination.
  #rowCount = new Int32Array(0);
  #columnCount = new Int32Array(0);
  #rowsStart = new Int32Array(1);
  #rowsColumn = new Int32Array(0);
  #done = new Uint8Array(0);
  #columnDone = new Uint8Array(0);
  #queue = new Int32Array(0);
  #pivots = 0;
  #nucleus = new Float64Array(0);

  /** Factors the matrix whose columns are given by `start`, `index`, `value`; false when it is singular. */
  factor(size: number, start: Int32Array, index: Int32Array, value: Float64Array): boolean {
    this.#begin(size, start, index);
    this.#columnSingletons(start, index, value);
    this.#rowSingletons(start, index, value);
    if (this.#pivots < size && !this.#eliminateNucleus(start, index, value)) return false;
    this.#number();
    return true;
  }

  /** Solves B x = a, where `vector` holds a by the pivot of its row and is left with x by the pivot of its position. */
  solve(vector: SparseVector): void {
    this.#lowerColumns.solveUpwards(vector, undefined);
    this.#upperColumns.solveDownwards(vector, this.#pivotInverse);
  }

  /** Solves y B = c, where `vector` holds c by the pivot of its position and is left with y by the pivot of its row. */
  solveTransposed(vector: SparseVector): void {
    this.#upperRows.solveUpwards(vector, this.#pivotInverse);
    this.#lowerRows.solveDownwards(vector, undefined);
  }

  #begin(size: number, start: Int32Array, index: Int32Array): void {
    this.size = size;
    this.#pivots = 0;
    this.#lowerEntries = 0;
    this.#upperEntries = 0;
    if (this.rowOf.length < size) this.#makeRoom(size + 32);
    this.#done.fill(0, 0, size);
    this.#columnDone.fill(0, 0, size);
    this.#listRows(size, start, index);
  }

  /** The columns of each row, and how many entries rows and columns have. */
  #listRows(size: number, start: Int32Array, index: Int32Array): void {
    const count = this.#rowCount.fill(0, 0, size);
    const entries = start[size]!;
    for (let e = 0; e < entries; e++) count[index[e]!]!++;
    const rowsStart = this.#rowsStart;
    rowsStart[0] = 0;
    for (let i = 0; i < size; i++) rowsStart[i + 1] = rowsStart[i]! + count[i]!;
    if (this.#rowsColumn.length < entries) this.#rowsColumn = new Int32Array(entries * 2);
    const next = this.#queue;
    for (let i = 0; i < size; i++) next[i] = rowsStart[i]!;
    for (let j = 0; j < size; j++) {
      this.#columnCount[j] = start[j + 1]! - start[j]!;
      for (let e = start[j]!; e < start[j + 1]!; e++) this.#rowsColumn[next[index[e]!]!++] = j;
    }
  }

  /** A column with one entry left: its row becomes a row of U, nothing has to be eliminated. */
  #columnSingletons(start: Int32Array, index: Int32Array, value: Float64Array): void {
    const queue = this.#queue;
    let [head, tail] = [0, 0];
    for (let j = 0; j < this.size; j++) if (this.#columnCount[j] === 1) queue[tail++] = j;
    while (head < tail) {
      const j = queue[head++]!;
      if (this.#columnDone[j] === 1 || this.#columnCount[j] !== 1) continue;
      for (let e = start[j]!; e < start[j + 1]!; e++) {
        const row = index[e]!;
        if (this.#done[row] === 1) continue;
        if (Math.abs(value[e]!) < smallest) break;
        this.#pivot(row, j, value[e]!);
        for (let f = this.#rowsStart[row]!; f < this.#rowsStart[row + 1]!; f++) {
          const other = this.#rowsColumn[f]!;
          if (this.#columnDone[other] === 1) continue;
          this.#pushU(other, entryAt(start, index, value, other, row));
          if (--this.#columnCount[other]! === 1) queue[tail++] = other;
        }
        break;
      }
    }
    this.#recountRows(start, index);
  }

  #recountRows(start: Int32Array, index: Int32Array): void {
    this.#rowCount.fill(0, 0, this.size);
    for (let j = 0; j < this.size; j++) {
      if (this.#columnDone[j] === 1) continue;
      for (let e = start[j]!; e < start[j + 1]!; e++) if (this.#done[index[e]!] === 0) this.#rowCount[index[e]!]!++;
    }
  }

  /** A row with one entry left: its column's other entries become an elimination, and U gets an empty row. */
  #rowSingletons(start: Int32Array, index: Int32Array, value: Float64Array): void {
    const queue = this.#queue;
    let [head, tail] = [0, 0];
    for (let i = 0; i < this.size; i++) if (this.#done[i] === 0 && this.#rowCount[i] === 1) queue[tail++] = i;
    while (head < tail) {
      const i = queue[head++]!;
      if (this.#done[i] === 1 || this.#rowCount[i] !== 1) continue;
      const j = this.#remainingColumn(i);
      const pivot = j < 0 ? 0 : entryAt(start, index, value, j, i);
      if (Math.abs(pivot) < smallest) continue;
      this.#pivot(i, j, pivot);
      for (let e = start[j]!; e < start[j + 1]!; e++) {
        const row = index[e]!;
        if (this.#done[row] === 1) continue;
        this.#pushL(row, value[e]! / pivot);
        if (--this.#rowCount[row]! === 1) queue[tail++] = row;
      }
    }
  }

  #remainingColumn(row: number): number {
    for (let f = this.#rowsStart[row]!; f < this.#rowsStart[row + 1]!; f++) {
      if (this.#columnDone[this.#rowsColumn[f]!] === 0) return this.#rowsColumn[f]!;
    }
    return -1;
  }

  #eliminateNucleus(start: Int32Array, index: Int32Array, value: Float64Array): boolean {
    const rows: number[] = [];
    const columns: number[] = [];
    for (let i = 0; i < this.size; i++) {
      if (this.#done[i] === 0) rows.push(i);
      if (this.#columnDone[i] === 0) columns.push(i);
    }
    const n = rows.length;
    if (n !== columns.length) return false;
    if (this.#nucleus.length < n * n) this.#nucleus = new Float64Array(n * n * 2);
    const dense = this.#nucleus.fill(0, 0, n * n);
    const local = this.#queue;
    rows.forEach((row, r) => {
      local[row] = r;
    });
    columns.forEach((column, c) => {
      for (let e = start[column]!; e < start[column + 1]!; e++) {
        if (this.#done[index[e]!] === 0) dense[local[index[e]!]! * n + c] = value[e]!;
      }
    });
    return this.#eliminateDense(dense, n, rows, columns);
  }

  #eliminateDense(dense: Float64Array, n: number, rows: readonly number[], columns: readonly number[]): boolean {
    const rowLeft = new Int32Array(n);
    const columnLeft = new Int32Array(n);
    const rowOut = new Uint8Array(n);
    const columnOut = new Uint8Array(n);
    const inRow = new Int32Array(n);
    for (let r = 0; r < n; r++) {
      for (let c = 0; c < n; c++) {
        if (dense[r * n + c] === 0) continue;
        rowLeft[r]!++;
        columnLeft[c]!++;
      }
    }
    for (let step = 0; step < n; step++) {
      let bestRow = -1;
      let bestColumn = -1;
      let bestCost = Infinity;
      for (let tries = 0, last = -1; tries < 3 && bestCost > 0; tries++) {
        const c = shortest(columnLeft, columnOut, last, n);
        if (c < 0) break;
        last = c;
        let largest = 0;
        for (let r = 0; r < n; r++) if (rowOut[r] === 0) largest = Math.max(largest, Math.abs(dense[r * n + c]!));
        if (largest < smallest) continue;
        for (let r = 0; r < n; r++) {
          if (rowOut[r] === 1 || Math.abs(dense[r * n + c]!) < threshold * largest) continue;
          const cost = (rowLeft[r]! - 1) * (columnLeft[c]! - 1);
          if (cost >= bestCost) continue;
          bestRow = r;
          bestColumn = c;
          bestCost = cost;
        }
      }
      if (bestRow < 0) return false;
      const pivotBase = bestRow * n;
      const pivot = dense[pivotBase + bestColumn]!;
      rowOut[bestRow] = 1;
      columnOut[bestColumn] = 1;
      this.#pivot(rows[bestRow]!, columns[bestColumn]!, pivot);
      let count = 0;
      for (let c = 0; c < n; c++) {
        if (columnOut[c] === 1 || dense[pivotBase + c] === 0) continue;
        inRow[count++] = c;
        columnLeft[c]!--;
        this.#pushU(columns[c]!, dense[pivotBase + c]!);
      }
      for (let r = 0; r < n; r++) {
        if (rowOut[r] === 1 || dense[r * n + bestColumn] === 0) continue;
        const multiple = dense[r * n + bestColumn]! / pivot;
        rowLeft[r]!--;
        this.#pushL(rows[r]!, multiple);
        for (let k = 0; k < count; k++) {
          const at = r * n + inRow[k]!;
          const before = dense[at]!;
          const after = before - multiple * dense[pivotBase + inRow[k]!]!;
          const kept = Math.abs(after) < dropped ? 0 : after;
          dense[at] = kept;
          if (before === 0 && kept !== 0) {
            rowLeft[r]!++;
            columnLeft[inRow[k]!]!++;
          } else if (before !== 0 && kept === 0) {
            rowLeft[r]!--;
            columnLeft[inRow[k]!]!--;
          }
        }
      }
    }
    return true;
  }

  #pivot(row: number, column: number, value: number): void {
    const k = this.#pivots++;
    this.rowOf[k] = row;
    this.positionOf[k] = column;
    this.pivotOfRow[row] = k;
    this.pivotOfPosition[column] = k;
    this.#pivotInverse[k] = 1 / value;
    this.#upperRows.start[k] = this.#upperEntries;
    this.#lowerColumns.start[k] = this.#lowerEntries;
    this.#done[row] = 1;
    this.#columnDone[column] = 1;
  }

  #pushU(position: number, value: number): void {
    this.#upperRows.put(this.#upperEntries++, position, value);
  }

  #pushL(row: number, value: number): void {
    this.#lowerColumns.put(this.#lowerEntries++, row, value);
  }

  /** Rows and positions become numbers of pivots. */
  #number(): void {
    const { size } = this;
    const [upper, lower] = [this.#upperRows, this.#lowerColumns];
    upper.start[size] = this.#upperEntries;
    lower.start[size] = this.#lowerEntries;
    for (let e = 0; e < this.#upperEntries; e++) upper.index[e] = this.pivotOfPosition[upper.index[e]!]!;
    for (let e = 0; e < this.#lowerEntries; e++) lower.index[e] = this.pivotOfRow[lower.index[e]!]!;
    this.#upperColumns.transpose(upper, size);
    this.#lowerRows.transpose(lower, size);
  }

  #makeRoom(size: number): void {
    this.rowOf = new Int32Array(size);
    this.positionOf = new Int32Array(size);
    this.pivotOfRow = new Int32Array(size);
    this.pivotOfPosition = new Int32Array(size);
    this.#pivotInverse = new Float64Array(size);
    this.#upperRows.resize(size);
    this.#lowerColumns.resize(size);
    this.#rowCount = new Int32Array(size);
    this.#columnCount = new Int32Array(size);
    this.#rowsStart = new Int32Array(size + 1);
    this.#done = new Uint8Array(size);
    this.#columnDone = new Uint8Array(size);
    this.#queue = new Int32Array(4 * size);
  }
}

function entryAt(start: Int32Array, index: Int32Array, value: Float64Array, column: number, row: number): number {
  for (let e = start[column]!; e < start[column + 1]!; e++) if (index[e] === row) return value[e]!;
  return 0;
}

/** The open column with the fewest entries, after the one tried last among equals. */
function shortest(left: Int32Array, out: Uint8Array, after: number, n: number): number {
  let best = -1;
  let least = Infinity;
  const floor = after < 0 ? 0 : left[after]!;
  for (let c = 0; c < n; c++) {
    if (out[c] === 1 || left[c]! < floor || (left[c] === floor && c <= after)) continue;
    if (left[c]! >= least) continue;
    best = c;
    least = left[c]!;
  }
  return best;
}
