/**
 * A stage that follows itself is given cuts by the very step that solves it. Those wait aside until the step is over: its trials
 * have to see the same cuts, whoever solves them and in whatever order.
 */
import { CutPool } from '../lp/cuts/cut-pool.js';
import type { MultistageProblem } from './multistage-problem.js';
import { outcomesAfter } from './outcomes.js';

/** Room for the cuts of one step, of those places that follow themselves. */
export function poolsAside(problem: MultistageProblem, trials: number): (CutPool | undefined)[] {
  const { stateCount } = problem.space;
  return problem.stages.map(({ successors, cutStates }, place) =>
    successors.includes(place)
      ? CutPool.create(cutStates?.length ?? stateCount, trials * cutsPerTrial(problem, place), cutStates)
      : undefined,
  );
}

export function cutsPerTrial(problem: MultistageProblem, receiver: number): number {
  return problem.formulation === 'multi' ? outcomesAfter(problem, receiver)!.probabilities.length : 1;
}

/** Appends the cuts of a step to those of before. */
export function addAll(pool: CutPool, aside: CutPool): void {
  for (let slot = 0; slot < aside.count; slot++) {
    const slope = Float64Array.from({ length: aside.stateCount }, (_, state) => aside.slopeOf(slot, state));
    pool.add(aside.intercept[slot]!, slope, aside.theta[slot]!);
  }
}
