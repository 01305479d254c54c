/** Walks scenarios through the stages with a fixed policy and hands over the rows of each as soon as it is done. */
import type { Case } from '../case/model.js';
import {
  basesFor,
  fitted,
  leastBoundary,
  type MultistageProblem,
  multistageProblem,
  type Policy,
  pathOf,
  type RunEvent,
  type SolverChoice,
  spreadOf,
  type TreePaths,
  Turns,
  treePaths,
  treeSampler,
} from '../sddp/index.js';
import { lagSize, placesOf } from '../stage/index.js';
import type { ForwardSampler, StochasticModel } from '../stochastic/model.js';
import { ScenarioPool, type ScenarioWorkers } from './scenario-pool.js';
import type { TableRows } from './scenario-rows.js';
import type { ScenarioInput, SimulatedScenario, SimulationPlan, SolverWork } from './scenario-simulator.js';
import { tablesOf } from './tables/index.js';

export interface SimulateOptions {
  /** By size of the stages unless given. */
  readonly solver?: SolverChoice;
  readonly threads?: number;
  /** Uses every thread from the first scenario on, instead of when it turns out that there is enough to do. */
  readonly awaitThreads?: boolean;
  /** Who plays the scenarios instead of threads of this process. */
  readonly remote?: ScenarioWorkers;
  /** Number of scenarios; the case's own unless given. */
  readonly scenarios?: number;
  readonly signal?: AbortSignal;
  readonly onEvent?: (event: RunEvent) => void;
  readonly now?: () => number;
  /** The problem of the training, when it is still at hand. */
  readonly problem?: MultistageProblem;
}

export interface ScenarioResult {
  readonly scenario: number;
  /** Discounted cost in $. */
  readonly cost: number;
  readonly tables: readonly TableRows[];
  /** Where the scenario was in each stage: the stage itself, or a node of the policy graph. */
  readonly places: Int32Array;
  readonly work: SolverWork;
}

export interface SimulationSummary {
  readonly scenarios: number;
  readonly completed: number;
  readonly meanCost: number;
  readonly stdCost: number;
  readonly costs: Float64Array;
  /** Of each scenario, when every path of the tree was played; null when scenarios are a sample. */
  readonly probabilities: Float64Array | null;
  /** Threads that took part, however many were asked for. */
  readonly threads: number;
  readonly work: SolverWork;
}

/** Yields scenarios in order; returns the summary. A wish to stop is heard between scenarios. */
export async function* simulatePolicy(
  study: Case,
  stochastic: StochasticModel,
  policy: Policy,
  options: SimulateOptions = {},
): AsyncGenerator<ScenarioResult, SimulationSummary> {
  const { now = () => performance.now(), onEvent: emit = () => {} } = options;
  const tree = options.scenarios === undefined ? pathsOf(study, stochastic) : null;
  const scenarios = options.scenarios ?? tree?.count ?? study.settings.simulation.numScenarios;
  const solver = options.solver ?? 'simplex';
  const plan = { ...planOf(study, stochastic, policy, options.problem), snapshots: basesFor(policy, solver) };
  const threads = Math.max(1, Math.min(options.threads ?? 1, scenarios));
  const pool = options.remote
    ? await options.remote.scenarios(plan, solver)
    : await ScenarioPool.create(plan, { solver, threads, awaitThreads: options.awaitThreads ?? false });
  const resultTables = tablesOf(study);
  const sampler = tree ? treeSampler(tree, study, stochastic) : stochastic.sampler('simulation', scenarios);
  const walk = tree
    ? (path: number, places: Int32Array) => tree.walk(path, places)
    : simulatedWalk(study, plan.problem);
  const draw = inputsOf(plan.problem, sampler, walk);
  const started = now();
  const costs: number[] = [];
  const turns = new Turns();
  const underWay: Promise<SimulatedScenario>[] = [];
  let asked = 0;
  let work: SolverWork = { lpSolves: 0, pivots: 0, fallbacks: 0 };
  emit({ type: 'simulation_started', scenarios });
  try {
    while (costs.length < scenarios && !options.signal?.aborted) {
      while (asked < scenarios && underWay.length < pool.width) {
        const answer = pool.simulate(draw(asked++));
        // Several may fail at once; the first in order is told, and nobody waits for the others any more.
        answer.catch(() => {});
        underWay.push(answer);
      }
      const result = await underWay.shift()!;
      costs.push(result.cost);
      work = together(work, result.work);
      emit({ type: 'simulation_progress', completed: costs.length, scenarios, elapsedMs: now() - started });
      yield { ...result, tables: result.tables.map((rows, k) => ({ ...rows, table: resultTables[k]! })) };
      if (turns.isDue()) await turns.give();
    }
  } finally {
    await Promise.allSettled(underWay);
    await pool.dispose();
  }
  const probabilities = tree && costs.length === scenarios ? tree.probabilities : null;
  const { mean, std } = probabilities ? weightedSpread(costs, probabilities) : spreadOf(Float64Array.from(costs));
  const elapsedMs = now() - started;
  emit({ type: 'simulation_finished', scenarios: costs.length, meanCost: mean, stdCost: std, elapsedMs });
  return {
    scenarios,
    completed: costs.length,
    meanCost: mean,
    stdCost: std,
    costs: Float64Array.from(costs),
    probabilities,
    threads: pool.worked,
    work,
  };
}

/** The paths to play, where the case asks for all of them. */
export function pathsOf(study: Case, stochastic: StochasticModel): TreePaths | null {
  return study.settings.simulation.enumerated ? treePaths(study, stochastic) : null;
}

/** Mean and deviation of a distribution that is known as a whole. */
function weightedSpread(costs: readonly number[], probabilities: Float64Array): { mean: number; std: number } {
  const mean = costs.reduce((sum, cost, k) => sum + probabilities[k]! * cost, 0);
  const variance = costs.reduce((sum, cost, k) => sum + probabilities[k]! * (cost - mean) ** 2, 0);
  return { mean, std: Math.sqrt(variance) };
}

function together(a: SolverWork, b: SolverWork): SolverWork {
  return {
    lpSolves: a.lpSolves + b.lpSolves,
    pivots: a.pivots + b.pivots,
    fallbacks: a.fallbacks + b.fallbacks,
  };
}

function planOf(
  study: Case,
  stochastic: StochasticModel,
  policy: Policy,
  ready: MultistageProblem | undefined,
): Omit<SimulationPlan, 'snapshots'> {
  const problem = ready ?? multistageProblem(study, stochastic, endOf(study, stochastic, policy));
  const fit = policy.stages.slice(0, problem.stages.length).map((stage, t) => fitted(problem, stage, t));
  const pools = problem.stages.map(({ model }, t) => (model.thetaColumn.length > 0 ? fit[t] : undefined));
  return { study, problem, pools };
}

/** Cuts behind a place that nothing follows are those of a boundary; behind the last place of a cycle they are its own. */
function endOf(study: Case, stochastic: StochasticModel, { stages }: Policy): { readonly boundary?: number } {
  const last = stages.at(-1)?.pool;
  const isEnd = placesOf(study, stochastic).at(-1)?.successors.length === 0;
  return isEnd && last && last.count > 0 ? { boundary: leastBoundary(study, stochastic, last) } : {};
}

/** Writes the place of each stage of a scenario. */
type Walk = (scenario: number, places: Int32Array) => void;

/** Scenarios go once through the stages, also where the horizon is a cycle; from node to node they go by chance. */
function simulatedWalk({ settings, horizon }: Case, problem: MultistageProblem): Walk {
  if (horizon.policyGraph.nodes.length === 0)
    return (_, places) => places.set(horizon.stages.map(({ index }) => index));
  const { scenarioSource } = settings.simulation;
  const path = pathOf(problem, scenarioSource.seed ?? settings.training.treeSeed);
  return (scenario, places) => path.walk(0, scenario, places);
}

function inputsOf(
  { stages, space }: MultistageProblem,
  sampler: ForwardSampler,
  walk: Walk,
): (scenario: number) => ScenarioInput {
  const dimension = stages[0]?.noise.layout.dimension ?? 0;
  const steps = 1 + (stages.at(-1)?.model.index ?? -1);
  const one = new Float64Array(dimension);
  return (scenario) => {
    const lags = new Float64Array(lagSize(space));
    const noise = new Float64Array(steps * dimension);
    const places = new Int32Array(steps);
    walk(scenario, places);
    sampler.startLags(0, scenario, lags);
    for (let stage = 0; stage < steps; stage++) {
      sampler.sample(0, scenario, stage, one);
      noise.set(one, stage * dimension);
    }
    return { scenario, lags, noise, places };
  };
}
