import { Integers, Numbers } from './arrays';

/** Where the variables are; see `src/lp/simplex/simplex.ts` and `infeasible-rows.ts`. */
@unmanaged
export class Position {
  x: Numbers;
  /** Bounds of the segment that a basic variable lies in. */
  low: Numbers;
  high: Numbers;
  /** By row: how far its variable lies outside its segment, squared; zero within tolerance. */
  infeasibility: Numbers;
  /** A bit for each row that is infeasible. */
  isInfeasible: Integers;

  @inline
  measure(r: i32, v: i32, tolerance: f64): void {
    const value = this.x[v];
    let excess = value - this.high[v];
    if (excess <= 0) excess = this.low[v] - value;
    const isWithin = excess <= tolerance || excess <= tolerance * abs(value);
    const bit = 1 << r;
    const word = this.isInfeasible[r >> 5];
    this.infeasibility[r] = isWithin ? 0 : excess * excess;
    this.isInfeasible[r >> 5] = isWithin ? word & ~bit : word | bit;
  }
}

export function measureAll(position: Position, basic: Integers, rows: i32, tolerance: f64): void {
  // Rows that have gone since must not be among them.
  for (let w = 0; w < (rows + 31) >> 5; w++) position.isInfeasible[w] = 0;
  for (let r = 0; r < rows; r++) position.measure(r, basic[r], tolerance);
}

export function measureListed(position: Position, basic: Integers, list: Integers, count: i32, tolerance: f64): void {
  for (let k = 0; k < count; k++) position.measure(list[k], basic[list[k]], tolerance);
}

/** The basic variables follow an entering one that moves by `by`, along its column. */
export function moveAlong(position: Position, basic: Integers, rows: Integers, values: Numbers, count: i32, by: f64): void {
  const x = position.x;
  for (let k = 0; k < count; k++) {
    const v = basic[rows[k]];
    x[v] = x[v] - by * values[k];
  }
}

/** Prices move by a multiple of the pivot row. */
export function movePrices(price: Numbers, variables: Integers, values: Numbers, count: i32, by: f64): void {
  for (let k = 0; k < count; k++) {
    const v = variables[k];
    price[v] = price[v] + by * values[k];
  }
}
