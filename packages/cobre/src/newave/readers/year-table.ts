/** Tables of twelve months: a year and its values, in blocks that begin with a line of codes. */
import { each, type Field, type RecordOf, readRecord, real, type Year, year } from './field.js';
import { badLine, columns, type Line } from './line.js';

export interface YearColumns {
  readonly year: readonly [start: number, end: number];
  /** Where January stands, how wide a month is and how far the next one. */
  readonly first: number;
  readonly width: number;
  readonly step: number;
  readonly unit: string;
}

const layoutOf = ({ year: [start, end], first, width, step, unit }: YearColumns) => ({
  year: year(start, end),
  values: each(12, step, (offset) => real(first + offset, first + width + offset, unit)),
});

type Values = { readonly year: Field<Year | null>; readonly values: Field<(number | null)[]> };
type Row = RecordOf<Values>;

export interface YearRow extends Row {
  readonly year: Year;
  /** 0 is the first of several rows of a year, such as its blocks of load. */
  readonly position: number;
}

/** The first row of a year names it; those that follow without a name belong to it. */
export function yearRows(given: YearColumns, lines: readonly Line[]): YearRow[] {
  const layout = layoutOf(given);
  const rows: YearRow[] = [];
  for (const line of lines) {
    const row = readRecord(layout, line) as Row;
    const before = rows.at(-1);
    if (row.year !== null) rows.push({ ...row, year: row.year, position: 0 });
    else if (before !== undefined) rows.push({ ...row, year: before.year, position: before.position + 1 });
    else throw badLine(line, given.year[0], 'a year before the rows that belong to it', given.year[1]);
  }
  return rows;
}

/** Whether a line begins with a year, and so is no line of codes. */
export const hasYear = (line: Line, start = 0, end = 4): boolean =>
  /^(\d{4}|PRE|POS)$/i.test(columns(line, start, end));

/** The value of a month: its year, `PRE` before the study, and `POS` or the last year after it. */
export function valueAt(rows: readonly YearRow[], month: number, lastYear: number, position = 0): number | null {
  const [y, k] = [Math.floor(month / 12), month % 12];
  return rowAt(rows, y, lastYear, position)?.values[k] ?? null;
}

export function rowAt(rows: readonly YearRow[], y: number, lastYear: number, position = 0): YearRow | undefined {
  const own = (wanted: Year) => rows.find((row) => row.year === wanted && row.position === position);
  return own(y) ?? (y > lastYear ? (own('POS') ?? own(lastYear)) : undefined);
}
