/**
 * How the factors of a basis matrix are found; see `src/lp/bases/sparse-lu.ts`. It happens in three calls, between which the
 * caller makes room for what comes: singletons, nucleus, numbering.
 */
import { Integers, Numbers } from './arrays';
import { Factors, transpose } from './factors';

const threshold: f64 = 0.1;
const smallest: f64 = 1e-11;
const dropped: f64 = 1e-14;
/** Entries that are left of a column that has its pivot: more than any other has. */
const eliminated = i32.MAX_VALUE;

@unmanaged
export class Factorisation {
  factors: Factors;
  /** Entries that are left of rows and columns, and what is done of them. */
  rowLeft: Integers;
  columnLeft: Integers;
  rowDone: Integers;
  columnDone: Integers;
  /** Of each row the columns, and the places of its entries in them. */
  rowsStart: Integers;
  rowsColumn: Integers;
  rowsEntry: Integers;
  queue: Integers;
  /** What the singletons left: a dense square by columns, and which rows and columns it has. */
  nucleus: Numbers;
  rows: Integers;
  columns: Integers;
  inRow: Integers;
  inColumn: Integers;
  multiple: Numbers;
  pivots: i32;
  upperEntries: i32;
  lowerEntries: i32;

  pivot(row: i32, column: i32, value: f64): void {
    const factors = this.factors;
    const k = this.pivots++;
    factors.rowOf[k] = row;
    factors.positionOf[k] = column;
    factors.pivotOfRow[row] = k;
    factors.pivotOfPosition[column] = k;
    factors.pivotInverse[k] = 1 / value;
    factors.upperRows.start[k] = this.upperEntries;
    factors.lowerColumns.start[k] = this.lowerEntries;
    this.rowDone[row] = 1;
    this.columnDone[column] = 1;
  }

  @inline
  pushUpper(position: i32, value: f64): void {
    const at = this.upperEntries++;
    this.factors.upperRows.index[at] = position;
    this.factors.upperRows.value[at] = value;
  }

  @inline
  pushLower(row: i32, value: f64): void {
    const at = this.lowerEntries++;
    this.factors.lowerColumns.index[at] = row;
    this.factors.lowerColumns.value[at] = value;
  }
}

/** Pivots that need no arithmetic. Returns how many rows are left, or -1 when they are not as many as the columns. */
export function pivotSingletons(f: Factorisation, size: i32, start: Integers, index: Integers, value: Numbers): i32 {
  f.factors.size = size;
  f.pivots = 0;
  f.upperEntries = 0;
  f.lowerEntries = 0;
  for (let k = 0; k < size; k++) {
    f.rowDone[k] = 0;
    f.columnDone[k] = 0;
  }
  listRows(f, size, start, index);
  columnSingletons(f, size, start, index, value);
  rowSingletons(f, size, start, index, value);
  return f.pivots == size ? 0 : listNucleus(f, size);
}

/** The columns of each row, and how many entries rows and columns have. */
function listRows(f: Factorisation, size: i32, start: Integers, index: Integers): void {
  const count = f.rowLeft;
  const rowsStart = f.rowsStart;
  const entries = start[size];
  for (let i = 0; i < size; i++) count[i] = 0;
  for (let e = 0; e < entries; e++) count[index[e]] = count[index[e]] + 1;
  rowsStart[0] = 0;
  for (let i = 0; i < size; i++) rowsStart[i + 1] = rowsStart[i] + count[i];
  const next = f.queue;
  for (let i = 0; i < size; i++) next[i] = rowsStart[i];
  for (let j = 0; j < size; j++) {
    f.columnLeft[j] = start[j + 1] - start[j];
    for (let e = start[j]; e < start[j + 1]; e++) {
      const at = next[index[e]]++;
      f.rowsColumn[at] = j;
      f.rowsEntry[at] = e;
    }
  }
}

/** A column with one entry left: its row becomes a row of U, nothing has to be eliminated. */
function columnSingletons(f: Factorisation, size: i32, start: Integers, index: Integers, value: Numbers): void {
  const queue = f.queue;
  let head = 0;
  let tail = 0;
  for (let j = 0; j < size; j++) if (f.columnLeft[j] == 1) queue[tail++] = j;
  while (head < tail) {
    const j = queue[head++];
    if (f.columnDone[j] == 1 || f.columnLeft[j] != 1) continue;
    let e = start[j];
    while (e < start[j + 1] && f.rowDone[index[e]] == 1) e++;
    if (e == start[j + 1] || abs(value[e]) < smallest) continue;
    const row = index[e];
    f.pivot(row, j, value[e]);
    for (let at = f.rowsStart[row], end = f.rowsStart[row + 1]; at < end; at++) {
      const other = f.rowsColumn[at];
      if (f.columnDone[other] == 1) continue;
      f.pushUpper(other, value[f.rowsEntry[at]]);
      const left = f.columnLeft[other] - 1;
      f.columnLeft[other] = left;
      if (left == 1) queue[tail++] = other;
    }
  }
  for (let i = 0; i < size; i++) f.rowLeft[i] = 0;
  for (let j = 0; j < size; j++) {
    if (f.columnDone[j] == 1) continue;
    for (let e = start[j]; e < start[j + 1]; e++) {
      if (f.rowDone[index[e]] == 0) f.rowLeft[index[e]] = f.rowLeft[index[e]] + 1;
    }
  }
}

/** A row with one entry left: its column's other entries become an elimination, and U gets an empty row. */
function rowSingletons(f: Factorisation, size: i32, start: Integers, index: Integers, value: Numbers): void {
  const queue = f.queue;
  let head = 0;
  let tail = 0;
  for (let i = 0; i < size; i++) if (f.rowDone[i] == 0 && f.rowLeft[i] == 1) queue[tail++] = i;
  while (head < tail) {
    const i = queue[head++];
    if (f.rowDone[i] == 1 || f.rowLeft[i] != 1) continue;
    const at = remainingEntry(f, i);
    if (at < 0) continue;
    const pivot = value[f.rowsEntry[at]];
    if (abs(pivot) < smallest) continue;
    const j = f.rowsColumn[at];
    f.pivot(i, j, pivot);
    for (let e = start[j]; e < start[j + 1]; e++) {
      const row = index[e];
      if (f.rowDone[row] == 1) continue;
      f.pushLower(row, value[e] / pivot);
      const left = f.rowLeft[row] - 1;
      f.rowLeft[row] = left;
      if (left == 1) queue[tail++] = row;
    }
  }
}

function remainingEntry(f: Factorisation, row: i32): i32 {
  for (let at = f.rowsStart[row], end = f.rowsStart[row + 1]; at < end; at++) {
    if (f.columnDone[f.rowsColumn[at]] == 0) return at;
  }
  return -1;
}

function listNucleus(f: Factorisation, size: i32): i32 {
  let rows = 0;
  let columns = 0;
  for (let k = 0; k < size; k++) {
    if (f.rowDone[k] == 0) f.rows[rows++] = k;
    if (f.columnDone[k] == 0) f.columns[columns++] = k;
  }
  return rows == columns ? rows : -1;
}

/** Eliminates the n rows that are left, choosing short columns and rows among acceptable pivots; 0 when it is singular. */
export function eliminateNucleus(f: Factorisation, n: i32, start: Integers, index: Integers, value: Numbers): i32 {
  fillNucleus(f, n, start, index, value);
  for (let step = 0; step < n; step++) {
    const chosen = choosePivot(f, n);
    if (chosen < 0) return 0;
    eliminate(f, n, chosen % n, chosen / n);
  }
  return 1;
}

/** From here on rows and columns are counted within the nucleus. What has been eliminated is zero in it. */
function fillNucleus(f: Factorisation, n: i32, start: Integers, index: Integers, value: Numbers): void {
  const nucleus = f.nucleus;
  const rowLeft = f.rowLeft;
  const columnLeft = f.columnLeft;
  const local = f.queue;
  memory.fill(changetype<usize>(nucleus), 0, (<usize>(n * n)) << 3);
  for (let r = 0; r < n; r++) local[f.rows[r]] = r;
  for (let k = 0; k < n; k++) {
    rowLeft[k] = 0;
    columnLeft[k] = 0;
  }
  for (let c = 0; c < n; c++) {
    const column = f.columns[c];
    for (let e = start[column]; e < start[column + 1]; e++) {
      if (f.rowDone[index[e]] == 1 || value[e] == 0) continue;
      const r = local[index[e]];
      nucleus[c * n + r] = value[e];
      rowLeft[r] = rowLeft[r] + 1;
      columnLeft[c] = columnLeft[c] + 1;
    }
  }
}

/** Row and column of the best pivot in the three shortest columns, as column · n + row; -1 when there is none. */
function choosePivot(f: Factorisation, n: i32): i32 {
  const nucleus = f.nucleus;
  const rowLeft = f.rowLeft;
  listShortest(f, n);
  let best = -1;
  let bestCost = i32.MAX_VALUE;
  for (let tries = 0; tries < 3 && bestCost > 0; tries++) {
    const c = f.inRow[tries];
    if (c < 0) break;
    const base = c * n;
    let largest: f64 = 0;
    for (let at = base; at < base + n; at++) if (abs(nucleus[at]) > largest) largest = abs(nucleus[at]);
    if (largest < smallest) continue;
    const least = threshold * largest;
    const others = f.columnLeft[c] - 1;
    for (let r = 0; r < n; r++) {
      if (abs(nucleus[base + r]) < least) continue;
      const cost = (rowLeft[r] - 1) * others;
      if (cost >= bestCost) continue;
      best = base + r;
      bestCost = cost;
    }
  }
  return best;
}

/** The three open columns with the fewest entries, the first among equals, into `inRow`; -1 behind the last. */
function listShortest(f: Factorisation, n: i32): void {
  const left = f.columnLeft;
  let first = -1;
  let second = -1;
  let third = -1;
  let leastButTwo = eliminated;
  for (let c = 0; c < n; c++) {
    if (left[c] >= leastButTwo) continue;
    if (first < 0 || left[c] < left[first]) {
      third = second;
      second = first;
      first = c;
    } else if (second < 0 || left[c] < left[second]) {
      third = second;
      second = c;
    } else third = c;
    if (third >= 0) leastButTwo = left[third];
  }
  f.inRow[0] = first;
  f.inRow[1] = second;
  f.inRow[2] = third;
}

function eliminate(f: Factorisation, n: i32, row: i32, column: i32): void {
  const nucleus = f.nucleus;
  const rowLeft = f.rowLeft;
  const columnLeft = f.columnLeft;
  const pivot = nucleus[column * n + row];
  f.pivot(f.rows[row], f.columns[column], pivot);
  nucleus[column * n + row] = 0;
  columnLeft[column] = eliminated;
  let columns = 0;
  for (let c = 0, at = row; c < n; c++, at += n) {
    const value = nucleus[at];
    if (value == 0) continue;
    f.inRow[columns++] = c;
    columnLeft[c] = columnLeft[c] - 1;
    f.pushUpper(f.columns[c], value);
  }
  let rows = 0;
  for (let r = 0, at = column * n; r < n; r++, at++) {
    const value = nucleus[at];
    if (value == 0) continue;
    nucleus[at] = 0;
    f.inColumn[rows] = r;
    f.multiple[rows++] = value / pivot;
    rowLeft[r] = rowLeft[r] - 1;
    f.pushLower(f.rows[r], value / pivot);
  }
  for (let k = 0; k < columns; k++) subtract(f, n, row, f.inRow[k], rows);
}

/** Takes the multiples of the pivot row's entry in a column out of that column's, and forgets that entry. */
function subtract(f: Factorisation, n: i32, row: i32, column: i32, rows: i32): void {
  const nucleus = f.nucleus;
  const rowLeft = f.rowLeft;
  const base = column * n;
  const entry = nucleus[base + row];
  nucleus[base + row] = 0;
  let left = f.columnLeft[column];
  for (let k = 0; k < rows; k++) {
    const r = f.inColumn[k];
    const before = nucleus[base + r];
    const after = before - f.multiple[k] * entry;
    const kept: f64 = abs(after) < dropped ? 0 : after;
    nucleus[base + r] = kept;
    const change = i32(kept != 0) - i32(before != 0);
    rowLeft[r] = rowLeft[r] + change;
    left += change;
  }
  f.columnLeft[column] = left;
}

/** Rows and positions become numbers of pivots, and both triangles are written down the other way round as well. */
export function numberPivots(f: Factorisation): void {
  const factors = f.factors;
  const size = factors.size;
  const upper = factors.upperRows;
  const lower = factors.lowerColumns;
  upper.start[size] = f.upperEntries;
  lower.start[size] = f.lowerEntries;
  for (let e = 0; e < f.upperEntries; e++) upper.index[e] = factors.pivotOfPosition[upper.index[e]];
  for (let e = 0; e < f.lowerEntries; e++) lower.index[e] = factors.pivotOfRow[lower.index[e]];
  transpose(upper, factors.upperColumns, size);
  transpose(lower, factors.lowerRows, size);
}
