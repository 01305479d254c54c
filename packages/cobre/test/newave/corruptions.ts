/**
 * A deck whose digits are damaged: every number of every text file, one at a time, in the ways that hands, editors and disks do
 * it. What the readers make of it is compared leaf by leaf with what they made of the deck before.
 */
import { Fault } from '@quadrivium/kernel/fault';
import { readDeck } from '../../src/newave/deck/read-deck.js';
import { importDeck } from '../../src/newave/import/import-deck.js';
import { standard } from './imported.js';

export interface Token {
  readonly file: string;
  /** From 0. */
  readonly line: number;
  readonly start: number;
  readonly text: string;
}

export type DeckText = ReadonlyMap<string, readonly string[]>;

const isBinary = (name: string) => /hidr|vazoes/i.test(name);

export const textsOf = (deck: ReadonlyMap<string, Uint8Array>): DeckText =>
  new Map(
    [...deck]
      .filter(([name]) => !isBinary(name))
      .map(([name, bytes]) => [name, Buffer.from(bytes).toString('latin1').split(/\r?\n/)]),
  );

export const tokensOf = (texts: DeckText): Token[] =>
  [...texts].flatMap(([file, lines]) =>
    lines.flatMap((content, line) =>
      [...content.matchAll(/(?<![A-Za-z][+-]?\d*)[+-]?(\d+\.?\d*|\.\d+)/g)].map(({ index, 0: text }) => ({
        ...{ file, line, start: index, text },
      })),
    ),
  );

/** The line with another number; null where the damage makes no difference there. */
type Damage = (line: string, start: number, end: number) => string | null;

const over = (line: string, start: number, text: string): string =>
  line.slice(0, start) + text + line.slice(start + text.length);

const isFree = (line: string, column: number): boolean => column >= line.length || line[column] === ' ';

export const damages = {
  'a letter among its digits': (line, start, end) => over(line, (start + end) >> 1, 'x'),
  'an O for its digit': (line, _, end) => over(line, end - 1, 'O'),
  'a minus before it': (line, start) => (start > 0 && line[start - 1] === ' ' ? over(line, start - 1, '-') : null),
  'a minus at its end': (line, _, end) => (isFree(line, end) ? over(line, end, '-') : null),
  'blanks in its place': (line, start, end) => over(line, start, ' '.repeat(end - start)),
  'a blank among its digits': (line, start, end) => (end - start > 2 ? over(line, start + 1, ' ') : null),
  'one column further': (line, start, end) =>
    isFree(line, end) ? over(line, start, ` ${line.slice(start, end)}`) : null,
  'one column back': (line, start, end) =>
    start > 0 && isFree(line, start - 1) ? over(line, start - 1, `${line.slice(start, end)} `) : null,
  'nines in its place': (line, start, end) => over(line, start, '9'.repeat(end - start)),
  'NaN in its place': (line, _, end) => over(line, Math.max(0, end - 3), 'NaN'),
  'two points': (line, start, end) => (end - start > 3 ? over(line, start + 1, '..') : null),
  'a comma for its point': (line, start, end) => {
    const point = line.slice(start, end).indexOf('.');
    return point < 0 ? null : over(line, start + point, ',');
  },
} satisfies Record<string, Damage>;

export type DamageName = keyof typeof damages;

/** A deck with other lines in one file. */
export const withLines = (deck: ReadonlyMap<string, Uint8Array>, file: string, lines: readonly string[]) =>
  new Map(deck).set(file, new Uint8Array(Buffer.from(lines.join('\r\n'), 'latin1')));

/** Everything the readers made of a deck, by path; where it was read and what nothing follows from is left out. */
export function leavesOf(deck: ReturnType<typeof readDeck>): Map<string, unknown> {
  const { doubts: _doubts, files: _files, flows: _flows, register: _register, ...read } = deck;
  const { historicalYears: _unused, ...rest } = read;
  const found = new Map<string, unknown>();
  const look = (path: string, value: unknown): void => {
    if (typeof value !== 'object' || value === null) found.set(path, value);
    else
      for (const [key, each] of Object.entries(value))
        if (!/^(origins?|others?)$/.test(key)) look(`${path}/${key}`, each);
  };
  look('', rest);
  return found;
}

/** Numbers that a line says, alone and as a month and a year: what its records may hold. */
function saidIn(line: string): Set<unknown> {
  const numbers = [...line.matchAll(/[+-]?(\d+\.?\d*|\.\d+)/g)].map(([text]) => Number(text));
  const months = numbers.flatMap((month) => numbers.map((year) => year * 12 + month - 1));
  return new Set([...numbers, ...months, ...daysIn(line)]);
}

const daysIn = (line: string): number[] =>
  [...line.matchAll(/\b(\d\d)(\d\d)(\d{4})\b/g)].map(
    ([, day, month, year]) => Date.UTC(Number(year), Number(month) - 1, Number(day)) / 86_400_000,
  );

export type Outcome =
  | { readonly is: 'refused'; readonly fault: Fault }
  | { readonly is: 'told'; readonly messages: readonly string[] }
  | { readonly is: 'the same' }
  | { readonly is: 'what is written' }
  /** A blank, where blanks mean that something is absent. */
  | { readonly is: 'absent'; readonly paths: readonly string[] }
  | { readonly is: 'silent'; readonly paths: readonly string[] };

/** A deck that is whole, what the readers made of it and what an import warns of. */
export class Sound {
  readonly bytes: ReadonlyMap<string, Uint8Array>;
  readonly texts: DeckText;
  readonly #leaves: ReadonlyMap<string, unknown>;
  readonly #known: ReadonlySet<string>;

  constructor(bytes: ReadonlyMap<string, Uint8Array>) {
    this.bytes = bytes;
    const deck = readDeck(new Map(bytes));
    this.texts = textsOf(bytes);
    this.#leaves = leavesOf(deck);
    this.#known = new Set(
      [...deck.doubts, ...importDeck(deck, standard).report.warnings].map(({ message }) => message),
    );
  }

  /** What becomes of it with other lines in a file, of which `changed` are the ones that differ. */
  outcome(file: string, lines: readonly string[], changed: readonly string[]): Outcome {
    try {
      const deck = readDeck(new Map(withLines(this.bytes, file, lines)));
      const told = deck.doubts.map(({ message }) => message).filter((message) => !this.#known.has(message));
      if (told.length > 0) return { is: 'told', messages: told };
      const found = this.#compared(leavesOf(deck), changed);
      if (found.is === 'the same') return found;
      const { report, files } = importDeck(deck, standard);
      for (const { path, content } of files)
        if (typeof content === 'string' && /\bNaN\b|Infinity/.test(content)) return { is: 'silent', paths: [path] };
      const messages = report.warnings.map(({ message }) => message).filter((message) => !this.#known.has(message));
      return messages.length > 0 ? { is: 'told', messages } : found;
    } catch (error) {
      if (error instanceof Fault) return { is: 'refused', fault: error };
      throw error;
    }
  }

  #compared(leaves: ReadonlyMap<string, unknown>, changed: readonly string[]): Outcome {
    const paths = [...new Set([...leaves.keys(), ...this.#leaves.keys()])];
    const other = paths.filter((path) => leaves.get(path) !== this.#leaves.get(path));
    if (other.length === 0) return { is: 'the same' };
    const said = new Set(changed.flatMap((line) => [...saidIn(line)]));
    const strange = other.filter((path) => !said.has(leaves.get(path)));
    if (strange.length === 0) return { is: 'what is written' };
    const sorted = (values: ReadonlyMap<string, unknown>) => [...values.values()].map(String).sort().join();
    if (sorted(leaves) === sorted(this.#leaves)) return { is: 'what is written' };
    const isAbsent = strange.every((path) => leaves.get(path) === null);
    return { is: isAbsent ? 'absent' : 'silent', paths: strange };
  }
}
