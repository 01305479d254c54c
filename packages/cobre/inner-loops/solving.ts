/** Solving with a basis: through its factors and then the changes since, or the other way round. */
import { Numbers } from './arrays';
import { Basis } from './basis';
import { followColumn, followRow } from './changes';
import { solveInto, solveTransposedInto } from './factors';

export function putColumn(basis: Basis, v: i32, cuts: i32): void {
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

export function putAll(basis: Basis, right: Numbers, rows: i32): void {
  for (let i = 0; i < rows; i++) if (right[i] != 0) basis.put(i, right[i]);
}

/** Puts what the constraint rows have moved by, and forgets it. */
export function putMoving(basis: Basis): void {
  const number = basis.moving.number;
  const bits = basis.moving.bits;
  for (let w = 0; w < basis.moving.words; w++) {
    for (let left = bits[w]; left != 0; left &= left - 1) {
      const i = (w << 5) + ctz(left);
      if (number[i] != 0) basis.put(i, number[i]);
      number[i] = 0;
    }
    bits[w] = 0;
  }
}

/** Solves B x = a for what was put; x is left by basis row. */
export function solveColumn(basis: Basis, changes: i32): void {
  solveInto(basis.factors, basis.work, basis.byPosition);
  followColumn(basis.changes, changes, basis.byPosition);
}

/** Solves y B = c, where c stands by basis row; y is left by constraint row. */
export function solveRow(basis: Basis, changes: i32): void {
  followRow(basis.changes, changes, basis.byPosition);
  toPivots(basis);
  solveTransposedInto(basis.factors, basis.work, basis.byRow);
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
