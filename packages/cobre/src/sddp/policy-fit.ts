import { Fault } from '@quadrivium/kernel/fault';
import type { CutPool } from '../lp/cuts/cut-pool.js';
import type { MultistageProblem } from './multistage-problem.js';

/** Refuses the cuts of a stage that were made for another state, or for another number of thetas. */
export function requireFit(problem: MultistageProblem, pool: CutPool, stage: number): void {
  const { stateCount } = problem.space;
  if (pool.stateCount !== stateCount) {
    throw new Fault('IncompatibleSettings', `The policy has another state at stage ${stage} than the case.`, {
      context: { stage, policy_state: pool.stateCount, case_state: stateCount },
      suggestion: 'Start fresh, or from a policy of a case with the same hydros and inflow orders.',
    });
  }
  const thetas = problem.stages[stage]!.model.thetaColumn.length;
  const made = 1 + pool.theta.subarray(0, pool.count).reduce((most, theta) => Math.max(most, theta), 0);
  if (pool.count === 0 || thetas === 0 || made === thetas) return;
  throw new Fault('IncompatibleSettings', `The policy has ${made} futures at stage ${stage}, the case ${thetas}.`, {
    context: { stage, settings: 'training.cut_formulation', policy_futures: made, case_futures: thetas },
    suggestion: 'Use the cut_formulation and the openings the policy was trained with, or start fresh.',
  });
}
