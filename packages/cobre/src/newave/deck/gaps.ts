/** What must be there and is not, told with file, line and what was expected; a file that was cut is found by it. */
import { Fault } from '@quadrivium/kernel/fault';
import type { Origin } from '../readers/line.js';
import { type Month, monthName, yearOf } from '../readers/month.js';
import { rowAt, type YearRow } from '../readers/year-table.js';
import type { Deck } from './deck.js';
import type { FileKey } from './files.js';
import { type Horizon, horizonOf } from './horizon.js';

export interface Gap {
  readonly origin: Origin;
  readonly expected: string;
  readonly found: string;
}

export const gapMessage = ({ origin: { file, line }, expected, found }: Gap): string =>
  `${file}, line ${line}: expected ${expected}, found ${found}`;

export function refuseGaps(gaps: readonly Gap[]): void {
  const [first] = gaps;
  if (first === undefined) return;
  const errors = gaps.map(refusal).map(({ kind, message, context, suggestion }) => ({
    ...{ kind, message, context, suggestion },
  }));
  throw Object.assign(refusal(first), { context: { ...refusal(first).context, errors } });
}

function refusal(gap: Gap): Fault<'ParseError'> {
  const { origin, expected, found } = gap;
  return new Fault('ParseError', gapMessage(gap), {
    context: { ...origin, column: null, expected, found, detail: `expected ${expected}, found ${found}` },
    suggestion: `Copy ${origin.file} again in case it was cut, or correct it.`,
  });
}

/** Where a file ends; for what should stand in it and has no place. */
export function lastLine({ files }: Deck, key: FileKey): Origin {
  const file = files.find((each) => each.key === key);
  return { file: file?.name ?? key, line: file?.lines ?? 1 };
}

/** A table of years that a study reads: each month of it once, for each of several rows of a year. */
export function tableGaps(deck: Deck, table: Table): Gap[] {
  const horizon = horizonOf(deck);
  const { rows, origin, of, perYear = 1 } = table;
  const twice = rows.find((row, k) => rows.findIndex((other) => isSame(row, other)) !== k);
  if (twice) return [{ origin: twice.origin, expected: `each year of ${of} once`, found: `${twice.year} again` }];
  const many = rows.find(({ position }) => position >= perYear);
  if (many) return [{ origin: many.origin, expected: `a year (${of}: ${perYear} rows each)`, found: 'one row more' }];
  const month = monthWithout(rows, horizon, perYear);
  if (month === null) return [];
  const place = rows.findLast(({ year }) => typeof year === 'number' && year <= yearOf(month))?.origin ?? origin;
  return [{ origin: place, expected: `${of} for every month of the study`, found: `none for ${monthName(month)}` }];
}

export interface Table {
  readonly origin: Origin;
  readonly rows: readonly YearRow[];
  readonly of: string;
  readonly perYear?: number;
}

const isSame = (a: YearRow, b: YearRow) => a.year === b.year && a.position === b.position;

function monthWithout(rows: readonly YearRow[], { start, end, lastYear }: Horizon, perYear: number): Month | null {
  for (let month = start; month < end; month++)
    for (let position = 0; position < perYear; position++)
      if ((rowAt(rows, yearOf(month), lastYear, position)?.values[month % 12] ?? null) === null) return month;
  return null;
}
