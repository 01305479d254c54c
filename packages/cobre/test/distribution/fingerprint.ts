import type { Policy } from '../../src/sddp/index.js';

/** Every bit of a policy that another training could have made differently. */
export function fingerprint({ lowerBounds, upperBound, stages, snapshots }: Policy) {
  return {
    lowerBounds,
    upperBound,
    snapshots: snapshots.map((values) => Array.from(values)),
    cuts: stages.map(({ pool, activity }) => ({
      intercept: Array.from(pool.intercept.subarray(0, pool.count)),
      active: Array.from(pool.active.subarray(0, pool.count)),
      bound: Array.from(activity.count.subarray(0, pool.count)),
      slope: Array.from({ length: pool.count }, (_, slot) =>
        Array.from({ length: pool.stateCount }, (_, s) => pool.slopeOf(slot, s)),
      ),
    })),
  };
}
