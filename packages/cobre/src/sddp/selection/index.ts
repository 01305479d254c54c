import type { CutSelectionSettings } from '../../case/model.js';
import { moneyScale } from '../../stage/index.js';
import type { PolicyStage } from '../policy.js';
import { overBudget } from './budget.js';
import { type CutSelector, candidatesOf } from './cut-selector.js';
import { domination } from './domination.js';
import { dynamic } from './dynamic.js';
import { level1 } from './level1.js';
import { lml1 } from './lml1.js';
import { type KeepAt, keptAtVisited } from './visited.js';

export type { CutSelector } from './cut-selector.js';

type Method = CutSelectionSettings['method'];

/** Of release 0.5.1, by what each cut has decided so far; dynamic is the same in both generations. */
export const cutSelectors: {
  readonly [M in Method]: (settings: CutSelectionSettings) => CutSelector;
} = {
  level1: ({ threshold }) => level1(threshold),
  lml1: ({ memoryWindow }) => lml1(memoryWindow),
  dynamic: (settings) => dynamic(settings.dynamic),
  domination: ({ dominationEpsilon }) => domination(dominationEpsilon, moneyScale),
};

/** Of today, by the height of cuts at visited states. */
const keepers: { readonly [M in Exclude<Method, 'dynamic'>]: (settings: CutSelectionSettings) => KeepAt } = {
  level1: ({ tieTolerance }) => ({ distance: tieTolerance / moneyScale, oldestOnly: false }),
  lml1: ({ tieTolerance }) => ({ distance: tieTolerance / moneyScale, oldestOnly: true }),
  domination: ({ dominationEpsilon }) => ({ distance: dominationEpsilon / moneyScale, oldestOnly: false }),
};

export interface SelectionOutcome {
  readonly deactivated: number;
  readonly reactivated: number;
  readonly evictedByBudget: number;
}

/** Whether the method of a case has something to say after an iteration. */
export function isDue(
  { method, dynamic: { startIteration }, checkFrequency }: CutSelectionSettings,
  iteration: number,
) {
  return method === 'dynamic' ? iteration + 1 >= startIteration : iteration % checkFrequency === 0;
}

/** Trims one of so many stages after an iteration: by method when it is due, by budget always. */
export function trimStage(
  stage: PolicyStage,
  settings: CutSelectionSettings,
  iteration: number,
  stages = 1,
): SelectionOutcome {
  if (!settings.enabled) return { deactivated: 0, reactivated: 0, evictedByBudget: 0 };
  const { dropped, back } = isDue(settings, iteration) ? chosen(stage, settings, iteration, stages) : none;
  for (const slot of dropped) stage.pool.setActive(slot, false);
  for (const slot of back) stage.pool.setActive(slot, true);
  const most = settings.maxActivePerStage;
  const evicted = most === null ? [] : overBudget(stage, most, iteration);
  for (const slot of evicted) stage.pool.setActive(slot, false);
  return { deactivated: dropped.length, reactivated: back.length, evictedByBudget: evicted.length };
}

interface Chosen {
  readonly dropped: readonly number[];
  readonly back: readonly number[];
}

const none: Chosen = { dropped: [], back: [] };

function chosen(stage: PolicyStage, settings: CutSelectionSettings, iteration: number, stages: number): Chosen {
  const { method, byVisitedStates } = settings;
  const candidates = candidatesOf(stage, iteration);
  if (method === 'dynamic' || !byVisitedStates) {
    return { dropped: cutSelectors[method](settings).select(stage, candidates, iteration), back: [] };
  }
  const kept = keptAtVisited(stage, keepers[method](settings), stages);
  return {
    dropped: candidates.filter((slot) => !kept.has(slot)),
    back: [...kept].filter((slot) => stage.pool.active[slot] === 0).sort((a, b) => a - b),
  };
}
