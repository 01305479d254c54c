/**
 * A deterministic upper bound. Cuts bound the future cost from below; here it is bounded from above by interpolating
 * between states that were visited and whose cost is itself such a bound, worked out from the last stage backwards:
 *
 *     min Σ λ_k V_k + Σ L_s (δ⁺_s + δ⁻_s)   s.t.   Σ λ_k x_k + δ⁺ − δ⁻ = outgoing state,   Σ λ_k = 1,   λ, δ ≥ 0
 *
 * Leaving the hull of the visited states is paid at L per unit of each state. The bound is true when L is at least as
 * steep as the real cost; `auto` takes the steepest slope of the cuts so far times a factor. It holds for risk-averse
 * cases too, where the mean of the forward pass does not.
 */
import type { UpperBoundSettings } from '../case/model.js';
import { LpBuilder } from '../lp/model/builder.js';
import { ScenarioMap } from '../lp/model/scenario-map.js';
import type { StageSolver } from '../lp/solver.js';
import { moneyScale, realize } from '../stage/index.js';
import type { MultistageProblem, MultistageStage } from './multistage-problem.js';
import type { PolicyStage } from './policy.js';
import { riskMeasure } from './risk/index.js';
import type { SolverFactory } from './stage-runner.js';

/** The upper bound in $, from the states the policy has seen. */
export function innerUpperBound(
  problem: MultistageProblem,
  stages: readonly PolicyStage[],
  settings: UpperBoundSettings,
  makeSolver: SolverFactory,
): number {
  let later: Vertices | null = null;
  for (let t = problem.stages.length - 1; t >= 1; t--) {
    const evaluator = new Evaluator(problem.stages[t]!, later, slopeLimits(stages[t]!, settings), makeSolver);
    const states = visitedStates(stages[t - 1]!);
    later = { states, values: states.map((state) => evaluator.cost(state)) };
    evaluator.dispose();
  }
  const first = new Evaluator(problem.stages[0]!, later, slopeLimits(stages[0]!, settings), makeSolver);
  const bound = first.cost(problem.initialState) * moneyScale;
  first.dispose();
  return bound;
}

interface Vertices {
  readonly states: readonly Float64Array[];
  readonly values: readonly number[];
}

function visitedStates({ pool, log }: PolicyStage): readonly Float64Array[] {
  const distinct = new Map<string, Float64Array>();
  for (let slot = 0; slot < pool.count; slot++) {
    const state = log.stateAt(slot);
    distinct.set(state.join(','), state);
  }
  return [...distinct.values()];
}

/** How steep the future of a stage may be in each state, in scaled money. */
function slopeLimits({ pool }: PolicyStage, { lipschitz }: UpperBoundSettings): Float64Array {
  const fallback = lipschitz.fallbackValue / moneyScale;
  return Float64Array.from({ length: pool.stateCount }, (_, s) => {
    if (lipschitz.mode === 'fixed') return fallback;
    let steepest = 0;
    for (let slot = 0; slot < pool.count; slot++) steepest = Math.max(steepest, Math.abs(pool.slopeOf(slot, s)));
    return steepest > 0 ? steepest * lipschitz.scaleFactor : fallback;
  });
}

/** One stage with the interpolation in place of its cuts. */
class Evaluator {
  readonly #stage: MultistageStage;
  readonly #solver: StageSolver;
  readonly #map: ScenarioMap;
  /** Row that ties each outgoing state to the vertices; empty when nothing follows. */
  readonly #stateRows: readonly number[];

  constructor(stage: MultistageStage, later: Vertices | null, limits: Float64Array, makeSolver: SolverFactory) {
    this.#stage = stage;
    this.#map = new ScenarioMap(stage.model.terms);
    const lp = copyOf(stage);
    this.#stateRows = later === null ? [] : addInterpolation(lp, stage, later, limits);
    this.#solver = makeSolver({ model: lp.build() });
  }

  /** The risk-adjusted cost of the stage and everything after it from a state, in scaled money. */
  cost(state: Float64Array): number {
    const { noise, risk } = this.#stage;
    const { openings, openingCount, probabilities } = noise.uncertainty;
    const realization = new Float64Array(noise.space.realizationSize);
    const lags = state.slice(noise.space.hydroCount);
    const costs = new Float64Array(openingCount);
    for (let k = 0; k < openingCount; k++) {
      realize(noise, lags, openings, k * noise.layout.dimension, realization);
      costs[k] = this.#solve(state, realization);
    }
    const weights = new Float64Array(openingCount);
    riskMeasure(risk).weigh(costs, probabilities, weights);
    return weights.reduce((sum, weight, k) => sum + weight * costs[k]!, 0);
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
    const constant = sources.constantPosition.reduce(
      (sum, at, k) => sum + sources.constantCost[k]! * realization[at]!,
      0,
    );
    return this.#solver.objective + constant;
  }
}

/** The columns and rows of a stage; what the future costs there is left to the interpolation. */
function copyOf({ model }: MultistageStage): LpBuilder {
  const { cost, lower, upper, rowLower, rowUpper, start, index, value, columnCount, rowCount } = model.lp;
  const lp = new LpBuilder();
  const future = new Set(model.futureColumns);
  for (let r = 0; r < rowCount; r++) lp.row('row', rowLower[r]!, rowUpper[r]!);
  for (let c = 0; c < columnCount; c++) {
    lp.column('x', lower[c]!, upper[c]!, future.has(c) ? 0 : cost[c]!);
    for (let e = start[c]!; e < start[c + 1]!; e++) lp.entry(index[e]!, c, value[e]!);
  }
  return lp;
}

function addInterpolation(lp: LpBuilder, { model }: MultistageStage, later: Vertices, limits: Float64Array): number[] {
  const rows = Array.from(model.stateColumn, (column) => {
    const row = lp.row('outgoing state', 0, 0);
    if (column >= 0) lp.entry(row, column, -1);
    return row;
  });
  const convex = lp.row('weights', 1, 1);
  later.states.forEach((state, k) => {
    const weight = lp.column('weight', 0, Infinity, model.discount * later.values[k]!);
    lp.entry(convex, weight, 1);
    state.forEach((value, s) => {
      if (value !== 0) lp.entry(rows[s]!, weight, value);
    });
  });
  rows.forEach((row, s) => {
    lp.entry(row, lp.column('beyond', 0, Infinity, model.discount * limits[s]!), 1);
    lp.entry(row, lp.column('below', 0, Infinity, model.discount * limits[s]!), -1);
  });
  return rows;
}
