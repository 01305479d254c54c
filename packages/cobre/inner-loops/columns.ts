/** Columns of the matrix and of the tableau, and what they come to for all variables at once. */
import { Integers, Numbers } from './arrays';
import { Basis } from './basis';
import { putAll, putColumn, putMoving, solveColumn, solveRow } from './solving';
import { forget } from './sparse-vector';

/** Entries of the tableau up to this are rounding errors of zero. */
const negligible: f64 = 1e-13;

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

/** A variable moves; the basic ones follow when they are told to settle. */
export function announce(basis: Basis, v: i32, by: f64, cuts: i32): void {
  const moving = basis.moving;
  if (v >= basis.columnCount) {
    moving.add(basis.rowOf(v, cuts), -by);
    return;
  }
  for (let e = basis.start[v], end = basis.start[v + 1]; e < end; e++) moving.add(basis.index[e], by * basis.value[e]);
  const cutColumn = basis.cutColumnOf[v];
  if (cutColumn < 0) return;
  for (let k = 0; k < cuts; k++) {
    moving.add(basis.rowCount + k, by * basis.cutCoefficients[k * basis.cutWidth + cutColumn]);
  }
}

/** Lets the basic variables follow what the constraint rows have moved by; returns how many did, listed in `columnRow`. */
export function settle(basis: Basis, changes: i32, x: Numbers): i32 {
  putMoving(basis);
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
