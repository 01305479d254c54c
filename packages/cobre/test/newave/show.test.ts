import { readdir, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { memoryTerminal } from '@quadrivium/kernel/testing';
import { expect, test } from 'vitest';
import { runCobre } from '../../src/cli/program.js';
import { connect, newRoot } from '../tools/served.js';
import { writeDeck } from './decks.js';
import { smallDeck } from './small-deck.js';

async function cobre(...words: readonly string[]) {
  const terminal = memoryTerminal();
  const code = await runCobre(words, async () => {}, terminal);
  return { code, out: terminal.stdout, err: terminal.stderr };
}

test('a deck is shown at the terminal, as a table and as JSON', async () => {
  const deck = await writeDeck(join(await newRoot(), 'deck'));
  const table = await cobre('deck', 'show', deck);
  expect(table.code, table.err).toBe(0);
  expect(table.out).toMatch(/NORTE[\s\S]+SUL/);
  // 74.5247 and 18.6312 MWmonth, a quarter: one decimal from 10 on, and no zeros behind the last digit.
  expect(table.out).toMatch(/NORTE +74\.5 +18\.6 +25 +/);
  const { out } = await cobre('deck', 'show', deck, '--about', 'plants', '--name', 'foz', '--json');
  expect(JSON.parse(out)).toMatchObject({ as_of: '2030-11', rows: [{ code: 3, productivity_mw_per_m3s: 0.39 }] });
  // From March 2031 the tailrace of FOZ stands one metre higher, and from April a second machine turns.
  const later = await cobre('deck', 'show', deck, '--about', 'plants', '--name', '3', '--month', '2031-04', '--json');
  expect(JSON.parse(later.out).rows).toMatchObject([{ productivity_mw_per_m3s: 0.38, installed_mw: 60 }]);
});

test('what cannot be read names file, line and column, and the exit code says so', async () => {
  const bad = smallDeck({ 'CONFHD.DAT': (text) => text.replace(' EX ', ' QQ ') });
  const { code, err } = await cobre('deck', 'show', await writeDeck(join(await newRoot(), 'deck'), bad));
  expect(code).not.toBe(0);
  expect(err).toContain("CONFHD.DAT, line 3, column 45: expected one of EX, EE, NE, NC (status), found 'QQ'");
});

/** EXPT without its last record and its closing line, TERM with more than 100 % of planned outages. */
const odd = smallDeck({
  'EXPT.DAT': (text) => `${text.split('\r\n').slice(0, 3).join('\r\n')}\r\n`,
  'TERM.DAT': (text) => text.replace('    20     20', '   120     20'),
});

test('what is odd about a deck that can be read is told on stderr, in the JSON and to agents', async () => {
  const root = await newRoot();
  const deck = await writeDeck(join(root, 'deck'), odd);
  const whole = await writeDeck(join(root, 'whole'));
  const cut = "last record that was read: EXPT.DAT, line 3: '3 POTEF";
  const table = await cobre('deck', 'show', deck);
  expect(table.code).toBe(0);
  expect(table.err).toContain(cut);
  expect(table.err).toContain('TERM.DAT, line 3: expected planned outages of 0 to 100 %, found 120');
  expect(table.out).not.toContain('expected');
  const { warnings } = JSON.parse((await cobre('deck', 'show', deck, '--json')).out);
  expect(warnings).toMatchObject([
    { code: 'open-end', file: 'EXPT.DAT', line: 3 },
    { code: 'implausible', line: 3 },
  ]);
  expect((await cobre('deck', 'show', whole)).err).toBe('');
  // A deck that says the same in other words is equal, 0; one that was cut differs, 1.
  const difference = await cobre('deck', 'diff', whole, deck);
  expect([difference.code, difference.err]).toEqual([1, expect.stringContaining('newer deck: ')]);
  expect(difference.err).not.toContain('older deck: ');
  const page = await cobre('deck', 'diff', deck, deck, '--markdown');
  expect([page.code, page.out]).toEqual([0, expect.stringContaining('- Older deck: ')]);
  const server = await connect(root, { write: false });
  const shown = await server.call('cobre/show-deck', { deck_dir: deck });
  expect(shown.structured).toMatchObject({ warnings: [{ code: 'open-end' }, { code: 'implausible' }] });
  const compared = await server.call('cobre/diff-decks', { deck_dir: deck, other_dir: whole });
  expect(compared.structured).toMatchObject({ warnings: { old: [{}, {}], new: [] } });
  await server.close();
});

test.each<[string, Parameters<typeof smallDeck>[0]]>([
  ['cut', { 'SISTEMA.DAT': (text) => text.slice(0, 900) }],
  ['corrupt', { 'TERM.DAT': (text) => text.replace('   100', '   1x0') }],
  ['without a file', { 'CONFT.DAT': null }],
])('a deck that is %s ends show, diff and import with 1 and leaves nothing behind', async (_, edits) => {
  const root = await newRoot();
  const deck = await writeDeck(join(root, 'deck'), smallDeck(edits));
  const whole = await writeDeck(join(root, 'whole'));
  for (const words of [
    ['deck', 'show', deck],
    ['deck', 'diff', whole, deck],
    ['deck', 'diff', deck, whole],
    ['import', 'newave', deck, join(root, 'case')],
  ]) {
    const { code, out, err } = await cobre(...words);
    expect([words.slice(0, 2), code, out]).toEqual([words.slice(0, 2), 1, '']);
    expect(err).toMatch(/(line \d+.*expected|has no CONFT)/);
  }
  expect(await readdir(root)).toEqual(['deck', 'whole']);
});

test('a month or a name that is not there is the caller’s mistake', async () => {
  const deck = await writeDeck(join(await newRoot(), 'deck'));
  expect((await cobre('deck', 'show', deck, '--month', '2029-01')).err).toContain('2030-11 to 2031-12');
  expect((await cobre('deck', 'show', deck, '--about', 'plants', '--name', 'nowhere')).err).toContain('1 SERRA');
});

test('agents ask a server the same, inside its directories only', async () => {
  const root = await newRoot();
  await writeDeck(join(root, 'deck'));
  const outside = await writeDeck(join(await newRoot(), 'deck'));
  const server = await connect(root, { write: false });
  const inside = await server.call('cobre/show-deck', { deck_dir: join(root, 'deck'), about: 'thermals' });
  expect(inside.structured).toMatchObject({ rows: [{ name: 'CARVÃO', max_mw: 72 }, {}, {}] });
  expect((await server.call('cobre/show-deck', { deck_dir: outside })).isError).toBe(true);
  await server.close();
});

test('only regular files of a sane size are read; results of other programs beside a deck are left alone', async () => {
  const deck = await writeDeck(join(await newRoot(), 'deck'));
  // A sparse file of 8 GB, such as the cuts of an official run.
  await writeFile(join(deck, 'CORTES.DAT'), '');
  await truncate(join(deck, 'CORTES.DAT'), 8 * 1024 ** 3);
  const { code, out } = await cobre('deck', 'show', deck, '--about', 'files', '--name', 'cortes.dat', '--json');
  expect(code).toBe(0);
  expect(JSON.parse(out).rows).toMatchObject([{ name: 'CORTES.DAT', bytes: 8 * 1024 ** 3, sha256: null }]);
  await truncate(join(deck, 'MODIF.DAT'), 8 * 1024 ** 3);
  expect((await cobre('deck', 'show', deck)).err).toContain('MODIF.DAT');
  const linked = await writeDeck(join(await newRoot(), 'deck'), smallDeck({ 'REE.DAT': null }));
  await symlink('/dev/zero', join(linked, 'REE.DAT'));
  expect((await cobre('deck', 'show', linked)).err).toContain('The deck has no REE.DAT');
});

test('the largest come first when somebody asks for few', async () => {
  const deck = await writeDeck(join(await newRoot(), 'deck'));
  const { out } = await cobre('deck', 'show', deck, '--about', 'plants', '--limit', '2', '--json');
  // SERRA: 200 hm³ that pass 0.98 there and, by the CONFHD of its own reservoir, nothing below; FOZ: 100 hm³ at 0.39.
  expect(JSON.parse(out).rows.map(({ name }: { name: string }) => name)).toEqual(['SERRA', 'FICT.SERRA']);
  const thermals = await cobre('deck', 'show', deck, '--about', 'thermals', '--limit', '1', '--json');
  expect(JSON.parse(thermals.out).rows).toHaveLength(1);
});

test('a path that is no deck is told for what it is, and where the deck may be', async () => {
  const root = await newRoot();
  const deck = await writeDeck(join(root, 'déck com espaços'));
  expect((await cobre('deck', 'show', deck)).code).toBe(0);
  const told = async (path: string) => (await cobre('deck', 'show', path)).err.replaceAll(root, '');
  expect(await told(join(deck, 'DGER.DAT'))).toMatch(
    /DGER.DAT' is a file, and a deck is a directory[\s\S]+déck com espaços'/,
  );
  await writeFile(join(root, 'deck.zip'), 'PK');
  expect(await told(join(root, 'deck.zip'))).toMatch(/deck.zip' is a file, and a deck is a directory[\s\S]+Unpack it/);
  expect(await told(root)).toMatch(/has no file of a NEWAVE deck[\s\S]+Perhaps '\/déck com espaços' is meant/);
  expect(await told(join(root, 'nowhere'))).toMatch(/nowhere' does not exist/);
});

test('a target that is taken is told before a deck is read', async () => {
  const root = await newRoot();
  const { code, err } = await cobre(
    'import',
    'newave',
    join(root, 'no-deck-at-all'),
    root.slice(0, root.lastIndexOf('/')),
  );
  expect(code).not.toBe(0);
  expect(err).toContain('is not empty');
});
