/**
 * A basis kept as sparse LU factors and a list of changes, for stages too large for an explicit inverse.
 *
 * B = LU · E1 · E2 ... where each E is either an exchange (product form: one column replaced) or an appended cut row
 * `[I 0; g -1]`, which is its own inverse. Solving with B goes through the factors and the list, forwards for columns and
 * backwards for rows. Rows leave by Devex, whose weights follow every exchange. After enough changes the caller computes the
 * factors again; only then can cut rows be removed.
 */

import type { CompactLp } from '../model/compact.js';
import { wearOf } from './basis.js';
import { MatrixBasis, widerIntegers, widerNumbers } from './matrix-basis.js';
import { SparseLu } from './sparse-lu.js';

const refreshAfter = 48;
const cutsBetween = 24;
const leastWeight = 1;

export class FactoredBasis extends MatrixBasis {
  #changes = 0;
  #appended = 0;
  #wear = 0;
  #stale = false;
  #changeRow = new Int32Array(256);
  #changeStart = new Int32Array(257);
  #changeIsCut = new Uint8Array(256);
  #changePivot = new Float64Array(256);
  #changeIndex = new Int32Array(1024);
  #changeValue = new Float64Array(1024);
  #right: Float64Array;
  #solution: Float64Array;
  #rho: Float64Array;
  #keptLu: SparseLu | undefined;
  #otherLu = new SparseLu();

  constructor(lp: CompactLp, variables: number, cutColumns: Int32Array) {
    super(lp, variables, cutColumns);
    const room = lp.rowCount + 32;
    this.#right = new Float64Array(room);
    this.#solution = new Float64Array(room);
    this.#rho = new Float64Array(room);
    this.toSlackBasis();
  }

  get needsRefresh(): boolean {
    return this.#stale || this.#wear >= refreshAfter || this.#appended >= cutsBetween;
  }

  refactor(): boolean {
    this.#changes = 0;
    this.#appended = 0;
    this.#wear = 0;
    this.#stale = false;
    this.moves = false;
    this.#changeStart[0] = 0;
    // New factors go where the kept ones are not.
    if (this.lu === this.#keptLu) this.lu = this.#otherLu;
    return this.factorColumns();
  }

  /** Right after the factors were computed, when there are no changes to remember. */
  override keep(): void {
    super.keep();
    if (this.#keptLu !== undefined && this.#keptLu !== this.lu) this.#otherLu = this.#keptLu;
    this.#keptLu = this.lu;
  }

  override recall(): void {
    super.recall();
    this.#changes = 0;
    this.#appended = 0;
    this.#wear = 0;
    this.#stale = false;
    if (this.lu !== this.#keptLu) this.#otherLu = this.lu;
    this.lu = this.#keptLu!;
  }

  loadRow(r: number): number {
    const unit = this.#right.fill(0, 0, this.rows);
    unit[r] = 1;
    this.#solveRow(unit, this.#rho);
    return this.combineRows(this.#rho, 0);
  }

  loadColumn(v: number): number {
    const right = this.#right.fill(0, 0, this.rows);
    this.addColumn(v, 1, right);
    this.#solveColumn(right, this.#solution);
    return this.listColumn(this.#solution);
  }

  pivot(r: number, v: number): void {
    this.#updateWeights(r, v);
    this.#beginChange(r, false);
    for (let k = 0; k < this.columnCount; k++) {
      if (this.columnRow[k] === r) {
        this.#changePivot[this.#changes] = this.columnValue[k]!;
        this.#wear += wearOf(this.columnValue[k]!);
      } else this.#pushChange(this.columnRow[k]!, this.columnValue[k]!);
    }
    this.#changes++;
    this.swap(r, v);
  }

  /**
   * Devex weights after row r has been exchanged along the loaded column: never too small by much, and without the further
   * solve that exact steepest edge needs, which cost more than the few exchanges it saved.
   */
  #updateWeights(r: number, v: number): void {
    const { edgeWeight, basic, columnRow, columnValue, rhoNorm } = this;
    let pivot = 1;
    for (let k = 0; k < this.columnCount; k++) if (columnRow[k] === r) pivot = columnValue[k]!;
    for (let k = 0; k < this.columnCount; k++) {
      if (columnRow[k] === r) continue;
      const at = basic[columnRow[k]!]!;
      const ratio = columnValue[k]! / pivot;
      const reached = ratio * ratio * rhoNorm;
      if (reached > edgeWeight[at]!) edgeWeight[at] = reached;
    }
    edgeWeight[v] = Math.max(rhoNorm / (pivot * pivot), leastWeight);
  }

  settle(x: Float64Array): void {
    if (!this.moves) return;
    this.moves = false;
    this.#solveColumn(this.moving, this.#solution);
    for (let r = 0; r < this.rows; r++) {
      const by = this.#solution[r]!;
      if (by !== 0) x[this.basic[r]!]! -= by;
    }
  }

  append(variable: number, columns: Int32Array, coefficients: Float64Array, count: number): void {
    const r = this.addCut(variable, columns, coefficients, count);
    this.#beginChange(r, true);
    let weight = 1;
    for (let k = 0; k < count; k++) {
      const v = columns[k]!;
      if (this.place[v]! < 0) continue;
      this.#pushChange(this.place[v]!, coefficients[k]!);
      weight += coefficients[k]! * coefficients[k]! * this.edgeWeight[v]!;
    }
    this.#changes++;
    this.#appended++;
    // Exact for orthogonal rows; the first exchange of the new row uses its true length anyway.
    this.edgeWeight[variable] = weight;
  }

  /** The factors become useless; the caller computes them again before anything else. */
  remove(r: number): void {
    this.dropCut(r);
    this.#stale = true;
  }

  computePrices(price: Float64Array): void {
    const right = this.#right;
    for (let r = 0; r < this.rows; r++) right[r] = price[this.basic[r]!]!;
    this.#solveRow(right, this.#rho);
    this.priceAll(this.#rho, price);
  }

  computeValues(x: Float64Array): void {
    this.moves = false;
    const right = this.#right.fill(0, 0, this.rows);
    for (let k = 0; k < this.nonbasic.length; k++) {
      const v = this.nonbasic[k]!;
      if (x[v] !== 0) this.addColumn(v, -x[v]!, right);
    }
    this.#solveColumn(right, this.#solution);
    for (let r = 0; r < this.rows; r++) x[this.basic[r]!] = this.#solution[r]!;
  }

  /** Solves B x = a. Rows appended since the factorisation pass through until their own change is reached. */
  #solveColumn(a: Float64Array, x: Float64Array): void {
    for (let r = this.lu.size; r < this.rows; r++) x[r] = a[r]!;
    this.lu.solve(a, x);
    const start = this.#changeStart;
    const index = this.#changeIndex;
    const value = this.#changeValue;
    for (let k = 0; k < this.#changes; k++) {
      const r = this.#changeRow[k]!;
      const end = start[k + 1]!;
      if (this.#changeIsCut[k] === 1) {
        let sum = -x[r]!;
        for (let e = start[k]!; e < end; e++) sum += value[e]! * x[index[e]!]!;
        x[r] = sum;
        continue;
      }
      if (x[r] === 0) continue;
      const head = x[r]! / this.#changePivot[k]!;
      x[r] = head;
      for (let e = start[k]!; e < end; e++) x[index[e]!]! -= value[e]! * head;
    }
  }

  /** Solves y B = c. */
  #solveRow(c: Float64Array, y: Float64Array): void {
    const start = this.#changeStart;
    const index = this.#changeIndex;
    const value = this.#changeValue;
    for (let k = this.#changes - 1; k >= 0; k--) {
      const r = this.#changeRow[k]!;
      const end = start[k + 1]!;
      if (this.#changeIsCut[k] === 1) {
        const weight = c[r]!;
        if (weight === 0) continue;
        for (let e = start[k]!; e < end; e++) c[index[e]!]! += value[e]! * weight;
        c[r] = -weight;
        continue;
      }
      let sum = c[r]!;
      for (let e = start[k]!; e < end; e++) sum -= value[e]! * c[index[e]!]!;
      c[r] = sum === 0 ? 0 : sum / this.#changePivot[k]!;
    }
    for (let r = this.lu.size; r < this.rows; r++) y[r] = c[r]!;
    this.lu.solveTransposed(c, y);
  }

  #beginChange(r: number, isCut: boolean): void {
    if (this.#changes + 1 >= this.#changeRow.length) this.#growChanges();
    this.#changeRow[this.#changes] = r;
    this.#changeIsCut[this.#changes] = isCut ? 1 : 0;
    this.#changeStart[this.#changes + 1] = this.#changeStart[this.#changes]!;
  }

  #pushChange(row: number, value: number): void {
    const at = this.#changeStart[this.#changes + 1]!++;
    if (at >= this.#changeIndex.length) {
      this.#changeIndex = widerIntegers(this.#changeIndex, 2 * at);
      this.#changeValue = widerNumbers(this.#changeValue, 2 * at);
    }
    this.#changeIndex[at] = row;
    this.#changeValue[at] = value;
  }

  #growChanges(): void {
    const length = 2 * this.#changeRow.length;
    const isCut = new Uint8Array(length);
    isCut.set(this.#changeIsCut);
    this.#changeIsCut = isCut;
    this.#changeRow = widerIntegers(this.#changeRow, length);
    this.#changeStart = widerIntegers(this.#changeStart, length + 1);
    this.#changePivot = widerNumbers(this.#changePivot, length);
  }

  protected override widen(room: number): void {
    this.#right = new Float64Array(room);
    this.#solution = new Float64Array(room);
    this.#rho = new Float64Array(room);
  }
}
