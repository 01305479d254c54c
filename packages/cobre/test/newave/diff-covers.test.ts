/**
 * Nothing that a case follows from is missing in a comparison of decks: every number of every text file of the small deck, another
 * digit at a time. Plain runs take a sample, CI a larger one; COBRE_DECK_CORRUPTIONS=all takes every number.
 */
import { Fault } from '@quadrivium/kernel/fault';
import { expect, test } from 'vitest';
import { readDeck } from '../../src/newave/deck/read-deck.js';
import { diffDecks } from '../../src/newave/diff/diff-decks.js';
import { importDeck } from '../../src/newave/import/import-deck.js';
import type { ImportOptions } from '../../src/newave/import/study.js';
import { dice } from '../random-case.js';
import { type Token, textsOf, tokensOf, withLines } from './corruptions.js';
import { imported, line, standard } from './imported.js';
import { smallDeck } from './small-deck.js';

const small = smallDeck();
const deck = readDeck(new Map(small));
const texts = textsOf(small);

/** Between them they read all that an import reads. */
const imports: readonly ImportOptions[] = [standard, { ...standard, scale: 'deck', post: 'deck', production: 'fpha' }];

const caseOf = (of: typeof deck): string =>
  imports
    .flatMap((options) => importDeck(of, options).files)
    .filter(({ path }) => path !== 'import-report.json')
    .map(({ content }) => Buffer.from(content).toString('base64'))
    .join('\n');
const before = caseOf(deck);

/** The last digit that counts, one more. */
function other(text: string): string {
  const k = Math.max(text.search(/[1-9](?=[^1-9]*$)/), 0);
  return `${text.slice(0, k)}${(Number(text[k]) % 9) + 1}${text.slice(k + 1)}`;
}

/** The deck with another number, where it can still be read. */
function changed({ file, line: at, start, text }: Token): typeof deck | null {
  const lines = [...texts.get(file)!];
  lines[at] = lines[at]!.slice(0, start) + other(text) + lines[at]!.slice(start + text.length);
  try {
    return readDeck(new Map(withLines(small, file, lines)));
  } catch (error) {
    if (error instanceof Fault) return null;
    throw error;
  }
}

const all = tokensOf(texts);
const most = process.env.COBRE_DECK_CORRUPTIONS === 'all' ? all.length : process.env.CI ? 200 : 25;
const random = dice(44);
const sample = most < all.length ? Array.from({ length: most }, () => all[random.whole(0, all.length - 1)]!) : all;

test('a number that changes the case is told', () => {
  const silent = sample.filter((token) => {
    const now = changed(token);
    return now !== null && diffDecks(deck, now, 0).equal && caseOf(now) !== before;
  });
  expect(silent.map(({ file, line: at, text }) => `${file}:${at + 1} ${text}`)).toEqual([]);
});

// These were not told: a comparison said that the decks are the same.
test.each<[string, string, number, (text: string) => string, object]>([
  [
    'the month a reservoir begins to fill',
    'EXPH.DAT',
    6,
    (text) => text.replace(' 1/2031', ' 3/2031'),
    { concept: 'filling', old: 'from 2031-01, 2 months, 50 % filled', new: 'from 2031-03, 2 months, 50 % filled' },
  ],
  [
    'the month a machine starts',
    'EXPH.DAT',
    7,
    (text) => text.replace(' 5/2031', ' 8/2031'),
    {
      concept: 'machine starts',
      entity: '5 NOVA, machine 1 of set 1',
      old: '2031-05',
      new: '2031-08',
      new_at: 'EXPH.DAT:7',
    },
  ],
  [
    'the openings of a study',
    'DGER.DAT',
    18,
    (text) => text.replace('4', '9'),
    { concept: 'openings', old: 4, new: 9, new_at: 'DGER.DAT:18' },
  ],
  [
    'load after the study',
    'SISTEMA.DAT',
    34,
    (text) => text.replaceAll('120', '125'),
    { concept: 'load MW', entity: 'NORTE', from: '2032-01', to: '2032-12', old: 120, new: 125 },
  ],
  [
    'a channel that leads water elsewhere',
    'MODIF.DAT',
    9,
    (text) => `${text}\r\n CDESVIO  2 30.0`,
    { kind: 'added', concept: 'diversion m³/s', entity: '3 FOZ', new: 'to 2: 30' },
  ],
])('%s is told in words', (_, file, n, edit, expected) => {
  const now = readDeck(smallDeck({ [file]: line(n, edit) }));
  expect(diffDecks(deck, now, 0).changes).toContainEqual(expect.objectContaining(expected));
});

test('a machine that is delayed is told once by its month, and by what is missing until then', () => {
  const now = readDeck(smallDeck({ 'EXPH.DAT': line(7, (text) => text.replace(' 5/2031', ' 8/2031')) }));
  expect(diffDecks(deck, now, 0).changes.map(({ concept }) => concept)).toEqual([
    'available MW',
    'machine starts',
    'machines',
  ]);
  // The case of it has machines three months later.
  const rows = ({ rows: of }: ReturnType<typeof imported>) => of('constraints/hydro_bounds.parquet');
  expect(rows(imported({}, { 'EXPH.DAT': line(7, (text) => text.replace(' 5/2031', ' 8/2031')) }))).not.toEqual(
    rows(imported()),
  );
});
