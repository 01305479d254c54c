/** The months a deck speaks about: the study always ends in December, and years after it repeat its last year. */

import type { DatedMonth } from '../readers/month.js';
import { type Month, monthInYear, monthOf, yearOf } from '../readers/month.js';
import type { Deck } from './deck.js';

export interface Horizon {
  readonly start: Month;
  /** The first month after the study. */
  readonly end: Month;
  readonly firstYear: number;
  readonly lastYear: number;
}

export function horizonOf({ general }: Pick<Deck, 'general'>): Horizon {
  const { firstYear, firstMonth, studyYears } = general;
  const lastYear = firstYear + studyYears - 1;
  return { start: monthOf(firstYear, firstMonth), end: monthOf(lastYear + 1, 1), firstYear, lastYear };
}

/** The month of the study that stands for one after it: the same month of the last year. */
export function withinStudy(month: Month, { lastYear }: Horizon): Month {
  return yearOf(month) > lastYear ? monthOf(lastYear, monthInYear(month)) : month;
}

/** When something dated begins; what was there before the study has begun at once. */
export function startOf({ month, year }: DatedMonth, { start, end }: Horizon): Month {
  if (year === 'PRE') return start;
  return year === 'POS' ? end + month - 1 : monthOf(year, month);
}

/** What holds in a month of values that hold until the next one. */
export function inForce<Entry extends { readonly date: DatedMonth | null }>(
  entries: readonly Entry[],
  month: Month,
  horizon: Horizon,
): Entry | undefined {
  const at = entries.some(({ date }) => date?.year === 'POS') ? month : withinStudy(month, horizon);
  let found: Entry | undefined;
  for (const entry of entries) {
    if (entry.date === null || startOf(entry.date, horizon) > at) continue;
    if (found === undefined || startOf(entry.date, horizon) >= startOf(found.date!, horizon)) found = entry;
  }
  return found;
}
