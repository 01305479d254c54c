import { moneyScale } from '../stage/index.js';
import type { ForwardSampler } from '../stochastic/model.js';
import type { PassMemory } from './pass-memory.js';
import type { Path } from './path.js';
import type { Problem } from './problem.js';

/** What the trials of a forward pass are made of. */
export interface Trials {
  readonly problem: Problem;
  readonly path: Path;
  readonly pass: PassMemory;
  readonly sampler: ForwardSampler;
}

/** Sets every trial to the initial state and draws the noise it will meet. */
export function prepareTrials({ problem, path, pass, sampler }: Trials, iteration: number): void {
  const { trials, noiseDimension } = pass.shape;
  const { hydroCount, stateCount } = problem.space;
  const lags = new Float64Array(stateCount - hydroCount);
  const noise = new Float64Array(noiseDimension);
  for (let trial = 0; trial < trials; trial++) {
    pass.length[trial] = path.length(iteration, trial);
    pass.state(trial, 0).set(problem.initialState);
    sampler.startLags(iteration, trial, lags);
    pass.state(trial, 0).set(lags, hydroCount);
    for (let step = 0; step < pass.length[trial]!; step++) {
      // Every turn of a cycle is another trajectory to the sampler, or all turns would meet the same noise.
      sampler.sample(iteration, trial + path.turnAt[step]! * trials, path.stageAt[step]!, noise);
      pass.noise.set(noise, pass.noiseOffset(trial, step));
    }
  }
}

/** Discounted cost of each trial in $; see `path.ts` for what later turns of a cycle count. */
export function trialCosts({ problem, path, pass }: Trials): Float64Array {
  return Float64Array.from(pass.length, (length, trial) => {
    let sum = 0;
    for (let step = 0; step < length; step++) {
      const { cumulativeDiscount } = problem.stages[path.stageAt[step]!]!;
      sum += cumulativeDiscount * path.turnWeight[path.turnAt[step]!]! * pass.cost[trial * pass.shape.steps + step]!;
    }
    return sum * moneyScale;
  });
}
