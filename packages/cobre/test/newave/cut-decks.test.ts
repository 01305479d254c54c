/**
 * Decks that end early. Each file of the small deck is cut behind a record: the deck is refused with the place and what was
 * expected, or it is imported with a warning that the whole deck does not have, or the case is the same to the last byte, so
 * that the cut took away nothing that an import reads. COBRE_DECK_CUTS=all makes every cut; otherwise some of each file.
 */
import { Fault } from '@quadrivium/kernel/fault';
import { describe, expect, test } from 'vitest';
import { readDeck } from '../../src/newave/deck/read-deck.js';
import { diffDecks } from '../../src/newave/diff/diff-decks.js';
import { importDeck } from '../../src/newave/import/import-deck.js';
import { rowsOf } from '../../src/service/decks/show-deck.js';
import { line, standard } from './imported.js';
import { smallDeck } from './small-deck.js';

const caseOf = ({ files }: ReturnType<typeof importDeck>): string =>
  files
    .filter(({ path }) => path !== 'import-report.json')
    .map(({ path, content }) => `${path}\n${Buffer.from(content).toString('base64')}`)
    .join('\n');

const whole = readDeck(smallDeck());
const imported = importDeck(whole, standard);
const known = new Set(imported.report.warnings.map(({ message }) => message));

/** What becomes of a deck with another file; `silent` is what must not be. */
function outcome(name: string, bytes: Uint8Array): string {
  try {
    const deck = readDeck(smallDeck({ [name]: bytes }));
    diffDecks(whole, deck, 0);
    for (const about of ['subsystems', 'reservoirs', 'plants', 'thermals', 'files'] as const)
      rowsOf(deck, about, deck.general.firstYear * 12 + deck.general.firstMonth - 1);
    const cut = importDeck(deck, standard);
    if (cut.report.warnings.some(({ message }) => !known.has(message))) return 'told';
    return caseOf(cut) === caseOf(imported) ? 'the same case' : 'silent';
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    expect(error.message).toMatch(/expected .+, found |has no /s);
    expect(error.suggestion, error.message).toBeTruthy();
    return 'refused';
  }
}

const binary = { 'hidr.dat': 792, 'Vazoes.dat': 320 * 4 } as const;
const isBinary = (name: string): name is keyof typeof binary => name in binary;

/** Where records end, without the end of the file itself. */
function endsIn(name: string): number[] {
  const bytes = smallDeck().get(name)!;
  if (isBinary(name)) return Array.from({ length: bytes.length / binary[name] - 1 }, (_, k) => (k + 1) * binary[name]);
  return [...bytes.keys()].filter((k) => bytes[k - 1] === 0x0a);
}

/** The first and the last ones, and some between. */
function sampled(ends: readonly number[]): number[] {
  if (process.env.COBRE_DECK_CUTS === 'all') return [...ends];
  const step = Math.max(1, Math.floor(ends.length / 4));
  return ends.filter((_, k) => k < 1 || k >= ends.length - 2 || k % step === 0);
}

describe.each([...smallDeck().keys()])('%s', (name) => {
  test('that ends early is refused or told, unless nothing is lost', () => {
    const bytes = smallDeck().get(name)!;
    const silent = sampled(endsIn(name)).filter((end) => outcome(name, bytes.subarray(0, end)) === 'silent');
    expect(silent.map((end) => Buffer.from(bytes.subarray(0, end)).toString('latin1').split('\n').length - 1)).toEqual(
      [],
    );
  });
});

/** The text up to and with line `n`. */
const upTo = (n: number) => (text: string) => `${text.split('\r\n').slice(0, n).join('\r\n')}\r\n`;
/** The text without line `n`. */
const less = (n: number) => (text: string) =>
  text
    .split('\r\n')
    .toSpliced(n - 1, 1)
    .join('\r\n');

test.each<[string, (text: string) => string, string]>([
  ['DGER.DAT', upTo(33), 'line 34, column 1: expected at least 65 lines; switches that are cut off would be off'],
  ['SISTEMA.DAT', upTo(11), 'line 12, column 1: expected 999 or 9999 to close table 2 of 3'],
  ['PATAMAR.DAT', upTo(10), 'line 11, column 1: expected 999 or 9999 to close table 1 of 1'],
  [
    'PATAMAR.DAT',
    (text) => text.replaceAll('0.25', '0.35'),
    'line 7: expected the durations of 2 blocks to add up to 1',
  ],
  ['LOSS.DAT', upTo(8), 'line 9, column 1: expected 999 or 9999 to close table 3 of 3'],
  [
    'CONFT.DAT',
    (text) => text.replace('    2 GAS', '    1 GAS'),
    'expected each thermal plant of CONFT once, found 1 again',
  ],
  [
    'CONFHD.DAT',
    line(3, (text) => `${text.slice(0, 30)}   7${text.slice(34)}`),
    'line 3, column 31: expected an equivalent reservoir that REE has, found 7',
  ],
])('%s without a part that must be there is refused in words', (name, edit, message) => {
  expect(() => readDeck(smallDeck({ [name]: edit }))).toThrow(message);
});

test.each<[string, (text: string) => string, string, string]>([
  ['AGRINT.DAT', upTo(9), 'no-end-mark', 'line 10: expected the last table and 999 or 9999 to close it'],
  ['CONFT.DAT', upTo(4), 'no-partner', 'expected a thermal plant of this code in CONFT, found none for 3'],
  ['MODIF.DAT', upTo(8), 'no-partner', 'expected changes of this plant in MODIF, found none for 3'],
  ['LOSS.DAT', less(15), 'incomplete-table', 'expected a year (losses 1-2: 2 rows each), found one row more'],
  ['PENALID.DAT', upTo(4), 'no-price', 'expected a price of GHMIN for reservoir 2'],
  ['ARQUIVOS.DAT', upTo(20), 'short-index', 'line 21: expected the name of ITAIPU'],
  ['EXPT.DAT', upTo(3), 'open-end', "behind the last record that was read: EXPT.DAT, line 3: '3 POTEF"],
  ['CLAST.DAT', upTo(8), 'open-end', "CLAST.DAT, line 8: '1        70  12 2030  01 2031'"],
  ['SISTEMA.DAT', (text) => `${text}   1\r\n`, 'behind-the-end', 'expected nothing behind the last table'],
  [
    'MODIF.DAT',
    (text) => text.replace(' 9999\r\n', '').trimEnd().slice(0, -2),
    'no-line-end',
    'the line may have been cut',
  ],
])('%s without a part that its partner asks for is read and told', (name, edit, code, message) => {
  const { doubts } = readDeck(smallDeck({ [name]: edit }));
  expect(doubts).toContainEqual(expect.objectContaining({ code, message: expect.stringContaining(message) }));
});

test('a whole deck has nothing to doubt', () => {
  expect(whole.doubts).toEqual([]);
});
