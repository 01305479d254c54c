/**
 * Bounded simplex on piecewise linear variables: dual to become feasible, primal to become optimal again where costs had
 * to be shifted. The basis (tableau or factorisation) and the ratio test are parts of their own.
 *
 * State: a basic variable lies in `segment[v]` and its price is that segment's cost; a nonbasic variable sits on the knot
 * `segment[v]`, between the segments before and after. A position is dual feasible when the cost before is at most the
 * price and the cost after at least.
 */
import { anyRow, type Basis } from '../bases/basis.js';
import type { CompactLp } from '../model/compact.js';
import type { Segments } from '../model/segments.js';
import type { SolverStatistics } from '../solver.js';
import { DualRatioTest } from './dual-ratio-test.js';

export type Outcome = 'done' | 'infeasible' | 'unbounded' | 'failed';

const feasibilityTolerance = 1e-9;
const dualTolerance = 1e-10;
/** Breakpoints closer than this (in cost) are ties. Wider would save pivots but leave prices wrong on cheap variables. */
const tieTolerance = 1e-12;
const smallestPivot = 1e-10;
/** A row whose pivot would be smaller waits until others have changed it: what is small may be an error of zero. */
const doubtfulPivot = 1e-6;
/**
 * In large stages most exchanges would be ties (many flows cost nothing), so that they begin with costs a little apart; the
 * few exchanges that puts right at the end are far fewer than those it saves. The second is for a solve that stands still.
 */
const [slightly, clearly] = [1e-7, 1e-6];
/** Exchanges between two computations of the basis when care is taken. */
const fewExchanges = 20;
/** Dual steps up to this do not count as progress. */
const stillness = 1e-12;

export class Simplex {
  readonly basis: Basis;
  readonly segments: Segments;
  readonly x: Float64Array;
  readonly price: Float64Array;
  readonly segment: Int32Array;
  readonly low: Float64Array;
  readonly high: Float64Array;
  /** Row whose infeasibility could not be removed, for the proof. */
  stuckRow = -1;
  /** Variable whose movement lowers the cost without end. */
  rayVariable = -1;
  rayDirection = 0;
  shifted = false;
  /** Values and prices no longer fit the problem; `repair` computes them afresh from the basis. */
  stale = true;
  readonly #ratio: DualRatioTest;
  readonly #statistics: SolverStatistics;
  readonly #limit: number;
  readonly #breaksTies: boolean;
  #isCareful = false;
  #renewedAt = 0;
  /** By row: how far its variable lies outside its segment, squared; zero within tolerance. */
  #infeasibility = new Float64Array(0);
  /** Rows that wait for a better pivot. */
  #waits = new Uint8Array(0);
  #waiting = 0;

  constructor(lp: CompactLp, basis: Basis, variables: number, statistics: SolverStatistics, breaksTies: boolean) {
    this.basis = basis;
    this.#breaksTies = breaksTies;
    this.segments = lp.segments;
    this.x = new Float64Array(variables);
    this.price = new Float64Array(variables);
    this.segment = new Int32Array(variables);
    this.low = new Float64Array(variables);
    this.high = new Float64Array(variables);
    this.#ratio = new DualRatioTest(lp.segments, lp.columnCount + 1);
    this.#statistics = statistics;
    this.#limit = 200 + 20 * (lp.rowCount + lp.columnCount);
  }

  /** Exchanges until every basic variable lies within its segment. */
  dual(): Outcome {
    let idle = 0;
    if (this.#breaksTies && !this.shifted) this.#perturb(slightly);
    this.#measureAll();
    for (let count = 0; count < this.#limit; count++) {
      const r = this.#leavingRow();
      if (r < 0) return 'done';
      const outcome = this.#dualStep(r);
      if (outcome === 'postponed') continue;
      if (outcome !== 'done') return outcome;
      if (this.#isWorn) {
        if (!this.#renew()) return 'failed';
        this.repair();
        this.#measureAll();
      }
      idle = this.#ratio.step > stillness ? 0 : idle + 1;
      if (idle > 50 + this.basis.rows) {
        this.#perturb(clearly);
        idle = 0;
      }
    }
    return 'failed';
  }

  /** Exchanges until no nonbasic variable can move at a profit. Basic variables stay within their segments. */
  primal(): Outcome {
    for (let count = 0; count < this.#limit; count++) {
      const v = this.#enteringVariable(count > this.#limit / 2);
      if (v < 0) return 'done';
      const outcome = this.#primalStep(v);
      if (outcome !== 'done') return outcome;
      if (this.#isWorn) {
        if (!this.#renew()) return 'failed';
        this.recomputePrices();
        this.basis.computeValues(this.x);
      }
    }
    return 'failed';
  }

  /**
   * Computes the basis again every few exchanges, where that can be done in place. It takes longer, but a basis that many
   * exchanges would have carried into a singular one is noticed on the way.
   */
  takeCare(isCareful: boolean): void {
    this.#isCareful = isCareful;
    this.#renewedAt = this.#statistics.pivots;
  }

  /** Each exchange is dearer by all those before it, so that a long solve computes its basis again on the way. */
  get #isWorn(): boolean {
    if (this.basis.refactor === undefined) return false;
    return this.basis.needsRefresh || (this.#isCareful && this.#statistics.pivots - this.#renewedAt >= fewExchanges);
  }

  /** False when the matrix has become singular. */
  #renew(): boolean {
    this.#statistics.refactorisations++;
    this.#renewedAt = this.#statistics.pivots;
    return this.basis.refactor!();
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

  /** The row with the largest infeasibility for its length, or -1. */
  #leavingRow(): number {
    const r = this.#mostInfeasible();
    if (r >= 0 || this.#waiting === 0) return r;
    this.#waits.fill(0);
    // Nothing else is left to do: now they take what they get.
    this.#waiting = -1;
    return this.#mostInfeasible();
  }

  #mostInfeasible(): number {
    const { basis } = this;
    const [infeasibility, waits] = [this.#infeasibility, this.#waits];
    let best = -1;
    let most = 0;
    for (let r = 0, { rows } = basis; r < rows; r++) {
      if (infeasibility[r] === 0 || waits[r] === 1) continue;
      const gain = infeasibility[r]! / basis.weight(r);
      if (gain <= most) continue;
      best = r;
      most = gain;
    }
    return best;
  }

  #measureAll(): void {
    const { rows } = this.basis;
    if (this.#infeasibility.length < rows) {
      this.#infeasibility = new Float64Array(rows + 32);
      this.#waits = new Uint8Array(rows + 32);
    }
    this.#forgetWaiting();
    for (let r = 0; r < rows; r++) this.#measure(r);
  }

  #measure(r: number): void {
    const v = this.basis.basic[r]!;
    const value = this.x[v]!;
    let excess = value - this.high[v]!;
    if (excess <= 0) excess = this.low[v]! - value;
    const isWithin = excess <= feasibilityTolerance || excess <= feasibilityTolerance * Math.abs(value);
    this.#infeasibility[r] = isWithin ? 0 : excess * excess;
  }

  #postpone(r: number): 'postponed' {
    this.#waits[r] = 1;
    this.#waiting++;
    return 'postponed';
  }

  #forgetWaiting(): void {
    if (this.#waiting > 0) this.#waits.fill(0);
    this.#waiting = 0;
  }

  #dualStep(r: number): Outcome | 'postponed' {
    const { basis, x, price, segment } = this;
    const leaving = basis.basic[r]!;
    const sign = x[leaving]! > this.high[leaving]! ? 1 : -1;
    const entries = basis.loadRow(r);
    const ratio = this.#ratio;
    ratio.begin(leaving, segment[leaving]!, sign);
    ratio.offerRow(basis.rowVariable, basis.rowValue, entries, sign, segment, price);
    const infeasibility = sign > 0 ? x[leaving]! - this.high[leaving]! : this.low[leaving]! - x[leaving]!;
    const chosen = ratio.choose(infeasibility, tieTolerance, feasibilityTolerance * Math.max(1, Math.abs(x[leaving]!)));
    if (chosen < 0) {
      this.stuckRow = r;
      return 'infeasible';
    }
    if (this.#waiting >= 0 && ratio.sizeOf(chosen) < doubtfulPivot) return this.#postpone(r);
    this.#forgetWaiting();
    this.#crossSegments();
    this.#movePrices(entries, sign * ratio.step);
    if (chosen === 0) {
      segment[leaving] = ratio.enteringSegment;
      price[leaving] = this.costOf(leaving, segment[leaving]!);
      this.bound(leaving);
      this.#measure(r);
      return 'done';
    }
    price[leaving]! += sign * ratio.step;
    segment[leaving] = sign > 0 ? ratio.segment[0]! : ratio.segment[0]! + 1;
    return this.#exchange(r, ratio.variable[chosen]!, ratio.enteringSegment, this.#positionOf(leaving));
  }

  /** Nonbasic variables that crossed segments jump to their new knots, and the basic ones follow. */
  #crossSegments(): void {
    const ratio = this.#ratio;
    for (let c = 1; c < ratio.count; c++) {
      if (ratio.crossed[c] === 0) continue;
      const v = ratio.variable[c]!;
      this.segment[v] = ratio.direction[c]! > 0 ? ratio.segment[c]! : ratio.segment[c]! + 1;
      const position = this.#positionOf(v);
      this.basis.move(v, position - this.x[v]!);
      this.x[v] = position;
      this.#statistics.flips++;
    }
    const followed = this.basis.settle(this.x);
    if (followed === anyRow) this.#measureAll();
    for (let k = 0; k < followed; k++) this.#measure(this.basis.columnRow[k]!);
  }

  #movePrices(entries: number, by: number): void {
    if (by === 0) return;
    const { rowVariable, rowValue } = this.basis;
    const { price } = this;
    for (let k = 0; k < entries; k++) price[rowVariable[k]!]! += by * rowValue[k]!;
  }

  /** Row r's variable goes to `target` and out, v comes in and lies in `enteringSegment`. */
  #exchange(r: number, v: number, enteringSegment: number, target: number): Outcome {
    const { basis, x } = this;
    const leaving = basis.basic[r]!;
    const entries = basis.loadColumn(v);
    const { columnRow, columnValue, basic } = basis;
    let pivot = 0;
    for (let k = 0; k < entries; k++) if (columnRow[k] === r) pivot = columnValue[k]!;
    if (Math.abs(pivot) < smallestPivot) return 'failed';
    const by = (x[leaving]! - target) / pivot;
    x[v]! += by;
    for (let k = 0; k < entries; k++) x[basic[columnRow[k]!]!]! -= by * columnValue[k]!;
    x[leaving] = target;
    this.segment[v] = enteringSegment;
    this.price[v] = this.costOf(v, enteringSegment);
    basis.pivot(r, v);
    this.bound(v);
    for (let k = 0; k < entries; k++) this.#measure(columnRow[k]!);
    this.#statistics.pivots++;
    return 'done';
  }

  #positionOf(v: number): number {
    const at = this.segments.knot[this.segments.knotAt(v) + this.segment[v]!]!;
    return (at === -Infinity ? 0 : at) + this.segments.origin[v]!;
  }

  /** Puts a nonbasic variable on the knot its price asks for, shifting its costs where there is none. */
  #place(v: number): void {
    if (!this.#mayStay(v)) this.segment[v] = this.#knotFor(v);
    this.x[v] = this.#positionOf(v);
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
  #perturb(size: number): void {
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

  /** The nonbasic variable with the largest profit (or, to leave a circle, the first), with its direction. */
  #enteringVariable(first: boolean): number {
    const { nonbasic } = this.basis;
    let best = -1;
    let most = dualTolerance;
    for (let k = 0; k < nonbasic.length; k++) {
      const v = nonbasic[k]!;
      const profit = this.#profit(v);
      if (Math.abs(profit) <= most || (first && best >= 0 && best < v)) continue;
      best = v;
      this.rayDirection = Math.sign(profit);
      if (!first) most = Math.abs(profit);
    }
    return best;
  }

  /** Positive when moving up pays, negative when moving down does. */
  #profit(v: number): number {
    const at = this.segment[v]!;
    const endless = at === 0 && this.segments.knot[this.segments.knotAt(v)] === -Infinity;
    const up = at < this.segments.count[v]! ? this.price[v]! - this.costOf(v, at) : 0;
    if (up > dualTolerance) return up;
    const down = at > 0 || endless ? this.costOf(v, endless ? 0 : at - 1) - this.price[v]! : 0;
    return down > dualTolerance ? -down : 0;
  }

  #primalStep(v: number): Outcome {
    const { basis, x } = this;
    const direction = this.rayDirection;
    const at = this.segment[v]!;
    const endless = at === 0 && this.segments.knot[this.segments.knotAt(v)] === -Infinity;
    const enters = direction > 0 || endless ? at : at - 1;
    const knots = this.segments.knotAt(v) + enters;
    const width = this.segments.knot[knots + 1]! - this.segments.knot[knots]!;
    const entries = basis.loadColumn(v);
    let leaves = -1;
    let reach = Infinity;
    let size = 0;
    for (let k = 0; k < entries; k++) {
      const rate = -direction * basis.columnValue[k]!;
      if (Math.abs(rate) < smallestPivot) continue;
      const b = basis.basic[basis.columnRow[k]!]!;
      const limit = Math.max(0, rate > 0 ? (this.high[b]! - x[b]!) / rate : (this.low[b]! - x[b]!) / rate);
      if (
        limit === Infinity ||
        limit > reach + feasibilityTolerance ||
        (limit > reach - feasibilityTolerance && Math.abs(rate) <= size)
      )
        continue;
      leaves = basis.columnRow[k]!;
      reach = Math.min(limit, reach);
      size = Math.abs(rate);
    }
    if (width === Infinity && leaves < 0) {
      this.rayVariable = v;
      return 'unbounded';
    }
    if (width <= reach) return this.#crossOne(v, direction);
    return this.#primalExchange(leaves, v, enters, direction);
  }

  #crossOne(v: number, direction: number): Outcome {
    this.segment[v]! += direction;
    const position = this.#positionOf(v);
    this.basis.move(v, position - this.x[v]!);
    this.x[v] = position;
    this.basis.settle(this.x);
    this.#statistics.flips++;
    return 'done';
  }

  #primalExchange(r: number, v: number, enters: number, direction: number): Outcome {
    const { basis, price, segment } = this;
    const leaving = basis.basic[r]!;
    const entries = basis.loadRow(r);
    let pivot = 0;
    for (let k = 0; k < entries; k++) if (basis.rowVariable[k] === v) pivot = basis.rowValue[k]!;
    const rises = -direction * pivot > 0;
    const step = (this.costOf(v, enters) - price[v]!) / pivot;
    this.#movePrices(entries, step);
    price[leaving]! += step;
    if (rises) segment[leaving]! += 1;
    return this.#exchange(r, v, enters, rises ? this.high[leaving]! : this.low[leaving]!);
  }
}
