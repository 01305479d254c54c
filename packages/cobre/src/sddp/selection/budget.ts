import type { PolicyStage } from '../policy.js';
import { candidatesOf } from './cut-selector.js';

/** The cuts to give up so that at most `most` stay active: those that decided something longest ago. */
export function overBudget(stage: PolicyStage, most: number, iteration: number): readonly number[] {
  const { activity, log, pool } = stage;
  const candidates = candidatesOf(stage, iteration);
  let active = 0;
  for (let slot = 0; slot < pool.count; slot++) active += pool.active[slot]!;
  const surplus = Math.min(candidates.length, active - most);
  if (surplus <= 0) return [];
  const seen = (slot: number) => Math.max(activity.lastIteration[slot]!, log.iteration[slot]!);
  const oldestFirst = [...candidates].sort((a, b) => seen(a) - seen(b) || a - b);
  return oldestFirst.slice(0, surplus).sort((a, b) => a - b);
}
