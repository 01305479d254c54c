import type { Season, SeasonDefinitions } from '../../case/model.js';
import { dateOf, dayOf, overlapDays } from './calendar.js';

/** One occurrence of a season: half-open in days. */
export interface Occurrence {
  readonly start: number;
  readonly end: number;
  readonly seasonId: number;
}

/**
 * Seasons as date ranges that come back every year. Definitions may overlap (months and quarters side by side); a
 * season's predecessor is then the one that ends where it begins and is closest to it in length.
 */
export interface SeasonCalendar {
  readonly seasonIds: readonly number[];
  /** The occurrence that shares most days with [start, end), or the nearest one when none does. */
  occurrenceNear(seasonId: number, start: number, end: number): Occurrence | null;
  previous(occurrence: Occurrence): Occurrence | null;
  /** Seasons of one resolution that follow one another around the year, by their start in a calendar year. */
  trackOf(seasonId: number): readonly number[];
  /** Occurrences that contain a day, one per season that does. */
  containing(day: number): readonly Occurrence[];
}

/** Null when the definitions carry no dates (weekly cycles without days): such seasons are mere labels of stages. */
export function seasonCalendar(definitions: SeasonDefinitions | null): SeasonCalendar | null {
  if (definitions === null || definitions.seasons.length === 0) return null;
  if (definitions.cycleType === 'weekly' && definitions.seasons.some((season) => season.dayStart === null)) return null;
  const ranges = new Map(definitions.seasons.map((season) => [season.id, rangeOf(season, definitions)]));
  return calendarOf(ranges);
}

interface Range {
  readonly seasonId: number;
  readonly startMonth: number;
  readonly startDay: number;
  /** Inclusive; null means the end of the month. */
  readonly endMonth: number;
  readonly endDay: number | null;
}

function rangeOf(season: Season, definitions: SeasonDefinitions): Range {
  const start = { seasonId: season.id, startMonth: season.monthStart, startDay: season.dayStart ?? 1 };
  if (season.monthEnd !== null) return { ...start, endMonth: season.monthEnd, endDay: season.dayEnd };
  if (definitions.cycleType === 'monthly') return { ...start, endMonth: season.monthStart, endDay: season.dayEnd };
  const dayBefore = dateOf(nextStart(season, definitions.seasons) - 1);
  return { ...start, endMonth: dayBefore.month, endDay: dayBefore.day };
}

/** First start after the given season's within a common year, where no end is stated. */
function nextStart(season: Season, seasons: readonly Season[]): number {
  const startIn = (year: number, s: Season) => dayOf(year, s.monthStart, s.dayStart ?? 1);
  const own = startIn(2001, season);
  const starts = seasons.flatMap((s) => [startIn(2001, s), startIn(2002, s)]).filter((start) => start > own);
  return Math.min(...starts);
}

function occurrenceIn(range: Range, year: number): Occurrence {
  const start = dayOf(year, range.startMonth, range.startDay);
  const wraps = range.endMonth < range.startMonth;
  return { start, end: endOf(range, wraps ? year + 1 : year), seasonId: range.seasonId };
}

/** A season that ends on 28 February takes the leap day along. */
function endOf(range: Range, year: number): number {
  const monthEnd = dayOf(year, range.endMonth + 1, 1);
  if (range.endDay === null || (range.endMonth === 2 && range.endDay === 28)) return monthEnd;
  return Math.min(monthEnd, dayOf(year, range.endMonth, range.endDay) + 1);
}

function calendarOf(ranges: ReadonlyMap<number, Range>): SeasonCalendar {
  const near = (seasonId: number, start: number, end: number): Occurrence | null => {
    const range = ranges.get(seasonId);
    if (range === undefined) return null;
    const { year } = dateOf(start);
    const candidates = [year - 1, year, year + 1].map((y) => occurrenceIn(range, y));
    return candidates.reduce((best, next) => (closeness(next, start, end) > closeness(best, start, end) ? next : best));
  };
  const known = new Map<string, Occurrence | null>();
  const previous = (of: Occurrence): Occurrence | null => {
    const key = `${of.start} ${of.end}`;
    const found = known.get(key) ?? predecessor(of);
    known.set(key, found);
    return found;
  };
  const predecessor = (of: Occurrence): Occurrence | null => {
    const { year } = dateOf(of.start);
    const ending = [...ranges.values()]
      .flatMap((range) => [occurrenceIn(range, year - 1), occurrenceIn(range, year)])
      .filter((candidate) => candidate.end === of.start);
    return ending.length === 0 ? null : ending.reduce((a, b) => (misfit(b, of) < misfit(a, of) ? b : a));
  };
  return {
    seasonIds: [...ranges.keys()],
    occurrenceNear: near,
    previous,
    trackOf: (seasonId) => track(seasonId, near, previous),
    containing: (day) => {
      const { year } = dateOf(day);
      return [...ranges.values()]
        .flatMap((range) => [occurrenceIn(range, year - 1), occurrenceIn(range, year)])
        .filter((occurrence) => occurrence.start <= day && day < occurrence.end);
    },
  };
}

/** Shared days, or minus the distance of the middles. */
function closeness(occurrence: Occurrence, start: number, end: number): number {
  const shared = overlapDays(occurrence.start, occurrence.end, start, end);
  return shared > 0 ? shared : -Math.abs(occurrence.start + occurrence.end - start - end) / 2;
}

function misfit(candidate: Occurrence, of: Occurrence): number {
  return Math.abs(candidate.end - candidate.start - (of.end - of.start));
}

function track(
  seasonId: number,
  near: SeasonCalendar['occurrenceNear'],
  previous: SeasonCalendar['previous'],
): readonly number[] {
  const reference = dayOf(2001, 7, 1);
  const startOf = new Map<number, number>();
  let at = near(seasonId, reference, reference + 1);
  while (at !== null && !startOf.has(at.seasonId)) {
    const { month, day } = dateOf(at.start);
    startOf.set(at.seasonId, 100 * month + day);
    at = previous(at);
  }
  return [...startOf.keys()].sort((a, b) => startOf.get(a)! - startOf.get(b)!);
}
