/**
 * Bounded simplex on piecewise linear variables: dual to become feasible, primal to become optimal again where costs had
 * to be shifted. Where variables are (`Placement`), the basis (tableau or factorisation), the ratio test and the choice of the
 * row that leaves are parts of their own.
 */
import { anyRow, type Basis } from '../bases/basis.js';
import { innerLoops } from '../inner-loops/inner-loops.js';
import type { CompactLp } from '../model/compact.js';
import type { SolverStatistics } from '../solver.js';
import { DualRatioTest } from './dual-ratio-test.js';
import { feasibilityTolerance, InfeasibleRows } from './infeasible-rows.js';
import { dualTolerance, Placement } from './placement.js';

export type Outcome = 'done' | 'infeasible' | 'unbounded' | 'failed';

const smallestPivot = 1e-10;
/** A row whose pivot would be smaller waits until others have changed it: what is small may be an error of zero. */
const doubtfulPivot = 1e-6;
/**
 * In large stages most exchanges would be ties (many flows cost nothing), so that they begin with costs a little apart; the
 * few exchanges that puts right at the end are far fewer than those it saves. Slacks of rows with an upper bound only are
 * set apart too, unless the stage consists mostly of definitions: there the ties among them are worth keeping, because
 * the largest pivot is taken of those that tie.
 */
const slightly = 3e-7;
const amongDefinitions = 1e-7;
const columnsPerRow = 1.5;
/** For a solve that stands still. */
const clearly = 1e-6;
/** Exchanges between two computations of the basis when care is taken. */
const fewExchanges = 20;
/** Dual steps up to this do not count as progress. */
const stillness = 1e-12;

export class Simplex extends Placement {
  /** Row whose infeasibility could not be removed, for the proof. */
  stuckRow = -1;
  /** Variable whose movement lowers the cost without end. */
  rayVariable = -1;
  rayDirection = 0;
  /** How many exchanges there had been when values and prices were last computed afresh. */
  repairedAt = 0;
  readonly #ratio: DualRatioTest;
  readonly #statistics: SolverStatistics;
  readonly #limit: number;
  readonly #breaksTies: boolean;
  readonly #isMostlyDefinitions: boolean;
  #isCareful = false;
  #renewedAt = 0;
  readonly #infeasible: InfeasibleRows;

  constructor(lp: CompactLp, basis: Basis, variables: number, statistics: SolverStatistics, breaksTies: boolean) {
    super(lp, basis, variables);
    this.#breaksTies = breaksTies;
    this.#isMostlyDefinitions = lp.columnCount < columnsPerRow * lp.rowCount;
    this.#infeasible = new InfeasibleRows(lp.arena, basis, this);
    this.#ratio = new DualRatioTest(lp.arena, lp.segments, this, lp.columnCount + 1);
    this.#statistics = statistics;
    this.#limit = 200 + 20 * (lp.rowCount + lp.columnCount);
  }

  /** Exchanges until every basic variable lies within its segment. */
  dual(): Outcome {
    let idle = 0;
    if (this.#breaksTies && !this.shifted) this.#breakTies();
    this.#infeasible.measureAll();
    for (let count = 0; count < this.#limit; count++) {
      const r = this.#infeasible.leaving();
      if (r < 0) return 'done';
      const outcome = this.#dualStep(r);
      if (outcome === 'postponed') continue;
      if (outcome !== 'done') return outcome;
      if (this.#isWorn) {
        if (!this.#renew()) return 'failed';
        this.repair();
        this.repairedAt = this.#statistics.pivots;
        this.#infeasible.measureAll();
      }
      idle = this.#ratio.step > stillness ? 0 : idle + 1;
      if (idle > 50 + this.basis.rows) {
        this.perturb(clearly, clearly);
        idle = 0;
      }
    }
    return 'failed';
  }

  #breakTies(): void {
    if (this.#isMostlyDefinitions) this.perturb(amongDefinitions, 0);
    else this.perturb(slightly, slightly);
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

  #dualStep(r: number): Outcome | 'postponed' {
    const { basis, x, price, segment } = this;
    const leaving = basis.basic[r]!;
    const sign = x[leaving]! > this.high[leaving]! ? 1 : -1;
    const entries = basis.loadRow(r);
    const ratio = this.#ratio;
    const infeasibility = sign > 0 ? x[leaving]! - this.high[leaving]! : this.low[leaving]! - x[leaving]!;
    const negligible = feasibilityTolerance * Math.max(1, Math.abs(x[leaving]!));
    const chosen = ratio.choose(basis, entries, leaving, sign, infeasibility, negligible);
    if (chosen < 0) {
      this.stuckRow = r;
      return 'infeasible';
    }
    if (this.#infeasible.mayWait && ratio.sizeOf(chosen) < doubtfulPivot) {
      this.#infeasible.postpone(r);
      return 'postponed';
    }
    this.#infeasible.forgetWaiting();
    this.#crossSegments();
    this.#movePrices(entries, sign * ratio.step);
    if (chosen === 0) {
      segment[leaving] = ratio.enteringSegment;
      price[leaving] = this.costOf(leaving, segment[leaving]!);
      this.bound(leaving);
      this.#infeasible.measure(r);
      return 'done';
    }
    price[leaving]! += sign * ratio.step;
    segment[leaving] = sign > 0 ? ratio.segment[0]! : ratio.segment[0]! + 1;
    return this.#exchange(r, ratio.variable[chosen]!, ratio.enteringSegment, this.positionOf(leaving));
  }

  /** Nonbasic variables that crossed segments jump to their new knots, and the basic ones follow. */
  #crossSegments(): void {
    const ratio = this.#ratio;
    if (ratio.crossings === 0) return;
    for (let k = 0; k < ratio.crossings; k++) {
      const c = ratio.crossed[k]!;
      if (c === 0) continue;
      const v = ratio.variable[c]!;
      this.segment[v] = ratio.direction[c]! > 0 ? ratio.segment[c]! : ratio.segment[c]! + 1;
      const position = this.positionOf(v);
      this.basis.move(v, position - this.x[v]!);
      this.x[v] = position;
      this.#statistics.flips++;
    }
    const followed = this.basis.settle(this.x);
    if (followed === anyRow) this.#infeasible.measureAll();
    else this.#infeasible.measureColumn(followed);
  }

  #movePrices(entries: number, by: number): void {
    if (by === 0) return;
    const [variables, values] = [this.basis.rowVariable.byteOffset, this.basis.rowValue.byteOffset];
    innerLoops.movePrices(this.price.byteOffset, variables, values, entries, by);
  }

  /** Row r's variable goes to `target` and out, v comes in and lies in `enteringSegment`. */
  #exchange(r: number, v: number, enteringSegment: number, target: number): Outcome {
    const { basis, x } = this;
    const leaving = basis.basic[r]!;
    const entries = basis.loadColumn(v);
    const { columnRow, columnValue } = basis;
    let pivot = 0;
    for (let k = 0; k < entries; k++) if (columnRow[k] === r) pivot = columnValue[k]!;
    if (Math.abs(pivot) < smallestPivot) return 'failed';
    const by = (x[leaving]! - target) / pivot;
    x[v]! += by;
    this.#infeasible.moveAlong(entries, by);
    x[leaving] = target;
    this.segment[v] = enteringSegment;
    this.price[v] = this.costOf(v, enteringSegment);
    basis.pivot(r, v);
    this.bound(v);
    this.#infeasible.measureColumn(entries);
    this.#statistics.pivots++;
    return 'done';
  }

  /** The nonbasic variable with the largest profit (or, to leave a circle, the first), with its direction. */
  #enteringVariable(first: boolean): number {
    const { byteOffset, length } = this.basis.nonbasic;
    const found = innerLoops.mostProfitable(this.record.byteOffset, byteOffset, length, first ? 1 : 0, dualTolerance);
    this.rayDirection = Math.sign(found);
    return Math.abs(found) - 1;
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
    const position = this.positionOf(v);
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
