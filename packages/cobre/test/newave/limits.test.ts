import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
/** What the small deck says only when asked to: each edit adds one record, and the expected numbers are worked out beside it. */
import { join } from 'node:path';
import { memoryTerminal } from '@quadrivium/kernel/testing';
import { expect, test } from 'vitest';
import { runCobre } from '../../src/cli/program.js';
import { newRoot } from '../tools/served.js';
import { columns, months } from './columns.js';
import { writeDeck } from './decks.js';
import { imported, line } from './imported.js';
import { type Edits, smallDeck } from './small-deck.js';

const setting = (n: number, value: number) => ({
  'DGER.DAT': line(n, () => columns([0, 21, 'A SWITCH'], [21, 25, value])),
});
const modified = (...records: string[]): Edits => ({
  'MODIF.DAT': (text) => text.replace(' VAZMIN       7', [' VAZMIN       7', ...records].join('\r\n')),
});

type Named = { name: string; expression: string; slack: object };
function constraintsNamed(pattern: RegExp, edits: Edits, options = {}) {
  const { json, rows } = imported(options, edits);
  const all = json('constraints/generic_constraints.json').constraints as Named[];
  const bounds = rows('constraints/generic_constraint_bounds.parquet');
  return all.flatMap((entry, id) =>
    pattern.test(entry.name) ? [{ ...entry, bounds: bounds.filter(({ constraint_id }) => constraint_id === id) }] : [],
  );
}

/** The number before the only term of an expression. */
const coefficient = ({ expression }: Named): number => Number(expression.split(' * ')[0]);

test('a safety curve is energy that should be stored, in MW over the month, at its price', () => {
  // ALTO stores 200 hm³ of SERRA at 0.98 MW/(m³/s); a fifth of it should be there in every month of 2031.
  const curves = constraintsNamed(/^safety curve of ALTO/, setting(43, 1));
  expect(curves.map(({ name, bounds }) => [name, bounds.length])).toEqual([
    ['safety curve of ALTO, months of 672 h', 1],
    ['safety curve of ALTO, months of 720 h', 4],
    ['safety curve of ALTO, months of 744 h', 7],
  ]);
  const [february] = curves;
  expect(february).toMatchObject({ slack: { enabled: true, penalty: 900 } });
  expect(february!.expression).toContain('hydro_useful_volume_final(0)');
  expect(coefficient(february!)).toBeCloseTo(0.98 / (0.0036 * 672), 9);
  expect(february!.bounds[0]).toMatchObject({ stage_id: 3, bound_upper: null });
  expect(february!.bounds[0]!.bound_lower).toBeCloseTo((0.2 * 200 * 0.98) / (0.0036 * 672), 9);
  expect(constraintsNamed(/^safety curve/, {})).toEqual([]);
});

test('a safety curve of an equivalent reservoir is that of its energy', () => {
  const [february] = constraintsNamed(/^safety curve/, setting(43, 1), { model: 'ree' });
  expect(coefficient(february!)).toBeCloseTo(1 / (0.0036 * 672), 9);
  expect(february!.bounds[0]!.bound_lower).toBeCloseTo((0.2 * 200 * 0.98) / (0.0036 * 672), 9);
});

test('an operational minimum of a plant has a price, and holds from its month on', () => {
  const minimum = { ...setting(43, 1), ...modified(" VMINP    11 2031  40.000 '%'") };
  const [november, december] = constraintsNamed(/^operational minimum of SERRA/, minimum);
  expect(november).toMatchObject({ slack: { penalty: 900 }, bounds: [{ stage_id: 12 }] });
  // 40 % of 200 hm³; below SERRA lies nothing that CONFHD knows of.
  expect(november!.bounds[0]!.bound_lower).toBeCloseTo((0.4 * 200 * 0.98) / (0.0036 * 720), 9);
  expect(december!.bounds).toMatchObject([{ stage_id: 13 }]);
});

test('what must flow is a limit on the net flow, either way', () => {
  const years = (direct: number) =>
    [2030, 2031].map((y) => columns([0, 4, y], ...months(7, 7, 8, y === 2031 ? direct : 0)));
  const pair = columns([1, 4, 2], [5, 8, 1], [23, 24, 1]);
  const block = [pair, ...years(15), '', ...years(7)].join('\r\n');
  const edits = { 'SISTEMA.DAT': (text: string) => text.replace(' 999\r\n MERCADO', `${block}\r\n 999\r\n MERCADO`) };
  const found = constraintsNamed(/^least interchange/, edits);
  // The line leads from 1 to 2.
  expect(
    found.map(({ name, expression, bounds }) => [name, expression, bounds.length, bounds[0]!.bound_lower]),
  ).toEqual([
    ['least interchange 2 to 1', '-1 * line_exchange(0)', 12, 15],
    ['least interchange 1 to 2', '1 * line_exchange(0)', 12, 7],
  ]);
});

test('a channel leads water to another plant; depths of deficit follow the load; a dead volume fills evenly', () => {
  const levels = (text: string) =>
    text.replaceAll('3000.00    0.00', '3000.00 4000.00').replaceAll('1.000 0.000', '0.050 0.950');
  const { json } = imported({}, { ...modified(' CDESVIO      3 25.0'), 'SISTEMA.DAT': levels });
  const { hydros } = json('system/hydros.json');
  expect(hydros[0].diversion).toEqual({ downstream_id: 2, max_flow_m3s: 25 });
  expect(json('system/buses.json').buses[0].deficit_segments).toEqual([
    { depth_mw: null, cost: 3000, depth_share: 0.05 },
    { depth_mw: null, cost: 4000 },
  ]);
  // NOVA: half of 20 hm³ in January and February.
  expect(hydros[3].filling.filling_min_rate_m3s).toBeCloseTo(10 / (0.0036 * (744 + 672)), 9);
});

test('losses differ by month, block and direction', () => {
  // From 2 to 1 the light block of 2031 loses 3.5 % instead of 2.
  const edits = {
    'LOSS.DAT': line(21, (text: string) => text.replaceAll('0.02', '.035').replace(/^ {10}/, '          ')),
  };
  const { json, rows } = imported({}, edits);
  expect(json('system/lines.json').lines[0].losses_percent).toBeCloseTo(2, 9);
  const [year2030, year2031] = [0, 2].map((stage) =>
    rows('constraints/line_bounds.parquet').filter(({ line_id, stage_id }) => line_id === 0 && stage_id === stage),
  );
  const losses = (row: Record<string, unknown>) => [row.block_id ?? null, row.reverse_losses_percent ?? null];
  expect(year2030!.map(losses)).toEqual([
    [null, null],
    [0, null],
    [1, null],
  ]);
  expect(year2031!.map(losses)).toEqual([
    [null, null],
    [0, null],
    [1, expect.closeTo(3.5, 9)],
  ]);
  expect(year2031!.every((row) => (row.direct_losses_percent ?? null) === null)).toBe(true);
});

test.each([
  ['AGRINT.DAT', /asks for AGRINT/],
  ['LOSS.DAT', /asks for LOSS/],
  ['VAZPAST.DAT', /no flows before the study/],
])('a deck that asks for %s and does not have it is imported with a warning', (name, message) => {
  const { warnings } = imported({}, { [name]: null }).report;
  expect(warnings.map((warning) => warning.message)).toContainEqual(expect.stringMatching(message));
});

test.each([
  [35, 'itaipu'],
  [36, 'bid'],
  [42, 'withdrawals-by-storage'],
  [60, 'sar'],
])('a switch in line %d for something that is not imported is told (%s)', (n, code) => {
  expect(imported({}, setting(n, 1)).report.warnings).toContainEqual(expect.objectContaining({ code, line: n }));
});

test('a surface of risk aversion that is off has no effect with the official program either, and one that is on is told', () => {
  const surface = { 'SAR.DAT': new Uint8Array(Buffer.from(' MES FINAL : 11\n')) };
  const reasonIn = ({ report }: ReturnType<typeof imported>) =>
    report.files.find(({ path }) => path === 'SAR.DAT')!.ignored.map(({ reason }) => reason);
  const off = imported({}, { ...setting(60, 0), ...surface });
  expect(reasonIn(off)).toEqual(['SAR is off (DGER, line 60): the official program does not use it either']);
  expect(off.report.warnings.map(({ code }) => code)).not.toContain('sar');
  const on = imported({}, { ...setting(60, 1), ...surface });
  expect(reasonIn(on)).toEqual(['SAR is recognised and not imported']);
  expect(on.report.warnings).toContainEqual(
    expect.objectContaining({ code: 'sar', message: expect.stringMatching(/reservoirs may be drawn lower/) }),
  );
});

test('files that are recognised and say something are told, record by record', () => {
  const least = columns([1, 3, 1], [7, 9, 1]);
  const { report } = imported(
    {},
    { 'BID.DAT': null, 'GTMINPAT.DAT': new Uint8Array(Buffer.from(` XX    XX\n X\n${least}\n`)) },
  );
  expect(report.files.find(({ path }) => path === 'GTMINPAT.DAT')).toMatchObject({
    records: 1,
    used: 0,
    ignored: [{ first_line: 3, reason: 'GTMINPAT is recognised and not imported' }],
  });
  expect(report.warnings).toContainEqual(
    expect.objectContaining({ code: 'not-imported', file: 'GTMINPAT.DAT', line: 3 }),
  );
});

test('every line of DGER, every plant of HIDR and every month of VAZOES is accounted for', () => {
  const { report } = imported();
  const of = (path: string) => report.files.find((file) => file.path === path)!;
  expect(of('DGER.DAT').records).toBe(25);
  expect(of('DGER.DAT').ignored.map(({ first_line, reason }) => [first_line, reason.slice(0, 20)])).toEqual([
    [9, 'after the study; --p'],
    [16, '--scale small has nu'],
    [19, '--scale small has nu'],
  ]);
  // Five plants of which one is fictitious; five of six years.
  expect([of('hidr.dat').records, of('hidr.dat').used]).toEqual([5, 4]);
  expect(of('Vazoes.dat')).toMatchObject({ records: 72, used: 60, ignored: [{ first_line: 61, last_line: 72 }] });
});

test('scripts are told by exit codes: 0 valid, 1 the deck cannot be read, 2 written and not valid', async () => {
  const root = await newRoot();
  const run = async (...words: string[]) => runCobre(words, async () => {}, memoryTerminal());
  const importing = async (name: string, edits: Edits) =>
    run('import', 'newave', await writeDeck(join(root, name), smallDeck(edits)), join(root, `${name}-case`));
  expect(await importing('good', {})).toBe(0);
  expect(await importing('missing', { 'REE.DAT': null })).toBe(1);
  expect(await importing('garbled', { 'hidr.dat': new Uint8Array(5) })).toBe(1);
  // A largest volume below the smallest.
  expect(await importing('impossible', modified(" VOLMAX   50. 'h'"))).toBe(2);
  expect(await run('import', 'newave', join(root, 'nowhere'), join(root, 'nothing'))).toBe(1);
  // Equivalent reservoirs come with a warning of what they leave out.
  const strict = ['import', 'newave', join(root, 'good'), join(root, 'strict'), '--model', 'ree', '--strict'];
  expect(await run(...strict)).toBe(1);
  expect(existsSync(join(root, 'strict'))).toBe(false);
  const terminal = memoryTerminal();
  await runCobre([...strict, '--production', 'fpha', '--turbines', 'head'], async () => {}, terminal);
  expect(terminal.stderr).toContain(
    '3 warnings, and --strict takes them for errors: Equivalent reservoirs leave out evaporation, limits of single plants and electrical limits of plants; --production fpha has no effect with --model ree: a reservoir of energy has no head; --turbines head has no effect',
  );
  // Official decks leave this list open.
  const open = await writeDeck(
    join(root, 'open'),
    smallDeck({ 'EXPT.DAT': (text) => text.replace(/^ *9999.*\r?\n/m, '') }),
  );
  expect(await run('import', 'newave', open, join(root, 'open-case'), '--strict')).toBe(0);
  const { warnings } = JSON.parse(await readFile(join(root, 'open-case', 'import-report.json'), 'utf8'));
  expect(warnings).toMatchObject([{ code: 'open-end' }]);
  expect(await run('deck', 'show', join(root, 'missing'))).toBe(1);
  expect(await run('deck', 'diff', join(root, 'good'), join(root, 'good'))).toBe(0);
  expect(await run('deck', 'diff', join(root, 'good'), join(root, 'impossible'))).toBe(1);
});
