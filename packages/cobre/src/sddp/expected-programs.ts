/**
 * The linear programs of a run, counted before it begins by walking the ways its trials will take: paths of a tree share
 * what they have in common, and where trials go from node to node by chance, those of the first iterations are walked with
 * their own seeds. Only programs of rules that end early, and of bounds asked for beside the training, are not foreseen.
 */
import type { Case } from '../case/model.js';
import type { StochasticModel } from '../stochastic/model.js';
import type { MultistageProblem } from './multistage-problem.js';
import { outcomesAfter, start } from './outcomes.js';
import { defaultIterationLimit } from './stopping/index.js';
import type { Extent } from './training-extent.js';
import { type TreePaths, treePaths } from './tree-paths.js';

export interface ExpectedPrograms {
  /** At most, unless rules that must all agree may go on beyond them. */
  readonly iterations: number;
  readonly isLimited: boolean;
  /** Of all iterations. */
  readonly forward: number;
  readonly backward: number;
  /** Of a simulation, whether or not the settings ask for one. */
  readonly simulation: number;
}

type Passes = Pick<ExpectedPrograms, 'forward' | 'backward'>;

/** Where chance decides the way, the mean of so many iterations stands for all. */
const mostWalked = 100;

export function expectedPrograms(
  problem: MultistageProblem,
  extent: Extent,
  study: Case,
  stochastic: StochasticModel,
): ExpectedPrograms {
  const after = problem.stages.map((_, place) => outcomeCount(problem, place));
  const limit = iterationsOf(study);
  const walked = extent.isCertain || extent.tree ? 1 : Math.min(limit.iterations, mostWalked);
  const passes = extent.tree ? treePasses(extent.tree, after) : sampledPasses(extent, after, walked);
  const whole = (programs: number): number => Math.round((programs / walked) * limit.iterations);
  return {
    ...limit,
    forward: whole(passes.forward),
    backward: whole(passes.backward) + limit.iterations * outcomeCount(problem, start),
    simulation: simulatedScenarios(study, stochastic) * (1 + problem.stages.at(-1)!.model.index),
  };
}

/** Programs that the states after a place are solved with; none after the last stage. */
export const outcomeCount = (problem: MultistageProblem, place: number): number =>
  outcomesAfter(problem, place)?.probabilities.length ?? 0;

function iterationsOf({ settings }: Case): Pick<ExpectedPrograms, 'iterations' | 'isLimited'> {
  const { stoppingRules, stoppingMode } = settings.training;
  const limits = stoppingRules.flatMap((rule) => (rule.type === 'iteration_limit' ? [rule.limit] : []));
  if (limits.length === 0) return { iterations: defaultIterationLimit, isLimited: true };
  if (stoppingMode === 'any') return { iterations: Math.min(...limits), isLimited: true };
  return { iterations: Math.max(...limits), isLimited: limits.length === stoppingRules.length };
}

/** Every node of the tree once, and from each the openings of what follows. */
function treePasses(tree: TreePaths, after: readonly number[]): Passes {
  let [forward, backward] = [0, 0];
  for (let path = 0; path < tree.count; path++) {
    forward += tree.steps - tree.parts(path);
    for (let step = 1; step <= tree.steps; step++)
      if (tree.isFirst(path, step)) backward += after[tree.place(path, step - 1)]!;
  }
  return { forward, backward };
}

function sampledPasses({ path, trials }: Extent, after: readonly number[], iterations: number): Passes {
  const places = new Int32Array(path.steps);
  let [forward, backward] = [0, 0];
  for (let iteration = 1; iteration <= iterations; iteration++) {
    for (let trial = 0; trial < trials; trial++) {
      const length = path.length(iteration, trial);
      path.walk(iteration, trial, places);
      forward += length;
      for (let step = 0; step < length; step++) backward += after[places[step]!]!;
    }
  }
  return { forward, backward };
}

function simulatedScenarios(study: Case, stochastic: StochasticModel): number {
  const { enumerated, numScenarios } = study.settings.simulation;
  return enumerated ? treePaths(study, stochastic).count : numScenarios;
}
