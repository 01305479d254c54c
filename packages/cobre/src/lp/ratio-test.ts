import type { Segments } from './segments.js';

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
export class RatioTest {
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
    this.count = 0;
    this.#add(
      leaving,
      segment + direction,
      direction,
      1,
      this.#segments.cost[this.#segments.first[leaving]! + segment]!,
    );
  }

  /** Offers a nonbasic variable with pivot-row entry `alpha` (sign turned so that positive means: moves up). */
  offer(v: number, boundary: number, alpha: number, price: number): void {
    if (alpha > negligible) this.#add(v, boundary, 1, alpha, price);
    else if (alpha < -negligible) this.#add(v, boundary === 0 && this.#isFree(v) ? 0 : boundary - 1, -1, -alpha, price);
  }

  /** Walks the breakpoints. Returns the index of the entering candidate, 0 for the leaving variable itself, or -1. */
  choose(infeasibility: number, tolerance: number, negligibleSlope: number): number {
    const ratio = this.#ratio;
    const size = this.#size;
    const { count } = this;
    for (let slope = infeasibility; ; ) {
      let bound = Infinity;
      for (let c = 0; c < count; c++) {
        const relaxed = ratio[c]! + tolerance / size[c]!;
        if (relaxed < bound) bound = relaxed;
      }
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

  #add(v: number, segment: number, direction: number, size: number, price: number): void {
    const { count } = this;
    const exists = segment >= 0 && segment < this.#segments.count[v]!;
    if (!exists && count > 0) return;
    this.variable[count] = v;
    this.segment[count] = segment;
    this.direction[count] = direction;
    this.crossed[count] = 0;
    this.#size[count] = size;
    const cost = exists ? this.#segments.cost[this.#segments.first[v]! + segment]! : 0;
    this.#ratio[count] = exists ? (direction * (cost - price)) / size : Infinity;
    this.count = count + 1;
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

  #isFree(v: number): boolean {
    return this.#segments.knot[this.#segments.knotAt(v)] === -Infinity;
  }
}
