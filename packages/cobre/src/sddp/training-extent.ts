/** How far a training goes: the way of its trials, the cuts they leave and the linear programs they take. */
import type { Case } from '../case/model.js';
import { buildStochasticModel } from '../stochastic/index.js';
import type { StochasticModel } from '../stochastic/model.js';
import { type ExpectedPrograms, expectedPrograms, outcomeCount } from './expected-programs.js';
import { type MultistageProblem, multistageProblem } from './multistage-problem.js';
import { type Path, pathOf } from './path.js';
import type { Policy, PolicyStage } from './policy.js';
import { type CutsOfPlace, cutBytes, memoryForCuts, memoryShortage } from './training-memory.js';
import { type TreePaths, treePaths } from './tree-paths.js';

export interface Extent {
  readonly path: Path;
  /** Where every path of the tree is walked. */
  readonly tree: TreePaths | null;
  readonly trials: number;
  readonly places: readonly CutsOfPlace[];
  /** Paths of a tree that are equal so far share a cut, and trials come to a node or go round a cycle only by chance. */
  readonly isCertain: boolean;
}

export function extentOf(
  problem: MultistageProblem,
  study: Case,
  stochastic: StochasticModel,
  earlier?: Policy,
): Extent {
  const { training } = study.settings;
  const path = pathOf(problem, training.treeSeed);
  const tree = training.enumerated ? treePaths(study, stochastic) : null;
  const trials = tree?.count ?? training.forwardPasses;
  const places = problem.stages.map((_, t) => cutsOfPlace(problem, t, trials * path.visits(t), earlier?.stages[t]));
  return { path, tree, trials, places, isCertain: tree === null && path.steps === problem.stages.length };
}

/** What a training will take, as far as can be told before it begins; memory is the most where `isCertain` is false. */
export function expectedTraining(study: Case, stochastic: StochasticModel, threads: number) {
  const problem = multistageProblem(study, stochastic);
  const extent = extentOf(problem, study, stochastic);
  const { places, trials } = extent;
  const { training } = study.settings;
  const programs = expectedPrograms(problem, extent, study, stochastic);
  const room = { places, stateCount: problem.space.stateCount, threads: Math.min(threads, trials) };
  return {
    programs,
    threads: room.threads,
    slopes: Math.max(0, ...places.map(({ slopes }) => slopes)),
    cutBytes: programs.isLimited ? cutBytes(room, programs.iterations) : null,
    shortage: memoryShortage(training, { ...room, completed: 0, memoryBytes: memoryForCuts() }),
  };
}

/** The linear programs alone: nothing that a boundary after the last stage would change. */
export function countPrograms(study: Case): ExpectedPrograms {
  const stochastic = buildStochasticModel(study);
  const problem = multistageProblem(study, stochastic);
  return expectedPrograms(problem, extentOf(problem, study, stochastic), study, stochastic);
}

function cutsOfPlace(
  problem: MultistageProblem,
  place: number,
  perPass: number,
  earlier: PolicyStage | undefined,
): CutsOfPlace {
  const { cutStates, successors, model } = problem.stages[place]!;
  const { stateColumn } = model;
  const spoken = cutStates ?? stateColumn.keys();
  const each = problem.formulation === 'multi' ? outcomeCount(problem, place) : 1;
  return {
    slopes: cutStates?.length ?? problem.space.stateCount,
    priced: Array.from(spoken).filter((state) => stateColumn[state]! >= 0).length,
    perIteration: successors.length === 0 ? 0 : perPass * each,
    before: earlier?.pool.count ?? 0,
  };
}
