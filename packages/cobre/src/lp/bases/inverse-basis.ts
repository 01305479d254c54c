/**
 * A basis kept as its explicit inverse, for stages of some dozen to a few hundred rows.
 *
 * In hydrothermal stages the inverse is sparse although it is stored densely: an exchange touches only rows with an entry in
 * the pivot column, and there only the non-zeros of the pivot row, a few hundred numbers. Cuts come and go by one row and one
 * column, and the same pass that updates the inverse gives the inner products that dual steepest edge needs. It is stored by
 * columns, because columns are combined for every exchange and every crossing, and rows are read once per exchange.
 */

import type { CompactLp } from '../model/compact.js';
import { anyRow, wearOf } from './basis.js';
import { MatrixBasis } from './matrix-basis.js';
import { SparseVector } from './sparse-vector.js';

const refreshAfter = 200;
const leastWeight = 1e-6;
/** Entries below this are rounding errors of zero; they are removed when their row is used, lest they spread. */
const dropped = 1e-14;

export class InverseBasis extends MatrixBasis {
  #inverse: Float64Array;
  /** Distance between columns of the inverse. */
  #pitch: number;
  /** The loaded row, and where it is not zero. */
  #rho: Float64Array;
  #nonzero: Int32Array;
  #nonzeros = 0;
  #product: Float64Array;
  #right: Float64Array;
  #solution: Float64Array;
  readonly #column: SparseVector;
  /** What constraint rows have moved by since basic variables followed last. */
  #moving: Float64Array;
  #moves = false;
  #wear = 0;
  #keptInverse = new Float64Array(0);
  #keptPitch = 0;

  constructor(lp: CompactLp, variables: number, cutColumns: Int32Array) {
    super(lp, variables, cutColumns);
    const room = lp.rowCount + 32;
    this.#pitch = room;
    this.#inverse = new Float64Array(room * room);
    this.#rho = lp.arena.numbers(room);
    this.#nonzero = lp.arena.integers(room);
    this.#product = new Float64Array(room);
    this.#right = lp.arena.numbers(room);
    this.#solution = new Float64Array(room);
    this.#column = new SparseVector(lp.arena, room);
    this.#moving = lp.arena.numbers(room);
    this.toSlackBasis();
  }

  get needsRefresh(): boolean {
    return this.#wear >= refreshAfter;
  }

  refactor(): boolean {
    this.#wear = 0;
    this.#moves = false;
    if (!this.factorColumns()) return false;
    const { rows } = this;
    const norm = this.#product.fill(0, 0, rows);
    const column = this.#column;
    const { pivotOfRow, positionOf } = this.lu;
    column.resize(rows);
    for (let i = 0; i < rows; i++) {
      column.add(pivotOfRow[i]!, 1);
      this.lu.solve(column);
      const base = i * this.#pitch;
      this.#inverse.fill(0, base, base + rows);
      for (let k = 0; k < rows; k++) {
        const entry = column.number[k]!;
        if (entry === 0) continue;
        const r = positionOf[k]!;
        this.#inverse[base + r] = entry;
        norm[r]! += entry * entry;
      }
      column.clear();
    }
    for (let r = 0; r < rows; r++) this.edgeWeight[this.basic[r]!] = norm[r]!;
    return true;
  }

  override keep(): void {
    super.keep();
    const numbers = this.rows * this.#pitch;
    if (this.#keptInverse.length < numbers) this.#keptInverse = new Float64Array(this.#inverse.length);
    this.#keptInverse.set(this.#inverse.subarray(0, numbers));
    this.#keptPitch = this.#pitch;
  }

  override recall(): void {
    super.recall();
    this.#wear = 0;
    this.#moves = false;
    const { rows } = this;
    const kept = this.#keptInverse;
    const from = this.#keptPitch;
    if (from === this.#pitch) this.#inverse.set(kept.subarray(0, rows * from));
    else for (let i = 0; i < rows; i++) this.#inverse.set(kept.subarray(i * from, i * from + rows), i * this.#pitch);
  }

  loadRow(r: number): number {
    const { rows } = this;
    const inverse = this.#inverse;
    const pitch = this.#pitch;
    const rho = this.#rho;
    const nonzero = this.#nonzero;
    let count = 0;
    for (let i = 0, at = r; i < rows; i++, at += pitch) {
      const entry = inverse[at]!;
      rho[i] = entry;
      if (entry === 0) continue;
      if (entry < dropped && entry > -dropped) {
        inverse[at] = 0;
        rho[i] = 0;
      } else nonzero[count++] = i;
    }
    this.#nonzeros = count;
    return this.combineRows(rho, nonzero, count);
  }

  loadColumn(v: number): number {
    const { columnCount, rowCount, start, index, value } = this.lp;
    const { rows } = this;
    const solution = this.#solution.fill(0, 0, rows);
    if (v >= columnCount) this.#addInverseColumn(this.rowOf(v), -1, solution);
    else
      for (let e = start[v]!, end = start[v + 1]!; e < end; e++) this.#addInverseColumn(index[e]!, value[e]!, solution);
    const cutColumn = v >= columnCount ? -1 : this.cutColumnOf[v]!;
    for (let k = 0; cutColumn >= 0 && k < this.cuts; k++) {
      const coefficient = this.cutCoefficients[k * this.cutColumns.length + cutColumn]!;
      if (coefficient !== 0) this.#addInverseColumn(rowCount + k, coefficient, solution);
    }
    return this.listColumn(solution);
  }

  #addInverseColumn(i: number, by: number, into: Float64Array): void {
    const inverse = this.#inverse;
    const rows = this.rows;
    for (let r = 0, at = i * this.#pitch; r < rows; r++, at++) into[r]! += by * inverse[at]!;
  }

  pivot(r: number, v: number): void {
    const { edgeWeight, basic, columnRow, columnValue } = this;
    const inverse = this.#inverse;
    const nonzero = this.#nonzero;
    const pitch = this.#pitch;
    const entries = this.columnCount;
    const product = this.#product.fill(0, 0, entries);
    let own = -1;
    for (let k = 0; k < entries; k++) if (columnRow[k] === r) own = k;
    const pivot = columnValue[own]!;
    const scale = 1 / pivot;
    this.#wear += wearOf(pivot);
    // The pivot row itself becomes row / pivot = row - (pivot - 1) / pivot · row.
    columnValue[own] = pivot - 1;
    for (let e = 0, count = this.#nonzeros; e < count; e++) {
      const base = nonzero[e]! * pitch;
      const rho = inverse[base + r]!;
      const step = rho * scale;
      for (let k = 0; k < entries; k++) {
        const at = base + columnRow[k]!;
        const before = inverse[at]!;
        product[k]! += before * rho;
        inverse[at] = before - columnValue[k]! * step;
      }
    }
    columnValue[own] = pivot;
    const norm = this.rhoNorm;
    for (let k = 0; k < entries; k++) {
      const ratio = columnValue[k]! * scale;
      const at = basic[columnRow[k]!]!;
      const weight = edgeWeight[at]! + ratio * (ratio * norm - 2 * product[k]!);
      edgeWeight[at] = weight > leastWeight ? weight : leastWeight;
    }
    this.swap(r, v);
    edgeWeight[v] = Math.max(norm * scale * scale, leastWeight);
  }

  move(v: number, by: number): void {
    if (!this.#moves) this.#moving.fill(0, 0, this.rows);
    this.#moves = true;
    this.addColumn(v, by, this.#moving);
  }

  settle(x: Float64Array): number {
    if (!this.#moves) return 0;
    this.#moves = false;
    const { rows, basic } = this;
    const moving = this.#moving;
    const solution = this.#solution.fill(0, 0, rows);
    for (let i = 0; i < rows; i++) if (moving[i] !== 0) this.#addInverseColumn(i, moving[i]!, solution);
    for (let r = 0; r < rows; r++) x[basic[r]!]! -= solution[r]!;
    return anyRow;
  }

  append(variable: number, columns: Int32Array, coefficients: Float64Array, count: number): void {
    const r = this.addCut(variable, columns, coefficients, count);
    const inverse = this.#inverse;
    const pitch = this.#pitch;
    let norm = 1;
    for (let i = 0, base = 0; i < r; i++, base += pitch) {
      let sum = 0;
      for (let k = 0; k < count; k++) {
        const place = this.place[columns[k]!]!;
        if (place >= 0) sum += coefficients[k]! * inverse[base + place]!;
      }
      inverse[base + r] = sum;
      norm += sum * sum;
    }
    inverse.fill(0, r * pitch, r * pitch + r);
    inverse[r * pitch + r] = -1;
    this.edgeWeight[variable] = norm;
  }

  /** Exact: the column of a cut whose slack is basic has its only entry in the row that goes. */
  remove(r: number): void {
    const last = this.rows - 1;
    const pitch = this.#pitch;
    const inverse = this.#inverse;
    const end = this.lp.rowCount + this.cuts - 1;
    const gap = this.lp.rowCount + this.dropCut(r);
    for (let i = 0, base = 0; i <= last; i++, base += pitch) inverse[base + r] = inverse[base + last]!;
    if (gap !== end) inverse.copyWithin(gap * pitch, end * pitch, end * pitch + last);
  }

  computePrices(price: Float64Array): void {
    const { rows, basic } = this;
    const cost = this.#solution;
    const y = this.#right;
    for (let r = 0; r < rows; r++) cost[r] = price[basic[r]!]!;
    for (let i = 0; i < rows; i++) {
      let sum = 0;
      for (let r = 0, at = i * this.#pitch; r < rows; r++, at++) sum += cost[r]! * this.#inverse[at]!;
      y[i] = sum;
    }
    this.priceAll(y, price);
  }

  computeValues(x: Float64Array): void {
    this.#moves = false;
    const { rows, basic } = this;
    const right = this.#right;
    this.rightOfNonbasic(x, right);
    const solution = this.#solution.fill(0, 0, rows);
    for (let i = 0; i < rows; i++) if (right[i] !== 0) this.#addInverseColumn(i, right[i]!, solution);
    for (let r = 0; r < rows; r++) x[basic[r]!] = solution[r]!;
  }

  protected override widen(room: number): void {
    const inverse = new Float64Array(room * room);
    for (let i = 0; i < this.rows; i++) {
      inverse.set(this.#inverse.subarray(i * this.#pitch, i * this.#pitch + this.rows), i * room);
    }
    this.#inverse = inverse;
    this.#pitch = room;
    const { arena } = this.lp;
    this.#rho = arena.widerNumbers(this.#rho, room);
    this.#moving = arena.widerNumbers(this.#moving, room);
    this.#nonzero = arena.widerIntegers(this.#nonzero, room);
    this.#product = new Float64Array(room);
    this.#right = arena.widerNumbers(this.#right, room);
    this.#solution = new Float64Array(room);
  }
}
