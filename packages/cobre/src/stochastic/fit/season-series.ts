import type { InflowObservation } from '../../case/model.js';
import { dateOf } from '../time/calendar.js';
import type { SeasonCalendar } from '../time/season-calendar.js';
import type { DatedStage } from '../time/stage-periods.js';

/**
 * The observed inflows of one hydro along one track of seasons (twelve months, four quarters …). Position p of year y is
 * `values[(y − firstYear) · track.length + p]`; what was not observed is NaN. Several observations within one occurrence
 * of a season are averaged.
 */
export interface SeasonSeries {
  readonly track: readonly number[];
  readonly firstYear: number;
  readonly values: Float64Array;
}

export function seasonSeries(
  observations: readonly InflowObservation[],
  track: readonly number[],
  placeOf: (day: number) => SeasonPlace | null,
): SeasonSeries {
  if (observations.length === 0) return { track, firstYear: Number.POSITIVE_INFINITY, values: new Float64Array() };
  const days = observations.map((seen) => seen.day);
  const firstYear = dateOf(days.reduce((a, b) => Math.min(a, b))).year - 1;
  const length = (dateOf(days.reduce((a, b) => Math.max(a, b))).year - firstYear + 2) * track.length;
  const sums = new Float64Array(length);
  const counts = new Float64Array(length);
  for (const seen of observations) {
    const at = placeOf(seen.day);
    if (at === null) continue;
    const index = (at.year - firstYear) * track.length + at.position;
    sums[index]! += seen.valueM3s;
    counts[index]! += 1;
  }
  return { track, firstYear, values: sums.map((sum, i) => (counts[i] === 0 ? Number.NaN : sum / counts[i]!)) };
}

/** Year and position in the track. */
export interface SeasonPlace {
  readonly year: number;
  readonly position: number;
}

/** Finds the place of dates; hydros are observed on the same ones, so that each is looked up once. */
export function seasonPlaces(
  track: readonly number[],
  calendar: SeasonCalendar,
  stages: readonly DatedStage[],
): (day: number) => SeasonPlace | null {
  const known = new Map<number, SeasonPlace | null>();
  return (day) => {
    const found = known.get(day);
    if (found !== undefined) return found;
    const place = findPlace(day, track, calendar, stages);
    known.set(day, place);
    return place;
  };
}

/** A date belongs to the season of the stage it lies in, else to the season whose dates contain it. */
function findPlace(
  day: number,
  track: readonly number[],
  calendar: SeasonCalendar,
  stages: readonly DatedStage[],
): SeasonPlace | null {
  const stage = stages.find(
    (s) => s.startDay <= day && day < s.endDay && s.seasonId !== null && track.includes(s.seasonId),
  );
  const occurrence =
    stage?.period.kind === 'season'
      ? stage.period.occurrence
      : calendar.containing(day).find((candidate) => track.includes(candidate.seasonId));
  if (occurrence === undefined) return null;
  const position = track.indexOf(occurrence.seasonId);
  return { year: dateOf(occurrence.start).year, position };
}
