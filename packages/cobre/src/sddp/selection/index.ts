import type { CutSelectionSettings } from '../../case/model.js';
import { moneyScale } from '../../stage/index.js';
import type { PolicyStage } from '../policy.js';
import { overBudget } from './budget.js';
import { type CutSelector, candidatesOf } from './cut-selector.js';
import { domination } from './domination.js';
import { dynamic } from './dynamic.js';
import { level1 } from './level1.js';
import { lml1 } from './lml1.js';

export type { CutSelector } from './cut-selector.js';

export const cutSelectors: {
  readonly [Method in CutSelectionSettings['method']]: (settings: CutSelectionSettings) => CutSelector;
} = {
  level1: ({ threshold }) => level1(threshold),
  lml1: ({ memoryWindow }) => lml1(memoryWindow),
  dynamic: () => dynamic,
  domination: ({ dominationEpsilon }) => domination(dominationEpsilon, moneyScale),
};

export interface SelectionOutcome {
  readonly deactivated: number;
  readonly evictedByBudget: number;
}

/** Trims a stage after an iteration: by method on multiples of the check frequency, by budget always. */
export function trimStage(stage: PolicyStage, settings: CutSelectionSettings, iteration: number): SelectionOutcome {
  if (!settings.enabled) return { deactivated: 0, evictedByBudget: 0 };
  const due = iteration % settings.checkFrequency === 0;
  const selector = cutSelectors[settings.method](settings);
  const dropped = due ? selector.select(stage, candidatesOf(stage, iteration), iteration) : [];
  for (const slot of dropped) stage.pool.setActive(slot, false);
  const most = settings.maxActivePerStage;
  const evicted = most === null ? [] : overBudget(stage, most, iteration);
  for (const slot of evicted) stage.pool.setActive(slot, false);
  return { deactivated: dropped.length, evictedByBudget: evicted.length };
}
