/**
 * The way of a trial through the stages. A finite horizon is walked once. In a cyclic one most trials return to the start
 * of the cycle with the probability that the cycle's discount gives, and some walk until the discount has ended it: such
 * walks are rare by themselves, and without them states of later turns would be visited too seldom to be learnt. What a
 * turn costs is weighed by its discount over the chance of getting there, so that the mean cost stays unbiased.
 */
import { Pcg64 } from '../stochastic/random/pcg64.js';
import { baseSeed, forwardSeed } from '../stochastic/random/seeds.js';
import type { MultistageProblem } from './multistage-problem.js';

const mostTurns = 64;
const negligibleWeight = 1e-6;
/** At most this share of the trials walks as long as possible. */
const mostLong = 0.25;

export interface Path {
  /** Stage of each step, long enough for the longest trial. */
  readonly stageAt: Int32Array;
  /** Turns of the cycle before a step. */
  readonly turnAt: Int32Array;
  readonly steps: number;
  /** What the cost of a turn counts in the mean over trials. */
  readonly turnWeight: Float64Array;
  /** Steps of a trial. */
  length(iteration: number, trial: number): number;
}

export function pathOf(problem: MultistageProblem, seed: number): Path {
  const count = problem.stages.length;
  const target = problem.stages[count - 1]!.model.next;
  if (target < 0) {
    const stageAt = Int32Array.from(problem.stages, (_, t) => t);
    const turnWeight = Float64Array.of(1);
    return { stageAt, turnAt: new Int32Array(count), steps: count, turnWeight, length: () => count };
  }
  const cycle = count - target;
  const discount = problem.stages.slice(target).reduce((product, stage) => product * stage.model.discount, 1);
  const turns = Math.max(1, Math.min(mostTurns, Math.ceil(Math.log(negligibleWeight) / Math.log(discount))));
  const steps = count + (turns - 1) * cycle;
  const stageAt = Int32Array.from({ length: steps }, (_, p) => (p < count ? p : target + ((p - target) % cycle)));
  const turnAt = Int32Array.from({ length: steps }, (_, p) => (p < count ? 0 : Math.floor((p - target) / cycle)));
  const base = baseSeed(seed);
  // So many long walks that they take as much work as the others.
  const long = Math.min(mostLong, 1 / (1 - discount) / turns);
  return {
    stageAt,
    turnAt,
    steps,
    turnWeight: Float64Array.from({ length: turns }, (_, turn) => {
      const share = discount ** turn;
      return share / (long + (1 - long) * share);
    }),
    length(iteration, trial) {
      const rng = new Pcg64(forwardSeed(base, iteration, trial, 0x7fffffff));
      let taken = 1;
      if (rng.uniform() < long) taken = turns;
      while (taken < turns && rng.uniform() < discount) taken++;
      return count + (taken - 1) * cycle;
    },
  };
}
