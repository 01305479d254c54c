import { symlink, truncate, writeFile } from 'node:fs/promises';
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
