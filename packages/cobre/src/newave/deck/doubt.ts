/** What is odd about a deck that can be read all the same; an import tells it as a warning. */
import type { Origin } from '../readers/line.js';

export interface Doubt {
  readonly code: string;
  readonly origin: Origin;
  readonly message: string;
}

/** Something by the code that other files know it by. */
export interface Named {
  readonly origin: Origin;
  readonly code: string | number;
}

/** `entries` that a partner has nothing for, told once with the first place. */
export function without(entries: readonly Named[], partners: readonly Named[], what: string, where: string): Doubt[] {
  const known = new Set(partners.map(({ code }) => code));
  const missing = entries.filter(({ code }) => !known.has(code));
  const [first] = missing;
  if (first === undefined) return [];
  const codes = [...new Set(missing.map(({ code }) => code))];
  const more = codes.length > 12 ? ` and ${codes.length - 12} more` : '';
  const { file, line } = first.origin;
  const message = `${file}, line ${line}: expected ${what} in ${where}, found none for ${codes.slice(0, 12).join(', ')}${more}; one of the files may have been cut`;
  return [{ code: 'no-partner', origin: first.origin, message }];
}

/** Both ways: what one table names, the other has. */
export const unpaired = (one: readonly Named[], other: readonly Named[], file: string): Doubt[] => [
  ...without(one, other, 'limits', `the second table of ${file}`),
  ...without(other, one, 'what is limited', `the first table of ${file}`),
];

export type Range = readonly [least: number, most: number, unit: string];

export function outside(origin: Origin, what: string, value: number | null, [least, most, unit]: Range): Doubt[] {
  if (value === null || (value >= least && value <= most)) return [];
  const range = most === Number.POSITIVE_INFINITY ? `at least ${least}` : `${least} to ${most}`;
  return [odd(origin, `expected ${what} of ${`${range} ${unit}`.trim()}, found ${value}`)];
}

/** Binary files have records where others have lines. */
export const odd = (origin: Origin, said: string): Doubt => ({
  ...{ code: 'implausible', origin },
  message: `${origin.file}, ${/^(hidr|vazoes)/i.test(origin.file) ? 'record' : 'line'} ${origin.line}: ${said}`,
});
