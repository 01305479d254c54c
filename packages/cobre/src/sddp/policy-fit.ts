import { Fault } from '@quadrivium/kernel/fault';
import type { CutPool } from '../lp/cuts/cut-pool.js';
import type { MultistageProblem } from './multistage-problem.js';

/**
 * The cuts of a stage with the states they speak of: those the policy names, the whole state, or what the case says. Cuts that
 * were made for another state are refused, and so are those for another number of thetas.
 */
export function fitted(problem: MultistageProblem, given: CutPool, stage: number): CutPool {
  const { stateCount } = problem.space;
  const { cutStates } = problem.stages[stage]!;
  const spoken = given.states ?? (given.stateCount === cutStates?.length ? cutStates : null);
  const fits = spoken === null ? given.stateCount === stateCount : (spoken.at(-1) ?? -1) < stateCount;
  if (!fits) {
    throw new Fault('IncompatibleSettings', `The policy has another state at stage ${stage} than the case.`, {
      context: { stage, policy_state: given.stateCount, case_state: cutStates?.length ?? stateCount },
      suggestion: 'Start fresh, or from a policy of a case with the same hydros and inflow orders.',
    });
  }
  const pool = spoken === null || given.states !== null ? given : given.over(spoken);
  const thetas = problem.stages[stage]!.model.thetaColumn.length;
  const made = 1 + pool.theta.subarray(0, pool.count).reduce((most, theta) => Math.max(most, theta), 0);
  if (pool.count === 0 || thetas === 0 || made === thetas) return pool;
  throw new Fault('IncompatibleSettings', `The policy has ${made} futures at stage ${stage}, the case ${thetas}.`, {
    context: { stage, settings: 'training.cut_formulation', policy_futures: made, case_futures: thetas },
    suggestion: 'Use the cut_formulation and the openings the policy was trained with, or start fresh.',
  });
}
