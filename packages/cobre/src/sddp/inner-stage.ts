/**
 * A stage whose future is interpolated between states of known cost, worked out from the last stage backwards:
 *
 *     min Σ λ_k V_k + Σ L_s (δ⁺_s + δ⁻_s)   s.t.   Σ λ_k x_k + δ⁺ − δ⁻ = outgoing state,   Σ λ_k = 1,   λ, δ ≥ 0
 *
 * Leaving the hull of those states is paid at L per unit of each state; without L it is not possible. Cuts behind the last
 * stage belong to the problem and stay rows.
 */
import type { CutPool } from '../lp/cuts/cut-pool.js';
import { LpBuilder } from '../lp/model/builder.js';
import type { LpModel } from '../lp/model/lp-model.js';
import { ScenarioMap, type ScenarioTerms } from '../lp/model/scenario-map.js';
import type { StageSolver } from '../lp/solver.js';
import { realize } from '../stage/index.js';
import type { MultistageStage } from './multistage-problem.js';
import { type RiskParameters, riskMeasure } from './risk/index.js';
import type { SolverFactory } from './stage-runner.js';

export interface Vertices {
  readonly states: readonly Float64Array[];
  readonly values: readonly number[];
}

export type InnerFuture =
  | {
      readonly kind: 'vertices';
      readonly vertices: Vertices;
      readonly limits: Float64Array | null;
      /** How far the interpolated state may be from the outgoing one; not at all when left out. */
      readonly off?: Float64Array;
    }
  | { readonly kind: 'boundary'; readonly cuts: CutPool }
  | { readonly kind: 'none' };

/** What was solved, for whoever wants to work the cost out again. */
export interface InnerSolved {
  readonly lp: LpModel;
  readonly terms: ScenarioTerms;
  readonly solver: StageSolver;
  readonly state: Float64Array;
  readonly realization: Float64Array;
}

/** A weight below this is the rounding of one that is zero. */
const negligibleWeight = 1e-12;

export class InnerStage {
  readonly #stage: MultistageStage;
  readonly #solver: StageSolver;
  readonly #map: ScenarioMap;
  /** Row that ties each outgoing state to the vertices; empty when nothing follows. */
  readonly #stateRows: readonly number[];
  readonly #firstWeight: number;
  readonly #vertices: number;
  readonly #lp: LpModel;
  readonly #terms: ScenarioTerms;
  readonly #costOf: (solved: InnerSolved) => number;

  /** Costs are what the solver says, unless someone works them out again. */
  constructor(
    stage: MultistageStage,
    future: InnerFuture,
    makeSolver: SolverFactory,
    costOf: (solved: InnerSolved) => number = objectiveOf(stage),
  ) {
    this.#stage = stage;
    this.#costOf = costOf;
    this.#map = new ScenarioMap(stage.model.terms);
    const lp = copyOf(stage, future.kind === 'boundary');
    this.#firstWeight = lp.columnCount;
    this.#vertices = future.kind === 'vertices' ? future.vertices.states.length : 0;
    this.#stateRows = future.kind === 'vertices' ? addInterpolation(lp, stage, future) : [];
    const { thetaColumn, stateColumn } = stage.model;
    const cuts = future.kind === 'boundary' ? { future: { thetaColumn, stateColumn, cuts: future.cuts } } : {};
    this.#lp = lp.build();
    this.#terms = withStateRows(stage.model.terms, this.#stateRows);
    this.#solver = makeSolver({ model: this.#lp, ...cuts });
  }

  /** What every opening and everything after it costs from a state, in scaled money; infinite when one has no way. */
  costs(state: Float64Array, uses?: Set<number>): Float64Array {
    const { noise } = this.#stage;
    const { openings, openingCount } = noise.uncertainty;
    const realization = new Float64Array(noise.space.realizationSize);
    const lags = state.slice(noise.space.hydroCount);
    const costs = new Float64Array(openingCount);
    for (let k = 0; k < openingCount; k++) {
      realize(noise, lags, openings, k * noise.layout.dimension, realization);
      costs[k] = this.#solve(state, realization);
      if (costs[k] === Infinity) return costs.fill(Infinity);
      if (uses) this.#noteWeights(uses);
    }
    return costs;
  }

  dispose(): void {
    this.#solver.dispose();
  }

  #solve(state: Float64Array, realization: Float64Array): number {
    const { sources } = this.#stage.model;
    this.#map.apply(this.#solver, state, realization);
    for (const s of this.#map.constants) {
      const row = this.#stateRows[s];
      if (row !== undefined) this.#solver.setRowShift(row, this.#map.constantValue(s));
    }
    sources.column.forEach((column, k) => {
      this.#solver.setColumnBounds(column, 0, realization[sources.position[k]!]! * sources.factor[k]!);
    });
    if (this.#solver.solve() !== 'optimal') return Number.POSITIVE_INFINITY;
    return this.#costOf({ lp: this.#lp, terms: this.#terms, solver: this.#solver, state, realization });
  }

  #noteWeights(uses: Set<number>): void {
    for (let k = 0; k < this.#vertices; k++) {
      if (this.#solver.primal(this.#firstWeight + k) > negligibleWeight) uses.add(k);
    }
  }
}

function objectiveOf({ model: { sources } }: MultistageStage) {
  return ({ solver, realization }: InnerSolved) =>
    sources.constantPosition.reduce(
      (sum, at, k) => sum + sources.constantCost[k]! * realization[at]!,
      solver.objective,
    );
}

/** Outgoing states without a column move the rows that tie them to the vertices. */
function withStateRows(terms: ScenarioTerms, rows: readonly number[]): ScenarioTerms {
  const moved = <T extends { readonly target: number }>(list: readonly T[]): T[] =>
    rows.length === 0 ? [] : list.map((term) => ({ ...term, target: rows[term.target]! }));
  return {
    ...terms,
    rowBase: [...(terms.rowBase ?? []), ...moved(terms.constantBase ?? [])],
    rowByState: [...terms.rowByState, ...moved(terms.constantByState)],
    rowByNoise: [...terms.rowByNoise, ...moved(terms.constantByNoise)],
  };
}

/** Infinite as soon as one outcome has no way. */
export function riskAdjusted(risk: RiskParameters, costs: Float64Array, probabilities: Float64Array): number {
  if (costs.includes(Infinity)) return Infinity;
  const weights = new Float64Array(costs.length);
  riskMeasure(risk).weigh(costs, probabilities, weights);
  return weights.reduce((sum, weight, k) => sum + weight * costs[k]!, 0);
}

/** The columns and rows of a stage; what the future costs there is left to the interpolation, unless it is given by cuts. */
function copyOf({ model }: MultistageStage, keepsFuture: boolean): LpBuilder {
  const { cost, lower, upper, rowLower, rowUpper, start, index, value, columnCount, rowCount } = model.lp;
  const lp = new LpBuilder();
  const future = new Set(keepsFuture ? [] : model.futureColumns);
  for (let r = 0; r < rowCount; r++) lp.row('row', rowLower[r]!, rowUpper[r]!);
  for (let c = 0; c < columnCount; c++) {
    lp.column('x', lower[c]!, upper[c]!, future.has(c) ? 0 : cost[c]!);
    for (let e = start[c]!; e < start[c + 1]!; e++) lp.entry(index[e]!, c, value[e]!);
  }
  return lp;
}

function addInterpolation(
  lp: LpBuilder,
  { model }: MultistageStage,
  { vertices: { states, values }, limits, off }: Extract<InnerFuture, { kind: 'vertices' }>,
): number[] {
  const rows = Array.from(model.stateColumn, (column, s) => {
    const by = off?.[s] ?? 0;
    const row = lp.row('outgoing state', -by, by);
    if (column >= 0) lp.entry(row, column, -1);
    return row;
  });
  const convex = lp.row('weights', 1, 1);
  states.forEach((state, k) => {
    const weight = lp.column('weight', 0, Infinity, model.discount * values[k]!);
    lp.entry(convex, weight, 1);
    state.forEach((value, s) => {
      if (value !== 0) lp.entry(rows[s]!, weight, value);
    });
  });
  rows.forEach((row, s) => {
    if (limits === null) return;
    lp.entry(row, lp.column('beyond', 0, Infinity, model.discount * limits[s]!), 1);
    lp.entry(row, lp.column('below', 0, Infinity, model.discount * limits[s]!), -1);
  });
  return rows;
}
