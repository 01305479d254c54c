/**
 * What the two inverse-based bases share: the matrix by rows and columns, cut rows behind the model's own, who is basic
 * where, and pivot rows as combinations of matrix rows. How to solve with the basis is left to the members.
 */

import { innerLoops } from '../inner-loops/inner-loops.js';
import { LoopRecord } from '../inner-loops/record.js';
import type { CompactLp } from '../model/compact.js';
import type { Basis } from './basis.js';
import { RowMatrix } from './row-matrix.js';
import { SparseLu } from './sparse-lu.js';

/** Entries of the tableau up to this are rounding errors of zero. */
const negligible = 1e-13;

const fields = [
  ...(['rowCount', 'columnCount', 'start', 'index', 'value', 'rowStart', 'rowEnd', 'rowColumn', 'rowEntry'] as const),
  ...(['rowPlaceOf', 'rowEntryAt'] as const),
  ...(['cutWidth', 'cutColumns', 'cutColumnOf', 'cutVariable', 'cutCoefficients'] as const),
  ...(['place', 'edgeWeight', 'basic', 'nonbasic', 'position', 'rowVariable', 'rowValue'] as const),
  ...(['columnRow', 'columnValue', 'rhoNorm'] as const),
  ...(['alpha', 'moving', 'work', 'byPosition', 'byRow', 'listed', 'changes', 'factors'] as const),
];

export abstract class MatrixBasis implements Basis {
  rows = 0;
  basic: Int32Array;
  readonly nonbasic: Int32Array;
  readonly place: Int32Array;
  readonly edgeWeight: Float64Array;
  readonly rowVariable: Int32Array;
  readonly rowValue: Float64Array;
  columnRow: Int32Array;
  columnValue: Float64Array;
  protected readonly lp: CompactLp;
  protected lu: SparseLu;
  /** What the inner loops know of it. */
  protected readonly record: LoopRecord<(typeof fields)[number]>;
  /** Constraint row of a cut is rowCount + k; its coefficients towards the columns cuts may speak of, densely. */
  protected readonly cutColumns: Int32Array;
  protected readonly cutColumnOf: Int32Array;
  protected cutCoefficients: Float64Array;
  protected cutVariable: Int32Array;
  protected cuts = 0;
  protected columnCount = 0;
  readonly #rhoNorm: Float64Array;
  readonly #position: Int32Array;
  #kept: Seats | undefined;
  #columnStart: Int32Array;
  #columnIndex: Int32Array;
  #columnEntry: Float64Array;

  constructor(lp: CompactLp, variables: number, cutColumns: Int32Array) {
    const room = lp.rowCount + 32;
    const { arena } = lp;
    this.lp = lp;
    this.lu = new SparseLu(arena);
    this.basic = arena.integers(room);
    this.nonbasic = arena.integers(lp.columnCount);
    this.place = arena.integers(variables);
    this.edgeWeight = arena.numbers(variables).fill(1);
    this.rowVariable = arena.integers(variables);
    this.rowValue = arena.numbers(variables);
    this.columnRow = arena.integers(room);
    this.columnValue = arena.numbers(room);
    this.cutColumns = arena.integersOf(cutColumns);
    this.cutColumnOf = arena.integers(lp.columnCount).fill(-1);
    cutColumns.forEach((v, k) => {
      this.cutColumnOf[v] = k;
    });
    this.cutCoefficients = arena.numbers(32 * cutColumns.length);
    this.cutVariable = arena.integers(32);
    this.#rhoNorm = arena.numbers(1);
    this.#columnStart = arena.integers(1);
    this.#columnIndex = arena.integers(0);
    this.#columnEntry = arena.numbers(0);
    this.#position = arena.integers(variables);
    this.record = new LoopRecord(arena, fields);
    this.#tell();
  }

  #tell(): void {
    const { rowCount, columnCount, start, index, value, arena } = this.lp;
    const byRow = new RowMatrix(this.lp);
    const { start: rowStart, end: rowEnd, column: rowColumn, value: rowEntry } = byRow;
    const { place, edgeWeight, nonbasic, rowVariable, rowValue, cutColumns, cutColumnOf } = this;
    const alpha = new LoopRecord(arena, ['number', 'marks', 'words']);
    const words = (columnCount + 7) >> 3;
    alpha.set({ number: arena.numbers(columnCount), marks: arena.integers(2 * words), words });
    this.record.set({ rowCount, columnCount, start, index, value, rowStart, rowEnd, rowColumn, rowEntry });
    this.record.set({ rowPlaceOf: byRow.placeOf, rowEntryAt: byRow.entryAt, position: this.#position });
    this.record.set({ cutWidth: cutColumns.length, cutColumns, cutColumnOf });
    this.record.set({ place, edgeWeight, nonbasic, rowVariable, rowValue });
    this.record.set({ rhoNorm: this.#rhoNorm, alpha, factors: this.lu.record });
    this.#tellRoom();
  }

  #tellRoom(): void {
    const { basic, columnRow, columnValue, cutVariable, cutCoefficients } = this;
    this.record.set({ basic, columnRow, columnValue, cutVariable, cutCoefficients });
  }

  /** Squared length of the loaded row of the inverse. */
  protected get rhoNorm(): number {
    return this.#rhoNorm[0]!;
  }

  abstract readonly needsRefresh: boolean;
  abstract refactor(): boolean;
  abstract loadRow(r: number): number;
  abstract loadColumn(v: number): number;
  abstract pivot(r: number, v: number): void;
  abstract move(v: number, by: number): void;
  abstract settle(x: Float64Array): number;
  abstract append(variable: number, columns: Int32Array, coefficients: Float64Array, count: number): void;
  abstract remove(r: number): void;
  abstract computePrices(price: Float64Array): void;
  abstract computeValues(x: Float64Array): void;

  toSlackBasis(): void {
    const { rowCount, columnCount } = this.lp;
    this.rows = rowCount;
    this.cuts = 0;
    this.place.fill(-1);
    this.edgeWeight.fill(1);
    for (let r = 0; r < rowCount; r++) this.seat(r, columnCount + r);
    for (let v = 0; v < columnCount; v++) {
      this.nonbasic[v] = v;
      this.#position[v] = v;
    }
    innerLoops.arrangeRows(this.record.byteOffset);
    this.refactor();
  }

  reach(isBasic: Uint8Array): boolean {
    const variables = this.lp.columnCount + this.lp.rowCount;
    let [row, free] = [0, 0];
    const visit = (v: number) => {
      if (isBasic[v] === 1) {
        if (row < this.rows) this.seat(row, v);
        row++;
      } else {
        this.place[v] = -1;
        if (free < this.nonbasic.length) {
          this.nonbasic[free] = v;
          this.#position[v] = free;
        }
        free++;
      }
    };
    for (let v = 0; v < variables; v++) visit(v);
    for (let k = 0; k < this.cuts; k++) visit(this.cutVariable[k]!);
    innerLoops.arrangeRows(this.record.byteOffset);
    return row === this.rows && free === this.nonbasic.length && this.refactor();
  }

  keep(): void {
    const { rows, cuts } = this;
    this.#kept = {
      rows,
      cuts,
      basic: this.basic.slice(0, rows),
      nonbasic: this.nonbasic.slice(),
      place: this.place.slice(),
      position: this.#position.slice(),
      cutVariable: this.cutVariable.slice(0, cuts),
      cutCoefficients: this.cutCoefficients.slice(0, cuts * this.cutColumns.length),
    };
  }

  recall(): void {
    const kept = this.#kept!;
    this.rows = kept.rows;
    this.cuts = kept.cuts;
    this.basic.set(kept.basic);
    this.nonbasic.set(kept.nonbasic);
    this.place.set(kept.place);
    this.#position.set(kept.position);
    this.cutVariable.set(kept.cutVariable);
    this.cutCoefficients.set(kept.cutCoefficients);
    innerLoops.arrangeRows(this.record.byteOffset);
  }

  leavingRow(infeasibility: Float64Array, waits: Int32Array, isInfeasible: Int32Array): number {
    const [sizes, waiting, bits] = [infeasibility.byteOffset, waits.byteOffset, isInfeasible.byteOffset];
    return innerLoops.leavingRow(this.record.byteOffset, this.rows, sizes, waiting, bits);
  }

  protected seat(r: number, v: number): void {
    this.basic[r] = v;
    this.place[v] = r;
  }

  /** Row r's variable becomes nonbasic where v was. */
  protected swap(r: number, v: number): void {
    innerLoops.swap(this.record.byteOffset, r, v);
  }

  /** Takes note of a new cut row; returns its constraint row, which is also its basis row. */
  protected addCut(variable: number, columns: Int32Array, coefficients: Float64Array, count: number): number {
    this.makeRoom();
    const r = this.rows++;
    const width = this.cutColumns.length;
    const base = this.cuts * width;
    this.cutCoefficients.fill(0, base, base + width);
    this.cutVariable[this.cuts++] = variable;
    this.seat(r, variable);
    for (let k = 0; k < count; k++) this.cutCoefficients[base + this.cutColumnOf[columns[k]!]!] = coefficients[k]!;
    return r;
  }

  /** Forgets a cut row and the basis row r that its variable sits in; the last ones move into the gaps. */
  protected dropCut(r: number): number {
    const variable = this.basic[r]!;
    const last = --this.rows;
    this.place[variable] = -1;
    if (r !== last) this.seat(r, this.basic[last]!);
    const k = this.cutVariable.indexOf(variable);
    const width = this.cutColumns.length;
    const end = --this.cuts;
    this.cutVariable[k] = this.cutVariable[end]!;
    this.cutCoefficients.copyWithin(k * width, end * width, (end + 1) * width);
    return k;
  }

  /** `rho · [A -I]` over the nonbasic variables, into the loaded row; `listed` are the rows where rho is not zero. */
  protected combineRows(rho: Float64Array, listed: Int32Array, listedCount: number): number {
    return innerLoops.combineRows(this.record.byteOffset, rho.byteOffset, listed.byteOffset, listedCount);
  }

  /** Lists the non-zeros of a column of T. */
  protected listColumn(solution: Float64Array): number {
    const { rows, columnRow, columnValue } = this;
    let count = 0;
    for (let r = 0; r < rows; r++) {
      const value = solution[r]!;
      if (value < negligible && value > -negligible) continue;
      columnRow[count] = r;
      columnValue[count++] = value;
    }
    this.columnCount = count;
    return count;
  }

  /** Prices of the nonbasic variables for row multipliers y. */
  protected priceAll(y: Float64Array, price: Float64Array): void {
    innerLoops.priceAll(this.record.byteOffset, y.byteOffset, this.cuts, price.byteOffset);
  }

  /** Adds a multiple of a variable's column of [A -I], cuts included. */
  protected addColumn(v: number, by: number, into: Float64Array): void {
    innerLoops.addColumn(this.record.byteOffset, v, by, this.cuts, into.byteOffset);
  }

  /** What the nonbasic variables leave to the basic ones, by constraint row. */
  protected rightOfNonbasic(x: Float64Array, right: Float64Array): void {
    innerLoops.rightOfNonbasic(this.record.byteOffset, this.rows, this.cuts, x.byteOffset, right.byteOffset);
  }

  /** Constraint row of a row or cut variable. */
  protected rowOf(v: number): number {
    const { columnCount, rowCount } = this.lp;
    if (v < columnCount + rowCount) return v - columnCount;
    for (let k = 0; k < this.cuts; k++) if (this.cutVariable[k] === v) return rowCount + k;
    return -1;
  }

  /** Factors the matrix of the basic variables. */
  protected factorColumns(): boolean {
    const { arena } = this.lp;
    const { rows, cuts } = this;
    const most = this.lp.index.length + rows + cuts * this.cutColumns.length;
    if (this.#columnStart.length <= rows) this.#columnStart = arena.widerIntegers(this.#columnStart, rows + 33);
    if (this.#columnIndex.length < most) {
      this.#columnIndex = arena.widerIntegers(this.#columnIndex, 2 * most);
      this.#columnEntry = arena.widerNumbers(this.#columnEntry, 2 * most);
    }
    const [start, index, entry] = [this.#columnStart, this.#columnIndex, this.#columnEntry];
    const { byteOffset } = this.record;
    innerLoops.gatherColumns(byteOffset, rows, cuts, start.byteOffset, index.byteOffset, entry.byteOffset);
    return this.lu.factor(rows, start, index, entry);
  }

  /** Room for one more cut and one more row. */
  protected makeRoom(): void {
    const { arena } = this.lp;
    if (this.cuts >= this.cutVariable.length) {
      this.cutVariable = arena.widerIntegers(this.cutVariable, 2 * this.cuts);
      this.cutCoefficients = arena.widerNumbers(this.cutCoefficients, 2 * this.cuts * this.cutColumns.length);
      this.#tellRoom();
    }
    if (this.rows < this.basic.length) return;
    const room = this.rows + 32;
    this.basic = arena.widerIntegers(this.basic, room);
    this.columnRow = arena.widerIntegers(this.columnRow, room);
    this.columnValue = arena.widerNumbers(this.columnValue, room);
    this.#tellRoom();
    this.widen(room);
  }

  /** Members widen their own work space. */
  protected abstract widen(room: number): void;
}

/** Who sat where when a basis was kept. */
interface Seats {
  readonly rows: number;
  readonly cuts: number;
  readonly basic: Int32Array;
  readonly nonbasic: Int32Array;
  readonly place: Int32Array;
  readonly position: Int32Array;
  readonly cutVariable: Int32Array;
  readonly cutCoefficients: Float64Array;
}
