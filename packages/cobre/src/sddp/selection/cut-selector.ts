import type { PolicyStage } from '../policy.js';

/** Decides which cuts of a stage are no longer worth their place. It sees active cuts of earlier iterations only. */
export interface CutSelector {
  /** Slots to switch off, ascending. */
  select(stage: PolicyStage, candidates: readonly number[], iteration: number): readonly number[];
}

/** Active cuts that were not made in this iteration. */
export function candidatesOf({ pool, log }: PolicyStage, iteration: number): number[] {
  const slots: number[] = [];
  for (let slot = 0; slot < pool.count; slot++) {
    if (pool.active[slot] === 1 && log.iteration[slot] !== iteration) slots.push(slot);
  }
  return slots;
}
