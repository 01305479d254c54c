import type { Horizon } from '../../case/model.js';
import { overlapDays } from './calendar.js';
import type { Occurrence, SeasonCalendar } from './season-calendar.js';
import { seasonCalendar } from './season-calendar.js';

/**
 * The span of time an inflow model speaks about. With season definitions a stage's period is its season's occurrence,
 * so that four weekly stages of January share one period and their lag 1 is December. Without dates of seasons every
 * stage is its own period and lag 1 is simply the stage before it.
 */
export type Period =
  | { readonly kind: 'season'; readonly key: string; readonly occurrence: Occurrence }
  | { readonly kind: 'stage'; readonly key: string /** Stage id. */; readonly stageId: number };

/** A study or pre-study stage, by ascending id. */
export interface DatedStage {
  readonly id: number;
  readonly startDay: number;
  readonly endDay: number;
  readonly seasonId: number | null;
  readonly period: Period;
}

export interface StagePeriods {
  readonly calendar: SeasonCalendar | null;
  /** Pre-study and study stages by ascending id. */
  readonly all: readonly DatedStage[];
  readonly study: readonly DatedStage[];
  /** The period `lag` steps before a stage's own. */
  lagPeriod(stage: DatedStage, lag: number): Period;
}

export function stagePeriods(horizon: Horizon): StagePeriods {
  const calendar = seasonCalendar(horizon.seasons);
  const dated = (stage: Omit<DatedStage, 'period'>): DatedStage => ({
    id: stage.id,
    startDay: stage.startDay,
    endDay: stage.endDay,
    seasonId: stage.seasonId,
    period: periodOf(stage, calendar),
  });
  const study = horizon.stages.map(dated);
  const all = [...horizon.preStudyStages.map(dated), ...study];
  const known = new Map<DatedStage, Period[]>();
  const lagPeriod = (stage: DatedStage, lag: number): Period => {
    const lags = known.get(stage) ?? [];
    known.set(stage, lags);
    lags[lag] ??= back(stage, lag, all, calendar);
    return lags[lag];
  };
  return { calendar, all, study, lagPeriod };
}

function periodOf(stage: Omit<DatedStage, 'period'>, calendar: SeasonCalendar | null): Period {
  const occurrence =
    calendar === null || stage.seasonId === null
      ? null
      : calendar.occurrenceNear(stage.seasonId, stage.startDay, stage.endDay);
  return occurrence === null || !belongs(stage, occurrence) ? stagePeriod(stage.id) : seasonPeriod(occurrence);
}

/**
 * A stage outside the dates of its season still belongs to it when it is a short one right beside them, as an
 * operational week of April that lies in May. A full-length stage elsewhere merely carries the season as a label.
 */
function belongs(stage: Omit<DatedStage, 'period'>, { start, end }: Occurrence): boolean {
  if (overlapDays(stage.startDay, stage.endDay, start, end) > 0) return true;
  const gap = Math.max(start - stage.endDay, stage.startDay - end);
  return gap <= MOST_DAYS_BESIDE && stage.endDay - stage.startDay < (end - start) / 2;
}

const MOST_DAYS_BESIDE = 10;

function back(stage: DatedStage, lag: number, all: readonly DatedStage[], calendar: SeasonCalendar | null): Period {
  if (stage.period.kind === 'stage') return stagePeriod(idBefore(all, stage.id, lag));
  let { occurrence } = stage.period;
  for (let i = 0; i < lag; i++) occurrence = calendar?.previous(occurrence) ?? before(occurrence);
  return seasonPeriod(occurrence);
}

/** The id `lag` places earlier; before the first known stage the count goes on by ones. */
function idBefore(all: readonly DatedStage[], id: number, lag: number): number {
  const position = all.findIndex((stage) => stage.id === id) - lag;
  return position >= 0 ? all[position]!.id : all[0]!.id + position;
}

/** Where the definitions leave a gap, the span of equal length that ends where this one begins. */
function before(occurrence: Occurrence): Occurrence {
  const days = occurrence.end - occurrence.start;
  return { start: occurrence.start - days, end: occurrence.start, seasonId: occurrence.seasonId };
}

function stagePeriod(stageId: number): Period {
  return { kind: 'stage', key: `stage ${stageId}`, stageId };
}

function seasonPeriod(occurrence: Occurrence): Period {
  return { kind: 'season', key: `days ${occurrence.start} to ${occurrence.end}`, occurrence };
}
