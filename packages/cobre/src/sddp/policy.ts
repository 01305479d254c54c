import { CutPool } from '../lp/cuts/cut-pool.js';
import type { BasisCodes } from '../lp/solver.js';
import { CutActivity } from './cut-activity.js';
import { CutLog } from './cut-log.js';

/**
 * What a training leaves: the cuts on the future of every stage, in scaled money, and enough about their making to go on
 * exactly where it stopped.
 */
export interface Policy {
  /** Numbers in the state vector; cuts may speak of fewer. */
  readonly stateCount: number;
  readonly stages: readonly PolicyStage[];
  readonly completedIterations: number;
  readonly forwardPasses: number;
  /** In $. */
  readonly lowerBound: number;
  readonly upperBound: number;
  /** Lower bound of every iteration so far, for rules that look back. */
  readonly lowerBounds: readonly number[];
  /** Who solved; a basis is only good for the same. */
  readonly solver: string;
  /** Basis of each stage at the end of the last iteration; empty where there is none. */
  readonly snapshots: readonly Float64Array[];
  /** The same bases in terms of columns and rows, null where there is none; a policy from disk has no need of them. */
  readonly bases: readonly (BasisCodes | null)[];
}

export interface PolicyStage {
  readonly pool: CutPool;
  readonly log: CutLog;
  readonly activity: CutActivity;
  /** Cuts that were there before this training; they come first. */
  readonly warmStartCount: number;
}

/** The bases a policy offers to a solver, none when another one made them. */
export function basesFor(policy: Policy, solver: string): readonly Float64Array[] {
  return policy.solver === solver ? policy.snapshots : [];
}

/** Cuts speak of `states`, or of the whole state. */
export function emptyPolicyStage(stateCount: number, capacity: number, states: Int32Array | null = null): PolicyStage {
  const pool = CutPool.create(states?.length ?? stateCount, capacity, states);
  return {
    pool,
    log: new CutLog(stateCount, pool.capacity),
    activity: CutActivity.create(pool.capacity),
    warmStartCount: 0,
  };
}

/** The states that the cuts of a policy speak of, as the stage that has most of them does; null for all. */
export function spokenStates({ stages }: Pick<Policy, 'stages'>): Int32Array | null {
  const widest = stages.reduce<CutPool | null>(
    (most, { pool }) => (most === null || pool.stateCount > most.stateCount ? pool : most),
    null,
  );
  return widest?.states ?? null;
}

/** The same cuts in the same slots, with room for slopes towards these places as well (null for all); they have none there. */
export function widened(pool: CutPool, states: Int32Array | null, stateCount: number): CutPool {
  const wide = CutPool.create(states?.length ?? stateCount, pool.capacity, states);
  const places = Array.from({ length: pool.stateCount }, (_, s) => pool.placeOf(s));
  const targets = states === null ? places : places.map((place) => states.indexOf(place));
  for (let slot = 0; slot < pool.count; slot++) {
    const slope = new Float64Array(wide.stateCount);
    targets.forEach((target, s) => {
      slope[target] = pool.slopeOf(slot, s);
    });
    wide.write(slot, pool.intercept[slot]!, slope, pool.theta[slot]!);
    if (pool.active[slot] === 0) wide.setActive(slot, false);
  }
  return wide;
}

/** The same policy with cuts on the whole state, for layouts that know no other. */
export function wholePolicy(policy: Policy): Policy {
  const stages = policy.stages.map((stage) =>
    stage.pool.states === null ? stage : { ...stage, pool: widened(stage.pool, null, policy.stateCount) },
  );
  // A basis speaks of rows that other states make.
  return { ...policy, stages, snapshots: stages.map(() => new Float64Array(0)), bases: stages.map(() => null) };
}

export function activeCuts(pool: CutPool): number {
  let count = 0;
  for (let slot = 0; slot < pool.count; slot++) count += pool.active[slot]!;
  return count;
}

/** What the cuts of a stage say about the cost after a state, in scaled money. */
export function evaluateCuts(pool: CutPool, state: Float64Array): number {
  let best = Number.NEGATIVE_INFINITY;
  for (let slot = 0; slot < pool.count; slot++) {
    if (pool.active[slot] === 0) continue;
    let value = pool.intercept[slot]!;
    for (let s = 0; s < pool.stateCount; s++) value += pool.slopeOf(slot, s) * state[pool.placeOf(s)]!;
    if (value > best) best = value;
  }
  return best;
}
