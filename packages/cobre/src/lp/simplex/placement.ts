/**
 * Where the variables of a simplex are: a basic variable lies in `segment[v]` and its price is that segment's cost; a
 * nonbasic variable sits on the knot `segment[v]`, between the segments before and after. A position is dual feasible when
 * the cost before is at most the price and the cost after at least.
 */
import type { Basis } from '../bases/basis.js';
import type { CompactLp } from '../model/compact.js';
import type { Segments } from '../model/segments.js';

export const dualTolerance = 1e-10;

export class Placement {
  readonly basis: Basis;
  readonly segments: Segments;
  readonly x: Float64Array;
  readonly price: Float64Array;
  readonly segment: Int32Array;
  /** Bounds of the segment that a basic variable lies in. */
  readonly low: Float64Array;
  readonly high: Float64Array;
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

  /** Whether a basic variable lies in its segment, with a little more patience than the simplex itself. */
  isWithin(v: number, tolerance: number): boolean {
    const slack = 4 * tolerance * (1 + Math.abs(this.x[v]!));
    return this.x[v]! <= this.high[v]! + slack && this.x[v]! >= this.low[v]! - slack;
  }

  /** Whether a nonbasic variable's price lies between the costs before and after its knot. */
  isPriced(v: number, tolerance: number): boolean {
    const at = this.segment[v]!;
    const count = this.segments.count[v]!;
    if (count === 0) return true;
    const price = this.price[v]!;
    const slack = tolerance * (1 + Math.abs(price));
    const first = this.segments.first[v]!;
    if (at < count && this.segments.cost[first + at]! < price - slack) return false;
    if (at > 0) return this.segments.cost[first + at - 1]! <= price + slack;
    return this.segments.knot[this.segments.knotAt(v)] !== -Infinity || this.segments.cost[first]! <= price + slack;
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
    const { basis, price, segment } = this;
    for (let r = 0; r < basis.rows; r++) {
      const v = basis.basic[r]!;
      segment[v] = Math.max(0, Math.min(segment[v]!, this.segments.count[v]! - 1));
      price[v] = this.costOf(v, segment[v]!);
      this.bound(v);
    }
    basis.computePrices(price);
    for (let k = 0; k < basis.nonbasic.length; k++) this.#place(basis.nonbasic[k]!);
    basis.computeValues(this.x);
  }

  /** Takes all shifts back. Prices are exact afterwards, and some positions may no longer be dual feasible. */
  unshift(): void {
    this.shifted = false;
    this.segments.restoreCosts();
    this.recomputePrices();
  }

  recomputePrices(): void {
    const { basis, price, segment } = this;
    for (let r = 0; r < basis.rows; r++)
      price[basis.basic[r]!] = this.costOf(basis.basic[r]!, segment[basis.basic[r]!]!);
    basis.computePrices(price);
  }

  protected positionOf(v: number): number {
    const at = this.segments.knot[this.segments.knotAt(v) + this.segment[v]!]!;
    return (at === -Infinity ? 0 : at) + this.segments.origin[v]!;
  }

  /** Puts a nonbasic variable on the knot its price asks for, shifting its costs where there is none. */
  #place(v: number): void {
    if (!this.#mayStay(v)) this.segment[v] = this.#knotFor(v);
    this.x[v] = this.positionOf(v);
  }

  #mayStay(v: number): boolean {
    const at = this.segment[v]!;
    const count = this.segments.count[v]!;
    if (at > count || !Number.isFinite(this.segments.knot[this.segments.knotAt(v) + at]!)) return false;
    const dearEnough = at >= count || this.costOf(v, at) >= this.price[v]! - dualTolerance;
    return dearEnough && (at === 0 || this.costOf(v, at - 1) <= this.price[v]! + dualTolerance);
  }

  #knotFor(v: number): number {
    const { segments, price } = this;
    const [count, knots] = [segments.count[v]!, segments.knotAt(v)];
    let at = 0;
    while (at < count && this.costOf(v, at) < price[v]!) at++;
    if (at > 0 && segments.knot[knots + at] === Infinity) {
      this.#shiftTo(v, --at);
      return at;
    }
    if (at > 0 || segments.knot[knots] !== -Infinity) return at;
    this.#shiftTo(v, 0);
    return segments.knot[knots + 1] === Infinity ? 0 : 1;
  }

  /** Shifts the costs of a variable so that a segment costs exactly its price. */
  #shiftTo(v: number, segment: number): void {
    const gap = this.price[v]! - this.costOf(v, segment);
    if (Math.abs(gap) <= dualTolerance) return;
    this.segments.shiftCosts(v, gap);
    this.shifted = true;
  }

  /** Breaks ties: nonbasic variables at an end of their chain become a little dearer to move. */
  protected perturb(size: number): void {
    const { nonbasic } = this.basis;
    for (let k = 0; k < nonbasic.length; k++) {
      const v = nonbasic[k]!;
      const count = this.segments.count[v]!;
      if (count === 0 || this.segments.knot[this.segments.knotAt(v)] === -Infinity) continue;
      const by = size * (1 + ((v * 7919) % 1009) / 1009);
      if (this.segment[v] === 0) this.segments.shiftCosts(v, by);
      else if (this.segment[v] === count) this.segments.shiftCosts(v, -by);
    }
    this.shifted = true;
  }
}
