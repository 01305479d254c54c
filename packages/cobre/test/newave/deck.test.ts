import type { Fault } from '@quadrivium/kernel/fault';
import { describe, expect, test } from 'vitest';
import { readDeck } from '../../src/newave/deck/read-deck.js';
import { thermalAt, thermalsOf } from '../../src/newave/deck/thermals.js';
import { plantEnergies, sumOf } from '../../src/newave/energies/stored-energy.js';
import { monthOf } from '../../src/newave/readers/month.js';
import { flowsFile, registerFile } from './binary-files.js';
import { latin1 } from './columns.js';
import { line } from './imported.js';
import { type Edits, flow, register, smallDeck } from './small-deck.js';

const faultOf = (edits: Edits): Fault => {
  try {
    readDeck(smallDeck(edits));
  } catch (error) {
    return error as Fault;
  }
  throw new Error('It was read');
};

const small = readDeck(smallDeck());

describe('a small deck', () => {
  test('has the productivities and stored energies worked out by hand', () => {
    const energies = plantEnergies(small);
    const own = Object.fromEntries(energies.map(({ plant, productivity }) => [plant.name, productivity]));
    expect(own).toEqual({ SERRA: 0.98, PEDRA: 0.2, FOZ: expect.closeTo(0.39, 12), 'FICT.SERRA': 0, NOVA: 0.25 });
    // SERRA stores 200 hm³; the twin lets them count at FOZ in the other reservoir, which has 100 hm³ of its own.
    const [high, low] = [1, 2].map((code) => sumOf(energies.filter(({ plant }) => plant.reservoir === code)));
    expect(high!.largestStored).toBeCloseTo((200 * 0.98) / 2.63, 9);
    expect(high!.initialStored).toBeCloseTo((0.25 * 200 * 0.98) / 2.63, 9);
    expect(low!.largestStored).toBeCloseTo((200 * 0.39 + 100 * 0.39) / 2.63, 9);
    expect(low!.initialStored).toBeCloseTo((0.25 * 200 * 0.39 + 0.5 * 100 * 0.39) / 2.63, 9);
    expect(high!.available).toBeCloseTo(100 * 0.9 * 0.95 + 10, 9);
  });

  test('counts energy in another subsystem once, also where a deck links both a plant and its twin', () => {
    const linked = readDeck(
      smallDeck({ 'CONFHD.DAT': line(3, (text) => `${text.slice(0, 25)}   3${text.slice(29)}`) }),
    );
    expect(linked.plants[0]!.downstream).toBe(3);
    expect(sumOf(plantEnergies(linked)).largestStored).toBeCloseTo(sumOf(plantEnergies(small)).largestStored, 9);
  });

  test('counts only the years of history that CONFHD names', () => {
    // Five of the six years: the mean of 50 + year (0…4) + month (0…11) is 50 + 2 + 5.5.
    const [serra] = plantEnergies(small);
    expect(serra!.naturalEnergy).toBeCloseTo(0.98 * 57.5, 9);
    expect(serra!.naturalEnergyInMonth).toBeCloseTo(0.98 * (50 + 2 + 10), 9);
  });

  test.each([
    // 15 of 30 days without 40 MW leave 80 MW, of which 10 % are out by force; planned outages wait for the second year.
    ['CARVÃO', 2030, 11, { min: 20, max: 72, cost: 80 }],
    ['CARVÃO', 2030, 12, { min: 20, max: 90, cost: 70 }],
    ['CARVÃO', 2031, 1, { min: 10, max: 72, cost: 70 }],
    ['CARVÃO', 2031, 2, { min: 10, max: 72, cost: 85 }],
    ['GAS', 2030, 11, { min: 0, max: 45, cost: 1150.25 }],
    ['NOVO', 2031, 1, { min: 0, max: 0, cost: 1200.75 }],
    ['NOVO', 2031, 2, { min: 8, max: 28.8, cost: 1200.75 }],
    ['NOVO', 2031, 11, { min: 0, max: 0, cost: 1200.75 }],
  ])('has %s in %d-%d', (name, year, month, expected) => {
    const thermal = thermalsOf(small).find((entry) => entry.name === name)!;
    const found = thermalAt(small, thermal, monthOf(year, month));
    for (const [key, value] of Object.entries(expected)) expect(found[key as 'min'], key).toBeCloseTo(value, 9);
  });

  test('reads every file', () => {
    expect(small.general).toMatchObject({ firstMonth: 11, firstYear: 2030, studyYears: 2, discountRate: 10 });
    expect(small.system.interchange.map(({ from, to }) => [from, to])).toEqual([
      [1, 2],
      [2, 11],
    ]);
    expect(small.system.interchange[0]!.direct[0]!.values.slice(9)).toEqual([null, 40, 40]);
    expect(small.system.interchange[0]!.reverse[1]!.values[0]).toBe(99999);
    expect(small.system.sources.map(({ subsystem, group, name }) => [subsystem, group, name])).toEqual([
      [1, 1, ''],
      [2, 2, 'EOL'],
    ]);
    expect(small.blocks.load[0]!.rows.map(({ year, position, values }) => [year, position, values[0]])).toEqual([
      [2030, 0, 1.3],
      [2030, 1, 0.9],
      [2031, 0, 1.3],
      [2031, 1, 0.9],
    ]);
    expect(small.blocks.interchange.map(({ from, to }) => [from, to])).toEqual([
      [1, 2],
      [2, 1],
      [2, 11],
      [11, 2],
    ]);
    expect(small.anticipated).toMatchObject([{ plant: 2, lag: 1, decided: [[30, 10]] }]);
    expect(small.modifications.map(({ keyword, values, isPercent }) => [keyword, values, isPercent])).toEqual([
      ['VAZMIN', [7], false],
      ['VMAXT', [50], true],
      ['VMAXT', [250], false],
      ['VAZMINT', [9], false],
      ['TURBMAXT', [90, 80], false],
      ['NUMMAQ', [1], false],
      ['CFUGA', [11], false],
    ]);
    expect(small.expansions).toMatchObject([
      { plant: 3, filling: null, machines: [{ start: monthOf(2031, 4), power: 30, set: 1 }] },
      {
        plant: 5,
        filling: { start: monthOf(2031, 1), months: 2, filled: 50 },
        machines: [{ start: monthOf(2031, 5) }],
      },
    ]);
    expect(small.groups).toMatchObject({ members: [{ from: 1, to: 2 }], limits: [{ limits: [45, 35], to: null }] });
    expect(small.electrical).toMatchObject({ limits: [{ power: 90.5, to: monthOf(2031, 3) }] });
    expect(small.electrical.sets[0]!.plants.filter((plant) => plant !== null)).toEqual([1, 2]);
    expect(small.formulas.formulas[0]!.terms).toEqual([
      { coefficient: 1, what: 'ger_usih', codes: [3] },
      { coefficient: 0.5, what: 'ener_interc', codes: [1, 2] },
      { coefficient: -1, what: 'ger_usit', codes: [2] },
    ]);
    expect(small.formulas.limits).toMatchObject([{ block: 1, lower: null, upper: 70.5 }]);
    expect(small.penalties.map(({ keyword, first, reservoir }) => [keyword, first, reservoir])).toEqual([
      ['DESVIO', 3100, null],
      ['VAZMIN', 3050, 1],
      ['GHMIN', 3000, null],
    ]);
    expect(small.risk).toMatchObject({
      alpha: 50,
      lambda: 40,
      alphaByMonth: [{ year: 2030 }, { year: 2031 }, { year: 'POS' }],
    });
    expect(small.safetyCurve).toMatchObject({
      penalties: [{ reservoir: 1, penalty: 900 }],
      curves: [{ reservoir: 1, rows: [{ year: 2031 }] }],
    });
    expect(small.losses.interchange[1]).toMatchObject({
      from: 2,
      to: 1,
      rows: [{ position: 0 }, { position: 1 }, {}, {}],
    });
    expect(small.historicalYears).toMatchObject({ sweeps: true, firstYear: 2021, years: [2022] });
    expect(small.pastFlows.map(({ gauge, flows }) => [gauge, flows[0]])).toEqual([
      [1, 40],
      [2, 15],
      [3, 80],
      [5, 9],
    ]);
    expect(small.additionalLoads[0]!.rows.map(({ year }) => year)).toEqual([2030, 2031, 'POS']);
    expect(small.withdrawals.map(({ plant, flows }) => [plant, flows[11]])).toEqual([
      [1, -1],
      [1, -1.5],
      [1, -0.5],
      [4, -2],
    ]);
    expect(small.minimumGeneration.map(({ block, power }) => [block, power])).toEqual([
      [0, 5],
      [2, 4],
    ]);
    expect(small.thermals[0]!.name).toBe('CARVÃO');
  });
});

test.each<[string, Edits]>([
  ['with records of 832 bytes', { 'hidr.dat': registerFile(register, 832) }],
  ['with 600 records', { 'hidr.dat': registerFile(register, 792, 600) }],
  ['with flows of 600 gauges', { 'Vazoes.dat': flowsFile(72, flow, 600) }],
  ['with line feeds only', { 'CONFHD.DAT': (text) => text.replaceAll('\r\n', '\n') }],
  ['with the mark that old editors leave at the end', { 'CONFHD.DAT': (text) => `${text}\u001a` }],
  ['with end marks where a file could simply end', { 'CONFHD.DAT': (text) => `${text} 999\r\n` }],
  ['without an index of files', { 'ARQUIVOS.DAT': null, 'CASO.DAT': null }],
  ['with fields that touch', { 'CONFHD.DAT': line(3, (text) => `${text.slice(0, 35)}025.00${text.slice(41)}`) }],
])('a register is the same %s', (_, edits) => {
  const stored = ({ plant, ...energy }: ReturnType<typeof plantEnergies>[number]) => ({ name: plant.name, ...energy });
  expect(plantEnergies(readDeck(smallDeck(edits))).map(stored)).toEqual(plantEnergies(small).map(stored));
});

test('numbers that fill their fields touch each other and are still apart', () => {
  const touching = { 'CLAST.DAT': line(4, (text) => `${text.slice(0, 29)} 1150.25 1200.75`) };
  expect(readDeck(smallDeck(touching)).costs.classes[1]!.costs).toEqual([1150.25, 1200.75]);
  // DSVAGUA has no blank between its months at all.
  const wide = { 'DSVAGUA.DAT': line(3, (text) => `${text.slice(0, 9)}-100.25-200.50${text.slice(23)}`) };
  expect(readDeck(smallDeck(wide)).withdrawals[0]!.flows.slice(0, 2)).toEqual([-100.25, -200.5]);
});

test('a line that ends early has blanks there', () => {
  const short = readDeck(smallDeck({ 'CONFHD.DAT': line(7, (text) => text.slice(0, 47)) }));
  expect(short.plants[4]).toMatchObject({ code: 5, status: 'NE', modified: null, firstYear: null });
});

test.each<[string, Edits, Record<string, unknown>]>([
  [
    'a short line',
    { 'CONFHD.DAT': line(4, (text) => text.slice(0, 20)) },
    { kind: 'ParseError', file: 'CONFHD.DAT', line: 4, column: 20 },
  ],
  [
    'letters in a number',
    { 'CONFHD.DAT': line(3, (text) => text.replace('   25', '  2x5')) },
    { kind: 'ParseError', file: 'CONFHD.DAT', line: 3, column: 36 },
  ],
  [
    'an unknown status',
    { 'CONFHD.DAT': line(3, (text) => text.replace('EX', 'QQ')) },
    { kind: 'ParseError', file: 'CONFHD.DAT', line: 3, column: 45 },
  ],
  [
    'an unknown keyword',
    { 'MODIF.DAT': line(4, () => ' VAZNIM       7') },
    { kind: 'ParseError', file: 'MODIF.DAT', line: 4, column: 2 },
  ],
  [
    'a change before its plant',
    { 'MODIF.DAT': line(3, () => '') },
    { kind: 'ParseError', file: 'MODIF.DAT', line: 4, column: 2 },
  ],
  [
    'a limit without its unit',
    { 'MODIF.DAT': line(5, () => ' VMAXT    11 2030  50.000') },
    { kind: 'ParseError', file: 'MODIF.DAT', line: 5, column: 26 },
  ],
  [
    'a month that is none',
    { 'MODIF.DAT': line(5, () => " VMAXT    13 2030  50.000 '%'") },
    { kind: 'ParseError', file: 'MODIF.DAT', line: 5, column: 11 },
  ],
  [
    'a day that is none',
    { 'MANUTT.DAT': line(3, (text) => text.replace('16112030', '31112030')) },
    { kind: 'ParseError', file: 'MANUTT.DAT', line: 3, column: 41 },
  ],
  [
    'a lost blank line between directions',
    { 'SISTEMA.DAT': (text) => text.replace('\r\n\r\n', '\r\n') },
    { kind: 'ParseError', file: 'SISTEMA.DAT', line: 18, column: 1 },
  ],
  [
    'a register of another size',
    { 'hidr.dat': new Uint8Array(791) },
    { kind: 'ParseError', file: 'hidr.dat', line: null },
  ],
  [
    'flows of another size',
    { 'Vazoes.dat': new Uint8Array(1281) },
    { kind: 'ParseError', file: 'Vazoes.dat', line: null },
  ],
  ['an empty register', { 'hidr.dat': new Uint8Array(0) }, { kind: 'ParseError', file: 'hidr.dat' }],
  [
    'an unknown kind of change',
    { 'EXPT.DAT': line(3, (text) => text.replace('POTEF', 'POTXX')) },
    { kind: 'ParseError', file: 'EXPT.DAT', line: 3, column: 6 },
  ],
  [
    'a section of losses whose end mark stands a line too low',
    {
      'LOSS.DAT': (text) => {
        const lines = text.split('\r\n');
        return lines.with(2, lines[3]!).with(3, lines[2]!).join('\r\n');
      },
    },
    { kind: 'ParseError', file: 'LOSS.DAT', line: 6, column: 1 },
  ],
  [
    'an unknown penalty',
    { 'PENALID.DAT': line(3, (text) => text.replace('DESVIO', 'DESVI0')) },
    { kind: 'ParseError', file: 'PENALID.DAT', line: 3, column: 2 },
  ],
  [
    'a formula of other words',
    { 'restricao-eletrica.csv': line(2, (text) => text.replace('ger_usih', 'ger_eol')) },
    { kind: 'ParseError', file: 'restricao-eletrica.csv', line: 2 },
  ],
  [
    'an index without colons',
    { 'ARQUIVOS.DAT': line(2, () => 'SISTEMA.DAT') },
    { kind: 'ParseError', file: 'ARQUIVOS.DAT', line: 2, column: 29 },
  ],
  [
    'a reservoir nobody declares',
    { 'CONFHD.DAT': line(3, (text) => `${text.slice(0, 30)}   9${text.slice(34)}`) },
    { kind: 'MissingReference', file: 'CONFHD.DAT', line: 3, column: 31 },
  ],
  [
    'a class nobody declares',
    { 'CONFT.DAT': line(3, (text) => `${text.slice(0, 35)}   9`) },
    { kind: 'MissingReference', file: 'CONFT.DAT', line: 3, column: 36 },
  ],
  [
    'a plant without data',
    { 'TERM.DAT': line(4, () => '') },
    { kind: 'MissingReference', file: 'CONFT.DAT', line: 4, column: 2 },
  ],
  [
    'a study without a first year',
    { 'DGER.DAT': line(7, () => '') },
    { kind: 'ParseError', file: 'DGER.DAT', line: 7, column: 22 },
  ],
  ['a file that is missing', { 'PATAMAR.DAT': null }, { kind: 'MissingFile', file: 'PATAMAR.DAT' }],
])('%s is told with its place and what was expected', (_, edits, { kind, ...where }) => {
  const fault = faultOf(edits);
  expect(fault.kind).toBe(kind);
  expect(fault.context).toMatchObject(where);
  expect(fault.suggestion).not.toBe('');
  if (kind === 'ParseError') expect(fault.message).toMatch(/expected .+, found /);
});

test('words of a fault are those of a planner: a setting by its name, and where a file is looked for', () => {
  const blank = faultOf({ 'DGER.DAT': line(4, (text) => text.slice(0, 21)) });
  expect(blank.message).toMatch(/DGER.DAT, line 4, column 22: expected a whole number \(study years\)/);
  // ARQUIVOS names PATAMAR, and neither the register nor the flows.
  expect(faultOf({ 'PATAMAR.DAT': null }).suggestion).toBe(
    'Add PATAMAR.DAT, or correct the name of PATAMAR in ARQUIVOS.DAT.',
  );
  expect(faultOf({ 'hidr.dat': null }).suggestion).toBe('Add HIDR.DAT; it is looked for by this name.');
});

test('a month that is blank among past flows is told, because it would count as one without flow', () => {
  const blank = readDeck(
    smallDeck({ 'VAZPAST.DAT': line(4, (text) => `${text.slice(0, 28)}${' '.repeat(10)}${text.slice(38)}`) }),
  );
  expect(blank.doubts.map(({ message }) => message)).toContainEqual(
    expect.stringContaining('expected the past flow of gauge 1 in all twelve months, found none in month 2'),
  );
});

test('every file that cannot be read is told at once', () => {
  const fault = faultOf({ 'MODIF.DAT': line(4, () => ' VAZNIM 7'), 'hidr.dat': new Uint8Array(5), 'REE.DAT': null });
  expect((fault.context.errors as { context: { file: string } }[]).map(({ context }) => context.file)).toEqual([
    'REE.DAT',
    'hidr.dat',
    'MODIF.DAT',
  ]);
});

test('garbage in any file is a fault with a place, never a crash', () => {
  const garbage = latin1('\u0000\u00ff garbage 12 99\r\n'.repeat(40));
  for (const name of smallDeck().keys()) {
    try {
      readDeck(smallDeck({ [name]: garbage }));
    } catch (error) {
      expect(['ParseError', 'MissingReference', 'MissingFile'], `${name}: ${error}`).toContain((error as Fault).kind);
    }
  }
});
