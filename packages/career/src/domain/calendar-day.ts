/** A day as people write it in English, German, Spanish and Portuguese: "14 December 2026", "31.12.2026", "8 de enero de 2027". */

/** Each month by the beginnings that are its own; `mae` is März without its accent. */
export const monthBeginnings = [
  'jan ene',
  'feb fev',
  'mar mär mae mrz',
  'apr abr',
  'may mai',
  'jun',
  'jul',
  'aug ago',
  'sep set',
  'oct okt out',
  'nov',
  'dec dez dic',
].map((words) => words.split(' '));
const month = `(${monthBeginnings.flat().join('|')})\\p{L}{0,7}\\.?`;
const year = '(20\\d{2})';
const ordinal = '(?:st|nd|rd|th|\\.|º|\\.º)?';
const weekday = '(?:\\p{L}{2,10}day,?\\s+|\\p{L}{2,8}tag,?\\s+)?';

/** Numbers alone are day, month, year, as everywhere but in the United States, unless that gives no day. */
const written = [
  new RegExp(`${year}-(\\d{1,2})-(\\d{1,2})`, 'u'),
  new RegExp(`${weekday}(\\d{1,2})${ordinal}\\s+(?:of\\s+|de\\s+)?${month},?\\s+(?:de\\s+)?${year}`, 'iu'),
  new RegExp(`${weekday}${month}\\s+(\\d{1,2})${ordinal},?\\s+${year}`, 'iu'),
  new RegExp(`(\\d{1,2})\\s?[./-]\\s?(\\d{1,2})\\s?[./-]\\s?${year}`, 'u'),
] as const;

const monthNamed = (word: string) =>
  1 + monthBeginnings.findIndex((words) => words.some((one) => word.toLowerCase().startsWith(one)));

const readers: readonly ((parts: readonly string[]) => readonly [string, number, number])[] = [
  ([y = '', m = '', d = '']) => [y, Number(m), Number(d)],
  ([d = '', m = '', y = '']) => [y, monthNamed(m), Number(d)],
  ([m = '', d = '', y = '']) => [y, monthNamed(m), Number(d)],
  ([a = '', b = '', y = '']) => (Number(b) > 12 ? [y, Number(a), Number(b)] : [y, Number(b), Number(a)]),
];

export interface FoundDay {
  /** As 2026-12-31. */
  readonly iso: string;
  readonly words: string;
  readonly at: number;
}

/** The first day that a text names, with its year; none where the calendar has no such day. */
export function dayIn(text: string): FoundDay | undefined {
  const found = written.flatMap((pattern, at): FoundDay[] => {
    const match = pattern.exec(text);
    const iso = match === null ? undefined : isoOf(...(readers[at] as (typeof readers)[0])(match.slice(1)));
    return match === null || iso === undefined ? [] : [{ iso, words: match[0], at: match.index }];
  });
  return found.sort((a, b) => a.at - b.at)[0];
}

function isoOf(year: string, month: number, day: number): string | undefined {
  const iso = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  const at = Date.parse(`${iso}T00:00:00Z`);
  return Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== iso ? undefined : iso;
}
