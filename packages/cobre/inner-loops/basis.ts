import { Integers, Numbers } from './arrays';
import { Changes, followColumn, followRow } from './changes';
import { Factors, solve, solveTransposed } from './factors';
import { carry, MarkedVector, SparseVector } from './sparse-vector';

/** A Devex weight is at least that of a variable in its own row. */
const leastWeight: f64 = 1;
/** Entries of the tableau up to this are rounding errors of zero. */
const negligible: f64 = 1e-13;

/** A basis as factors and changes; see `src/lp/bases/factored-basis.ts`. */
@unmanaged
export class Basis {
  rowCount: i32;
  columnCount: i32;
  /** The matrix by columns, then by rows with nonbasic columns first. */
  start: Integers;
  index: Integers;
  value: Numbers;
  rowStart: Integers;
  rowEnd: Integers;
  rowColumn: Integers;
  rowEntry: Numbers;
  /** Cut rows, densely over the columns that cuts may speak of. */
  cutWidth: i32;
  cutColumns: Integers;
  cutColumnOf: Integers;
  cutVariable: Integers;
  cutCoefficients: Numbers;
  place: Integers;
  /** Weights of dual steepest edge or Devex by variable. */
  edgeWeight: Numbers;
  basic: Integers;
  nonbasic: Integers;
  /** The loaded row and column. */
  rowVariable: Integers;
  rowValue: Numbers;
  columnRow: Integers;
  columnValue: Numbers;
  /** Squared length of the loaded row of the inverse. */
  rhoNorm: Numbers;
  alpha: MarkedVector;
  /** By pivot, by basis row and by constraint row; all empty between calls. */
  work: SparseVector;
  byPosition: SparseVector;
  byRow: SparseVector;
  listed: Integers;
  changes: Changes;
  factors: Factors;

  /** Puts a right-hand side by constraint row where the solve begins. Rows appended since come in after the factors. */
  @inline
  put(row: i32, value: f64): void {
    if (row < this.factors.size) this.work.add(this.factors.pivotOfRow[row], value);
    else this.byPosition.add(row, value);
  }

  /** Constraint row of a row or cut variable. */
  rowOf(v: i32, cuts: i32): i32 {
    if (v < this.columnCount + this.rowCount) return v - this.columnCount;
    for (let k = 0; k < cuts; k++) if (this.cutVariable[k] == v) return this.rowCount + k;
    return -1;
  }
}

/** Finds the non-zeros of row r of the tableau; returns how many. */
export function loadRow(basis: Basis, r: i32, changes: i32): i32 {
  basis.byPosition.add(r, 1);
  solveRow(basis, changes);
  const rho = basis.byRow.number;
  const bits = basis.byRow.bits;
  const listed = basis.listed;
  let count = 0;
  for (let w = 0; w < basis.byRow.words; w++) {
    for (let left = bits[w]; left != 0; left &= left - 1) {
      const i = (w << 5) + ctz(left);
      if (rho[i] != 0) listed[count++] = i;
    }
    bits[w] = 0;
  }
  const entries = combineRows(basis, rho, listed, count);
  for (let k = 0; k < count; k++) rho[listed[k]] = 0;
  return entries;
}

/** Finds the non-zeros of a nonbasic variable's column of the tableau; returns how many. */
export function loadColumn(basis: Basis, v: i32, cuts: i32, changes: i32): i32 {
  putColumn(basis, v, cuts);
  solveColumn(basis, changes);
  const number = basis.byPosition.number;
  const bits = basis.byPosition.bits;
  let count = 0;
  for (let w = 0; w < basis.byPosition.words; w++) {
    for (let left = bits[w]; left != 0; left &= left - 1) {
      const r = (w << 5) + ctz(left);
      const value = number[r];
      number[r] = 0;
      if (value < negligible && value > -negligible) continue;
      basis.columnRow[count] = r;
      basis.columnValue[count++] = value;
    }
    bits[w] = 0;
  }
  return count;
}

/** The row with the largest infeasibility for its length among those that do not wait, or -1. */
export function leavingRow(basis: Basis, rows: i32, infeasibility: Numbers, waits: Integers, bits: Integers): i32 {
  const weight = basis.edgeWeight;
  const basic = basis.basic;
  let best = -1;
  let most: f64 = 0;
  for (let w = 0, words = (rows + 31) >> 5; w < words; w++) {
    for (let left = bits[w]; left != 0; left &= left - 1) {
      const r = (w << 5) + ctz(left);
      if (waits[r] == 1) continue;
      const gain = infeasibility[r] / weight[basic[r]];
      if (gain <= most) continue;
      best = r;
      most = gain;
    }
  }
  return best;
}

/**
 * Notes the exchange of row r's variable with v, whose column is loaded, as the given change, and renews the Devex weights:
 * never too small by much, and without the further solve that exact steepest edge needs. Returns the pivot.
 */
export function noteExchange(basis: Basis, r: i32, v: i32, entries: i32, change: i32): f64 {
  const rows = basis.columnRow;
  const values = basis.columnValue;
  const weight = basis.edgeWeight;
  const rhoNorm = basis.rhoNorm[0];
  let pivot: f64 = 1;
  for (let k = 0; k < entries; k++) if (rows[k] == r) pivot = values[k];
  basis.changes.begin(change, r);
  for (let k = 0; k < entries; k++) {
    if (rows[k] == r) continue;
    basis.changes.push(change, rows[k], values[k]);
    const at = basis.basic[rows[k]];
    const ratio = values[k] / pivot;
    const reached = ratio * ratio * rhoNorm;
    if (reached > weight[at]) weight[at] = reached;
  }
  basis.changes.isCut[change] = 0;
  basis.changes.pivot[change] = pivot;
  weight[v] = max(rhoNorm / (pivot * pivot), leastWeight);
  return pivot;
}

/** Notes cut row r, whose entries towards basic variables stand where a column would be loaded, as the given change. */
export function noteCut(basis: Basis, r: i32, entries: i32, change: i32): void {
  basis.changes.begin(change, r);
  for (let k = 0; k < entries; k++) basis.changes.push(change, basis.columnRow[k], basis.columnValue[k]);
  basis.changes.isCut[change] = 1;
}

/** Lets the basic variables follow what the constraint rows have moved by; returns how many did, listed in `columnRow`. */
export function settle(basis: Basis, moving: Numbers, rows: i32, changes: i32, x: Numbers): i32 {
  putAll(basis, moving, rows);
  solveColumn(basis, changes);
  const number = basis.byPosition.number;
  const bits = basis.byPosition.bits;
  let followed = 0;
  for (let w = 0; w < basis.byPosition.words; w++) {
    for (let left = bits[w]; left != 0; left &= left - 1) {
      const r = (w << 5) + ctz(left);
      const v = basis.basic[r];
      x[v] = x[v] - number[r];
      number[r] = 0;
      basis.columnRow[followed++] = r;
    }
    bits[w] = 0;
  }
  return followed;
}

/** Lists the columns of the basic variables, cuts included. */
export function gatherColumns(basis: Basis, rows: i32, cuts: i32, start: Integers, index: Integers, value: Numbers): void {
  const columnCount = basis.columnCount;
  let entries = 0;
  for (let r = 0; r < rows; r++) {
    const v = basis.basic[r];
    start[r] = entries;
    if (v >= columnCount) {
      index[entries] = basis.rowOf(v, cuts);
      value[entries++] = -1;
      continue;
    }
    for (let e = basis.start[v], end = basis.start[v + 1]; e < end; e++) {
      index[entries] = basis.index[e];
      value[entries++] = basis.value[e];
    }
    const cutColumn = basis.cutColumnOf[v];
    for (let k = 0; cutColumn >= 0 && k < cuts; k++) {
      const coefficient = basis.cutCoefficients[k * basis.cutWidth + cutColumn];
      if (coefficient == 0) continue;
      index[entries] = basis.rowCount + k;
      value[entries++] = coefficient;
    }
  }
  start[rows] = entries;
}

/** What the nonbasic variables leave to the basic ones, by constraint row. */
export function rightOfNonbasic(basis: Basis, rows: i32, cuts: i32, x: Numbers, right: Numbers): void {
  for (let i = 0; i < rows; i++) right[i] = 0;
  for (let k = 0, count = basis.columnCount; k < count; k++) {
    const v = basis.nonbasic[k];
    if (x[v] != 0) addColumn(basis, v, -x[v], cuts, right);
  }
}

/** Adds a multiple of a variable's column of [A -I], cuts included. */
export function addColumn(basis: Basis, v: i32, by: f64, cuts: i32, into: Numbers): void {
  if (v >= basis.columnCount) {
    const row = basis.rowOf(v, cuts);
    into[row] = into[row] - by;
    return;
  }
  const index = basis.index;
  const value = basis.value;
  for (let e = basis.start[v], end = basis.start[v + 1]; e < end; e++) {
    into[index[e]] = into[index[e]] + by * value[e];
  }
  const cutColumn = basis.cutColumnOf[v];
  if (cutColumn < 0) return;
  for (let k = 0; k < cuts; k++) {
    const row = basis.rowCount + k;
    into[row] = into[row] + by * basis.cutCoefficients[k * basis.cutWidth + cutColumn];
  }
}

/** The basic variables' values for a right-hand side by constraint row. */
export function basicValues(basis: Basis, right: Numbers, rows: i32, changes: i32, x: Numbers): void {
  putAll(basis, right, rows);
  solveColumn(basis, changes);
  for (let r = 0; r < rows; r++) x[basis.basic[r]] = basis.byPosition.number[r];
  forget(basis.byPosition);
}

/** `cost(basic) · T` into `price` of the nonbasic variables; costs of basic variables stand in `price` already. */
export function computePrices(basis: Basis, rows: i32, cuts: i32, changes: i32, price: Numbers): void {
  for (let r = 0; r < rows; r++) {
    const cost = price[basis.basic[r]];
    if (cost != 0) basis.byPosition.add(r, cost);
  }
  solveRow(basis, changes);
  priceAll(basis, basis.byRow.number, cuts, price);
  forget(basis.byRow);
}

/** Prices of the nonbasic variables for row multipliers y. */
export function priceAll(basis: Basis, y: Numbers, cuts: i32, price: Numbers): void {
  const index = basis.index;
  const value = basis.value;
  for (let k = 0; k < basis.columnCount; k++) {
    const v = basis.nonbasic[k];
    if (v >= basis.columnCount) {
      price[v] = -y[basis.rowOf(v, cuts)];
      continue;
    }
    let sum: f64 = 0;
    for (let e = basis.start[v], end = basis.start[v + 1]; e < end; e++) sum += value[e] * y[index[e]];
    const cutColumn = basis.cutColumnOf[v];
    for (let c = 0; cutColumn >= 0 && c < cuts; c++) {
      sum += basis.cutCoefficients[c * basis.cutWidth + cutColumn] * y[basis.rowCount + c];
    }
    price[v] = sum;
  }
}

/** `rho · [A -I]` over the nonbasic variables, into the loaded row; `listed` are the rows where rho is not zero. */
export function combineRows(basis: Basis, rho: Numbers, listed: Integers, listedCount: i32): i32 {
  const rowCount = basis.rowCount;
  const columnCount = basis.columnCount;
  const place = basis.place;
  const rowVariable = basis.rowVariable;
  const rowValue = basis.rowValue;
  const rowStart = basis.rowStart;
  const rowEnd = basis.rowEnd;
  const rowColumn = basis.rowColumn;
  const rowEntry = basis.rowEntry;
  const number = basis.alpha.number;
  const marks = basis.alpha.marks;
  let norm: f64 = 0;
  let count = 0;
  for (let k = 0; k < listedCount; k++) {
    const i = listed[k];
    const weight = rho[i];
    norm += weight * weight;
    const slack = i < rowCount ? columnCount + i : basis.cutVariable[i - rowCount];
    if (place[slack] < 0) {
      rowVariable[count] = slack;
      rowValue[count++] = -weight;
    }
    if (i >= rowCount) {
      combineCut(basis, i - rowCount, weight);
      continue;
    }
    for (let e = rowStart[i], end = rowEnd[i]; e < end; e++) {
      const v = rowColumn[e];
      number[v] = number[v] + weight * rowEntry[e];
      marks.put(v);
    }
  }
  basis.rhoNorm[0] = norm;
  return listAlpha(basis, count);
}

function combineCut(basis: Basis, k: i32, weight: f64): void {
  const width = basis.cutWidth;
  const columns = basis.cutColumns;
  const coefficients = basis.cutCoefficients;
  const place = basis.place;
  const number = basis.alpha.number;
  const marks = basis.alpha.marks;
  for (let c = 0, at = k * width; c < width; c++, at++) {
    const v = columns[c];
    if (place[v] >= 0) continue;
    number[v] = number[v] + weight * coefficients[at];
    marks.put(v);
  }
}

/** Appends what the columns have come to, from place `count` on, and forgets it. */
@inline
function listAlpha(basis: Basis, count: i32): i32 {
  const number = basis.alpha.number;
  const marks = basis.alpha.marks;
  const rowVariable = basis.rowVariable;
  const rowValue = basis.rowValue;
  for (let w = 0, words = basis.alpha.words; w < words; w++) {
    let left = marks.eight(w);
    if (left == 0) continue;
    for (; left != 0; left &= left - 1) {
      const v = (w << 3) + (<i32>ctz(left) >> 3);
      const value = number[v];
      number[v] = 0;
      if (value < negligible && value > -negligible) continue;
      rowVariable[count] = v;
      rowValue[count++] = value;
    }
    marks.forgetEight(w);
  }
  return count;
}

function putColumn(basis: Basis, v: i32, cuts: i32): void {
  if (v >= basis.columnCount) {
    basis.put(basis.rowOf(v, cuts), -1);
    return;
  }
  for (let e = basis.start[v], end = basis.start[v + 1]; e < end; e++) basis.put(basis.index[e], basis.value[e]);
  const cutColumn = basis.cutColumnOf[v];
  if (cutColumn < 0) return;
  for (let k = 0; k < cuts; k++) {
    basis.put(basis.rowCount + k, basis.cutCoefficients[k * basis.cutWidth + cutColumn]);
  }
}

function putAll(basis: Basis, right: Numbers, rows: i32): void {
  for (let i = 0; i < rows; i++) if (right[i] != 0) basis.put(i, right[i]);
}

/** Solves B x = a for what was put; x is left by basis row. */
function solveColumn(basis: Basis, changes: i32): void {
  solve(basis.factors, basis.work);
  carry(basis.work, basis.byPosition, basis.factors.positionOf);
  followColumn(basis.changes, changes, basis.byPosition);
}

/** Solves y B = c, where c stands by basis row; y is left by constraint row. */
function solveRow(basis: Basis, changes: i32): void {
  followRow(basis.changes, changes, basis.byPosition);
  toPivots(basis);
  solveTransposed(basis.factors, basis.work);
  carry(basis.work, basis.byRow, basis.factors.rowOf);
}

/** From basis rows to pivots; rows appended since the factorisation are their own. */
function toPivots(basis: Basis): void {
  const number = basis.byPosition.number;
  const bits = basis.byPosition.bits;
  const size = basis.factors.size;
  const pivotOfPosition = basis.factors.pivotOfPosition;
  for (let w = 0; w < basis.byPosition.words; w++) {
    for (let left = bits[w]; left != 0; left &= left - 1) {
      const r = (w << 5) + ctz(left);
      if (number[r] == 0) continue;
      if (r < size) basis.work.add(pivotOfPosition[r], number[r]);
      else basis.byRow.add(r, number[r]);
      number[r] = 0;
    }
    bits[w] = 0;
  }
}

function forget(vector: SparseVector): void {
  for (let w = 0; w < vector.words; w++) {
    for (let left = vector.bits[w]; left != 0; left &= left - 1) vector.number[(w << 5) + ctz(left)] = 0;
    vector.bits[w] = 0;
  }
}
