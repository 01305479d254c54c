/** The matrix by rows, nonbasic columns first, and who sits where; see `src/lp/bases/row-matrix.ts`. */
import { Basis } from './basis';

/** Row r's variable becomes nonbasic where v was. */
export function swap(basis: Basis, r: i32, v: i32): void {
  const columnCount = basis.columnCount;
  const leaving = basis.basic[r];
  const at = basis.position[v];
  basis.nonbasic[at] = leaving;
  basis.position[leaving] = at;
  basis.place[leaving] = -1;
  basis.basic[r] = v;
  basis.place[v] = r;
  if (v < columnCount) becomesBasic(basis, v);
  if (leaving < columnCount) becomesNonbasic(basis, leaving);
}

/** Puts every column on its side. */
export function arrangeRows(basis: Basis): void {
  for (let i = 0; i < basis.rowCount; i++) {
    let end = basis.rowStart[i];
    for (let at = end, last = basis.rowStart[i + 1]; at < last; at++) {
      if (basis.place[basis.rowColumn[at]] < 0) exchange(basis, at, end++);
    }
    basis.rowEnd[i] = end;
  }
}

function becomesBasic(basis: Basis, v: i32): void {
  for (let e = basis.start[v], end = basis.start[v + 1]; e < end; e++) {
    const border = basis.rowEnd[basis.index[e]] - 1;
    exchange(basis, basis.rowPlaceOf[e], border);
    basis.rowEnd[basis.index[e]] = border;
  }
}

function becomesNonbasic(basis: Basis, v: i32): void {
  for (let e = basis.start[v], end = basis.start[v + 1]; e < end; e++) {
    const border = basis.rowEnd[basis.index[e]];
    exchange(basis, basis.rowPlaceOf[e], border);
    basis.rowEnd[basis.index[e]] = border + 1;
  }
}

@inline
function exchange(basis: Basis, a: i32, b: i32): void {
  if (a == b) return;
  const column = basis.rowColumn[a];
  const entry = basis.rowEntryAt[a];
  put(basis, a, basis.rowColumn[b], basis.rowEntryAt[b]);
  put(basis, b, column, entry);
}

@inline
function put(basis: Basis, at: i32, column: i32, entry: i32): void {
  basis.rowColumn[at] = column;
  basis.rowEntry[at] = basis.value[entry];
  basis.rowEntryAt[at] = entry;
  basis.rowPlaceOf[entry] = at;
}
