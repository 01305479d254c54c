import { Integers, Numbers } from './arrays';

/** Entries of the pivot row below this are rounding errors of zero. */
const negligible: f64 = 1e-9;
const noEntering = -1;

/** The segments of all variables, and the candidates of one test; see `src/lp/simplex/dual-ratio-test.ts`. */
@unmanaged
export class RatioTest {
  segmentCount: Integers;
  first: Integers;
  cost: Numbers;
  knot: Numbers;
  memberStart: Integers;
  /** The segment of every variable, or the one after its knot, and its price. */
  boundary: Integers;
  price: Numbers;
  variable: Integers;
  segment: Integers;
  direction: Integers;
  /** Candidates that crossed a segment, each once; whether a candidate is one of them; those at one breakpoint. */
  crossed: Integers;
  hasCrossed: Integers;
  reached: Integers;
  size: Numbers;
  ratio: Numbers;
  step: Numbers;
  count: i32;
  crossings: i32;
  enteringSegment: i32;

  @inline
  width(c: i32): f64 {
    const v = this.variable[c];
    const at = this.memberStart[v] + v + this.segment[c];
    return this.knot[at + 1] - this.knot[at];
  }

  cross(c: i32): void {
    const v = this.variable[c];
    const first = this.first[v];
    const before = this.cost[first + this.segment[c]];
    const next = this.segment[c] + this.direction[c];
    if (this.hasCrossed[c] == 0) this.crossed[this.crossings++] = c;
    this.hasCrossed[c] = 1;
    this.segment[c] = next;
    if (next < 0 || next >= this.segmentCount[v]) this.ratio[c] = Infinity;
    else this.ratio[c] = this.ratio[c] + abs(this.cost[first + next] - before) / this.size[c];
  }
}

/**
 * Offers the leaving variable, which moves up (+1) or down (-1), and the nonbasic variables of its row, and walks their
 * breakpoints. Returns the index of the entering candidate, 0 for the leaving variable itself, or -1.
 */
export function testRow(
  test: RatioTest,
  leaving: i32,
  direction: i32,
  variables: Integers,
  entries: Numbers,
  entryCount: i32,
  infeasibility: f64,
  tolerance: f64,
  negligibleSlope: f64,
): i32 {
  begin(test, leaving, test.boundary[leaving], direction);
  offerRow(test, variables, entries, entryCount, direction);
  return choose(test, infeasibility, tolerance, negligibleSlope);
}

@inline
function begin(test: RatioTest, leaving: i32, segment: i32, direction: i32): void {
  const next = segment + direction;
  const first = test.first[leaving];
  const exists = next >= 0 && next < test.segmentCount[leaving];
  test.count = 1;
  test.variable[0] = leaving;
  test.segment[0] = next;
  test.direction[0] = direction;
  for (let k = 0; k < test.crossings; k++) test.hasCrossed[test.crossed[k]] = 0;
  test.crossings = 0;
  test.size[0] = 1;
  test.ratio[0] = exists ? direction * (test.cost[first + next] - test.cost[first + segment]) : Infinity;
}

@inline
function offerRow(test: RatioTest, variables: Integers, entries: Numbers, entryCount: i32, sign: f64): void {
  const boundary = test.boundary;
  const price = test.price;
  const segmentCount = test.segmentCount;
  const first = test.first;
  const cost = test.cost;
  const variable = test.variable;
  const segment = test.segment;
  const direction = test.direction;
  const size = test.size;
  const ratio = test.ratio;
  let count = test.count;
  for (let k = 0; k < entryCount; k++) {
    const alpha = sign * entries[k];
    if (alpha <= negligible && alpha >= -negligible) continue;
    const v = variables[k];
    const segments = segmentCount[v];
    if (segments == 0) continue;
    let next = boundary[v];
    if (alpha > 0) {
      if (next >= segments) continue;
      direction[count] = 1;
      size[count] = alpha;
    } else {
      if (next > 0) next--;
      else if (test.knot[test.memberStart[v] + v] != -Infinity) continue;
      direction[count] = -1;
      size[count] = -alpha;
    }
    ratio[count] = (cost[first[v] + next] - price[v]) / alpha;
    variable[count] = v;
    segment[count++] = next;
  }
  test.count = count;
}

@inline
function choose(test: RatioTest, infeasibility: f64, tolerance: f64, negligibleSlope: f64): i32 {
  const ratio = test.ratio;
  const size = test.size;
  const count = test.count;
  const reached = test.reached;
  let slope = infeasibility;
  while (true) {
    const bound = nearest(test, tolerance);
    if (bound == Infinity) return noEntering;
    let drop: f64 = 0;
    let best = -1;
    let largest: f64 = 0;
    let found = 0;
    for (let c = 0; c < count; c++) {
      if (ratio[c] > bound) continue;
      reached[found++] = c;
      drop += size[c] * test.width(c);
      if (size[c] <= largest) continue;
      best = c;
      largest = size[c];
    }
    if (slope - drop <= negligibleSlope) {
      const chosen = settleOn(test, best, found, slope, bound);
      sortCrossed(test);
      return chosen;
    }
    slope -= drop;
    for (let k = 0; k < found; k++) test.cross(reached[k]);
  }
}

/** The next breakpoint with its tolerance. Whoever lies behind it without tolerance cannot be it, and most do. */
@inline
function nearest(test: RatioTest, tolerance: f64): f64 {
  const ratio = test.ratio;
  const size = test.size;
  let bound: f64 = Infinity;
  for (let c = 0, count = test.count; c < count; c++) {
    if (ratio[c] >= bound) continue;
    const relaxed = ratio[c] + tolerance / size[c];
    if (relaxed < bound) bound = relaxed;
  }
  return bound;
}

/**
 * The last breakpoint. Candidates before the chosen one cross too while the row stays infeasible; crossing more would
 * carry it beyond its bound and start a circle. The others stay where they are, wrong by less than the tolerance.
 */
function settleOn(test: RatioTest, largest: i32, found: i32, slope: f64, bound: f64): i32 {
  const ratio = test.ratio;
  const best = ratio[0] <= bound && dropBefore(test, found) < slope ? 0 : largest;
  const limit = ratio[best];
  test.step[0] = max<f64>(0, limit);
  test.enteringSegment = test.segment[best];
  let left = slope;
  for (let k = 0; k < found; k++) {
    const c = test.reached[k];
    if (c == best || ratio[c] >= limit) continue;
    const drop = test.size[c] * test.width(c);
    if (drop >= left) continue;
    left -= drop;
    test.cross(c);
  }
  return best;
}

/** In the order of the row, because the last bits of sums depend on it. They are few, and nearly in order. */
function sortCrossed(test: RatioTest): void {
  const crossed = test.crossed;
  for (let k = 1; k < test.crossings; k++) {
    const c = crossed[k];
    let at = k;
    for (; at > 0 && crossed[at - 1] > c; at--) crossed[at] = crossed[at - 1];
    crossed[at] = c;
  }
}

/** What crossing those before the leaving variable would take away. */
function dropBefore(test: RatioTest, found: i32): f64 {
  const limit = test.ratio[0];
  let drop: f64 = 0;
  for (let k = 0; k < found; k++) {
    const c = test.reached[k];
    if (test.ratio[c] < limit) drop += test.size[c] * test.width(c);
  }
  return drop;
}
