import { join } from 'node:path';
import { memoryTerminal } from '@quadrivium/kernel/testing';
import { expect, test } from 'vitest';
import { runCobre } from '../../src/cli/program.js';
import { readDeck } from '../../src/newave/deck/read-deck.js';
import { diffDecks } from '../../src/newave/diff/diff-decks.js';
import { diffPage } from '../../src/newave/diff/diff-page.js';
import { connect, newRoot } from '../tools/served.js';
import { flowsFile, registerFile } from './binary-files.js';
import { writeDeck } from './decks.js';
import { type Edits, flow, register, smallDeck } from './small-deck.js';

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
      ...{ block: null, difference: expect.closeTo(1.55, 9), percent: expect.closeTo(2.5, 9) },
      ...{ old_at: 'SISTEMA.DAT:37', new_at: 'SISTEMA.DAT:37' },
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
    ({ entity, quantity }) => entity === 'NORTE' && quantity === 'stored_energy_initial_mwmonth',
  )!;
  expect(stored.new! - stored.old!).toBeCloseTo((0.1 * 200 * 0.98) / 2.63, 9);
  const limited = against({ 'MODIF.DAT': (text) => text.replace('50.000', '60.000') });
  expect(limited.changes).toMatchObject([
    { concept: 'limit above, volume hm³', from: '2030-11', to: '2031-01', old: 200, new: 220 },
  ]);
});

test.each<[string, Edits, object]>([
  [
    'a block of load',
    { 'PATAMAR.DAT': (text) => text.replaceAll('    1.2', '    1.4') },
    { concept: 'interchange factor', entity: 'NORTE > SUL', block: 1, old: 1.2, new: 1.4 },
  ],
  [
    'a loss on the way',
    { 'LOSS.DAT': (text) => text.replaceAll('0.02', '0.03') },
    { concept: 'share lost', entity: 'NORTE > SUL', old: 0.02, new: 0.03 },
  ],
  [
    'the outage of a thermal plant',
    { 'MANUTT.DAT': (text) => text.replace('15', '30') },
    // From the 16th of November 15 days more: those of December.
    {
      ...{ concept: 'thermal maintenance MW', entity: '1 CARVÃO', from: '2030-12', old: 0, new: (40 * 15) / 31 },
      ...{ old_at: null, new_at: 'MANUTT.DAT:3' },
    },
  ],
  [
    'the cost of a class',
    { 'CLAST.DAT': (text) => text.replace('     80', '     90') },
    { concept: 'thermal cost R$/MWh', old: 80, new: 90, old_at: 'CLAST.DAT:3', new_at: 'CLAST.DAT:3' },
  ],
  [
    'a cost that holds for some months',
    { 'CLAST.DAT': (text) => text.replace('     70', '     75') },
    { concept: 'thermal cost R$/MWh', old: 70, new: 75, old_at: 'CLAST.DAT:8', new_at: 'CLAST.DAT:8' },
  ],
  [
    'the power of a thermal plant',
    { 'TERM.DAT': (text) => text.replace('  100', '  110') },
    { concept: 'thermal power MW', entity: '1 CARVÃO', new: 110, old_at: 'TERM.DAT:3', new_at: 'TERM.DAT:3' },
  ],
  [
    'power that a plant still to be built gets by a dated record',
    { 'EXPT.DAT': (text) => text.replace(' 2 2031', ' 3 2031') },
    // Until then it stands in CONFT as not yet built.
    {
      ...{ concept: 'thermal power MW', entity: '3 NOVO', from: '2031-02', to: '2031-02', old: 40, new: 0 },
      ...{ old_at: 'EXPT.DAT:3', new_at: 'CONFT.DAT:5' },
    },
  ],
  [
    'the least outflow',
    { 'MODIF.DAT': (text) => text.replace('VAZMIN       7', 'VAZMIN       6') },
    { concept: 'smallest outflow m³/s', old: 7, new: 6, old_at: 'MODIF.DAT:4', new_at: 'MODIF.DAT:4' },
  ],
  [
    'a volume that MODIF changes now',
    { 'MODIF.DAT': (text) => text.replace(' VAZMIN ', " VOLMAX   290.0 'h'\r\n VAZMIN ") },
    { concept: 'largest volume hm³', new: 290, old_at: 'hidr.dat:1', new_at: 'MODIF.DAT:4' },
  ],
  [
    'gas that was decided ahead',
    { 'ADTERM.DAT': (text) => text.replace('        30', '        35') },
    { concept: 'decided ahead MW', entity: '2 GAS', block: 1, old: 30, new: 35, new_at: 'ADTERM.DAT:4' },
  ],
  [
    'a machine that comes later',
    { 'EXPH.DAT': (text) => text.replace(' 4/2031', ' 6/2031') },
    { concept: 'machines', entity: '3 FOZ', from: '2031-04', to: '2031-05', old: 2, new: 1 },
  ],
  [
    'a field of the register',
    { 'hidr.dat': registerFile(register.map((entry) => (entry.code === 2 ? { ...entry, area: 3 } : entry))) },
    { concept: 'register: area of level', entity: '2 PEDRA', new_at: 'hidr.dat:2' },
  ],
])('%s is told in the planner’s words, with its place', (_, edits, expected) => {
  expect(against(edits).changes).toContainEqual(expect.objectContaining(expected));
});

test('first come the numbers that explain prices, of subsystems, reservoirs and ways to exchange', () => {
  const { derived } = against({
    'SISTEMA.DAT': (text) => text.replaceAll('     62', '     74').replace(/^2031 {8}50/m, '2031        64'),
    'CLAST.DAT': (text) => text.replace('     80', '     90'),
    'CONFHD.DAT': (text) => text.replace('   50   EE', '   60   EE'),
  });
  const of = (entity: string, quantity: string) =>
    derived.find((row) => row.entity === entity && row.quantity === quantity)!;
  expect(of('SUL', 'load_mean_2031_mw')).toMatchObject({ old: 62, new: 74 });
  expect(of('NORTE', 'thermal_mean_cost_per_mwh')).toMatchObject({ old: 80, new: 90 });
  // Ten percent more of 100 hm³ at 0.39 MW/(m³/s).
  const stored = of('reservoir BAIXO', 'stored_energy_initial_mwmonth');
  expect(stored.new! - stored.old!).toBeCloseTo((0.1 * 100 * 0.39) / 2.63, 9);
  expect(of('NORTE > SUL', 'interchange_mean_mw')).toMatchObject({ old: (2 * 40 + 12 * 50) / 14 });
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
  // November 2030 is gone and nothing else changed: means over the months both have are the same.
  expect(later.derived.filter(({ quantity }) => /_mean_(20|mw)/.test(quantity))).toEqual([]);
});

test('a page of Markdown tells the same, and names of others do not end its cells', () => {
  const page = diffPage(
    against({
      'DGER.DAT': (text) => text.replace('DO ESTUDO   11', 'DO ESTUDO   12'),
      'SISTEMA.DAT': (text) => text.replaceAll('     62', '  63.55'),
      'CONFHD.DAT': (text) => text.replace('   25   EX', '   35   EX').replace('SERRA', 'S|<b>'),
    }),
  );
  expect(page).toContain('Horizon moved: 2030-11 to 2031-12 → 2030-12 to 2031-12; compared over 2030-12 to 2031-12.');
  expect(page).toContain('## What explains prices');
  // 2031 as a whole: 62 becomes 63.55, 2.5 % more.
  expect(page).toContain('| SUL | load mean 2031 mw | 62 | 63.55 | +1.55 (+2.5 %) |');
  expect(page).toContain('| SUL | 2031-01 … 2031-12 | 62 | 63.55 | +1.55 (+2.5 %) | SISTEMA.DAT:37 |');
  expect(page).toContain('| 1 S\\|\\<b\\> | always | – | 35 |');
  const cells = page
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.match(/(?<!\\)\|/g)?.length);
  expect(new Set(cells)).toEqual(new Set([6, 7]));
  expect(diffPage(against({}))).toContain('The decks say the same.');
  const warned = diffPage(against({}), { old: [], new: [{ message: 'MODIF.DAT, line 3: odd' }] });
  expect(warned).toContain('## What is odd about the decks\n\n- Newer deck: MODIF.DAT, line 3: odd');
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
  expect(JSON.parse(different.out).markdown).toBeUndefined();
  const other = register.map((entry) => (entry.code === 1 ? { ...entry, specific: 0.01002 } : entry));
  const d = await writeDeck(join(root, 'd'), smallDeck({ 'hidr.dat': registerFile(other) }));
  // Four decimals would tell a change from 0.0100 to 0.0100.
  expect((await run('deck', 'diff', a, d)).out).toMatch(/specific productivity +1 SERRA .* 0\.01 +0\.01002 /);
  expect((await run('deck', 'diff', a, d, '--markdown')).out).toContain('| 1 SERRA | always | 0.01 | 0.01002 |');
  const page = await run('deck', 'diff', a, c, '--markdown');
  expect(page.code).toBe(different.code);
  expect(page.out).toContain('## CVaR alpha %');
  expect(page.out).toContain('| always | 50 | 25 | -25 (-50 %) | CVAR.DAT:3 |');
});

test('agents compare two decks through a server, inside its directories only', async () => {
  const root = await newRoot();
  const [a, b] = [
    await writeDeck(join(root, 'a')),
    await writeDeck(join(root, 'b'), smallDeck({ 'CVAR.DAT': (text) => text.replace('50.0', '25.0') })),
  ];
  const server = await connect(root, { write: false });
  const { structured } = await server.call('cobre/diff-decks', { deck_dir: a, other_dir: b });
  expect(structured).toMatchObject({
    equal: false,
    changes: [{ concept: 'CVaR alpha %', old: 50, new: 25, new_at: 'CVAR.DAT:3' }],
  });
  const asked = await server.call('cobre/diff-decks', { deck_dir: a, other_dir: b, markdown: true });
  expect(asked.structured).toMatchObject({ markdown: expect.stringContaining('## CVaR alpha %') });
  const outside = await writeDeck(join(await newRoot(), 'deck'));
  expect((await server.call('cobre/diff-decks', { deck_dir: a, other_dir: outside })).isError).toBe(true);
  await server.close();
});
