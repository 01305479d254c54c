import type { HistoricalYears, InflowObservation } from '../../case/model.js';
import type { LagPlan } from '../lags/lag-plan.js';
import { dateOf, shiftYears } from '../time/calendar.js';
import type { DatedStage, Period, StagePeriods } from '../time/stage-periods.js';

/** Years of the history in which the study could have begun, with the inflows every stage would then have seen. */
export interface HistoricalWindows {
  readonly years: readonly number[];
  inflow(window: number, stage: number, hydro: number): number;
  /** Inflow memory at the start of the window, slot-major. */
  startLags(window: number): Float64Array;
}

/** A year qualifies when every stage and every lag of stage 0 was observed for every hydro. */
export function historicalWindows(
  history: readonly InflowObservation[],
  hydroCount: number,
  periods: StagePeriods,
  plan: LagPlan,
  wanted: HistoricalYears | null,
): HistoricalWindows {
  const mean = meansOf(history, hydroCount);
  const first = periods.study[0]!;
  const base = dateOf(first.startDay).year;
  const complete = candidates(history, wanted).filter((year) => {
    const over = (h: number, span: Span) => !Number.isNaN(mean(h, span, year - base));
    const hydros = Array.from({ length: hydroCount }, (_, h) => h);
    const lags = plan.layout[0]?.filter((memory) => memory !== null) ?? [];
    return hydros.every(
      (h) =>
        periods.study.every((stage) => over(h, spanOf(stage))) &&
        lags.every(({ period }) => over(h, spanOfPeriod(period, periods))),
    );
  });
  return {
    years: complete,
    inflow: (window, stage, hydro) => mean(hydro, spanOf(periods.study[stage]!), complete[window]! - base),
    startLags: (window) => {
      const lags = new Float64Array(plan.slotCount * hydroCount);
      plan.layout[0]?.forEach((memory, slot) => {
        for (let h = 0; memory !== null && h < hydroCount; h++) {
          lags[slot * hydroCount + h] = mean(h, spanOfPeriod(memory.period, periods), complete[window]! - base);
        }
      });
      return lags;
    },
  };
}

interface Span {
  readonly start: number;
  readonly end: number;
}

function spanOf(stage: DatedStage): Span {
  if (stage.period.kind === 'season') return stage.period.occurrence;
  return { start: stage.startDay, end: stage.endDay };
}

/** A lag without dates of its own lies whole stages before the first one. */
function spanOfPeriod(period: Period, periods: StagePeriods): Span {
  if (period.kind === 'season') return period.occurrence;
  const stage = periods.all.find((candidate) => candidate.id === period.stageId);
  if (stage !== undefined) return spanOf(stage);
  const first = periods.all[0]!;
  const back = (first.id - period.stageId) * (first.endDay - first.startDay);
  return { start: first.startDay - back, end: first.endDay - back };
}

function candidates(history: readonly InflowObservation[], wanted: HistoricalYears | null): readonly number[] {
  const years = [...new Set(history.map((seen) => dateOf(seen.day).year))].sort((a, b) => a - b);
  if (wanted === null) return years;
  return years.filter((year) =>
    wanted.type === 'list' ? wanted.years.includes(year) : wanted.from <= year && year <= wanted.to,
  );
}

/** Mean of the observations dated within a span moved by some years; NaN when there is none. */
function meansOf(
  history: readonly InflowObservation[],
  hydroCount: number,
): (hydro: number, span: Span, years: number) => number {
  const byHydro: InflowObservation[][] = Array.from({ length: hydroCount }, () => []);
  for (const seen of history) byHydro[seen.hydroIndex]!.push(seen);
  return (hydro, span, years) => {
    const start = shiftYears(span.start, years);
    const end = shiftYears(span.end, years);
    const within = byHydro[hydro]!.filter(({ day }) => start <= day && day < end);
    return within.length === 0 ? Number.NaN : within.reduce((sum, seen) => sum + seen.valueM3s, 0) / within.length;
  };
}
