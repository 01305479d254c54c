import type { Hydro, InflowObservation } from '../../case/model.js';
import { periodBefore } from '../../case/read/calendar.js';
import { overlapDays } from '../time/calendar.js';
import type { Period, StagePeriods } from '../time/stage-periods.js';

/**
 * Mean inflow of a hydro over days before the study. Dated observations come first, then `past_inflows` (the i-th value
 * belongs to the i-th period before the first stage), then the history file. Null when nothing is known. In current cases
 * `dated` windows also answer for periods before all declared stages.
 */
export type KnownInflows = (hydro: number, period: Period) => number | null;

export function knownInflows(
  hydros: readonly Hydro[],
  history: readonly InflowObservation[] | null,
  periods: StagePeriods,
  dated: boolean,
): KnownInflows {
  const first = periods.study[0];
  const historyOf = groupHistory(history, hydros.length);
  const segments = hydros.map((hydro, h) => [
    ...hydro.recentObservations.map((seen) => ({ start: seen.startDay, end: seen.endDay, value: seen.valueM3s })),
    ...pastSegments(hydro, periods),
    ...historyOf[h]!,
  ]);
  return (hydro, period) => {
    if (first === undefined) return null;
    if (period.kind === 'season') {
      return meanOver(segments[hydro]!, period.occurrence.start, Math.min(period.occurrence.end, first.startDay));
    }
    const lag = lagOf(period.stageId, periods);
    const given = lag === null ? undefined : hydros[hydro]!.pastInflows.valuesM3s[lag - 1];
    const known = given ?? fromDates(period.stageId, segments[hydro]!, periods);
    if (known !== null || !dated || lag === null || lag < 1) return known;
    return meanOver(segments[hydro]!, ...periodBefore(first.startDay, first.endDay, lag));
  };
}

interface Segment {
  readonly start: number;
  readonly end: number;
  readonly value: number;
}

/** How many places a stage id lies before the first study stage. */
function lagOf(stageId: number, periods: StagePeriods): number | null {
  const preStudy = periods.all.length - periods.study.length;
  const position = periods.all.findIndex((stage) => stage.id === stageId);
  if (position >= 0) return position < preStudy ? preStudy - position : null;
  return preStudy + (periods.all[0]!.id - stageId);
}

function fromDates(stageId: number, segments: readonly Segment[], periods: StagePeriods): number | null {
  const stage = periods.all.find((candidate) => candidate.id === stageId);
  return stage === undefined ? null : meanOver(segments, stage.startDay, stage.endDay);
}

function pastSegments(hydro: Hydro, periods: StagePeriods): readonly Segment[] {
  const first = periods.study[0];
  if (first === undefined || first.period.kind === 'stage') return [];
  return hydro.pastInflows.valuesM3s.flatMap((value, i) => {
    const period = periods.lagPeriod(first, i + 1);
    return period.kind === 'season' ? [{ start: period.occurrence.start, end: period.occurrence.end, value }] : [];
  });
}

/** An observation stands until the next one, at most for 31 days. */
function groupHistory(history: readonly InflowObservation[] | null, hydros: number): readonly (readonly Segment[])[] {
  const grouped: Segment[][] = Array.from({ length: hydros }, () => []);
  history?.forEach((seen, i) => {
    const next = history[i + 1];
    const open = next === undefined || next.hydroIndex !== seen.hydroIndex;
    const end = open ? seen.day + 31 : Math.min(next.day, seen.day + 92);
    grouped[seen.hydroIndex]!.push({ start: seen.day, end, value: seen.valueM3s });
  });
  return grouped;
}

/** Day-weighted mean; where segments overlap, the earlier one in the list wins. */
function meanOver(segments: readonly Segment[], start: number, end: number): number | null {
  const whole = segments.find((segment) => overlapDays(segment.start, segment.end, start, end) > 0);
  if (whole !== undefined && whole.start <= start && whole.end >= end) return whole.value;
  let open = [{ start, end }];
  let days = 0;
  let sum = 0;
  for (const segment of segments) {
    for (const gap of open) {
      const shared = overlapDays(segment.start, segment.end, gap.start, gap.end);
      days += shared;
      sum += shared * segment.value;
    }
    open = open
      .flatMap((gap) => [
        ...(segment.start > gap.start ? [{ start: gap.start, end: Math.min(gap.end, segment.start) }] : []),
        ...(segment.end < gap.end ? [{ start: Math.max(gap.start, segment.end), end: gap.end }] : []),
      ])
      .filter((gap) => gap.end > gap.start);
    if (open.length === 0) break;
  }
  return days > 0 ? sum / days : null;
}
