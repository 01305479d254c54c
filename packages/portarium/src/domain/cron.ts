/**
 * When something recurs: five fields of cron in a time zone. What croner decides where clocks change is what we promise: a
 * time of day that is left out happens where the gap ends, one that comes twice happens the first time only, and what
 * recurs within the hour goes on by the true time.
 */
import { attempt } from '@quadrivium/kernel/essentials';
import { Cron } from 'croner';

export interface Recurrence {
  readonly cron: string;
  /** A name of the IANA database, such as `Europe/London`. */
  readonly timeZone: string;
}

const timesOf = ({ cron, timeZone }: Recurrence): Cron =>
  new Cron(cron, { timezone: timeZone, paused: true, mode: '5-part' });

/** Why this recurs never; undefined for what does. */
export function recurrenceProblem(
  recurrence: Recurrence,
  now: number,
): { readonly field: keyof Recurrence; readonly message: string } | undefined {
  if (!isTimeZone(recurrence.timeZone))
    return { field: 'timeZone', message: 'is no name of a time zone, such as Europe/London or UTC' };
  try {
    if (nextTime(recurrence, now) !== undefined) return undefined;
    return { field: 'cron', message: 'names no day that will ever come' };
  } catch (error) {
    return { field: 'cron', message: `is not five fields of cron: ${(error as Error).message}` };
  }
}

export function isTimeZone(name: string): boolean {
  return attempt(() => new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined, false);
}

/** The first time after this one. */
export const nextTime = (recurrence: Recurrence, after: number): number | undefined =>
  timesOf(recurrence).nextRun(new Date(after))?.getTime();

export const nextTimes = (recurrence: Recurrence, after: number, count: number): readonly number[] =>
  timesOf(recurrence)
    .nextRuns(count, new Date(after))
    .map((time) => time.getTime());

/** The last times between the two, both included, in their order; as many as asked for at most. */
export function lastTimes(recurrence: Recurrence, from: number, until: number, count: number): readonly number[] {
  const times = timesOf(recurrence).previousRuns(count, new Date(until + 1000));
  return times
    .map((time) => time.getTime())
    .filter((time) => time >= from && time <= until)
    .sort((one, other) => one - other);
}
