/**
 * A record is declared as data: the columns of each field (from 0, the end is exclusive, as the format is described), its
 * type and its unit. One function reads them all and says file, line, column and what was expected where one does not fit.
 */
import { badLine, columns, type Line, type Origin } from './line.js';

export interface Field<Value> {
  read(line: Line, name: string): Value;
  /** The columns it takes; what stands between fields belongs to none. */
  readonly spans: readonly Span[];
}

export type Span = readonly [start: number, end: number];

export type Layout = Readonly<Record<string, Field<unknown>>>;

export type RecordOf<L extends Layout> = {
  readonly [K in keyof L]: L[K] extends Field<infer Value> ? Value : never;
} & { readonly origin: Origin };

export function readRecord<L extends Layout>(layout: L, line: Line): RecordOf<L> {
  const values = Object.entries(layout).map(([name, field]) => [name, field.read(line, name)]);
  refuseStrays(
    line,
    Object.values(layout).flatMap(({ spans }) => spans),
  );
  return { ...Object.fromEntries(values), origin: { file: line.file, line: line.line } };
}

/**
 * A number that was shifted loses digits to the columns between fields, and would be read as another one or not at all. Comments
 * stand behind the last field, but no digit directly.
 */
function refuseStrays(line: Line, spans: readonly Span[]): void {
  const { text } = line;
  const first = Math.min(...spans.map(([start]) => start));
  const last = Math.min(text.length, Math.max(...spans.map(([, end]) => end)));
  const isTaken = (column: number) => spans.some(([start, end]) => start <= column && column < end);
  if (isSaid(text[first]) && isDigit(text[first - 1]))
    throw badLine(line, first - 1, 'a blank before the first field', first);
  for (let column = first; column < last; column++)
    if (isDigit(text[column]) && !isTaken(column)) throw badLine(line, column, 'a blank between fields', column + 1);
  if (isDigit(text[last])) throw badLine(line, last, 'a blank behind the last field', last + 1);
}

const isDigit = (sign: string | undefined) => sign !== undefined && /[\d.+-]/.test(sign);
const isSaid = (sign: string | undefined) => sign !== undefined && sign.trim() !== '';

const decimal = /^[+-]?(\d+\.?\d*|\.\d+)([EDed][+-]?\d+)?$/;

/** Fortran writes exponents with a D as well. What is too large for a number is none. */
export function numberIn(text: string): number | null {
  const value = decimal.test(text) ? Number(text.replace(/[Dd]/, 'E')) : Number.NaN;
  return Number.isFinite(value) ? value : null;
}

/** Where a field stands and what it is called, for whoever has to correct it. */
export const described = (what: string, name: string, unit: string) =>
  `${what} (${name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)}${unit && `, ${unit}`})`;

function scalar<Value>(
  start: number,
  end: number,
  what: string,
  unit: string,
  parse: (text: string) => Value | null,
): Field<Value | null> {
  return {
    spans: [[start, end]],
    read(line, name) {
      // A tab takes one column, whatever an editor shows: everything behind it stands elsewhere than it seems.
      const tab = line.text.slice(start, end).indexOf('\t');
      if (tab >= 0) throw badLine(line, start + tab, described('blanks and no tab', name, unit), end);
      const text = columns(line, start, end);
      if (text === '') return null;
      const value = parse(text);
      if (value === null) throw badLine(line, start, described(what, name, unit), end);
      return value;
    },
  };
}

export const real = (start: number, end: number, unit = '') => scalar(start, end, 'a number', unit, numberIn);

export const whole = (start: number, end: number, unit = '') =>
  scalar(start, end, 'a whole number', unit, (text) => {
    const value = numberIn(text);
    return value !== null && Number.isInteger(value) ? value : null;
  });

export const text = (start: number, end?: number): Field<string> => ({
  spans: [[start, end ?? Number.POSITIVE_INFINITY]],
  read: (line) => columns(line, start, end ?? line.text.length),
});

/** One of a closed set of words; anything else is a code nobody knows. */
export const word = <Word extends string>(start: number, end: number, words: readonly Word[]) =>
  scalar(start, end, `one of ${words.join(', ')}`, '', (found) => {
    return words.find((known) => known === found.toUpperCase()) ?? null;
  });

/** `PRE` is before the study, `POS` after it. */
export type Year = number | 'PRE' | 'POS';

export function yearIn(found: string): Year | null {
  const upper = found.toUpperCase();
  if (upper === 'PRE' || upper === 'POS') return upper;
  return /^\d{4}$/.test(found) ? Number(found) : null;
}

export const year = (start: number, end: number) => scalar(start, end, 'a year of four digits, PRE or POS', '', yearIn);

/** Several fields of one kind side by side. */
export const each = <Value>(count: number, step: number, first: (offset: number) => Field<Value>): Field<Value[]> => {
  const fields = Array.from({ length: count }, (_, k) => first(k * step));
  const spans = fields.flatMap((field) => field.spans);
  return { spans, read: (line, name) => fields.map((field, k) => field.read(line, `${name} ${k + 1}`)) };
};

/** A field that may not be blank. */
export const need = <Value>(field: Field<Value | null>, start: number): Field<Value> => ({
  spans: field.spans,
  read(line, name) {
    const value = field.read(line, name);
    if (value === null) throw badLine(line, start, described('a value', name, ''), start + 10);
    return value;
  },
});

/** 1 is January. */
export const calendarMonth = (start: number, end: number): Field<number> =>
  need(
    scalar(start, end, 'a month from 1 to 12', '', (found) =>
      /^(0?[1-9]|1[0-2])$/.test(found) ? Number(found) : null,
    ),
    start,
  );

/** The code by which other files know something. */
export const code = (start: number, end: number): Field<number> => need(whole(start, end), start);
