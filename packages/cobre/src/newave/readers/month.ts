/** Calendar months as numbers that can be counted on: months since the year 0. */
import { type Field, type Year, yearIn } from './field.js';
import { badLine, columns } from './line.js';

export type Month = number;

export const monthOf = (year: number, month: number): Month => year * 12 + month - 1;
export const yearOf = (month: Month): number => Math.floor(month / 12);
/** 1 is January. */
export const monthInYear = (month: Month): number => (month % 12) + 1;
export const monthName = (month: Month): string => `${yearOf(month)}-${String(monthInYear(month)).padStart(2, '0')}`;
export const firstDay = (month: Month): string => `${monthName(month)}-01`;
export const daysIn = (month: Month): number => new Date(Date.UTC(yearOf(month), monthInYear(month), 0)).getUTCDate();
export const hoursIn = (month: Month): number => daysIn(month) * 24;

export function monthIn(text: string): Month | null {
  const match = /^(\d{1,2})[\s/]+(\d{4})$/.exec(text);
  const [month, year] = [Number(match?.[1]), Number(match?.[2])];
  return match && month >= 1 && month <= 12 ? monthOf(year, month) : null;
}

/** `MM YYYY` or `MM/YYYY`; null when blank. */
export const monthField = (start: number, end: number): Field<Month | null> => ({
  spans: [[start, end]],
  read(line, name) {
    const text = columns(line, start, end);
    if (text === '') return null;
    const month = monthIn(text);
    if (month === null) throw badLine(line, start, `a month and a year (${name})`, end);
    return month;
  },
});

/** A month whose year may be a word: before the study, or every year after it. */
export interface DatedMonth {
  readonly month: number;
  readonly year: Year;
}

export function datedMonthIn(month: string, year: string): DatedMonth | null {
  const [m, y] = [Number(month), yearIn(year)];
  return y !== null && Number.isInteger(m) && m >= 1 && m <= 12 ? { month: m, year: y } : null;
}
