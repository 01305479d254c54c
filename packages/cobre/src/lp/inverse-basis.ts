/**
 * A basis kept as its explicit inverse, for stages of some dozen to a few hundred rows.
 *
 * In hydrothermal stages the inverse is sparse although it is stored densely: an exchange touches only rows with an entry in
 * the pivot column, and there only the non-zeros of the pivot row, a few hundred numbers. Pivot rows lie ready, cuts come
 * and go by one row and one column, and the same pass that updates a row gives the inner product that dual steepest edge
 * needs.
 */
import type { CompactLp } from './compact.js';
import { MatrixBasis } from './matrix-basis.js';

const refreshAfter = 150;
const leastWeight = 1e-6;
/** Entries below this are rounding errors of zero; keeping them would fill the inverse. */
const dropped = 1e-14;

export class InverseBasis extends MatrixBasis {
  #inverse: Float64Array;
  /** Distance between rows of the inverse. */
  #pitch: number;
  #nonzero: Int32Array;
  #packed: Float64Array;
  #right: Float64Array;
  #solution: Float64Array;
  #pivots = 0;

  constructor(lp: CompactLp, variables: number, cutColumns: Int32Array) {
    super(lp, variables, cutColumns);
    this.#pitch = lp.rowCount + 32;
    this.#inverse = new Float64Array(this.#pitch * this.#pitch);
    this.#nonzero = new Int32Array(this.#pitch);
    this.#packed = new Float64Array(this.#pitch);
    this.#right = new Float64Array(this.#pitch);
    this.#solution = new Float64Array(this.#pitch);
    this.toSlackBasis();
  }

  get needsRefresh(): boolean {
    return this.#pivots >= refreshAfter;
  }

  refactor(): boolean {
    this.#pivots = 0;
    this.moves = false;
    if (!this.factorColumns()) return false;
    const unit = this.#right;
    const row = this.#solution;
    for (let r = 0; r < this.rows; r++) {
      unit.fill(0, 0, this.rows);
      unit[r] = 1;
      this.lu.solveTransposed(unit, row);
      const base = r * this.#pitch;
      let norm = 0;
      for (let i = 0; i < this.rows; i++) {
        const entry = Math.abs(row[i]!) < dropped ? 0 : row[i]!;
        this.#inverse[base + i] = entry;
        norm += entry * entry;
      }
      this.edgeWeight[this.basic[r]!] = norm;
    }
    return true;
  }

  loadRow(r: number): number {
    return this.combineRows(this.#inverse, r * this.#pitch);
  }

  loadColumn(v: number): number {
    const { columnCount, rowCount, start, index, value } = this.lp;
    const { rows } = this;
    const solution = this.#solution;
    if (v >= columnCount) {
      for (let r = 0, at = this.rowOf(v); r < rows; r++, at += this.#pitch) solution[r] = -this.#inverse[at]!;
      return this.listColumn(solution);
    }
    solution.fill(0, 0, rows);
    for (let e = start[v]!, end = start[v + 1]!; e < end; e++) this.#addInverseColumn(index[e]!, value[e]!);
    const cutColumn = this.cutColumnOf[v]!;
    for (let k = 0; cutColumn >= 0 && k < this.cuts; k++) {
      const coefficient = this.cutCoefficients[k * this.cutColumns.length + cutColumn]!;
      if (coefficient !== 0) this.#addInverseColumn(rowCount + k, coefficient);
    }
    return this.listColumn(solution);
  }

  #addInverseColumn(row: number, by: number): void {
    const solution = this.#solution;
    const inverse = this.#inverse;
    const pitch = this.#pitch;
    for (let r = 0, at = row; r < this.rows; r++, at += pitch) solution[r]! += by * inverse[at]!;
  }

  pivot(r: number, v: number): void {
    this.#pivots++;
    const { rows, edgeWeight, basic, columnRow, columnValue } = this;
    const inverse = this.#inverse;
    const nonzero = this.#nonzero;
    const packed = this.#packed;
    const base = r * this.#pitch;
    let pivot = 1;
    for (let k = 0; k < this.columnCount; k++) if (columnRow[k] === r) pivot = columnValue[k]!;
    let count = 0;
    let own = 0;
    for (let i = 0; i < rows; i++) {
      const entry = inverse[base + i]!;
      if (entry === 0) continue;
      own += entry * entry;
      nonzero[count] = i;
      packed[count++] = entry;
    }
    for (let k = 0; k < this.columnCount; k++) {
      const i = columnRow[k]!;
      if (i === r) continue;
      const ratio = columnValue[k]! / pivot;
      const row = i * this.#pitch;
      let product = 0;
      for (let e = 0; e < count; e++) {
        const at = row + nonzero[e]!;
        const before = inverse[at]!;
        product += before * packed[e]!;
        const after = before - ratio * packed[e]!;
        inverse[at] = after < dropped && after > -dropped ? 0 : after;
      }
      const weight = edgeWeight[basic[i]!]! + ratio * (ratio * own - 2 * product);
      edgeWeight[basic[i]!] = weight > leastWeight ? weight : leastWeight;
    }
    const scale = 1 / pivot;
    for (let e = 0; e < count; e++) inverse[base + nonzero[e]!] = packed[e]! * scale;
    this.swap(r, v);
    edgeWeight[v] = Math.max(own * scale * scale, leastWeight);
  }

  settle(x: Float64Array): void {
    if (!this.moves) return;
    this.moves = false;
    const { moving, rows, basic } = this;
    const nonzero = this.#nonzero;
    let count = 0;
    for (let i = 0; i < rows; i++) if (moving[i] !== 0) nonzero[count++] = i;
    for (let r = 0, row = 0; r < rows; r++, row += this.#pitch) {
      let sum = 0;
      for (let e = 0; e < count; e++) sum += this.#inverse[row + nonzero[e]!]! * moving[nonzero[e]!]!;
      x[basic[r]!]! -= sum;
    }
  }

  append(variable: number, columns: Int32Array, coefficients: Float64Array, count: number): void {
    const r = this.addCut(variable, columns, coefficients, count);
    const inverse = this.#inverse;
    const pitch = this.#pitch;
    for (let i = 0, at = r; i < r; i++, at += pitch) inverse[at] = 0;
    const base = r * pitch;
    inverse.fill(0, base, base + r);
    for (let k = 0; k < count; k++) {
      const place = this.place[columns[k]!]!;
      if (place < 0) continue;
      for (let i = 0, at = place * pitch; i < r; i++, at++) inverse[base + i]! += coefficients[k]! * inverse[at]!;
    }
    inverse[base + r] = -1;
    let norm = 1;
    for (let i = 0; i < r; i++) norm += inverse[base + i]! * inverse[base + i]!;
    this.edgeWeight[variable] = norm;
  }

  /** Exact: the column of a cut whose slack is basic has its only entry in the row that goes. */
  remove(r: number): void {
    const last = this.rows - 1;
    const pitch = this.#pitch;
    const inverse = this.#inverse;
    const cutsBefore = this.cuts;
    const k = this.dropCut(r);
    if (r !== last) inverse.copyWithin(r * pitch, last * pitch, last * pitch + last + 1);
    const gap = this.lp.rowCount + k;
    const end = this.lp.rowCount + cutsBefore - 1;
    if (gap === end) return;
    for (let i = 0, at = 0; i < this.rows; i++, at += pitch) inverse[at + gap] = inverse[at + end]!;
  }

  computePrices(price: Float64Array): void {
    const y = this.#right.fill(0, 0, this.rows);
    for (let r = 0; r < this.rows; r++) {
      const cost = price[this.basic[r]!]!;
      if (cost === 0) continue;
      for (let i = 0, at = r * this.#pitch; i < this.rows; i++, at++) y[i]! += cost * this.#inverse[at]!;
    }
    this.priceAll(y, price);
  }

  computeValues(x: Float64Array): void {
    this.moves = false;
    const right = this.#right.fill(0, 0, this.rows);
    for (let k = 0; k < this.nonbasic.length; k++) {
      const v = this.nonbasic[k]!;
      if (x[v] !== 0) this.addColumn(v, -x[v]!, right);
    }
    for (let r = 0; r < this.rows; r++) {
      let sum = 0;
      for (let i = 0, at = r * this.#pitch; i < this.rows; i++, at++) sum += this.#inverse[at]! * right[i]!;
      x[this.basic[r]!] = sum;
    }
  }

  protected override widen(room: number): void {
    const inverse = new Float64Array(room * room);
    for (let r = 0; r < this.rows; r++) {
      inverse.set(this.#inverse.subarray(r * this.#pitch, r * this.#pitch + this.rows), r * room);
    }
    this.#inverse = inverse;
    this.#pitch = room;
    this.#nonzero = new Int32Array(room);
    this.#packed = new Float64Array(room);
    this.#right = new Float64Array(room);
    this.#solution = new Float64Array(room);
  }
}
