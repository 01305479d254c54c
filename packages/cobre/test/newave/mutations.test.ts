/**
 * Decks as they arrive: damaged, edited by hand, saved by the wrong program. Whatever is wrong is told with its place, or is
 * read; nothing crashes, and nothing that is written holds anything but numbers. Seeds are fixed; COBRE_DECK_MUTATIONS asks for
 * more of them.
 */
import { Fault } from '@quadrivium/kernel/fault';
import { describe, expect, test } from 'vitest';
import { readDeck } from '../../src/newave/deck/read-deck.js';
import { diffDecks } from '../../src/newave/diff/diff-decks.js';
import { importDeck } from '../../src/newave/import/import-deck.js';
import { dice } from '../random-case.js';
import { line, standard } from './imported.js';
import { smallDeck } from './small-deck.js';

type Dice = ReturnType<typeof dice>;
type Damage = (bytes: Buffer, random: Dice) => Buffer;

const at = (bytes: Buffer, { whole }: Dice) => whole(0, Math.max(0, bytes.length - 1));
const replaced = (bytes: Buffer, from: number, to: number, by: string | Buffer) =>
  Buffer.concat([bytes.subarray(0, from), typeof by === 'string' ? Buffer.from(by, 'latin1') : by, bytes.subarray(to)]);
const lineAt = (bytes: Buffer, random: Dice): [start: number, end: number] => {
  const place = at(bytes, random);
  const end = bytes.indexOf('\r\n', place);
  return [bytes.lastIndexOf('\n', place) + 1, end < 0 ? bytes.length : end];
};

const damages: Readonly<Record<string, Damage>> = {
  'a line cut short': (bytes, random) => {
    const [start, end] = lineAt(bytes, random);
    return replaced(bytes, random.whole(start, end), end, '');
  },
  'a character too many': (bytes, random) => {
    const place = at(bytes, random);
    return replaced(bytes, place, place, ['0', ' ', '-', 'E', ';'][random.whole(0, 4)]!);
  },
  'a character too few': (bytes, random) => {
    const place = at(bytes, random);
    return replaced(bytes, place, place + 1, '');
  },
  'another character': (bytes, random) => {
    const place = at(bytes, random);
    const other = ['x', '9', '-', '.', ' ', '\0', '\u00c7', '\u001a'][random.whole(0, 7)]!;
    return replaced(bytes, place, place + 1, other);
  },
  'a tab': (bytes, random) => {
    const place = at(bytes, random);
    return replaced(bytes, place, place + 4, '\t');
  },
  'a number beyond all measure': (bytes, random) => {
    const place = at(bytes, random);
    return replaced(bytes, place, place + 6, ['1E9999', '999999', '-1D308', '------'][random.whole(0, 3)]!);
  },
  'a line twice': (bytes, random) => {
    const [start, end] = lineAt(bytes, random);
    return replaced(bytes, end, end, Buffer.concat([Buffer.from('\r\n'), bytes.subarray(start, end)]));
  },
  'a line lost': (bytes, random) => replaced(bytes, ...lineAt(bytes, random), ''),
  'an endless line': (bytes, random) => replaced(bytes, ...lineAt(bytes, random), '7'.repeat(100_000)),
  'the end missing': (bytes, random) => bytes.subarray(0, at(bytes, random)),
  'nothing left': () => Buffer.alloc(0),
  'bytes turned over': (bytes, random) => {
    const copy = Buffer.from(bytes);
    for (let k = 0; k < 8 && copy.length > 0; k++) copy[at(bytes, random)]! ^= 1 << random.whole(0, 7);
    return copy;
  },
};

const small = readDeck(smallDeck());

/** Everything that may be asked of a deck; the fault where it is refused. */
function asked(deck: Map<string, Uint8Array>, random: Dice): Fault | null {
  try {
    const read = readDeck(deck);
    diffDecks(small, read, 0);
    const model = (['individual', 'ree', 'subsystem'] as const)[random.whole(0, 2)]!;
    const { files } = importDeck(read, { ...standard, model });
    for (const { path, content } of files)
      if (typeof content === 'string') expect(content, path).not.toMatch(/\bNaN\b|Infinity/);
    return null;
  } catch (error) {
    if (error instanceof Fault) return error;
    throw error;
  }
}

const count = Number(process.env.COBRE_DECK_MUTATIONS ?? 12);

describe.each(Object.keys(damages))('%s', (name) => {
  test('is read, or told with its place and what was expected', () => {
    const names = [...smallDeck().keys()];
    for (let seed = 1; seed <= count; seed++) {
      const random = dice(seed * 7919 + name.length);
      const deck = smallDeck();
      const file = names[random.whole(0, names.length - 1)]!;
      deck.set(file, new Uint8Array(damages[name]!(Buffer.from(deck.get(file)!), random)));
      const fault = asked(deck, random);
      if (fault === null) continue;
      const told = `${file}, seed ${seed}: ${fault.message}`;
      expect(['ParseError', 'MissingReference', 'MissingFile', 'InvalidArguments'], told).toContain(fault.kind);
      expect(fault.suggestion, told).toBeTruthy();
      if (fault.kind !== 'ParseError') continue;
      expect(fault.message, told).toMatch(/expected .+, found /s);
      expect(fault.context, told).toMatchObject({ file: expect.any(String), expected: expect.any(String) });
      expect(fault.message.length, told).toBeLessThan(600);
    }
  });
});

test.each<[string, (text: string) => string | Uint8Array]>([
  ['with a mark of UTF-8 at the front', (text) => new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf8'))],
  ['in UTF-8', (text) => new Uint8Array(Buffer.from(text, 'utf8'))],
  ['with the line ends of Unix', (text) => text.replaceAll('\r\n', '\n')],
  ['with those of old Macintoshes', (text) => text.replaceAll('\r\n', '\r')],
  ['with blanks at the ends of lines', (text) => text.replaceAll('\r\n', '   \r\n')],
  ['with blank lines at the end', (text) => `${text}\r\n \r\n`],
])('a deck says the same %s', (_, change) => {
  const edits = [...smallDeck().keys()]
    .filter((name) => !/hidr|vazoes/i.test(name))
    .map((name) => {
      const changed = change(Buffer.from(smallDeck().get(name)!).toString('latin1'));
      return [name, typeof changed === 'string' ? new Uint8Array(Buffer.from(changed, 'latin1')) : changed] as const;
    });
  const other = readDeck(smallDeck(Object.fromEntries(edits)));
  expect(diffDecks(small, other, 0)).toMatchObject({ equal: true });
  expect(other.thermals[0]!.name).toBe('CARVÃO');
});

test('a tab among fixed columns is refused where it stands, because all behind it is shifted', () => {
  const edits = { 'CONFHD.DAT': line(3, (text) => `${text.slice(0, 36)}\t${text.slice(37)}`) };
  expect(() => readDeck(smallDeck(edits))).toThrow(/CONFHD\.DAT, line 3, column 37: expected blanks and no tab/);
});

test('a register with bytes that are no number names the record and the field', () => {
  const bytes = Buffer.from(smallDeck().get('hidr.dat')!);
  bytes.writeUInt32LE(0x7fc00000, 792 + 44);
  expect(() => readDeck(smallDeck({ 'hidr.dat': new Uint8Array(bytes) }))).toThrow(
    'hidr.dat, record 2: expected a number (maxVolume of PEDRA), found NaN',
  );
});
