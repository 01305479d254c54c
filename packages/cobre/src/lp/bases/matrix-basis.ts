/**
 * What the two inverse-based bases share: the matrix by rows and columns, cut rows behind the model's own, who is basic
 * where, and pivot rows as combinations of matrix rows. How to solve with the basis is left to the members.
 */

import type { CompactLp } from '../model/compact.js';
import type { Basis } from './basis.js';
import { widerIntegers, widerNumbers } from './room.js';
import { RowMatrix } from './row-matrix.js';
import { SparseLu } from './sparse-lu.js';
import { lowestBit, SparseVector } from './sparse-vector.js';

/** Entries of the tableau up to this are rounding errors of zero. */
export const negligible = 1e-13;

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
  protected lu = new SparseLu();
  /** Constraint row of a cut is rowCount + k; its coefficients towards the columns cuts may speak of, densely. */
  protected readonly cutColumns: Int32Array;
  protected readonly cutColumnOf: Int32Array;
  protected cutCoefficients: Float64Array;
  protected cutVariable: Int32Array;
  protected cuts = 0;
  protected columnCount = 0;
  /** Squared length of the loaded row of the inverse. */
  protected rhoNorm = 1;
  protected moving: Float64Array;
  protected moves = false;
  readonly #byRow: RowMatrix;
  readonly #alpha: SparseVector;
  readonly #position: Int32Array;
  #kept: Seats | undefined;
  #columnStart = new Int32Array(1);
  #columnIndex = new Int32Array(0);
  #columnEntry = new Float64Array(0);

  constructor(lp: CompactLp, variables: number, cutColumns: Int32Array) {
    const room = lp.rowCount + 32;
    this.lp = lp;
    this.basic = new Int32Array(room);
    this.nonbasic = new Int32Array(lp.columnCount);
    this.place = new Int32Array(variables);
    this.edgeWeight = new Float64Array(variables).fill(1);
    this.rowVariable = new Int32Array(variables);
    this.rowValue = new Float64Array(variables);
    this.columnRow = new Int32Array(room);
    this.columnValue = new Float64Array(room);
    this.moving = new Float64Array(room);
    this.cutColumns = cutColumns;
    this.cutColumnOf = new Int32Array(lp.columnCount).fill(-1);
    cutColumns.forEach((v, k) => {
      this.cutColumnOf[v] = k;
    });
    this.cutCoefficients = new Float64Array(32 * cutColumns.length);
    this.cutVariable = new Int32Array(32);
    this.#alpha = new SparseVector(lp.columnCount);
    this.#position = new Int32Array(variables);
    this.#byRow = new RowMatrix(lp);
  }

  abstract readonly needsRefresh: boolean;
  abstract refactor(): boolean;
  abstract loadRow(r: number): number;
  abstract loadColumn(v: number): number;
  abstract pivot(r: number, v: number): void;
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
    this.#byRow.arrange(this.place);
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
    this.#byRow.arrange(this.place);
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
    this.moves = false;
    this.basic.set(kept.basic);
    this.nonbasic.set(kept.nonbasic);
    this.place.set(kept.place);
    this.#position.set(kept.position);
    this.cutVariable.set(kept.cutVariable);
    this.cutCoefficients.set(kept.cutCoefficients);
    this.#byRow.arrange(this.place);
  }

  weight(r: number): number {
    return this.edgeWeight[this.basic[r]!]!;
  }

  move(v: number, by: number): void {
    if (!this.moves) this.moving.fill(0, 0, this.rows);
    this.moves = true;
    this.addColumn(v, by, this.moving);
  }

  protected seat(r: number, v: number): void {
    this.basic[r] = v;
    this.place[v] = r;
  }

  /** Row r's variable becomes nonbasic where v was. */
  protected swap(r: number, v: number): void {
    const leaving = this.basic[r]!;
    const at = this.#position[v]!;
    this.nonbasic[at] = leaving;
    this.#position[leaving] = at;
    this.place[leaving] = -1;
    this.seat(r, v);
    if (v < this.lp.columnCount) this.#byRow.becomesBasic(v);
    if (leaving < this.lp.columnCount) this.#byRow.becomesNonbasic(leaving);
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
    const { rowCount, columnCount } = this.lp;
    const { place, rowVariable, rowValue } = this;
    const { number: alpha, bits } = this.#alpha;
    const { start: byRowStart, end: byRowEnd, column: byRowColumn, value: byRowValue } = this.#byRow;
    let norm = 0;
    let count = 0;
    for (let k = 0; k < listedCount; k++) {
      const i = listed[k]!;
      const weight = rho[i]!;
      norm += weight * weight;
      const slack = i < rowCount ? columnCount + i : this.cutVariable[i - rowCount]!;
      if (place[slack]! < 0) {
        rowVariable[count] = slack;
        rowValue[count++] = -weight;
      }
      if (i >= rowCount) {
        this.#combineCut(i - rowCount, weight);
        continue;
      }
      for (let e = byRowStart[i]!, end = byRowEnd[i]!; e < end; e++) {
        const v = byRowColumn[e]!;
        alpha[v]! += weight * byRowValue[e]!;
        bits[v >> 5]! |= 1 << v;
      }
    }
    this.rhoNorm = norm;
    return this.#listAlpha(count);
  }

  #combineCut(k: number, weight: number): void {
    const { cutColumns, cutCoefficients, place } = this;
    const width = cutColumns.length;
    const { number: alpha, bits } = this.#alpha;
    for (let c = 0, at = k * width; c < width; c++, at++) {
      const v = cutColumns[c]!;
      if (place[v]! >= 0) continue;
      alpha[v]! += weight * cutCoefficients[at]!;
      bits[v >> 5]! |= 1 << v;
    }
  }

  /** Appends what the columns have come to, from place `count` on, and forgets it. */
  #listAlpha(count: number): number {
    const { rowVariable, rowValue } = this;
    const { number: alpha, bits } = this.#alpha;
    let listed = count;
    for (let w = 0; w < bits.length; w++) {
      for (let left = bits[w]!; left !== 0; left &= left - 1) {
        const v = (w << 5) + lowestBit(left);
        const value = alpha[v]!;
        alpha[v] = 0;
        if (value < negligible && value > -negligible) continue;
        rowVariable[listed] = v;
        rowValue[listed++] = value;
      }
      bits[w] = 0;
    }
    return listed;
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
    const { columnCount, rowCount, start, index, value } = this.lp;
    for (let k = 0; k < this.nonbasic.length; k++) {
      const v = this.nonbasic[k]!;
      if (v >= columnCount) {
        price[v] = -y[this.rowOf(v)]!;
        continue;
      }
      let sum = 0;
      for (let e = start[v]!, end = start[v + 1]!; e < end; e++) sum += value[e]! * y[index[e]!]!;
      const cutColumn = this.cutColumnOf[v]!;
      for (let c = 0; cutColumn >= 0 && c < this.cuts; c++) {
        sum += this.cutCoefficients[c * this.cutColumns.length + cutColumn]! * y[rowCount + c]!;
      }
      price[v] = sum;
    }
  }

  /** Adds a multiple of a variable's column of [A -I], cuts included. */
  protected addColumn(v: number, by: number, into: Float64Array): void {
    const { columnCount, rowCount, start, index, value } = this.lp;
    if (v >= columnCount) {
      into[this.rowOf(v)]! -= by;
      return;
    }
    for (let e = start[v]!, end = start[v + 1]!; e < end; e++) into[index[e]!]! += by * value[e]!;
    const cutColumn = this.cutColumnOf[v]!;
    if (cutColumn < 0) return;
    const width = this.cutColumns.length;
    for (let k = 0; k < this.cuts; k++) into[rowCount + k]! += by * this.cutCoefficients[k * width + cutColumn]!;
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
    const { columnCount, rowCount, start, index, value } = this.lp;
    if (this.#columnStart.length <= this.rows) this.#columnStart = new Int32Array(this.rows + 33);
    let entries = 0;
    for (let r = 0; r < this.rows; r++) {
      const v = this.basic[r]!;
      this.#columnStart[r] = entries;
      if (entries + rowCount + this.cuts + 1 > this.#columnIndex.length) this.#growColumns();
      if (v >= columnCount) {
        this.#columnIndex[entries] = this.rowOf(v);
        this.#columnEntry[entries++] = -1;
        continue;
      }
      for (let e = start[v]!; e < start[v + 1]!; e++) {
        this.#columnIndex[entries] = index[e]!;
        this.#columnEntry[entries++] = value[e]!;
      }
      const cutColumn = this.cutColumnOf[v]!;
      for (let k = 0; cutColumn >= 0 && k < this.cuts; k++) {
        const coefficient = this.cutCoefficients[k * this.cutColumns.length + cutColumn]!;
        if (coefficient === 0) continue;
        this.#columnIndex[entries] = rowCount + k;
        this.#columnEntry[entries++] = coefficient;
      }
    }
    this.#columnStart[this.rows] = entries;
    return this.lu.factor(this.rows, this.#columnStart, this.#columnIndex, this.#columnEntry);
  }

  #growColumns(): void {
    const length = 2 * this.#columnIndex.length + this.lp.rowCount + this.cuts + 64;
    const index = new Int32Array(length);
    const entry = new Float64Array(length);
    index.set(this.#columnIndex);
    entry.set(this.#columnEntry);
    this.#columnIndex = index;
    this.#columnEntry = entry;
  }

  /** Room for one more cut and one more row. */
  protected makeRoom(): void {
    if (this.cuts >= this.cutVariable.length) {
      this.cutVariable = widerIntegers(this.cutVariable, 2 * this.cuts);
      this.cutCoefficients = widerNumbers(this.cutCoefficients, 2 * this.cuts * this.cutColumns.length);
    }
    if (this.rows < this.basic.length) return;
    const room = this.rows + 32;
    this.basic = widerIntegers(this.basic, room);
    this.columnRow = new Int32Array(room);
    this.columnValue = new Float64Array(room);
    this.moving = widerNumbers(this.moving, room);
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
