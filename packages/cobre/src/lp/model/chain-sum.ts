/**
 * The sum of convex piecewise linear functions of one variable, as a chain of segments again.
 *
 * A row in which only one variable is left says what that variable costs where the row is not satisfied: a second function
 * of the same variable, to be added to its own. (Members that stand side by side share a value; functions that are added
 * all see the same one.)
 */
export interface Chains {
  readonly count: Int32Array;
  readonly first: Int32Array;
  readonly knot: Float64Array;
  readonly cost: Float64Array;
  readonly intercept: Float64Array;
  knotAt(v: number): number;
}

/** Knots nearer to each other than this, for their size, are one; they come from different divisions. */
const sameKnot = 1e-13;
/** Ends that overlap by less are rounding, as everywhere in the simplex; the variable then keeps to its own bound. */
const contradiction = 1e-9;

/** Lays the sum of the chains `parts` out as that of `v`; false when no value suits all of them. */
export function sumChains(chains: Chains, parts: readonly number[], v: number): boolean {
  const { count, first, knot, cost, intercept } = chains;
  const [low, end] = domainOf(chains, parts);
  const knots = chains.knotAt(v);
  if (low - end > contradiction * Math.max(1, Math.abs(low))) return false;
  const high = Math.max(low, end);
  knot[knots] = low;
  let segments = 0;
  for (let position = low; position < high && !isSame(position, high); ) {
    const end = nextKnot(chains, parts, position, high);
    const inside = innerPoint(position, end);
    let [slope, base] = [0, 0];
    for (const part of parts) {
      const at = first[part]! + segmentAt(chains, part, inside);
      slope += cost[at]!;
      base += intercept[at]!;
    }
    cost[first[v]! + segments] = slope;
    intercept[first[v]! + segments] = base;
    knot[knots + ++segments] = end;
    position = end;
  }
  count[v] = segments;
  if (segments > 0) return true;
  knot[knots + 1] = low;
  intercept[first[v]!] = parts.reduce((sum, part) => sum + costAt(chains, part, low), 0);
  return true;
}

/**
 * Shares a price of the sum out among its parts, each of which must lie between the slopes before and after its position.
 * A part's own answer is what a dual of its row, or a reduced cost of its column, is read from.
 */
export function sharePrice(
  chains: Chains,
  parts: readonly number[],
  where: { readonly position: number; readonly inside: number | undefined },
  price: number,
): number[] {
  const ranges = parts.map((part) => slopesAt(chains, part, where));
  const shares = ranges.map(([least, most]) => (least > -Infinity ? least : most < Infinity ? most : 0));
  let left = price - shares.reduce((sum, share) => sum + share, 0);
  // The last ones first: the variable's own bounds, which come first, take what is left.
  for (let k = parts.length - 1; k >= 0; k--) {
    const [least, most] = ranges[k]!;
    const taken = Math.max(least - shares[k]!, Math.min(most - shares[k]!, left));
    shares[k]! += taken;
    left -= taken;
  }
  shares[0]! += left;
  return shares;
}

/** A point strictly within a segment, also of an endless one. */
export function innerPoint(low: number, high: number): number {
  if (low === -Infinity) return high === Infinity ? 0 : high - 1 - Math.abs(high);
  return high === Infinity ? low + 1 + Math.abs(low) : low + (high - low) / 2;
}

/** The segment of a part that holds a position; the nearest where none does. */
export function segmentAt(chains: Chains, part: number, position: number): number {
  const [knots, last] = [chains.knotAt(part), chains.count[part]! - 1];
  let at = 0;
  while (at < last && chains.knot[knots + at + 1]! <= position) at++;
  return at;
}

/** The knot of a part at a position, or -1. */
export function knotOf(chains: Chains, part: number, position: number): number {
  const knots = chains.knotAt(part);
  for (let k = 0; k <= Math.max(1, chains.count[part]!); k++) if (isSame(chains.knot[knots + k]!, position)) return k;
  return -1;
}

/** Which parts bound the sum from below and from above. */
export function narrowest(chains: Chains, parts: readonly number[]): readonly [number, number] {
  let [lowest, highest] = [parts[0]!, parts[0]!];
  for (const part of parts) {
    if (startOf(chains, part) > startOf(chains, lowest)) lowest = part;
    if (endOf(chains, part) < endOf(chains, highest)) highest = part;
  }
  return [lowest, highest];
}

function domainOf(chains: Chains, parts: readonly number[]): readonly [number, number] {
  const [lowest, highest] = narrowest(chains, parts);
  return [startOf(chains, lowest), endOf(chains, highest)];
}

const startOf = (chains: Chains, part: number) => chains.knot[chains.knotAt(part)]!;
const endOf = (chains: Chains, part: number) => chains.knot[chains.knotAt(part) + Math.max(1, chains.count[part]!)]!;

function nextKnot(chains: Chains, parts: readonly number[], position: number, high: number): number {
  let next = high;
  for (const part of parts) {
    const knots = chains.knotAt(part);
    for (let k = 0; k <= chains.count[part]!; k++) {
      const at = chains.knot[knots + k]!;
      if (at > position && at < next && !isSame(at, position) && !isSame(at, high)) next = at;
    }
  }
  return next;
}

function slopesAt(
  chains: Chains,
  part: number,
  { position, inside }: { readonly position: number; readonly inside: number | undefined },
): readonly [number, number] {
  const { count, first, cost } = chains;
  if (count[part] === 0) return [-Infinity, Infinity];
  const slope = (at: number) => cost[first[part]! + at]!;
  const knot = inside === undefined ? knotOf(chains, part, position) : -1;
  if (knot < 0) {
    const only = slope(segmentAt(chains, part, inside ?? position));
    return [only, only];
  }
  return [knot === 0 ? -Infinity : slope(knot - 1), knot === count[part] ? Infinity : slope(knot)];
}

function costAt(chains: Chains, part: number, position: number): number {
  const at = chains.first[part]! + segmentAt(chains, part, position);
  return chains.intercept[at]! + (chains.count[part] === 0 ? 0 : chains.cost[at]! * position);
}

function isSame(a: number, b: number): boolean {
  if (a === b) return true;
  const size = Math.max(1, Math.abs(a), Math.abs(b));
  return size < Infinity && Math.abs(a - b) <= sameKnot * size;
}
