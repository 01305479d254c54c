import { nextTime } from './cron.js';

/** Two times of day; the second may be on the next day. */
export const quietHoursPattern = /^(?:[01]\d|2[0-3]):[0-5]\d-(?:[01]\d|2[0-3]):[0-5]\d$/;

/** When the quiet that reigns at this moment ends; nothing when it does not. */
export function quietUntil(quietHours: string, timeZone: string, now: number): number | undefined {
  const [from = '', to = ''] = quietHours.split('-');
  const clock = localTime(now, timeZone);
  const isQuiet = from < to ? from <= clock && clock < to : from <= clock || clock < to;
  if (!isQuiet) return undefined;
  const [hour, minute] = to.split(':').map(Number);
  return nextTime({ cron: `${minute} ${hour} * * *`, timeZone }, now);
}

const localTime = (now: number, timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(now);
