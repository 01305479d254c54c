import type { PolicyStage } from '../policy.js';
import type { CutSelector } from './cut-selector.js';

/** Drops cuts that lie below another one by more than `epsilon` (in $) at every state visited so far. */
export function domination(epsilon: number, moneyScale: number): CutSelector {
  return {
    select(stage, candidates) {
      const useful = new Set<number>();
      for (let visited = 0; visited < stage.pool.count; visited++) {
        noteUseful(stage, stage.log.stateAt(visited), epsilon / moneyScale, useful);
      }
      return candidates.filter((slot) => !useful.has(slot));
    },
  };
}

/** With several thetas every group of cuts has its own best. */
function noteUseful({ pool }: PolicyStage, state: Float64Array, epsilon: number, useful: Set<number>): void {
  const values = new Map<number, { slot: number; value: number }[]>();
  for (let slot = 0; slot < pool.count; slot++) {
    if (pool.active[slot] === 0) continue;
    let value = pool.intercept[slot]!;
    for (let s = 0; s < pool.stateCount; s++) value += pool.slopeOf(slot, s) * state[pool.placeOf(s)]!;
    const group = values.get(pool.theta[slot]!) ?? [];
    group.push({ slot, value });
    values.set(pool.theta[slot]!, group);
  }
  for (const group of values.values()) {
    const best = group.reduce((most, { value }) => Math.max(most, value), Number.NEGATIVE_INFINITY);
    for (const { slot, value } of group) if (value >= best - epsilon) useful.add(slot);
  }
}
