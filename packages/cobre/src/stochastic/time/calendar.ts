/** Days since 1970-01-01, the only clock of this folder: no time zones, no hours. */
const MILLISECONDS = 86_400_000;

export interface CivilDate {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  readonly day: number;
}

export function dayOf(year: number, month: number, day: number): number {
  return Math.round(Date.UTC(year, month - 1, day) / MILLISECONDS);
}

export function dateOf(day: number): CivilDate {
  const date = new Date(day * MILLISECONDS);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

/** The same date some years later; 29 February becomes 28 February where it has to. */
export function shiftYears(day: number, years: number): number {
  const { year, month, day: ofMonth } = dateOf(day);
  const shifted = dayOf(year + years, month, ofMonth);
  return dateOf(shifted).month === month ? shifted : shifted - 1;
}

/** Common days of two half-open intervals. */
export function overlapDays(aStart: number, aEnd: number, bStart: number, bEnd: number): number {
  return Math.max(0, Math.min(aEnd, bEnd) - Math.max(aStart, bStart));
}
