import { lagSize, moneyScale } from '../stage/index.js';
import type { ForwardSampler } from '../stochastic/model.js';
import type { MultistageProblem } from './multistage-problem.js';
import type { PassMemory } from './pass-memory.js';
import type { Path } from './path.js';
import type { TreePaths } from './tree-paths.js';
import type { WorkerPool } from './worker-pool.js';

export interface ForwardParts {
  readonly problem: MultistageProblem;
  readonly path: Path;
  readonly pass: PassMemory;
  readonly sampler: ForwardSampler;
  readonly workers: WorkerPool;
  /** The paths of the tree, when all of them are walked. */
  readonly tree: TreePaths | null;
}

/** Walks the trials of an iteration through the stages, with the policy so far and noise of their own. */
export async function forwardPass(parts: ForwardParts, iteration: number): Promise<void> {
  prepareTrials(parts, iteration);
  if (parts.tree === null) await parts.workers.forward(iteration);
  else await walkTree(parts, parts.tree, iteration);
}

/** Each node once, in order: a path takes over what it shares with the one before. */
async function walkTree({ pass, workers }: ForwardParts, tree: TreePaths, iteration: number): Promise<void> {
  const { steps } = pass.shape;
  for (let path = 0; path < tree.count; path++) {
    const from = tree.parts(path);
    for (let step = 0; path > 0 && step <= from; step++) {
      pass.state(path, step).set(pass.state(path - 1, step));
      if (step < from) pass.cost[path * steps + step] = pass.cost[(path - 1) * steps + step]!;
    }
    await workers.tasks.forwardFrom(path, iteration, from, true);
  }
}

/** Sets every trial to the initial state and draws the noise it will meet. */
function prepareTrials({ problem, path, pass, sampler, tree }: ForwardParts, iteration: number): void {
  const { trials, steps, noiseDimension } = pass.shape;
  const { hydroCount } = problem.space;
  const lags = new Float64Array(lagSize(problem.space));
  const noise = new Float64Array(noiseDimension);
  for (let trial = 0; trial < trials; trial++) {
    pass.length[trial] = path.length(iteration, trial);
    const places = pass.place.subarray(trial * steps, (trial + 1) * steps);
    if (tree === null) path.walk(iteration, trial, places);
    else tree.walk(trial, places);
    pass.state(trial, 0).set(problem.initialState);
    sampler.startLags(iteration, trial, lags);
    pass.state(trial, 0).set(lags, hydroCount);
    for (let step = 0; step < pass.length[trial]!; step++) {
      // Every turn of a cycle is another trajectory to the sampler, or all turns would meet the same noise.
      const { index } = problem.stages[places[step]!]!.model;
      sampler.sample(iteration, trial + path.turnAt[step]! * trials, index, noise);
      pass.noise.set(noise, pass.noiseOffset(trial, step));
    }
  }
}

/** Discounted cost of each trial in $; see `path.ts` for what later turns of a cycle count. */
export function trialCosts({ problem, path, pass }: ForwardParts): Float64Array {
  return Float64Array.from(pass.length, (length, trial) => {
    let sum = 0;
    for (let step = 0; step < length; step++) {
      const { cumulativeDiscount } = problem.stages[pass.placeOf(trial, step)]!;
      sum += cumulativeDiscount * path.turnWeight[path.turnAt[step]!]! * pass.cost[trial * pass.shape.steps + step]!;
    }
    return sum * moneyScale;
  });
}
