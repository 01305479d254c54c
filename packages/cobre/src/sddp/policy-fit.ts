import { Fault } from '@quadrivium/kernel/fault';
import type { CutPool } from '../lp/cuts/cut-pool.js';
import type { MultistageProblem } from './multistage-problem.js';
import { type PolicyStage, widened } from './policy.js';

/**
 * The cuts of a stage with the states they speak of: those the policy names, the whole state, or what the case says. Cuts that
 * were made for another state are refused, and so are those for another number of thetas.
 */
export function fitted(
  problem: MultistageProblem,
  { pool: given, log }: Pick<PolicyStage, 'pool' | 'log'>,
  stage: number,
): CutPool {
  const { stateCount } = problem.space;
  const { cutStates } = problem.stages[stage]!;
  const spoken = given.states ?? (given.stateCount === cutStates?.length ? cutStates : null);
  // Places are counted in the state of the policy: in a longer one, the same place may stand for something else.
  const whole = spoken === null ? given.stateCount : given.states === null ? stateCount : log.stateCount;
  if (whole !== stateCount) {
    throw new Fault('IncompatibleSettings', `The policy has another state at stage ${stage} than the case.`, {
      context: { stage, policy_state: whole, case_state: stateCount },
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

/** With slopes towards all that new cuts have to speak of: a cut that is held to fewer states would promise too much elsewhere. */
export function spacious(problem: MultistageProblem, pool: CutPool, stage: number): CutPool {
  const { cutStates } = problem.stages[stage]!;
  const { states } = pool;
  if (states === null || cutStates?.every((place) => states.includes(place))) return pool;
  const all = cutStates === null ? null : Int32Array.from(new Set([...states, ...cutStates])).sort();
  return widened(pool, all, problem.space.stateCount);
}
