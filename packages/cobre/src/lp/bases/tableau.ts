import type { CompactLp } from '../model/compact.js';
import { anyRow, type Basis, wearOf } from './basis.js';

const singular = 1e-9;

/** Pivots after which the tableau is built again from the matrix, because errors of pivots add up. */
const refreshAfter = 60;

/**
 * The whole simplex tableau, dense: `x(basic r) + Σ_k T[r,k] · x(nonbasic k) = 0`.
 *
 * The constraints are homogeneous (right-hand sides are positions of nonbasic row variables), so nothing else is needed.
 * For a compact stage it is a few hundred numbers: pivot rows and columns lie there ready, a cut is one more row, and a
 * cut whose slack is basic leaves by deleting its row.
 */
export class Tableau implements Basis {
  readonly width: number;
  rows = 0;
  entries: Float64Array;
  basic: Int32Array;
  readonly nonbasic: Int32Array;
  /** Row of a basic variable, -1 - position of a nonbasic one. */
  readonly place: Int32Array;
  readonly #lp: CompactLp;
  readonly edgeWeight = new Float64Array(0);
  readonly rowVariable: Int32Array;
  readonly rowValue: Float64Array;
  columnRow: Int32Array;
  columnValue: Float64Array;
  readonly #nonzero: Int32Array;
  readonly #moved: Int32Array;
  readonly #movedBy: Float64Array;
  #moves = 0;
  readonly #pushed: Int32Array;
  readonly #pushedBy: Float64Array;
  #pushes = 0;
  #wear = 0;
  #kept: Pick<Tableau, 'rows' | 'entries' | 'basic' | 'nonbasic' | 'place'> | undefined;

  constructor(lp: CompactLp, variables: number) {
    this.#lp = lp;
    this.width = lp.columnCount;
    this.basic = lp.arena.integers(lp.rowCount + 8);
    this.entries = new Float64Array(this.basic.length * this.width);
    this.nonbasic = lp.arena.integers(this.width);
    this.place = new Int32Array(variables);
    this.rowVariable = lp.arena.integers(this.width);
    this.rowValue = lp.arena.numbers(this.width);
    this.columnRow = lp.arena.integers(this.basic.length);
    this.columnValue = lp.arena.numbers(this.basic.length);
    this.#nonzero = new Int32Array(this.width);
    this.#moved = new Int32Array(this.width);
    this.#movedBy = new Float64Array(this.width);
    this.#pushed = new Int32Array(variables);
    this.#pushedBy = new Float64Array(variables);
    this.toSlackBasis();
  }

  /** All row variables basic, no cuts. */
  toSlackBasis(): void {
    const { rowCount, columnCount, start, index, value } = this.#lp;
    this.rows = rowCount;
    this.#wear = 0;
    this.#moves = 0;
    this.place.fill(-1);
    this.entries.fill(0, 0, rowCount * this.width);
    for (let k = 0; k < columnCount; k++) {
      this.nonbasic[k] = k;
      this.place[k] = -1 - k;
      for (let e = start[k]!; e < start[k + 1]!; e++) this.entries[index[e]! * this.width + k] = -value[e]!;
    }
    for (let r = 0; r < rowCount; r++) {
      this.basic[r] = columnCount + r;
      this.place[columnCount + r] = r;
    }
  }

  get needsRefresh(): boolean {
    return this.#wear >= refreshAfter;
  }

  loadRow(r: number): number {
    const { width, entries, rowVariable, rowValue, nonbasic } = this;
    const row = r * width;
    let count = 0;
    for (let k = 0; k < width; k++) {
      const entry = entries[row + k]!;
      if (entry === 0) continue;
      rowVariable[count] = nonbasic[k]!;
      rowValue[count++] = entry;
    }
    return count;
  }

  loadColumn(v: number): number {
    const { width, entries, columnRow, columnValue, rows } = this;
    let at = -1 - this.place[v]!;
    let count = 0;
    for (let r = 0; r < rows; r++, at += width) {
      const entry = entries[at]!;
      if (entry === 0) continue;
      columnRow[count] = r;
      columnValue[count++] = entry;
    }
    return count;
  }

  leavingRow(infeasibility: Float64Array, waits: Int32Array): number {
    let best = -1;
    let most = 0;
    for (let r = 0, { rows } = this; r < rows; r++) {
      if (infeasibility[r] === 0 || waits[r] === 1) continue;
      const gain = infeasibility[r]! / this.#weight(r);
      if (gain <= most) continue;
      best = r;
      most = gain;
    }
    return best;
  }

  #weight(r: number): number {
    const { width, entries } = this;
    let sum = 1;
    for (let at = r * width, end = at + width; at < end; at++) sum += entries[at]! * entries[at]!;
    return sum;
  }

  move(v: number, by: number): void {
    if (this.place[v]! >= 0) {
      this.#push(v, by);
      return;
    }
    this.#moved[this.#moves] = -1 - this.place[v]!;
    this.#movedBy[this.#moves++] = by;
  }

  /** The column of a basic variable is a unit vector: only its own value follows. */
  #push(v: number, by: number): void {
    this.#pushed[this.#pushes] = v;
    this.#pushedBy[this.#pushes++] = by;
  }

  settle(x: Float64Array): number {
    const { width, entries, basic, rows } = this;
    const pushes = this.#pushes;
    for (let k = 0; k < pushes; k++) x[this.#pushed[k]!]! -= this.#pushedBy[k]!;
    this.#pushes = 0;
    const count = this.#moves;
    if (count === 0) return pushes === 0 ? 0 : anyRow;
    for (let r = 0, row = 0; r < rows; r++, row += width) {
      let sum = 0;
      for (let k = 0; k < count; k++) sum += entries[row + this.#moved[k]!]! * this.#movedBy[k]!;
      x[basic[r]!]! -= sum;
    }
    this.#moves = 0;
    return anyRow;
  }

  computePrices(price: Float64Array): void {
    const { width, entries, basic, nonbasic, rows } = this;
    for (let k = 0; k < width; k++) price[nonbasic[k]!] = 0;
    for (let r = 0; r < rows; r++) {
      const cost = price[basic[r]!]!;
      if (cost === 0) continue;
      for (let k = 0, at = r * width; k < width; k++, at++) price[nonbasic[k]!]! += cost * entries[at]!;
    }
  }

  computeValues(x: Float64Array): void {
    const { width, entries, basic, nonbasic, rows } = this;
    this.#moves = 0;
    for (let r = 0; r < rows; r++) {
      let sum = 0;
      for (let k = 0, at = r * width; k < width; k++, at++) sum -= entries[at]! * x[nonbasic[k]!]!;
      x[basic[r]!] = sum;
    }
  }

  pivot(r: number, v: number): void {
    const q = -1 - this.place[v]!;
    this.#wear += wearOf(this.entries[r * this.width + q]!);
    this.#pivot(r, q);
  }

  #pivot(r: number, q: number): void {
    const { width, entries, rows } = this;
    const nonzero = this.#nonzero;
    const row = r * width;
    const inverse = 1 / entries[row + q]!;
    entries[row + q] = 0;
    let count = 0;
    for (let k = 0; k < width; k++) {
      if (entries[row + k] === 0) continue;
      nonzero[count++] = k;
      entries[row + k]! *= inverse;
    }
    for (let i = 0; i < rows; i++) {
      const base = i * width;
      const factor = entries[base + q]!;
      if (factor === 0 || i === r) continue;
      for (let k = 0; k < count; k++) {
        const at = nonzero[k]!;
        entries[base + at]! -= factor * entries[row + at]!;
      }
      entries[base + q] = -factor * inverse;
    }
    entries[row + q] = inverse;
    this.#exchange(r, q);
  }

  /** Adds the row `x(variable) - Σ coefficient · x(column) = 0`, its variable basic. */
  append(variable: number, columns: Int32Array, coefficients: Float64Array, count: number): void {
    this.#makeRoom();
    const { width, entries } = this;
    const row = this.rows * width;
    entries.fill(0, row, row + width);
    for (let e = 0; e < count; e++) {
      const place = this.place[columns[e]!]!;
      const coefficient = coefficients[e]!;
      if (place < 0) entries[row - 1 - place]! -= coefficient;
      else for (let k = 0, at = place * width; k < width; k++) entries[row + k]! += coefficient * entries[at + k]!;
    }
    this.basic[this.rows] = variable;
    this.place[variable] = this.rows++;
  }

  /** Deletes a row whose basic variable disappears with it. */
  remove(r: number): void {
    const { width, entries } = this;
    const last = --this.rows;
    this.place[this.basic[r]!] = -1;
    if (r === last) return;
    entries.copyWithin(r * width, last * width, (last + 1) * width);
    this.basic[r] = this.basic[last]!;
    this.place[this.basic[r]!] = r;
  }

  /**
   * Starting from the slack basis (with its cuts appended), pivots until exactly the marked variables are basic. Rows are
   * chosen by size, variables in order, so the result depends on the marks alone. False when they are no basis.
   */
  reach(isBasic: Uint8Array): boolean {
    const { width, entries } = this;
    for (let v = 0; v < width; v++) {
      if (isBasic[v] === 0) continue;
      // Apart, because a pair of index and fraction would make the index a fraction too, and indexing slow.
      let best = -1;
      let size = singular;
      for (let r = 0; r < this.rows; r++) {
        const pivot = Math.abs(entries[r * width + v]!);
        if (pivot > size && isBasic[this.basic[r]!] === 0) {
          best = r;
          size = pivot;
        }
      }
      if (best < 0) return false;
      this.#pivot(best, v);
    }
    return true;
  }

  keep(): void {
    const { rows, width, entries, basic, nonbasic, place } = this;
    this.#kept = {
      rows,
      entries: entries.slice(0, rows * width),
      basic: basic.slice(0, rows),
      nonbasic: nonbasic.slice(),
      place: place.slice(),
    };
  }

  recall(): void {
    const kept = this.#kept!;
    this.rows = kept.rows;
    this.#wear = 0;
    this.#moves = 0;
    this.entries.set(kept.entries);
    this.basic.set(kept.basic);
    this.nonbasic.set(kept.nonbasic);
    this.place.set(kept.place);
  }

  #exchange(r: number, q: number): void {
    const [leaving, entering] = [this.basic[r]!, this.nonbasic[q]!];
    this.basic[r] = entering;
    this.nonbasic[q] = leaving;
    this.place[entering] = r;
    this.place[leaving] = -1 - q;
  }

  #makeRoom(): void {
    if (this.rows < this.basic.length) return;
    const room = this.rows + 16;
    const { arena } = this.#lp;
    const entries = new Float64Array(room * this.width);
    entries.set(this.entries);
    this.entries = entries;
    this.basic = arena.widerIntegers(this.basic, room);
    this.columnRow = arena.widerIntegers(this.columnRow, room);
    this.columnValue = arena.widerNumbers(this.columnValue, room);
  }
}
