/**
 * A basis kept as sparse LU factors and a list of changes, for stages too large for a dense tableau.
 *
 * B = LU · E1 · E2 ... where each E is either an exchange (product form: one column replaced) or an appended cut row
 * `[I 0; g -1]`, which is its own inverse. Solving with B goes through the factors and the list, forwards for columns and
 * backwards for rows. Rows leave by dual steepest edge, whose weights follow every exchange. After enough changes the
 * caller computes the factors again; only then can cut rows be removed.
 */
import type { Basis } from './basis.js';
import type { CompactLp } from './compact.js';
import { SparseLu } from './sparse-lu.js';

const refreshAfter = 64;
const cutsBetween = 24;
const negligible = 1e-13;
const leastWeight = 1e-4;

export class FactoredBasis implements Basis {
  rows = 0;
  basic: Int32Array;
  readonly nonbasic: Int32Array;
  readonly place: Int32Array;
  readonly edgeWeight: Float64Array;
  readonly rowVariable: Int32Array;
  readonly rowValue: Float64Array;
  columnRow: Int32Array;
  columnValue: Float64Array;
  readonly #lp: CompactLp;
  readonly #lu = new SparseLu();
  /** Constraint row of a cut is rowCount + k; its coefficients towards the columns cuts may speak of, densely. */
  readonly #cutColumns: Int32Array;
  readonly #cutColumnOf: Int32Array;
  #cutCoefficients: Float64Array;
  #cutVariable: Int32Array;
  #cuts = 0;
  /** The matrix by rows, for pivot rows. */
  readonly #byRowStart: Int32Array;
  readonly #byRowColumn: Int32Array;
  readonly #byRowValue: Float64Array;
  #changes = 0;
  #appended = 0;
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
  #tau: Float64Array;
  #moving: Float64Array;
  readonly #alpha: Float64Array;
  readonly #touched: Int32Array;
  readonly #position: Int32Array;
  #moves = false;
  #columnCount = 0;
  #rhoNorm = 1;
  #columnStart = new Int32Array(1);
  #columnIndex = new Int32Array(0);
  #columnEntry = new Float64Array(0);

  constructor(lp: CompactLp, variables: number, cutColumns: Int32Array) {
    const room = lp.rowCount + 32;
    this.#lp = lp;
    this.basic = new Int32Array(room);
    this.nonbasic = new Int32Array(lp.columnCount);
    this.place = new Int32Array(variables);
    this.edgeWeight = new Float64Array(variables).fill(1);
    this.rowVariable = new Int32Array(variables);
    this.rowValue = new Float64Array(variables);
    this.columnRow = new Int32Array(room);
    this.columnValue = new Float64Array(room);
    this.#cutColumns = cutColumns;
    this.#cutColumnOf = new Int32Array(lp.columnCount).fill(-1);
    cutColumns.forEach((v, k) => {
      this.#cutColumnOf[v] = k;
    });
    this.#cutCoefficients = new Float64Array(32 * cutColumns.length);
    this.#cutVariable = new Int32Array(32);
    this.#right = new Float64Array(room);
    this.#solution = new Float64Array(room);
    this.#rho = new Float64Array(room);
    this.#tau = new Float64Array(room);
    this.#moving = new Float64Array(room);
    this.#alpha = new Float64Array(lp.columnCount);
    this.#touched = new Int32Array(lp.columnCount);
    this.#position = new Int32Array(variables);
    const byRow = transposed(lp);
    this.#byRowStart = byRow.start;
    this.#byRowColumn = byRow.column;
    this.#byRowValue = byRow.value;
    this.toSlackBasis();
  }

  get needsRefresh(): boolean {
    return this.#stale || this.#changes >= refreshAfter || this.#appended >= cutsBetween;
  }

  toSlackBasis(): void {
    const { rowCount, columnCount } = this.#lp;
    this.rows = rowCount;
    this.#cuts = 0;
    this.place.fill(-1);
    this.edgeWeight.fill(1);
    for (let r = 0; r < rowCount; r++) this.#seat(r, columnCount + r);
    for (let v = 0; v < columnCount; v++) {
      this.nonbasic[v] = v;
      this.#position[v] = v;
    }
    this.#factor();
  }

  reach(isBasic: Uint8Array): boolean {
    const variables = this.#lp.columnCount + this.#lp.rowCount;
    let [row, free] = [0, 0];
    const visit = (v: number) => {
      if (isBasic[v] === 1) {
        if (row < this.rows) this.#seat(row, v);
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
    for (let k = 0; k < this.#cuts; k++) visit(this.#cutVariable[k]!);
    return row === this.rows && free === this.nonbasic.length && this.#factor();
  }

  refactor(): boolean {
    return this.#factor();
  }

  loadRow(r: number): number {
    const { rows } = this;
    const unit = this.#right.fill(0, 0, rows);
    unit[r] = 1;
    this.#solveRow(unit, this.#rho);
    return this.#combineRows();
  }

  /** `rho · [A -I]` over the nonbasic variables. */
  #combineRows(): number {
    const { rowCount, columnCount } = this.#lp;
    const rho = this.#rho;
    const alpha = this.#alpha;
    const touched = this.#touched;
    let [seen, norm, count] = [0, 0, 0];
    for (let i = 0; i < rowCount; i++) {
      const weight = rho[i]!;
      if (weight === 0) continue;
      norm += weight * weight;
      for (let e = this.#byRowStart[i]!, end = this.#byRowStart[i + 1]!; e < end; e++) {
        const v = this.#byRowColumn[e]!;
        if (this.place[v]! >= 0) continue;
        if (alpha[v] === 0) touched[seen++] = v;
        alpha[v]! += weight * this.#byRowValue[e]!;
        if (alpha[v] === 0) alpha[v] = Number.MIN_VALUE;
      }
      if (this.place[columnCount + i]! < 0) {
        this.rowVariable[count] = columnCount + i;
        this.rowValue[count++] = -weight;
      }
    }
    const width = this.#cutColumns.length;
    for (let k = 0; k < this.#cuts; k++) {
      const weight = rho[rowCount + k]!;
      if (weight === 0) continue;
      norm += weight * weight;
      for (let c = 0, at = k * width; c < width; c++, at++) {
        const coefficient = this.#cutCoefficients[at]!;
        const v = this.#cutColumns[c]!;
        if (coefficient === 0 || this.place[v]! >= 0) continue;
        if (alpha[v] === 0) touched[seen++] = v;
        alpha[v]! += weight * coefficient;
        if (alpha[v] === 0) alpha[v] = Number.MIN_VALUE;
      }
      if (this.place[this.#cutVariable[k]!]! < 0) {
        this.rowVariable[count] = this.#cutVariable[k]!;
        this.rowValue[count++] = -weight;
      }
    }
    for (let k = 0; k < seen; k++) {
      const v = touched[k]!;
      const value = alpha[v]!;
      alpha[v] = 0;
      if (Math.abs(value) < negligible) continue;
      this.rowVariable[count] = v;
      this.rowValue[count++] = value;
    }
    this.#rhoNorm = norm;
    return count;
  }

  loadColumn(v: number): number {
    const right = this.#right.fill(0, 0, this.rows);
    this.#addColumn(v, 1, right);
    this.#solveColumn(right, this.#solution);
    let count = 0;
    for (let r = 0; r < this.rows; r++) {
      const value = this.#solution[r]!;
      if (Math.abs(value) < negligible) continue;
      this.columnRow[count] = r;
      this.columnValue[count++] = value;
    }
    this.#columnCount = count;
    return count;
  }

  weight(r: number): number {
    return this.edgeWeight[this.basic[r]!]!;
  }

  pivot(r: number, v: number): void {
    const leaving = this.basic[r]!;
    this.#updateWeights(r, v);
    this.#beginChange(r, false);
    for (let k = 0; k < this.#columnCount; k++) {
      if (this.columnRow[k] === r) this.#changePivot[this.#changes] = this.columnValue[k]!;
      else this.#pushChange(this.columnRow[k]!, this.columnValue[k]!);
    }
    this.#endChange();
    const at = this.#position[v]!;
    this.nonbasic[at] = leaving;
    this.#position[leaving] = at;
    this.place[leaving] = -1;
    this.#seat(r, v);
  }

  /** Goldfarb and Forrest: weights of dual steepest edge after row r has been exchanged along the loaded column. */
  #updateWeights(r: number, v: number): void {
    const { rows, edgeWeight, basic } = this;
    const right = this.#right;
    for (let i = 0; i < rows; i++) right[i] = this.#rho[i]!;
    this.#solveColumn(right, this.#tau);
    let pivot = 1;
    for (let k = 0; k < this.#columnCount; k++) if (this.columnRow[k] === r) pivot = this.columnValue[k]!;
    const own = this.#rhoNorm;
    for (let k = 0; k < this.#columnCount; k++) {
      const i = this.columnRow[k]!;
      if (i === r) continue;
      const ratio = this.columnValue[k]! / pivot;
      const changed = edgeWeight[basic[i]!]! + ratio * (ratio * own - 2 * this.#tau[i]!);
      edgeWeight[basic[i]!] = Math.max(changed, leastWeight, ratio * ratio * own);
    }
    edgeWeight[v] = Math.max(own / (pivot * pivot), leastWeight);
  }

  move(v: number, by: number): void {
    if (!this.#moves) this.#moving.fill(0, 0, this.rows);
    this.#moves = true;
    this.#addColumn(v, by, this.#moving);
  }

  settle(x: Float64Array): void {
    if (!this.#moves) return;
    this.#moves = false;
    this.#solveColumn(this.#moving, this.#solution);
    for (let r = 0; r < this.rows; r++) {
      const by = this.#solution[r]!;
      if (by !== 0) x[this.basic[r]!]! -= by;
    }
  }

  append(variable: number, columns: Int32Array, coefficients: Float64Array, count: number): void {
    this.#makeRoom();
    const r = this.rows++;
    const width = this.#cutColumns.length;
    const base = this.#cuts * width;
    this.#cutCoefficients.fill(0, base, base + width);
    this.#cutVariable[this.#cuts++] = variable;
    this.#seat(r, variable);
    this.#beginChange(r, true);
    let weight = 1;
    for (let k = 0; k < count; k++) {
      const v = columns[k]!;
      this.#cutCoefficients[base + this.#cutColumnOf[v]!] = coefficients[k]!;
      if (this.place[v]! < 0) continue;
      this.#pushChange(this.place[v]!, coefficients[k]!);
      weight += coefficients[k]! * coefficients[k]! * this.edgeWeight[v]!;
    }
    this.#endChange();
    this.#appended++;
    // Exact for orthogonal rows; the first exchange of the new row uses its true length anyway.
    this.edgeWeight[variable] = weight;
  }

  /** The factors become useless; the caller computes them again before anything else. */
  remove(r: number): void {
    const variable = this.basic[r]!;
    const last = --this.rows;
    this.place[variable] = -1;
    if (r !== last) this.#seat(r, this.basic[last]!);
    const k = this.#cutVariable.indexOf(variable);
    const width = this.#cutColumns.length;
    const end = --this.#cuts;
    this.#cutVariable[k] = this.#cutVariable[end]!;
    this.#cutCoefficients.copyWithin(k * width, end * width, (end + 1) * width);
    this.#stale = true;
  }

  computePrices(price: Float64Array): void {
    const right = this.#right;
    for (let r = 0; r < this.rows; r++) right[r] = price[this.basic[r]!]!;
    this.#solveRow(right, this.#rho);
    const { columnCount, rowCount, start, index, value } = this.#lp;
    const rho = this.#rho;
    for (let k = 0; k < this.nonbasic.length; k++) {
      const v = this.nonbasic[k]!;
      if (v >= columnCount) continue;
      let sum = 0;
      for (let e = start[v]!; e < start[v + 1]!; e++) sum += value[e]! * rho[index[e]!]!;
      const cutColumn = this.#cutColumnOf[v]!;
      if (cutColumn >= 0) {
        for (let c = 0; c < this.#cuts; c++) {
          sum += this.#cutCoefficients[c * this.#cutColumns.length + cutColumn]! * rho[rowCount + c]!;
        }
      }
      price[v] = sum;
    }
    for (let i = 0; i < rowCount; i++) if (this.place[columnCount + i]! < 0) price[columnCount + i] = -rho[i]!;
    for (let c = 0; c < this.#cuts; c++) {
      const v = this.#cutVariable[c]!;
      if (this.place[v]! < 0) price[v] = -rho[rowCount + c]!;
    }
  }

  computeValues(x: Float64Array): void {
    this.#moves = false;
    const right = this.#right.fill(0, 0, this.rows);
    for (let k = 0; k < this.nonbasic.length; k++) {
      const v = this.nonbasic[k]!;
      if (x[v] !== 0) this.#addColumn(v, -x[v]!, right);
    }
    this.#solveColumn(right, this.#solution);
    for (let r = 0; r < this.rows; r++) x[this.basic[r]!] = this.#solution[r]!;
  }

  #seat(r: number, v: number): void {
    this.basic[r] = v;
    this.place[v] = r;
  }

  /** Adds a multiple of a variable's column of [A -I], cuts included. */
  #addColumn(v: number, by: number, into: Float64Array): void {
    const { columnCount, rowCount, start, index, value } = this.#lp;
    if (v >= columnCount) {
      into[this.#rowOf(v)]! -= by;
      return;
    }
    for (let e = start[v]!, end = start[v + 1]!; e < end; e++) into[index[e]!]! += by * value[e]!;
    const cutColumn = this.#cutColumnOf[v]!;
    if (cutColumn < 0) return;
    const width = this.#cutColumns.length;
    for (let k = 0; k < this.#cuts; k++) into[rowCount + k]! += by * this.#cutCoefficients[k * width + cutColumn]!;
  }

  /** Constraint row of a row or cut variable. */
  #rowOf(v: number): number {
    const { columnCount, rowCount } = this.#lp;
    if (v < columnCount + rowCount) return v - columnCount;
    for (let k = 0; k < this.#cuts; k++) if (this.#cutVariable[k] === v) return rowCount + k;
    return -1;
  }

  /** Solves B x = a. Rows appended since the factorisation pass through until their own change is reached. */
  #solveColumn(a: Float64Array, x: Float64Array): void {
    for (let r = this.#lu.size; r < this.rows; r++) x[r] = a[r]!;
    this.#lu.solve(a, x);
    for (let k = 0; k < this.#changes; k++) {
      const r = this.#changeRow[k]!;
      const start = this.#changeStart[k]!;
      const end = this.#changeStart[k + 1]!;
      if (this.#changeIsCut[k] === 1) {
        let sum = -x[r]!;
        for (let e = start; e < end; e++) sum += this.#changeValue[e]! * x[this.#changeIndex[e]!]!;
        x[r] = sum;
        continue;
      }
      if (x[r] === 0) continue;
      const head = x[r]! / this.#changePivot[k]!;
      x[r] = head;
      for (let e = start; e < end; e++) x[this.#changeIndex[e]!]! -= this.#changeValue[e]! * head;
    }
  }

  /** Solves y B = c. */
  #solveRow(c: Float64Array, y: Float64Array): void {
    for (let k = this.#changes - 1; k >= 0; k--) {
      const r = this.#changeRow[k]!;
      const start = this.#changeStart[k]!;
      const end = this.#changeStart[k + 1]!;
      if (this.#changeIsCut[k] === 1) {
        const weight = c[r]!;
        if (weight === 0) continue;
        for (let e = start; e < end; e++) c[this.#changeIndex[e]!]! += this.#changeValue[e]! * weight;
        c[r] = -weight;
        continue;
      }
      let sum = c[r]!;
      for (let e = start; e < end; e++) sum -= this.#changeValue[e]! * c[this.#changeIndex[e]!]!;
      c[r] = sum === 0 ? 0 : sum / this.#changePivot[k]!;
    }
    for (let r = this.#lu.size; r < this.rows; r++) y[r] = c[r]!;
    this.#lu.solveTransposed(c, y);
  }

  #factor(): boolean {
    this.#changes = 0;
    this.#appended = 0;
    this.#stale = false;
    this.#moves = false;
    this.#changeStart[0] = 0;
    const { columnCount, rowCount, start, index, value } = this.#lp;
    if (this.#columnStart.length <= this.rows) this.#columnStart = new Int32Array(this.rows + 33);
    let entries = 0;
    for (let r = 0; r < this.rows; r++) {
      const v = this.basic[r]!;
      this.#columnStart[r] = entries;
      if (entries + rowCount + this.#cuts + 1 > this.#columnIndex.length) this.#growColumns();
      if (v >= columnCount) {
        this.#columnIndex[entries] = this.#rowOf(v);
        this.#columnEntry[entries++] = -1;
        continue;
      }
      for (let e = start[v]!; e < start[v + 1]!; e++) {
        this.#columnIndex[entries] = index[e]!;
        this.#columnEntry[entries++] = value[e]!;
      }
      const cutColumn = this.#cutColumnOf[v]!;
      for (let k = 0; cutColumn >= 0 && k < this.#cuts; k++) {
        const coefficient = this.#cutCoefficients[k * this.#cutColumns.length + cutColumn]!;
        if (coefficient === 0) continue;
        this.#columnIndex[entries] = rowCount + k;
        this.#columnEntry[entries++] = coefficient;
      }
    }
    this.#columnStart[this.rows] = entries;
    return this.#lu.factor(this.rows, this.#columnStart, this.#columnIndex, this.#columnEntry);
  }

  #growColumns(): void {
    const length = 2 * this.#columnIndex.length + this.#lp.rowCount + this.#cuts + 64;
    const index = new Int32Array(length);
    const entry = new Float64Array(length);
    index.set(this.#columnIndex);
    entry.set(this.#columnEntry);
    this.#columnIndex = index;
    this.#columnEntry = entry;
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
      const index = new Int32Array(2 * at);
      const values = new Float64Array(2 * at);
      index.set(this.#changeIndex);
      values.set(this.#changeValue);
      this.#changeIndex = index;
      this.#changeValue = values;
    }
    this.#changeIndex[at] = row;
    this.#changeValue[at] = value;
  }

  #endChange(): void {
    this.#changes++;
  }

  #growChanges(): void {
    const length = 2 * this.#changeRow.length;
    const copy = <List extends Int32Array | Uint8Array | Float64Array>(from: List, to: List): List => {
      to.set(from);
      return to;
    };
    this.#changeRow = copy(this.#changeRow, new Int32Array(length));
    this.#changeStart = copy(this.#changeStart, new Int32Array(length + 1));
    this.#changeIsCut = copy(this.#changeIsCut, new Uint8Array(length));
    this.#changePivot = copy(this.#changePivot, new Float64Array(length));
  }

  #makeRoom(): void {
    if (this.#cuts >= this.#cutVariable.length) {
      const variables = new Int32Array(2 * this.#cuts);
      const coefficients = new Float64Array(2 * this.#cuts * this.#cutColumns.length);
      variables.set(this.#cutVariable);
      coefficients.set(this.#cutCoefficients);
      this.#cutVariable = variables;
      this.#cutCoefficients = coefficients;
    }
    if (this.rows < this.basic.length) return;
    const room = this.rows + 32;
    const basic = new Int32Array(room);
    basic.set(this.basic);
    this.basic = basic;
    this.columnRow = new Int32Array(room);
    this.columnValue = new Float64Array(room);
    const moving = new Float64Array(room);
    moving.set(this.#moving);
    this.#moving = moving;
    this.#right = new Float64Array(room);
    this.#solution = new Float64Array(room);
    this.#rho = new Float64Array(room);
    this.#tau = new Float64Array(room);
  }
}

function transposed(lp: CompactLp): { start: Int32Array; column: Int32Array; value: Float64Array } {
  const start = new Int32Array(lp.rowCount + 1);
  for (const row of lp.index) start[row + 1]!++;
  for (let i = 0; i < lp.rowCount; i++) start[i + 1]! += start[i]!;
  const next = start.slice();
  const column = new Int32Array(lp.index.length);
  const value = new Float64Array(lp.index.length);
  for (let v = 0; v < lp.columnCount; v++) {
    for (let e = lp.start[v]!; e < lp.start[v + 1]!; e++) {
      const at = next[lp.index[e]!]!++;
      column[at] = v;
      value[at] = lp.value[e]!;
    }
  }
  return { start, column, value };
}
