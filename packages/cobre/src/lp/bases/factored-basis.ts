/**
 * A basis kept as sparse LU factors and a list of changes, for stages too large for an explicit inverse.
 *
 * Solving with it goes through the factors and the list, forwards for columns and backwards for rows. Rows leave by Devex, whose weights follow every exchange. After enough changes the caller computes the
 * factors again; only then can cut rows be removed.
 */

import type { CompactLp } from '../model/compact.js';
import { wearOf } from './basis.js';
import { ChangeList } from './change-list.js';
import { MatrixBasis, negligible } from './matrix-basis.js';
import { SparseLu } from './sparse-lu.js';
import { lowestBit, SparseVector } from './sparse-vector.js';

const refreshAfter = 72;
const cutsBetween = 24;
const leastWeight = 1;

export class FactoredBasis extends MatrixBasis {
  #appended = 0;
  #wear = 0;
  #stale = false;
  readonly #changes: ChangeList;
  #right: Float64Array;
  #listed: Int32Array;
  /** By pivot, by basis row and by constraint row; all empty between calls. */
  readonly #work: SparseVector;
  readonly #byPosition: SparseVector;
  readonly #byRow: SparseVector;
  #keptLu: SparseLu | undefined;
  #otherLu = new SparseLu();

  constructor(lp: CompactLp, variables: number, cutColumns: Int32Array) {
    super(lp, variables, cutColumns);
    const room = lp.rowCount + 32;
    this.#right = new Float64Array(room);
    this.#listed = new Int32Array(room);
    this.#work = new SparseVector(room);
    this.#byPosition = new SparseVector(room);
    this.#byRow = new SparseVector(room);
    this.#changes = new ChangeList(room);
    this.toSlackBasis();
  }

  get needsRefresh(): boolean {
    return this.#stale || this.#wear >= refreshAfter || this.#appended >= cutsBetween;
  }

  refactor(): boolean {
    this.#changes.clear();
    this.#appended = 0;
    this.#wear = 0;
    this.#stale = false;
    this.moves = false;
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
    this.#changes.clear();
    this.#appended = 0;
    this.#wear = 0;
    this.#stale = false;
    if (this.lu !== this.#keptLu) this.#otherLu = this.lu;
    this.lu = this.#keptLu!;
  }

  loadRow(r: number): number {
    this.#byPosition.add(r, 1);
    this.#solveRow();
    const { number: rho, bits } = this.#byRow;
    const listed = this.#listed;
    let count = 0;
    for (let w = 0; w < bits.length; w++) {
      for (let left = bits[w]!; left !== 0; left &= left - 1) {
        const i = (w << 5) + lowestBit(left);
        if (rho[i] !== 0) listed[count++] = i;
      }
      bits[w] = 0;
    }
    const entries = this.combineRows(rho, listed, count);
    for (let k = 0; k < count; k++) rho[listed[k]!] = 0;
    return entries;
  }

  loadColumn(v: number): number {
    this.#putColumn(v);
    this.#solveColumn();
    const { columnRow, columnValue } = this;
    const { number, bits } = this.#byPosition;
    let count = 0;
    for (let w = 0; w < bits.length; w++) {
      for (let left = bits[w]!; left !== 0; left &= left - 1) {
        const r = (w << 5) + lowestBit(left);
        const value = number[r]!;
        number[r] = 0;
        if (value < negligible && value > -negligible) continue;
        columnRow[count] = r;
        columnValue[count++] = value;
      }
      bits[w] = 0;
    }
    this.columnCount = count;
    return count;
  }

  pivot(r: number, v: number): void {
    this.#updateWeights(r, v);
    this.#changes.begin(r);
    let pivot = 1;
    for (let k = 0; k < this.columnCount; k++) {
      if (this.columnRow[k] === r) pivot = this.columnValue[k]!;
      else this.#changes.push(this.columnRow[k]!, this.columnValue[k]!);
    }
    this.#changes.closeExchange(pivot);
    this.#wear += wearOf(pivot);
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

  settle(x: Float64Array): number {
    if (!this.moves) return 0;
    this.moves = false;
    this.#putAll(this.moving);
    this.#solveColumn();
    const { basic, columnRow } = this;
    const { number, bits } = this.#byPosition;
    let followed = 0;
    for (let w = 0; w < bits.length; w++) {
      for (let left = bits[w]!; left !== 0; left &= left - 1) {
        const r = (w << 5) + lowestBit(left);
        x[basic[r]!]! -= number[r]!;
        number[r] = 0;
        columnRow[followed++] = r;
      }
      bits[w] = 0;
    }
    return followed;
  }

  append(variable: number, columns: Int32Array, coefficients: Float64Array, count: number): void {
    const r = this.addCut(variable, columns, coefficients, count);
    this.#changes.begin(r);
    let weight = 1;
    for (let k = 0; k < count; k++) {
      const v = columns[k]!;
      if (this.place[v]! < 0) continue;
      this.#changes.push(this.place[v]!, coefficients[k]!);
      weight += coefficients[k]! * coefficients[k]! * this.edgeWeight[v]!;
    }
    this.#changes.closeCut();
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
    for (let r = 0; r < this.rows; r++) {
      const cost = price[this.basic[r]!]!;
      if (cost !== 0) this.#byPosition.add(r, cost);
    }
    this.#solveRow();
    this.priceAll(this.#byRow.number, price);
    this.#byRow.clear();
  }

  computeValues(x: Float64Array): void {
    this.moves = false;
    const right = this.#right.fill(0, 0, this.rows);
    for (let k = 0; k < this.nonbasic.length; k++) {
      const v = this.nonbasic[k]!;
      if (x[v] !== 0) this.addColumn(v, -x[v]!, right);
    }
    this.#putAll(right);
    this.#solveColumn();
    const { number } = this.#byPosition;
    for (let r = 0; r < this.rows; r++) x[this.basic[r]!] = number[r]!;
    this.#byPosition.clear();
  }

  /** Puts a right-hand side by constraint row where the solve begins. Rows appended since come in after the factors. */
  #put(row: number, value: number): void {
    if (row < this.lu.size) this.#work.add(this.lu.pivotOfRow[row]!, value);
    else this.#byPosition.add(row, value);
  }

  #putAll(right: Float64Array): void {
    for (let i = 0; i < this.rows; i++) if (right[i] !== 0) this.#put(i, right[i]!);
  }

  #putColumn(v: number): void {
    const { columnCount, rowCount, start, index, value } = this.lp;
    if (v >= columnCount) {
      this.#put(this.rowOf(v), -1);
      return;
    }
    for (let e = start[v]!, end = start[v + 1]!; e < end; e++) this.#put(index[e]!, value[e]!);
    const cutColumn = this.cutColumnOf[v]!;
    if (cutColumn < 0) return;
    const width = this.cutColumns.length;
    for (let k = 0; k < this.cuts; k++) this.#put(rowCount + k, this.cutCoefficients[k * width + cutColumn]!);
  }

  /** Solves B x = a for what was put; x is left by basis row. */
  #solveColumn(): void {
    this.lu.solve(this.#work);
    this.#carry(this.#work, this.#byPosition, this.lu.positionOf);
    this.#changes.followColumn(this.#byPosition);
  }

  /** Solves y B = c, where c stands by basis row; y is left by constraint row. */
  #solveRow(): void {
    this.#changes.followRow(this.#byPosition);
    this.#toPivots();
    this.lu.solveTransposed(this.#work);
    this.#carry(this.#work, this.#byRow, this.lu.rowOf);
  }

  /** From basis rows to pivots; rows appended since the factorisation are their own. */
  #toPivots(): void {
    const { number, bits } = this.#byPosition;
    const { size, pivotOfPosition } = this.lu;
    for (let w = 0; w < bits.length; w++) {
      for (let left = bits[w]!; left !== 0; left &= left - 1) {
        const r = (w << 5) + lowestBit(left);
        if (number[r] === 0) continue;
        if (r < size) this.#work.add(pivotOfPosition[r]!, number[r]!);
        else this.#byRow.add(r, number[r]!);
        number[r] = 0;
      }
      bits[w] = 0;
    }
  }

  #carry(from: SparseVector, to: SparseVector, place: Int32Array): void {
    const { number, bits } = from;
    for (let w = 0; w < bits.length; w++) {
      for (let left = bits[w]!; left !== 0; left &= left - 1) {
        const k = (w << 5) + lowestBit(left);
        if (number[k] === 0) continue;
        to.add(place[k]!, number[k]!);
        number[k] = 0;
      }
      bits[w] = 0;
    }
  }

  protected override widen(room: number): void {
    this.#right = new Float64Array(room);
    this.#listed = new Int32Array(room);
    for (const vector of [this.#work, this.#byPosition, this.#byRow]) vector.resize(room);
    this.#changes.resize(room);
  }
}
