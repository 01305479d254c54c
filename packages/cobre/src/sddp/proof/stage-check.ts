/**
 * A stage as a linear program of its own: incoming states are columns, cuts on the future are rows. It shares the stage's
 * data with the engine and nothing of how the engine solves.
 */
import { LpBuilder } from '../../lp/model/builder.js';
import type { StageSolver } from '../../lp/solver.js';
import { realize } from '../../stage/index.js';
import type { MultistageStage } from '../multistage-problem.js';
import { OutgoingConstants } from '../outgoing-constants.js';
import type { SolverFactory } from '../stage-runner.js';
import { loosened, rowSizes } from './allowance.js';
import type { Plane } from './minorant.js';
import type { Box } from './reach.js';

/** An end that was written down may miss what is feasible by its last digits. */
const endMargin = 1e-9;

export class StageCheck {
  readonly #stage: MultistageStage;
  readonly #reach: Box;
  readonly #cuts: readonly Plane[];
  readonly #solver: StageSolver;
  readonly #firstState: number;
  readonly #firstCut: number;

  /** Without a future the stage is paid for alone. */
  constructor(
    stage: MultistageStage,
    reach: Box,
    cuts: readonly Plane[] | null,
    { makeSolver, closeness }: { readonly makeSolver: SolverFactory; readonly closeness: number },
  ) {
    this.#stage = stage;
    this.#reach = reach;
    this.#cuts = cuts ?? [];
    const { model } = stage;
    const lp = new LpBuilder();
    const { lower, upper, cost, start, index, value } = model.lp;
    const { rowLower, rowUpper } = loosened(model.lp, rowSizes(stage, reach), closeness);
    const future = new Set(cuts === null ? model.futureColumns : []);
    rowLower.forEach((low, r) => {
      lp.row('row', low, rowUpper[r]!);
    });
    lower.forEach((low, c) => {
      lp.column('x', low, upper[c]!, future.has(c) ? 0 : cost[c]!);
      for (let e = start[c]!; e < start[c + 1]!; e++) lp.entry(index[e]!, c, value[e]!);
    });
    this.#firstState = lp.columnCount;
    reach.low.forEach((low, s) => {
      lp.column('state', low, reach.high[s]!);
    });
    for (const { target, source, coefficient } of model.terms.rowByState) {
      lp.entry(target, this.#firstState + source, -coefficient);
    }
    this.#firstCut = lp.rowCount;
    for (const cut of this.#cuts) this.#addCut(lp, cut);
    this.#solver = makeSolver({ model: lp.build() });
  }

  #addCut(lp: LpBuilder, { intercept, slope }: Plane): void {
    const { thetaColumn, stateColumn, terms } = this.#stage.model;
    const row = lp.row('cut', intercept, Infinity);
    lp.entry(row, thetaColumn[0]!, 1);
    stateColumn.forEach((column, s) => {
      if (column >= 0 && slope[s] !== 0) lp.entry(row, column, -slope[s]!);
    });
    for (const { target, source, coefficient } of terms.constantByState) {
      if (slope[target] !== 0) lp.entry(row, this.#firstState + source, -slope[target]! * coefficient);
    }
  }

  /** The least of `cost − slope · state` over all states in reach, for one opening, and the cost there; in scaled money. */
  leastAbove(slope: Float64Array, opening: number): { readonly least: number; readonly cost: number } {
    slope.forEach((value, s) => {
      this.#solver.setCost(this.#firstState + s, -value);
      this.#solver.setColumnBounds(this.#firstState + s, this.#reach.low[s]!, this.#reach.high[s]!);
    });
    const least = this.#least(this.#realization(opening, new Float64Array(0)));
    const cost = slope.reduce((sum, value, s) => sum + value * this.#solver.primal(this.#firstState + s), least);
    return { least, cost };
  }

  /** The least own cost from a state to another; to anywhere when none is given. */
  leastBetween(state: Float64Array, end: Float64Array | null, opening: number): number {
    state.forEach((value, s) => {
      this.#solver.fixColumn(this.#firstState + s, value);
    });
    const realization = this.#realization(opening, state.slice(this.#stage.noise.space.hydroCount));
    if (end === null) return this.#least(realization);
    return this.#endsAt(end) && this.#followsFrom(state, realization, end) ? this.#least(realization) : Number.NaN;
  }

  dispose(): void {
    this.#solver.dispose();
  }

  #realization(opening: number, memory: Float64Array): Float64Array {
    const { noise } = this.#stage;
    const realization = new Float64Array(noise.space.realizationSize);
    realize(noise, memory, noise.uncertainty.openings, opening * noise.layout.dimension, realization);
    return realization;
  }

  /** States that are decided end where they are said to, within their own limits; false where that is nowhere. */
  #endsAt(end: Float64Array): boolean {
    const { stateColumn, lp } = this.#stage.model;
    return stateColumn.every((column, s) => {
      if (column < 0) return true;
      const margin = endMargin * (1 + Math.abs(end[s]!));
      const low = Math.max(lp.lower[column]!, end[s]! - margin);
      const high = Math.min(lp.upper[column]!, end[s]! + margin);
      if (low <= high) this.#solver.setColumnBounds(column, low, high);
      return low <= high;
    });
  }

  /** States that nobody decides, such as past inflows, are what the scenario makes them. */
  #followsFrom(state: Float64Array, realization: Float64Array, end: Float64Array): boolean {
    const { stateColumn, terms } = this.#stage.model;
    const found = end.slice();
    new OutgoingConstants(terms).read(state, realization, found);
    return found.every(
      (value, s) => stateColumn[s]! >= 0 || Math.abs(value - end[s]!) <= endMargin * (1 + Math.abs(value)),
    );
  }

  /** NaN when the stage has no solution, which is never at most anything. */
  #least(realization: Float64Array): number {
    const { sources } = this.#stage.model;
    this.#setRows(realization);
    sources.column.forEach((column, k) => {
      this.#solver.setColumnBounds(column, 0, realization[sources.position[k]!]! * sources.factor[k]!);
    });
    if (this.#solver.solve() !== 'optimal') return Number.NaN;
    return sources.constantPosition.reduce(
      (sum, at, k) => sum + sources.constantCost[k]! * realization[at]!,
      this.#solver.objective,
    );
  }

  #setRows(realization: Float64Array): void {
    const { terms, lp } = this.#stage.model;
    const shift = new Float64Array(lp.rowCount);
    for (const { target, source, coefficient } of terms.rowByNoise)
      shift[target]! += coefficient * realization[source]!;
    shift.forEach((value, r) => {
      this.#solver.setRowShift(r, value);
    });
    const constant = new Float64Array(this.#reach.low.length);
    for (const { target, value } of terms.constantBase ?? []) constant[target]! += value;
    for (const { target, source, coefficient } of terms.constantByNoise) {
      constant[target]! += coefficient * realization[source]!;
    }
    this.#cuts.forEach(({ slope }, k) => {
      this.#solver.setRowShift(
        this.#firstCut + k,
        slope.reduce((sum, value, s) => sum + value * constant[s]!, 0),
      );
    });
  }
}
