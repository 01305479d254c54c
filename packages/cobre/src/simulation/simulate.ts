/** Walks scenarios through the stages with a fixed policy and hands over the rows of each as soon as it is done. */
import type { Case } from '../case/model.js';
import type { StageSolverName } from '../lp/index.js';
import {
  loadSolver,
  type Policy,
  type Problem,
  prepareProblem,
  type RunEvent,
  type SolverFactory,
  StageRunner,
  spreadOf,
} from '../sddp/index.js';
import { moneyScale } from '../stage/index.js';
import type { ForwardSampler, StochasticModel } from '../stochastic/model.js';
import { ScenarioRows, type TableRows } from './scenario-rows.js';
import { SolvedStage } from './solved-stage.js';
import { resultTables } from './tables/index.js';

export interface SimulateOptions {
  /** The kernel unless given. */
  readonly solver?: StageSolverName;
  /** Number of scenarios; the case's own unless given. */
  readonly scenarios?: number;
  readonly signal?: AbortSignal;
  readonly onEvent?: (event: RunEvent) => void;
  readonly now?: () => number;
  /** The problem of the training, when it is still at hand. */
  readonly problem?: Problem;
}

export interface ScenarioResult {
  readonly scenario: number;
  /** Discounted cost in $. */
  readonly cost: number;
  readonly tables: readonly TableRows[];
}

export interface SimulationSummary {
  readonly scenarios: number;
  readonly completed: number;
  readonly meanCost: number;
  readonly stdCost: number;
  readonly costs: Float64Array;
}

/** Yields scenarios in order; returns the summary. A wish to stop is heard between scenarios. */
export async function* simulatePolicy(
  study: Case,
  stochastic: StochasticModel,
  policy: Policy,
  options: SimulateOptions = {},
): AsyncGenerator<ScenarioResult, SimulationSummary> {
  const { now = () => performance.now(), onEvent: emit = () => {} } = options;
  const scenarios = options.scenarios ?? study.settings.simulation.numScenarios;
  const walk = new Walk(study, stochastic, policy, options, scenarios, await loadSolver(options.solver));
  const started = now();
  const costs: number[] = [];
  emit({ type: 'simulation_started', scenarios });
  try {
    for (let scenario = 0; scenario < scenarios && !options.signal?.aborted; scenario++) {
      const result = walk.scenario(scenario);
      costs.push(result.cost);
      emit({ type: 'simulation_progress', completed: scenario + 1, scenarios, elapsedMs: now() - started });
      yield result;
      if (scenario % 16 === 15) await new Promise((resolve) => setImmediate(resolve));
    }
  } finally {
    walk.dispose();
  }
  const { mean, std } = spreadOf(Float64Array.from(costs));
  const summary = { scenarios, completed: costs.length, meanCost: mean, stdCost: std, costs: Float64Array.from(costs) };
  emit({
    type: 'simulation_finished',
    scenarios: costs.length,
    meanCost: mean,
    stdCost: std,
    elapsedMs: now() - started,
  });
  return summary;
}

class Walk {
  readonly #problem: Problem;
  readonly #policy: Policy;
  readonly #sampler: ForwardSampler;
  readonly #runners: readonly StageRunner[];
  readonly #solved: readonly SolvedStage[];
  readonly #noise: Float64Array;

  constructor(
    study: Case,
    stochastic: StochasticModel,
    policy: Policy,
    options: SimulateOptions,
    scenarios: number,
    makeSolver: SolverFactory,
  ) {
    const last = policy.stages.at(-1);
    const boundary = study.settings.policy.boundary !== null && last !== undefined && last.pool.count > 0;
    this.#problem = options.problem ?? prepareProblem(study, stochastic, boundary ? { boundary: -1e12 } : {});
    this.#policy = policy;
    this.#sampler = stochastic.sampler('simulation', scenarios);
    this.#runners = this.#problem.stages.map((stage, t) => {
      const cuts = stage.model.thetaColumn.length > 0 ? policy.stages[t]?.pool : undefined;
      return new StageRunner(stage, cuts, makeSolver);
    });
    this.#solved = this.#problem.stages.map(({ model, noise, cumulativeDiscount }) =>
      new SolvedStage(study, model, this.#problem.space, cumulativeDiscount).useInflowModel(noise.uncertainty.inflow),
    );
    this.#noise = new Float64Array(stochastic.noise.dimension);
  }

  scenario(scenario: number): ScenarioResult {
    const { initialState, space } = this.#problem;
    const rows = new ScenarioRows(resultTables);
    let state: Float64Array = Float64Array.from(initialState);
    const lags = new Float64Array(space.stateCount - space.hydroCount);
    this.#sampler.startLags(0, scenario, lags);
    state.set(lags, space.hydroCount);
    let cost = 0;
    this.#runners.forEach((runner, t) => {
      const solved = this.#step(runner, t, scenario, state);
      rows.take(solved);
      cost += solved.cumulativeDiscount * (solved.objective - solved.future) * moneyScale;
      state = solved.outgoing;
    });
    return { scenario, cost, tables: rows.finish() };
  }

  dispose(): void {
    for (const { solver } of this.#runners) solver.dispose();
  }

  #step(runner: StageRunner, stage: number, scenario: number, state: Float64Array): SolvedStage {
    const snapshot = this.#policy.snapshots[stage];
    if (snapshot && snapshot.length > 0) runner.solver.restore(snapshot);
    else runner.solver.reset();
    this.#sampler.sample(0, scenario, stage, this.#noise);
    runner.solveNoise(state, this.#noise, 0);
    const solved = this.#solved[stage]!;
    runner.solver.readPrimal(solved.primal);
    runner.solver.readRowDuals(solved.dual);
    solved.incoming = state;
    solved.outgoing = new Float64Array(state.length);
    runner.readOutgoing(solved.outgoing);
    solved.realization = runner.realization;
    solved.objective = runner.objective;
    solved.future = runner.future;
    return solved;
  }
}
