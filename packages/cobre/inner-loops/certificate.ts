/** The parts of a certificate that look at everything; see `src/lp/simplex/certificate.ts`. */
import { Integers, Numbers } from './arrays';
import { Placement } from './placement';

/** The matrix by columns. By row: what the columns come to, and the sum of their sizes. By column: what cuts add to the price. */
@unmanaged
export class Sums {
  columnCount: i32;
  rowCount: i32;
  start: Integers;
  index: Integers;
  value: Numbers;
  activity: Numbers;
  size: Numbers;
  cutPrice: Numbers;
}

/** Sums up rows on the way, and compares every column's price with the row multipliers; returns what errors could cost. */
export function columnGap(sums: Sums, placement: Placement, tolerance: f64): f64 {
  const columnCount = sums.columnCount;
  const start = sums.start;
  const index = sums.index;
  const value = sums.value;
  const price = placement.price;
  const activity = sums.activity;
  const size = sums.size;
  let gap: f64 = 0;
  for (let v = 0; v < columnCount; v++) {
    const xv = placement.x[v];
    let sum = sums.cutPrice[v];
    let largest: f64 = 1 + abs(sum);
    for (let e = start[v], end = start[v + 1]; e < end; e++) {
      const row = index[e];
      const term = value[e] * xv;
      activity[row] = activity[row] + term;
      size[row] = size[row] + abs(term);
      const part = value[e] * price[columnCount + row];
      sum -= part;
      largest += abs(part);
    }
    const wrong = abs(sum - price[v]);
    if (!(wrong <= tolerance * largest)) return Infinity;
    gap += wrong * abs(xv);
  }
  return gap;
}

export function rowGap(sums: Sums, placement: Placement, tolerance: f64, inherited: f64): f64 {
  const columnCount = sums.columnCount;
  const rowCount = sums.rowCount;
  const size = sums.size;
  let largest: f64 = 0;
  for (let i = 0; i < rowCount; i++) if (size[i] > largest) largest = size[i];
  const floor = inherited * largest;
  let gap: f64 = 0;
  for (let i = 0; i < rowCount; i++) {
    const wrong = abs(sums.activity[i] - placement.x[columnCount + i]);
    if (!(wrong <= tolerance * (1 + size[i]) + floor)) return Infinity;
    gap += wrong * abs(placement.price[columnCount + i]);
  }
  return gap;
}

/** Basic values lie in their segments, with a little more patience than the simplex itself has. */
export function areWithin(placement: Placement, basic: Integers, rows: i32, tolerance: f64): bool {
  for (let r = 0; r < rows; r++) {
    const v = basic[r];
    const x = placement.x[v];
    const slack = 4 * tolerance * (1 + abs(x));
    if (!(x <= placement.high[v] + slack && x >= placement.low[v] - slack)) return false;
  }
  return true;
}

/** Nonbasic prices lie between the costs before and after their knots. */
export function arePriced(placement: Placement, nonbasic: Integers, count: i32, tolerance: f64): bool {
  for (let k = 0; k < count; k++) if (!isPriced(placement, nonbasic[k], tolerance)) return false;
  return true;
}

@inline
function isPriced(placement: Placement, v: i32, tolerance: f64): bool {
  const at = placement.segment[v];
  const count = placement.segmentCount[v];
  if (count == 0) return true;
  const price = placement.price[v];
  const slack = tolerance * (1 + abs(price));
  const first = placement.first[v];
  if (at < count && placement.cost[first + at] < price - slack) return false;
  if (at > 0) return placement.cost[first + at - 1] <= price + slack;
  return placement.knot[placement.knotAt(v)] != -Infinity || placement.cost[first] <= price + slack;
}
