/**
 * Selection as the format has it today: every cut, active or not, is evaluated at every state the stage was left with, and the
 * method says which of those near the highest one to keep. A cut that was dropped comes back when it is among them again.
 */
import type { PolicyStage } from '../policy.js';

/** Of the cuts at one state, by slot: which to keep. `best` is the highest value; all in scaled money. */
export type KeepAt = (slots: readonly number[], value: (slot: number) => number, best: number) => readonly number[];

/** All cuts within a distance of the best. */
export const within =
  (distance: number): KeepAt =>
  (slots, value, best) =>
    slots.filter((slot) => value(slot) >= best - distance);

/** The oldest of them. */
export const oldestWithin =
  (distance: number): KeepAt =>
  (slots, value, best) => {
    const oldest = slots.find((slot) => value(slot) >= best - distance);
    return oldest === undefined ? [] : [oldest];
  };

export function keptAtVisited({ pool, log }: PolicyStage, keep: KeepAt): ReadonlySet<number> {
  const kept = new Set<number>();
  const heights = new Float64Array(pool.count);
  const groups = byTheta(pool.theta, pool.count);
  const slopes = Array.from({ length: pool.count }, (_, slot) =>
    Float64Array.from({ length: pool.stateCount }, (_, s) => pool.slopeOf(slot, s)),
  );
  for (let visited = 0; visited < pool.count; visited++) {
    const whole = log.stateAt(visited);
    const state = Float64Array.from({ length: pool.stateCount }, (_, s) => whole[pool.placeOf(s)]!);
    for (let slot = 0; slot < pool.count; slot++) heights[slot] = pool.intercept[slot]! + dot(slopes[slot]!, state);
    for (const slots of groups) {
      const best = slots.reduce((most, slot) => Math.max(most, heights[slot]!), Number.NEGATIVE_INFINITY);
      for (const slot of keep(slots, (which) => heights[which]!, best)) kept.add(slot);
    }
  }
  return kept;
}

/** With several thetas every group of cuts has its own best. */
function byTheta(theta: Int32Array, count: number): number[][] {
  const groups = new Map<number, number[]>();
  for (let slot = 0; slot < count; slot++) {
    const group = groups.get(theta[slot]!) ?? [];
    group.push(slot);
    groups.set(theta[slot]!, group);
  }
  return [...groups.values()];
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < a.length; k++) sum += a[k]! * b[k]!;
  return sum;
}
