/** Rows of the tableau: a row of the inverse, and what it makes of the matrix. */
import { Integers, Numbers } from './arrays';
import { Basis } from './basis';
import { solveRow } from './solving';

/** Entries of the tableau up to this are rounding errors of zero. */
const negligible: f64 = 1e-13;

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
