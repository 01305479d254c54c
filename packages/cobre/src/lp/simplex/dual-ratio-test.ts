import type { Segments } from '../model/segments.js';

/** Entries of the pivot row below this are rounding errors of zero. */
const negligible = 1e-9;

export const noEntering = -1;

/**
 * The long-step dual ratio test on piecewise linear variables.
 *
 * A row leaves its segment; prices move by a growing step. A nonbasic variable whose price reaches the cost of its next
 * segment may enter there, but as long as the row would still be infeasible after the variable has crossed the whole
 * segment, it is cheaper to let it cross and go on: each crossing lowers the slope by `|T| · width`. The leaving variable
 * takes part itself: when its own next segment comes first, it stays basic and nothing needs to be exchanged. Candidates
 * within the Harris tolerance of each other count as one breakpoint, of which the largest pivot is taken.
 */
export class DualRatioTest {
  /** Results: the dual step and the segment that the entering variable enters. */
  step = 0;
  enteringSegment = 0;
  readonly variable: Int32Array;
  /** Segment each candidate would enter next, and the direction it walks in. */
  readonly segment: Int32Array;
  readonly direction: Int8Array;
  readonly crossed: Uint8Array;
  count = 0;
  readonly #size: Float64Array;
  readonly #ratio: Float64Array;
  readonly #segments: Segments;

  constructor(segments: Segments, candidates: number) {
    this.#segments = segments;
    this.variable = new Int32Array(candidates);
    this.segment = new Int32Array(candidates);
    this.direction = new Int8Array(candidates);
    this.crossed = new Uint8Array(candidates);
    this.#size = new Float64Array(candidates);
    this.#ratio = new Float64Array(candidates);
  }

  /** Starts with the leaving variable, which moves up (+1) or down (-1) out of `segment`. */
  begin(leaving: number, segment: number, direction: number): void {
    const next = segment + direction;
    const { cost, count } = this.#segments;
    const first = this.#segments.first[leaving]!;
    const exists = next >= 0 && next < count[leaving]!;
    this.count = 1;
    this.variable[0] = leaving;
    this.segment[0] = next;
    this.direction[0] = direction;
    this.crossed[0] = 0;
    this.#size[0] = 1;
    this.#ratio[0] = exists ? direction * (cost[first + next]! - cost[first + segment]!) : Infinity;
  }

  /**
   * Offers the nonbasic variables of a pivot row. `sign` turns its entries so that positive means: the variable moves up,
   * towards the segment after its knot; negative, towards the one before.
   */
  offerRow(
    variables: Int32Array,
    entries: Float64Array,
    entryCount: number,
    sign: number,
    boundary: Int32Array,
    price: Float64Array,
  ): void {
    const { count: segmentCount, first, cost, knot, memberStart } = this.#segments;
    const { variable, segment, direction, crossed } = this;
    const size = this.#size;
    const ratio = this.#ratio;
    let count = this.count;
    for (let k = 0; k < entryCount; k++) {
      const v = variables[k]!;
      const segments = segmentCount[v]!;
      if (segments === 0) continue;
      const alpha = sign * entries[k]!;
      let next = boundary[v]!;
      if (alpha > negligible) {
        if (next >= segments) continue;
        ratio[count] = (cost[first[v]! + next]! - price[v]!) / alpha;
        direction[count] = 1;
        size[count] = alpha;
      } else if (alpha < -negligible) {
        if (next > 0) next--;
        else if (knot[memberStart[v]! + v] !== -Infinity) continue;
        ratio[count] = (cost[first[v]! + next]! - price[v]!) / alpha;
        direction[count] = -1;
        size[count] = -alpha;
      } else continue;
      variable[count] = v;
      segment[count] = next;
      crossed[count++] = 0;
    }
    this.count = count;
  }

  /** Walks the breakpoints. Returns the index of the entering candidate, 0 for the leaving variable itself, or -1. */
  choose(infeasibility: number, tolerance: number, negligibleSlope: number): number {
    const ratio = this.#ratio;
    const size = this.#size;
    const { count } = this;
    for (let slope = infeasibility; ; ) {
      const bound = this.#nearest(tolerance);
      if (bound === Infinity) return noEntering;
      let drop = 0;
      let best = -1;
      let largest = 0;
      for (let c = 0; c < count; c++) {
        if (ratio[c]! > bound) continue;
        drop += size[c]! * this.#width(c);
        if (size[c]! <= largest) continue;
        best = c;
        largest = size[c]!;
      }
      if (slope - drop <= negligibleSlope) return this.#settleOn(best, slope, bound);
      slope -= drop;
      for (let c = 0; c < count; c++) if (ratio[c]! <= bound) this.#cross(c);
    }
  }

  /** The next breakpoint with its tolerance. Whoever lies behind it without tolerance cannot be it, and most do. */
  #nearest(tolerance: number): number {
    const [ratio, size] = [this.#ratio, this.#size];
    let bound = Infinity;
    for (let c = 0; c < this.count; c++) {
      if (ratio[c]! >= bound) continue;
      const relaxed = ratio[c]! + tolerance / size[c]!;
      if (relaxed < bound) bound = relaxed;
    }
    return bound;
  }

  /** The size of a candidate's entry in the pivot row. */
  sizeOf(candidate: number): number {
    return this.#size[candidate]!;
  }

  /**
   * The last breakpoint. Candidates before the chosen one cross too while the row stays infeasible; crossing more would
   * carry it beyond its bound and start a circle. The others stay where they are, wrong by less than the tolerance.
   */
  #settleOn(largest: number, slope: number, bound: number): number {
    const ratio = this.#ratio;
    const best = ratio[0]! <= bound && this.#dropBefore(ratio[0]!) < slope ? 0 : largest;
    const limit = ratio[best]!;
    this.step = Math.max(0, limit);
    this.enteringSegment = this.segment[best]!;
    let left = slope;
    for (let c = 0; c < this.count; c++) {
      if (c === best || ratio[c]! >= limit) continue;
      const drop = this.#size[c]! * this.#width(c);
      if (drop >= left) continue;
      left -= drop;
      this.#cross(c);
    }
    return best;
  }

  #dropBefore(limit: number): number {
    let drop = 0;
    for (let c = 1; c < this.count; c++) if (this.#ratio[c]! < limit) drop += this.#size[c]! * this.#width(c);
    return drop;
  }

  #width(c: number): number {
    const at = this.#segments.knotAt(this.variable[c]!) + this.segment[c]!;
    return this.#segments.knot[at + 1]! - this.#segments.knot[at]!;
  }

  #cross(c: number): void {
    const v = this.variable[c]!;
    const first = this.#segments.first[v]!;
    const before = this.#segments.cost[first + this.segment[c]!]!;
    const next = this.segment[c]! + this.direction[c]!;
    this.crossed[c] = 1;
    this.segment[c] = next;
    if (next < 0 || next >= this.#segments.count[v]!) this.#ratio[c] = Infinity;
    else this.#ratio[c]! += Math.abs(this.#segments.cost[first + next]! - before) / this.#size[c]!;
  }
}
