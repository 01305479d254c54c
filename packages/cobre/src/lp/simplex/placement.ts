/**
 * Where the variables of a simplex are: a basic variable lies in `segment[v]` and its price is that segment's cost; a
 * nonbasic variable sits on the knot `segment[v]`, between the segments before and after. A position is dual feasible when
 * the cost before is at most the price and the cost after at least.
 */
import type { Basis } from '../bases/basis.js';
import { innerLoops } from '../inner-loops/inner-loops.js';
import { LoopRecord } from '../inner-loops/record.js';
import type { CompactLp } from '../model/compact.js';
import type { Segments } from '../model/segments.js';

export const dualTolerance = 1e-10;

const fields = [
  ...(['x', 'price', 'segment', 'low', 'high'] as const),
  ...(['segmentCount', 'first', 'cost', 'intercept', 'knot', 'memberStart', 'origin'] as const),
];

export class Placement {
  readonly basis: Basis;
  readonly segments: Segments;
  readonly x: Float64Array;
  readonly price: Float64Array;
  readonly segment: Int32Array;
  /** Bounds of the segment that a basic variable lies in. */
  readonly low: Float64Array;
  readonly high: Float64Array;
  /** What the inner loops know of it. */
  readonly record: LoopRecord<(typeof fields)[number]>;
  shifted = false;
  /** Values and prices no longer fit the problem; `repair` computes them afresh from the basis. */
  stale = true;

  constructor({ arena, segments }: CompactLp, basis: Basis, variables: number) {
    this.basis = basis;
    this.segments = segments;
    this.x = arena.numbers(variables);
    this.price = arena.numbers(variables);
    this.segment = arena.integers(variables);
    this.low = arena.numbers(variables);
    this.high = arena.numbers(variables);
    const { x, price, segment, low, high } = this;
    const { count: segmentCount, first, cost, intercept, knot, memberStart, origin } = segments;
    this.record = new LoopRecord(arena, fields);
    this.record.set({ x, price, segment, low, high });
    this.record.set({ segmentCount, first, cost, intercept, knot, memberStart, origin });
  }

  /** Lets a variable's knots move to another origin: the scenario has changed. The sum of moves would not get there to the last bit. */
  moveOrigin(v: number, to: number): void {
    const by = to - this.segments.origin[v]!;
    this.segments.origin[v] = to;
    if (this.basis.place[v]! >= 0) {
      this.low[v]! += by;
      this.high[v]! += by;
    } else {
      this.x[v]! += by;
      this.basis.move(v, by);
    }
  }

  /** Reads the bounds of a basic variable's segment. */
  bound(v: number): void {
    const at = this.segments.knotAt(v) + this.segment[v]!;
    const fixed = this.segments.count[v] === 0;
    this.low[v] = this.segments.knot[at]! + this.segments.origin[v]!;
    this.high[v] = fixed ? this.low[v]! : this.segments.knot[at + 1]! + this.segments.origin[v]!;
  }

  costOf(v: number, segment: number): number {
    return this.segments.count[v] === 0 ? 0 : this.segments.cost[this.segments.first[v]! + segment]!;
  }

  /**
   * Computes prices and values from scratch and puts every nonbasic variable on the knot that its price asks for. Where
   * there is none (an endless segment at the wrong price) the costs are shifted, to be put right by `primal` later.
   */
  repair(): void {
    const { basis, price } = this;
    innerLoops.placeBasic(this.record.byteOffset, basis.basic.byteOffset, basis.rows);
    basis.computePrices(price);
    const { byteOffset: nonbasic, length } = basis.nonbasic;
    if (innerLoops.placeNonbasic(this.record.byteOffset, nonbasic, length, dualTolerance) === 1) this.#noteShifts();
    basis.computeValues(this.x);
  }

  /** Takes all shifts back. Prices are exact afterwards, and some positions may no longer be dual feasible. */
  unshift(): void {
    this.shifted = false;
    this.segments.restoreCosts();
    this.recomputePrices();
  }

  recomputePrices(): void {
    const { basis, price } = this;
    innerLoops.priceBasic(this.record.byteOffset, basis.basic.byteOffset, basis.rows);
    basis.computePrices(price);
  }

  /** What the first variables cost at their values. */
  totalCost(variables: number): number {
    return innerLoops.totalCost(this.record.byteOffset, variables);
  }

  protected positionOf(v: number): number {
    const at = this.segments.knot[this.segments.knotAt(v) + this.segment[v]!]!;
    return (at === -Infinity ? 0 : at) + this.segments.origin[v]!;
  }

  /** Breaks ties: nonbasic variables become a little dearer to move, those that may fall without end by another amount. */
  protected perturb(size: number, ofEndless: number): void {
    const { byteOffset, length } = this.basis.nonbasic;
    innerLoops.perturb(this.record.byteOffset, byteOffset, length, size, ofEndless);
    this.#noteShifts();
  }

  #noteShifts(): void {
    this.segments.noteShifts();
    this.shifted = true;
  }
}
