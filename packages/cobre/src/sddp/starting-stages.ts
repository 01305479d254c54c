/** Where cuts lie when a training begins: empty pools, those of a policy to go on with, and those behind the last stage. */

import { Fault } from '@quadrivium/kernel/fault';
import type { TrainingSettings } from '../case/model.js';
import type { CutPool } from '../lp/cuts/cut-pool.js';
import { singleCuts } from './boundary.js';
import type { MultistageProblem } from './multistage-problem.js';
import { emptyPolicyStage, type Policy, type PolicyStage } from './policy.js';
import { fitted, spacious } from './policy-fit.js';
import { defaultIterationLimit } from './stopping/index.js';
import type { Extent } from './training-extent.js';
import { type CutsOfPlace, type CutsToCome, cutBytes } from './training-memory.js';

/** Pools that may not be filled begin with room for at most so many numbers and cuts, and double when they are full. */
const firstPoolNumbers = 1 << 19;
const firstPoolCuts = 1024;

interface PoolRoom {
  readonly iterations: number;
  readonly mostCuts: number;
}

/**
 * Copying a pool to a larger one takes the memory of both for a while. Where it is known how many cuts there will be, and
 * they fit, they get their room at once: what nobody has written to costs no memory.
 */
export function poolRoom(
  { stoppingRules: [rule, ...others] }: TrainingSettings,
  { isCertain }: Extent,
  { completed, memoryBytes, ...room }: CutsToCome,
): PoolRoom {
  const limit = rule?.type === 'iteration_limit' ? rule.limit : defaultIterationLimit;
  const iterations = Math.max(0, limit - completed);
  const fills = isCertain && others.length === 0 && cutBytes(room, iterations) <= memoryBytes;
  const most = Math.max(64, Math.floor(firstPoolNumbers / Math.max(1, room.stateCount)));
  return { iterations, mostCuts: fills ? Infinity : Math.min(firstPoolCuts, most) };
}

export function startingStages(
  problem: MultistageProblem,
  places: readonly CutsOfPlace[],
  { iterations, mostCuts }: PoolRoom,
  options: { readonly start?: { readonly policy: Policy }; readonly boundary?: CutPool },
): PolicyStage[] {
  const { stateCount } = problem.space;
  const stages = problem.stages.map(({ cutStates }, t) => {
    // What nothing follows never has cuts: room for them would only tell a training that went on from one that did not.
    const room = Math.min(mostCuts, places[t]!.perIteration * iterations);
    const earlier = options.start?.policy.stages[t];
    return earlier ? continued(problem, earlier, t, room) : emptyPolicyStage(stateCount, room, cutStates);
  });
  if (options.boundary === undefined) return stages;
  // Everything that nothing follows ends with the same cuts.
  const end = withBoundary(options.boundary, stateCount);
  return stages.map((stage, place) => (problem.stages[place]!.model.next < 0 ? end : stage));
}

function continued(problem: MultistageProblem, earlier: PolicyStage, stage: number, room: number): PolicyStage {
  const own = spacious(problem, fitted(problem, earlier, stage), stage);
  const pool = own.grown(Math.max(own.count + room, 64));
  const log = earlier.log.over(problem.space.stateCount);
  log.grow(pool.capacity);
  return { ...earlier, log, pool, activity: earlier.activity.grown(pool.capacity), warmStartCount: pool.count };
}

function withBoundary(boundary: CutPool, stateCount: number): PolicyStage {
  if (boundary.stateCount !== stateCount) {
    throw new Fault('IncompatibleSettings', 'The boundary cuts belong to a study with another state.', {
      context: { boundary_state: boundary.stateCount, case_state: stateCount },
      suggestion: 'Use the policy of a study with the same hydros and inflow orders.',
    });
  }
  const stage = emptyPolicyStage(stateCount, boundary.count);
  for (const { intercept, slope } of singleCuts(boundary)) stage.pool.add(intercept, slope);
  return { ...stage, warmStartCount: stage.pool.count };
}
