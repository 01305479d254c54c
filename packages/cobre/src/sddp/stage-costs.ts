import { lagSize, moneyScale } from '../stage/index.js';
import type { ForwardSampler } from '../stochastic/model.js';
import type { MultistageProblem } from './multistage-problem.js';
import type { PassTasks } from './pass-tasks.js';

/** Mean discounted cost of each stage, in $, over trajectories of the present policy. */
export async function meanStageCosts(
  problem: MultistageProblem,
  tasks: PassTasks,
  sampler: ForwardSampler,
  replications: number,
): Promise<Float64Array> {
  const means = new Float64Array(problem.stages.length);
  const { stateCount, hydroCount } = problem.space;
  const noise = new Float64Array(problem.stages[0]!.noise.layout.dimension);
  const lags = new Float64Array(lagSize(problem.space));
  let [state, next] = [new Float64Array(stateCount), new Float64Array(stateCount)];
  for (let replication = 0; replication < replications; replication++) {
    state.set(problem.initialState);
    sampler.startLags(0, replication, lags);
    state.set(lags, hydroCount);
    for (let stage = 0; stage < problem.stages.length; stage++) {
      sampler.sample(0, replication, stage, noise);
      const cost = await tasks.step(stage, state, noise, next);
      means[stage]! += (problem.stages[stage]!.cumulativeDiscount * cost * moneyScale) / replications;
      [state, next] = [next, state];
    }
  }
  return means;
}
