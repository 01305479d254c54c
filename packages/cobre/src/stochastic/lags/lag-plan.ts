import { overlapDays } from '../time/calendar.js';
import type { DatedStage, Period, StagePeriods } from '../time/stage-periods.js';

/**
 * Which past averages a trajectory has to remember, and how they change from stage to stage.
 *
 * A *memory* is the mean inflow over one period that some stage uses as a lag: a weighted sum of the inflows of the
 * stages that cover the period, plus what was observed before the study. At stage t the first `order` slots hold the
 * lags of stage t; memories that are already under way and wanted by a later stage follow. Because a memory is additive,
 * a step is: carry the slot over, and add the weight times this stage's inflow.
 */
export interface LagPlan {
  /** Largest lag any stage uses; slots 0 … order−1 are lags 1 … order of the stage at hand. */
  readonly order: number;
  readonly slotCount: number;
  /** What each slot holds at the start of each stage; null is an idle slot. */
  readonly layout: readonly (readonly (Memory | null)[])[];
  readonly steps: readonly LagStep[];
}

export interface Memory {
  readonly period: Period;
  /** Days of the period that stages of the study cover, by stage index, before the first stage that uses it. */
  readonly stageDays: ReadonlyMap<number, number>;
  /** Days of the period that lie before the study and are not covered by stages. */
  readonly daysBefore: number;
}

/** From stage t to t+1. `born` lists outgoing slots that do not continue an incoming one. */
export interface LagStep {
  readonly from: readonly (number | null)[];
  /** The memory of each outgoing slot. */
  readonly to: readonly (Memory | null)[];
}

/** `orders[t]` is the largest lag with a coefficient at stage t; `depth` lags are remembered in any case. */
export function planLags(periods: StagePeriods, orders: readonly number[], depth = 0): LagPlan {
  const order = Math.max(depth, ...orders);
  const lagsOf = periods.study.map((stage) => Array.from({ length: order }, (_, i) => periods.lagPeriod(stage, i + 1)));
  const memories = collectMemories(periods, lagsOf);
  const wanted = lastUses(lagsOf, orders);
  const layout = lagsOf.map((lags, t) => layoutAt(t, lags, memories, wanted));
  const slotCount = Math.max(0, ...layout.map((slots) => slots.length));
  const padded = layout.map((slots) => [...slots, ...new Array<null>(slotCount - slots.length).fill(null)]);
  return { order, slotCount, layout: padded, steps: padded.slice(1).map((to, t) => stepBetween(padded[t]!, to)) };
}

function collectMemories(periods: StagePeriods, lagsOf: readonly (readonly Period[])[]): ReadonlyMap<string, Memory> {
  const memories = new Map<string, Memory>();
  lagsOf.forEach((lags, t) => {
    for (const period of lags) {
      if (!memories.has(period.key)) memories.set(period.key, memoryOf(period, periods, t));
    }
  });
  return memories;
}

function memoryOf(period: Period, periods: StagePeriods, firstUse: number): Memory {
  const stageDays = new Map<number, number>();
  for (let k = 0; k < firstUse; k++) {
    const days = daysWithin(periods.study[k]!, period);
    if (days > 0) stageDays.set(k, days);
  }
  return { period, stageDays, daysBefore: uncoveredBefore(period, periods, firstUse) };
}

/** Days a stage lends to a period: none to periods that ended before its own began, its own even if dates disagree. */
function daysWithin(stage: DatedStage, period: Period): number {
  if (period.kind === 'stage') return period.stageId === stage.id ? 1 : 0;
  const { occurrence } = period;
  if (stage.period.kind === 'season' && stage.period.occurrence.start >= occurrence.end) return 0;
  const shared = overlapDays(stage.startDay, stage.endDay, occurrence.start, occurrence.end);
  return shared === 0 && stage.period.key === period.key ? stage.endDay - stage.startDay : shared;
}

function uncoveredBefore(period: Period, periods: StagePeriods, firstUse: number): number {
  const first = periods.study[0]!;
  if (period.kind === 'stage') return period.stageId < first.id ? 1 : 0;
  const covered = firstUse === 0 ? Number.POSITIVE_INFINITY : first.startDay;
  return overlapDays(period.occurrence.start, period.occurrence.end, Number.NEGATIVE_INFINITY, covered);
}

/** The last stage that multiplies a memory with a coefficient, by period. */
function lastUses(lagsOf: readonly (readonly Period[])[], orders: readonly number[]): ReadonlyMap<string, number> {
  const last = new Map<string, number>();
  lagsOf.forEach((lags, t) => {
    for (const period of lags.slice(0, orders[t]!)) last.set(period.key, t);
  });
  return last;
}

function layoutAt(
  t: number,
  lags: readonly Period[],
  memories: ReadonlyMap<string, Memory>,
  wanted: ReadonlyMap<string, number>,
): readonly Memory[] {
  const own = lags.map((period) => memories.get(period.key)!);
  const underWay = [...memories.values()].filter(
    (memory) => (wanted.get(memory.period.key) ?? -1) > t && startedBefore(memory, t) && !own.includes(memory),
  );
  return [...own, ...underWay];
}

function startedBefore(memory: Memory, t: number): boolean {
  for (const stage of memory.stageDays.keys()) if (stage < t) return true;
  return false;
}

function stepBetween(from: readonly (Memory | null)[], to: readonly (Memory | null)[]): LagStep {
  return {
    from: to.map((memory) => {
      const slot = memory === null ? -1 : from.indexOf(memory);
      return slot < 0 ? null : slot;
    }),
    to,
  };
}
