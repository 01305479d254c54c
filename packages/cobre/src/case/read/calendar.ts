/** Days since 1970-01-01 of an ISO date, or null when the text names no day of the calendar. */
export function dayOf(date: unknown): number | null {
  if (typeof date === 'number') return date;
  if (typeof date !== 'string') return null;
  const match = /^(\d{4})-(\d{2})-(\d{2})/.exec(date);
  if (match === null) return null;
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number];
  const time = new Date(0);
  time.setUTCFullYear(year, month - 1, day);
  // A day like 30 February would silently become another one.
  if (time.getUTCMonth() !== month - 1 || time.getUTCDate() !== day) return null;
  return Math.round(time.getTime() / 86_400_000);
}

export function isoDateOf(day: number): string {
  return new Date(day * 86_400_000).toISOString().slice(0, 10);
}

/**
 * The days of the n-th period before a stage: calendar months where the stage begins a month and is about as long, otherwise
 * periods of its own length. The end is exclusive.
 */
export function periodBefore(startDay: number, endDay: number, n: number): [number, number] {
  const [start, days] = [new Date(startDay * 86_400_000), endDay - startDay];
  const monthly = start.getUTCDate() === 1 && days >= 28 && days <= 31;
  if (!monthly) return [startDay - n * days, startDay - (n - 1) * days];
  const month = (back: number) => Date.UTC(start.getUTCFullYear(), start.getUTCMonth() - back, 1) / 86_400_000;
  return [month(n), month(n - 1)];
}
