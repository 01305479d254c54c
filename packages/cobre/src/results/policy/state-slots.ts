import type { Case } from '../../case/model.js';
import { isoDateOf } from '../../case/read/calendar.js';
import { equipmentStates } from '../../stage/index.js';
import { type Period, type StochasticModel, stagePeriods } from '../../stochastic/index.js';
import type { EntitySlot } from './slot-table.js';

const undated = {
  wasActive: true,
  deliveryDate: null,
  referenceDate: null,
  intervalStart: null,
  intervalEnd: null,
} as const;

/** What each place of the state vector stands for after a stage. */
export function slotsAfter(study: Case, stochastic: Pick<StochasticModel, 'lagCount' | 'order'>, stage: number) {
  const { hydros } = study.system;
  const remembered = lagDates(study, stage);
  const storages = hydros.map((hydro) => ({ ...undated, entityType: 0, entityId: slotId(hydro), subindex: 0 }));
  const lags = Array.from({ length: stochastic.lagCount }, (_, k) =>
    hydros.map((hydro) => ({
      ...undated,
      entityType: 1,
      entityId: slotId(hydro),
      subindex: k + 1,
      // Further slots are running means of periods that a later stage will ask for.
      referenceDate: k < stochastic.order ? remembered(k + 1) : null,
    })),
  );
  const slots: EntitySlot[] = [...storages, ...lags.flat(), ...equipmentSlots(study, stage)];
  return slots;
}

function equipmentSlots(study: Case, stage: number): EntitySlot[] {
  return equipmentStates(study).map(({ state, slot }) => {
    const named = { ...undated, entityType: state.policyType, entityId: slotId(slot.entity), subindex: slot.number };
    if (state.days === undefined) return named;
    const days = state.days(study, slot, stage);
    if (days === null) return { ...named, wasActive: false };
    const [intervalStart, intervalEnd] = [dateNumber(days.startDay), dateNumber(days.endDay)];
    return { ...named, deliveryDate: state.holds === 'rate' ? intervalStart : null, intervalStart, intervalEnd };
  });
}

/** Ids that are words are told by their position. */
export function slotId({ id, index }: { readonly id: unknown; readonly index: number }): number {
  return typeof id === 'number' ? id : index;
}

/** The start of what lag 1, 2, ... of the stage after one remembers; null where no stage says. */
export function lagDates({ horizon }: Case, stage: number): (lag: number) => number | null {
  const periods = stagePeriods(horizon);
  const startOf = (period: Period) => {
    if (period.kind === 'season') return dateNumber(period.occurrence.start);
    const found = periods.all.find(({ id }) => id === period.stageId);
    return found === undefined ? null : dateNumber(found.startDay);
  };
  const next = periods.study[stage + 1];
  if (next !== undefined) return (lag) => startOf(periods.lagPeriod(next, lag));
  const last = periods.study.at(-1)!;
  return (lag) => startOf(lag === 1 ? last.period : periods.lagPeriod(last, lag - 1));
}

/** A day since 1970-01-01 as a number such as 20240131. */
export function dateNumber(day: number): number {
  return Number(isoDateOf(Math.floor(day)).replaceAll('-', ''));
}
