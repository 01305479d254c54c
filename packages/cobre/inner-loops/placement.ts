/** Where variables are with regard to their costs; see `src/lp/simplex/placement.ts`. */
import { Integers, Numbers } from './arrays';

@unmanaged
export class Placement {
  x: Numbers;
  price: Numbers;
  segment: Integers;
  low: Numbers;
  high: Numbers;
  segmentCount: Integers;
  first: Integers;
  cost: Numbers;
  intercept: Numbers;
  knot: Numbers;
  memberStart: Integers;
  origin: Numbers;

  @inline
  costOf(v: i32, segment: i32): f64 {
    return this.segmentCount[v] == 0 ? 0 : this.cost[this.first[v] + segment];
  }

  @inline
  knotAt(v: i32): i32 {
    return this.memberStart[v] + v;
  }

  @inline
  positionOf(v: i32): f64 {
    const at = this.knot[this.knotAt(v) + this.segment[v]];
    return (at == -Infinity ? 0 : at) + this.origin[v];
  }

  /** Reads the bounds of a basic variable's segment. */
  @inline
  bound(v: i32): void {
    const at = this.knotAt(v) + this.segment[v];
    const low = this.knot[at] + this.origin[v];
    this.low[v] = low;
    this.high[v] = this.segmentCount[v] == 0 ? low : this.knot[at + 1] + this.origin[v];
  }

  shiftCosts(v: i32, by: f64): void {
    const from = this.first[v];
    for (let k = from, end = from + this.segmentCount[v]; k < end; k++) this.cost[k] = this.cost[k] + by;
  }
}

/** Basic variables lie in a segment that exists, cost what it costs and have its bounds. */
export function placeBasic(placement: Placement, basic: Integers, rows: i32): void {
  for (let r = 0; r < rows; r++) {
    const v = basic[r];
    const at = max(0, min(placement.segment[v], placement.segmentCount[v] - 1));
    placement.segment[v] = at;
    placement.price[v] = placement.costOf(v, at);
    placement.bound(v);
  }
}

export function priceBasic(placement: Placement, basic: Integers, rows: i32): void {
  for (let r = 0; r < rows; r++) placement.price[basic[r]] = placement.costOf(basic[r], placement.segment[basic[r]]);
}

/** Puts nonbasic variables on the knots their prices ask for; 1 where costs had to be shifted for it. */
export function placeNonbasic(placement: Placement, nonbasic: Integers, count: i32, tolerance: f64): i32 {
  let shifted = 0;
  for (let k = 0; k < count; k++) {
    const v = nonbasic[k];
    if (!mayStay(placement, v, tolerance)) shifted |= moveToKnot(placement, v, tolerance);
    placement.x[v] = placement.positionOf(v);
  }
  return shifted;
}

@inline
function mayStay(placement: Placement, v: i32, tolerance: f64): bool {
  const at = placement.segment[v];
  const count = placement.segmentCount[v];
  if (at > count || !isFinite(placement.knot[placement.knotAt(v) + at])) return false;
  const price = placement.price[v];
  const dearEnough = at >= count || placement.costOf(v, at) >= price - tolerance;
  return dearEnough && (at == 0 || placement.costOf(v, at - 1) <= price + tolerance);
}

function moveToKnot(placement: Placement, v: i32, tolerance: f64): i32 {
  const count = placement.segmentCount[v];
  const knots = placement.knotAt(v);
  let at = 0;
  while (at < count && placement.costOf(v, at) < placement.price[v]) at++;
  let shifted = 0;
  if (at > 0 && placement.knot[knots + at] == Infinity) shifted = shiftTo(placement, v, --at, tolerance);
  else if (at == 0 && placement.knot[knots] == -Infinity) {
    shifted = shiftTo(placement, v, 0, tolerance);
    at = placement.knot[knots + 1] == Infinity ? 0 : 1;
  }
  placement.segment[v] = at;
  return shifted;
}

/** Shifts the costs of a variable so that a segment costs exactly its price. */
function shiftTo(placement: Placement, v: i32, segment: i32, tolerance: f64): i32 {
  const gap = placement.price[v] - placement.costOf(v, segment);
  if (abs(gap) <= tolerance) return 0;
  placement.shiftCosts(v, gap);
  return 1;
}

/**
 * Nonbasic variables become a little dearer to move, in either direction; by another amount those that may fall without end
 * from where they are, and not at all those that have no place of their own.
 */
export function perturb(placement: Placement, nonbasic: Integers, count: i32, size: f64, ofEndless: f64): void {
  const cost = placement.cost;
  for (let k = 0; k < count; k++) {
    const v = nonbasic[k];
    const segments = placement.segmentCount[v];
    const at = placement.segment[v];
    const knots = placement.knotAt(v);
    if (segments == 0 || placement.knot[knots + at] == -Infinity) continue;
    const unit = placement.knot[knots] == -Infinity ? ofEndless : size;
    const by = unit * (1 + <f64>((v * 7919) % 1009) / 1009);
    const from = placement.first[v];
    for (let s = from, end = from + at; s < end; s++) cost[s] = cost[s] - by;
    for (let s = from + at, end = from + segments; s < end; s++) cost[s] = cost[s] + by;
  }
}

/**
 * The nonbasic variable with the largest profit (or, to leave a circle, the first): 1 + v where moving up pays, -1 - v where
 * moving down does, 0 where none is left.
 */
export function mostProfitable(
  placement: Placement,
  nonbasic: Integers,
  count: i32,
  takesFirst: i32,
  tolerance: f64,
): i32 {
  let best = -1;
  let most = tolerance;
  let rises = true;
  for (let k = 0; k < count; k++) {
    const v = nonbasic[k];
    const profit = profitOf(placement, v, tolerance);
    if (abs(profit) <= most || (takesFirst == 1 && best >= 0 && best < v)) continue;
    best = v;
    rises = profit > 0;
    if (takesFirst == 0) most = abs(profit);
  }
  return rises ? best + 1 : -1 - best;
}

/** Positive when moving up pays, negative when moving down does. */
@inline
function profitOf(placement: Placement, v: i32, tolerance: f64): f64 {
  const at = placement.segment[v];
  const price = placement.price[v];
  const up = at < placement.segmentCount[v] ? price - placement.costOf(v, at) : 0;
  if (up > tolerance) return up;
  let down: f64 = 0;
  if (at > 0) down = placement.costOf(v, at - 1) - price;
  else if (placement.knot[placement.knotAt(v)] == -Infinity) down = placement.costOf(v, 0) - price;
  return down > tolerance ? -down : 0;
}

/** What all variables cost at their values. */
export function totalCost(placement: Placement, variables: i32): f64 {
  let sum: f64 = 0;
  for (let v = 0; v < variables; v++) {
    const last = placement.segmentCount[v] - 1;
    const at = placement.first[v] + max(0, min(placement.segment[v], last));
    sum += placement.intercept[at];
    if (last >= 0) sum += placement.cost[at] * (placement.x[v] - placement.origin[v]);
  }
  return sum;
}
