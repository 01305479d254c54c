import { join } from 'node:path';
import { memoryTerminal } from '@quadrivium/kernel/testing';
import { expect, test } from 'vitest';
import { runCobre } from '../../src/cli/program.js';
import { readDeck } from '../../src/newave/deck/read-deck.js';
import { diffDecks } from '../../src/newave/diff/diff-decks.js';
import { newRoot } from '../tools/served.js';
import { flowsFile } from './binary-files.js';
import { writeDeck } from './decks.js';
import { type Edits, flow, smallDeck } from './small-deck.js';

const small = readDeck(smallDeck());
const against = (edits: Edits, least = 0) => diffDecks(small, readDeck(smallDeck(edits)), least);

test('a deck is equal to itself', () => {
  expect(against({})).toMatchObject({ equal: true, changes: [], derived: [] });
});

test('the same change over several months is one row, with its difference', () => {
  // 62 MW of load in the south become 63.55 in all months of 2031: 2.5 % more.
  const { changes, equal } = against({ 'SISTEMA.DAT': (text) => text.replaceAll('     62', '  63.55') });
  expect(equal).toBe(false);
  expect(changes).toEqual([
    {
      ...{ kind: 'changed', concept: 'load MW', entity: 'SUL', from: '2031-01', to: '2031-12', old: 62, new: 63.55 },
      ...{ difference: expect.closeTo(1.55, 9), percent: expect.closeTo(2.5, 9) },
    },
  ]);
  expect(against({ 'SISTEMA.DAT': (text) => text.replaceAll('     62', '  63.55') }, 3)).toMatchObject({
    changes: [],
    not_shown: 1,
    equal: false,
  });
});

test('what is told is what follows for the model: a limit in hm³, initial storage with its energy', () => {
  const { changes, derived } = against({ 'CONFHD.DAT': (text) => text.replace('   25   EX', '   35   EX') });
  expect(changes).toMatchObject([{ concept: 'initial volume %', entity: '1 SERRA', old: 25, new: 35 }]);
  // Ten percent of 200 hm³ at 0.98 MW/(m³/s).
  const stored = derived.find(
    ({ subsystem, quantity }) => subsystem === 'NORTE' && quantity === 'stored_energy_initial_mwmonth',
  )!;
  expect(stored.new - stored.old!).toBeCloseTo((0.1 * 200 * 0.98) / 2.63, 9);
  const limited = against({ 'MODIF.DAT': (text) => text.replace('50.000', '60.000') });
  expect(limited.changes).toMatchObject([
    { concept: 'limit above, volume hm³', from: '2030-11', to: '2031-01', old: 200, new: 220 },
  ]);
});

test('plants that appear or disappear are added or removed, and old flows that changed are news', () => {
  const without = against({ 'CONFHD.DAT': (text) => text.replace(/.*NOVA.*\r\n/, ''), 'EXPH.DAT': null });
  expect(without.changes).toContainEqual(
    expect.objectContaining({ kind: 'removed', concept: 'plant status', entity: '5 NOVA' }),
  );
  const flows = flowsFile(72, (month, gauge) => flow(month, gauge) + (gauge === 3 && month === 14 ? 12 : 0));
  expect(against({ 'Vazoes.dat': flows }).changes).toMatchObject([
    { concept: 'natural flow m³/s', entity: 'gauge 3', from: '2021-01', difference: 1 },
  ]);
});

test('months that only one deck has are told as a horizon that moved', () => {
  const later = against({ 'DGER.DAT': (text) => text.replace('DO ESTUDO   11', 'DO ESTUDO   12') });
  expect(later.horizon.common).toEqual(['2030-12', '2031-12']);
});

test('at the terminal the exit code tells whether decks differ', async () => {
  const root = await newRoot();
  const [a, b] = [await writeDeck(join(root, 'a')), await writeDeck(join(root, 'b'))];
  const c = await writeDeck(join(root, 'c'), smallDeck({ 'CVAR.DAT': (text) => text.replace('50.0', '25.0') }));
  const run = async (...words: string[]) => {
    const terminal = memoryTerminal();
    return { code: await runCobre(words, async () => {}, terminal), out: terminal.stdout };
  };
  expect(await run('deck', 'diff', a, b)).toMatchObject({ code: 0, out: expect.stringContaining('say the same') });
  const different = await run('deck', 'diff', a, c, '--json');
  expect(different.code).not.toBe(0);
  expect(JSON.parse(different.out).changes).toMatchObject([{ concept: 'CVaR alpha %', old: 50, new: 25 }]);
});
