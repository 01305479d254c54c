/**
 * The way of a trial through the stages. A finite horizon is walked once. In a cyclic one a trial returns to the start of
 * the cycle with the probability that the cycle's discount gives: costs of later turns then need no discount of their own,
 * and states of every age are visited, which walks of a fixed length do not guarantee.
 */
import { Pcg64 } from '../stochastic/random/pcg64.js';
import { baseSeed, forwardSeed } from '../stochastic/random/seeds.js';
import type { Problem } from './problem.js';

const mostTurns = 64;
const negligibleWeight = 1e-4;

export interface Path {
  /** Stage of each step, long enough for the longest trial. */
  readonly stageAt: Int32Array;
  /** Turns of the cycle before a step. */
  readonly turnAt: Int32Array;
  readonly steps: number;
  /** Steps of a trial. */
  length(iteration: number, trial: number): number;
}

export function pathOf(problem: Problem, seed: number): Path {
  const count = problem.stages.length;
  const target = problem.stages[count - 1]!.model.next;
  if (target < 0) {
    const stageAt = Int32Array.from(problem.stages, (_, t) => t);
    return { stageAt, turnAt: new Int32Array(count), steps: count, length: () => count };
  }
  const cycle = count - target;
  const discount = problem.stages.slice(target).reduce((product, stage) => product * stage.model.discount, 1);
  const turns = Math.max(1, Math.min(mostTurns, Math.ceil(Math.log(negligibleWeight) / Math.log(discount))));
  const steps = count + (turns - 1) * cycle;
  const stageAt = Int32Array.from({ length: steps }, (_, p) => (p < count ? p : target + ((p - target) % cycle)));
  const turnAt = Int32Array.from({ length: steps }, (_, p) => (p < count ? 0 : Math.floor((p - target) / cycle)));
  const base = baseSeed(seed);
  return {
    stageAt,
    turnAt,
    steps,
    length(iteration, trial) {
      const rng = new Pcg64(forwardSeed(base, iteration, trial, 0x7fffffff));
      let taken = 1;
      while (taken < turns && rng.uniform() < discount) taken++;
      return count + (taken - 1) * cycle;
    },
  };
}
