/** The official deck of January 2018 against what is known of it independently. Skipped where the deck is absent. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { installedPower, turbineFlow } from '../../src/newave/deck/machines.js';
import { plantsOf, storageOf } from '../../src/newave/deck/plants.js';
import { readDeck } from '../../src/newave/deck/read-deck.js';
import { thermalAt, thermalsOf } from '../../src/newave/deck/thermals.js';
import { meanFlow } from '../../src/newave/energies/flows.js';
import { netHead, productivity } from '../../src/newave/energies/productivity.js';
import { plantEnergies, sumOf } from '../../src/newave/energies/stored-energy.js';
import { readRegister } from '../../src/newave/readers/hidr.js';
import { readPlants, readReservoirs } from '../../src/newave/readers/hydro-configuration.js';
import { readModifications } from '../../src/newave/readers/modif.js';
import { monthOf } from '../../src/newave/readers/month.js';
import { valueAt, type YearRow } from '../../src/newave/readers/year-table.js';
import { registerRows } from './cadush.js';
import { filesIn, newaveDir, officialDeck, skipOfficial } from './decks.js';

const deck = skipOfficial ? null! : readDeck(filesIn(officialDeck));
const start = monthOf(2018, 1);

describe.skipIf(skipOfficial)('the official deck of January 2018', () => {
  test('has the register as its own text export prints it, value by value', () => {
    const { compared, different } = registerRows(join(officialDeck, 'CADUSH.CSV'), deck.register);
    expect(different).toEqual([]);
    // All 101 columns of 200 plants, more than the 19,512 values that the specification compared.
    expect(compared).toBe(20_200);
  });

  test('has the counts and sums of its files', () => {
    let [sum, last] = [0, 0];
    for (let m = 0; m < deck.flows.months; m++) {
      for (let gauge = 1; gauge <= 320; gauge++) {
        const value = deck.flows.at(m, gauge);
        sum += value;
        if (value !== 0) last = m;
      }
    }
    expect([deck.flows.months, sum, last]).toEqual([1056, 257_242_771, 1044]);
    expect(Array.from({ length: 6 }, (_, m) => deck.flows.at(m, 6))).toEqual([1476, 2964, 2167, 1585, 1254, 785]);
    const plants = plantsOf(deck);
    const count = (status: string) => plants.filter((plant) => plant.status === status).length;
    expect([plants.length, count('EX'), count('EE'), count('NE')]).toEqual([162, 155, 2, 5]);
    expect(plants.filter(({ isFictitious }) => isFictitious)).toHaveLength(11);
    expect(deck.register.size).toBe(200);
    expect(deck.thermals).toHaveLength(132);
    expect(new Set(deck.groups.members.map(({ group }) => group)).size).toBe(8);
    expect(deck.system.interchange.map(({ from, to }) => `${from}-${to}`).join(' ')).toBe('1-2 1-11 3-11 4-11 1-3 1-4');
    const kinds = new Map<string, number>();
    for (const { keyword } of deck.modifications) kinds.set(keyword, (kinds.get(keyword) ?? 0) + 1);
    expect(Object.fromEntries(kinds)).toEqual({
      VMAXT: 942,
      VAZMIN: 77,
      VAZMINT: 75,
      CFUGA: 31,
      VMINT: 19,
      NUMCNJ: 2,
      NUMMAQ: 2,
      VOLMAX: 1,
    });
    expect(deck.blocks.durations.slice(0, 3).map(({ values }) => values[0])).toEqual([0.1048, 0.5229, 0.3723]);
    expect(deck.blocks.interchange[0]!.rows.slice(0, 3).map(({ values }) => values[0])).toEqual([
      1.0703, 1.0704, 0.8814,
    ]);
  });

  test('has the kinds of plants that the specification counts', () => {
    const plants = plantsOf(deck);
    const count = (is: (plant: (typeof plants)[number]) => boolean) => plants.filter(is).length;
    expect(['M', 'D', 'S'].map((kind) => count(({ register }) => register.regulation === kind))).toEqual([72, 89, 1]);
    expect([1, 2, 3].map((kind) => count(({ register }) => register.lossType === kind))).toEqual([45, 117, 0]);
    expect([1, 3, 5].map((curves) => count(({ register }) => register.tailracePolynomials === curves))).toEqual([
      160, 1, 1,
    ]);
    expect(plants.length - new Set(plants.map(({ gauge }) => gauge)).size).toBe(11);
    // Plants that have machines at the end of the study; the twins have none of their own.
    const idle = plants.filter((plant) => !plant.isFictitious && installedPower(plant, monthOf(2022, 12)) === 0);
    expect(idle.map(({ name }) => name).sort()).toEqual(['BILLINGS', 'ERNESTINA', 'GUARAPIRANGA', 'JORDAO', 'LAJES']);
    for (const { code, modified, modifications, name } of plants)
      expect([name, code, modified === 1], name).toEqual([name, code, modifications.length > 0]);
  });

  // MW in the mean of the year, all subsystems.
  test.each([
    [2018, 68_038],
    [2022, 79_179],
  ])('has the load of %d', (year, mean) => {
    const months = Array.from({ length: 12 }, (_, k) => monthOf(year, k + 1));
    const loads = deck.system.load.flatMap(({ rows }) => months.map((month) => valueAt(rows, month, 2022)!));
    expect(Math.round(loads.reduce((sum, load) => sum + load / 12, 0))).toBe(mean);
  });

  test('has the plants of the golden table: volumes, machines, productivities, mean flows', () => {
    const golden = JSON.parse(readFileSync(join(newaveDir, 'plants-2018-01.json'), 'utf8')) as {
      plants: GoldenPlant[];
    };
    const rows = golden.plants;
    expect(rows).toHaveLength(162);
    const energies = new Map(plantEnergies(deck).map((energy) => [energy.plant.code, energy]));
    for (const row of rows) comparePlant(row, energies.get(row.code)!);
  });

  // The official program prints them with one decimal; the table of the specification has them with one, too.
  test.each([
    [1, 50678.5, 9229.2, 5806.8, 10239.1, 8043.4],
    [6, 290.0, 57.6, 5987.2, 7632.6, 7779.0],
    [7, 0, 0, 1625.4, 2626.7, 1699.1],
    [5, 0, 0, 10683.4, 15312.1, 13077.2],
    [10, 140190.1, 29323.9, 15215.6, 26418.7, 22249.2],
    [12, 12055.4, 7413.1, 1501.8, 2091.1, 2251.4],
    [2, 9590.1, 5375.3, 4831.4, 3358.6, 7220.8],
    [11, 10989.1, 5884.7, 4460.7, 4061.4, 6770.0],
    [3, 51826.9, 6610.2, 7919.2, 13801.7, 9299.0],
    [4, 14648.4, 3713.2, 6616.6, 9343.7, 8741.7],
    [8, 27.5, 4.8, 4601.2, 5675.0, 4407.8],
    [9, 773.3, 146.9, 840.3, 488.9, 1068.0],
  ])('stores and receives in equivalent reservoir %d what the table says', (code, ...expected) => {
    const own = plantEnergies(deck).filter(({ plant }) => plant.reservoir === code);
    const { largestStored, initialStored, naturalEnergy, naturalEnergyInMonth, available } = sumOf(own);
    const found = [largestStored, initialStored, naturalEnergy, naturalEnergyInMonth, available];
    for (const [k, value] of found.entries()) expect(Math.abs(value - expected[k]!)).toBeLessThan(0.06);
  });

  test.each([
    [1, 203214.0, 22.65],
    [2, 20579.3, 54.72],
    [3, 51826.9, 12.75],
    [4, 15449.1, 25.02],
  ])('stores in subsystem %d its maximum and its initial share', (code, largest, share) => {
    const { largestStored, initialStored } = sumOf(plantEnergies(deck).filter(({ plant }) => plant.subsystem === code));
    expect(largestStored).toBeCloseTo(largest, 0);
    expect((100 * initialStored) / largestStored).toBeCloseTo(share, 2);
  });

  test('stores in the whole system what the table says', () => {
    const { largestStored, initialStored } = sumOf(plantEnergies(deck));
    expect(Math.abs(largestStored - 291_069.3)).toBeLessThan(0.06);
    expect((100 * initialStored) / largestStored).toBeCloseTo(23.28, 2);
  });

  test('has the installed power of known plants', () => {
    const power = (code: number, month: number) =>
      installedPower(plantsOf(deck).find((plant) => plant.code === code)!, month);
    expect(power(66, start)).toBe(14_000);
    expect(power(275, start)).toBe(8535);
    expect(power(288, start)).toBeCloseTo(4277.8, 1);
    expect(power(288, monthOf(2020, 8))).toBeCloseTo(11_000, 1);
    expect(power(288, monthOf(2018, 3))).toBeCloseTo(8 * 611.111, 1);
  });

  // All built, and in January 2018, by subsystem.
  test.each([
    [1, 60767.9, 59542.9],
    [2, 15205.5, 14793.3],
    [3, 10830.5, 10830.5],
    [4, 22073.7, 15351.5],
  ])('has the installed hydro power of subsystem %d', (code, built, january) => {
    const own = plantsOf(deck).filter(({ subsystem }) => subsystem === code);
    const sum = (month: number) => own.reduce((total, plant) => total + installedPower(plant, month), 0);
    expect(sum(monthOf(2022, 12))).toBeCloseTo(built, 1);
    expect(sum(start)).toBeCloseTo(january, 1);
  });

  test('has the thermal totals of the start, load and what is not simulated', () => {
    // Gas that was decided ahead counts with what it delivers: Linhares 197.064 MW, Santa Cruz 285.
    const decided = new Map([
      [15, { min: 197.064, max: 197.064 }],
      [86, { min: 285, max: 285 }],
    ]);
    const all = thermalsOf(deck).map((thermal) => ({
      thermal,
      at: decided.get(thermal.code) ?? thermalAt(deck, thermal, start),
    }));
    expect(Math.round(all.reduce((sum, { at }) => sum + at.max, 0))).toBe(16_114);
    expect(Math.round(all.reduce((sum, { at }) => sum + at.min, 0))).toBe(4978);
    const plants = [1, 2, 3, 4].map((code) => all.filter(({ thermal }) => thermal.subsystem === code).length);
    expect(plants).toEqual([45, 22, 41, 24]);
    const january = (tables: readonly { rows: readonly YearRow[] }[]) =>
      tables.map(({ rows }) => valueAt(rows, start, 2022));
    expect(january(deck.system.load)).toEqual([40_427, 12_366, 11_000, 5600]);
    expect(january(deck.system.sources)).toEqual([2918, 1723, 3531, 207]);
  });

  test('turns less water below the head of its machines', () => {
    const flow = (name: string) => {
      const plant = plantsOf(deck).find((entry) => entry.name === name)!;
      return turbineFlow(plant, start, netHead(plant, start));
    };
    // To the m³/s that the specification gives.
    expect(Math.abs(flow('FURNAS') - 1661)).toBeLessThan(1);
    expect(Math.abs(flow('JIRAU') - 24_178)).toBeLessThan(1);
  });

  test.each([
    ['ANGRA 1', 520, 612.608, 29.13],
    ['ANGRA 2', 1080, 1332.18, 20.12],
    ['CCBS_L1', 62.87, 120.704, 303.81],
    ['CARIOBA', 0, 0, 937],
    // Planned outages of EXPT hold also in the year of maintenance: what must be generated stays just below what can be.
    ['PONTA NEGRA', 64, 64.009, 0],
  ])('has thermal %s at the start', (name, min, max, cost) => {
    const found = thermalAt(deck, thermalsOf(deck).find((thermal) => thermal.name === name)!, start);
    expect(found.min).toBeCloseTo(min, 6);
    expect(found.max).toBeCloseTo(max, 3);
    expect(found.cost).toBeCloseTo(cost, 6);
  });
});

interface GoldenPlant {
  readonly code: number;
  readonly name: string;
  readonly vmin: number;
  readonly vmax: number;
  readonly vref: number;
  readonly regulation: string;
  readonly mw: number;
  readonly prodt: number;
  readonly mlt: number;
  readonly monthly: readonly number[];
}

function comparePlant(row: GoldenPlant, { plant, productivity: own }: ReturnType<typeof plantEnergies>[number]): void {
  const { min, max } = storageOf(plant);
  const [low, high] = row.regulation === 'M' ? [row.vmin, row.vmax] : [row.vref, row.vref];
  expect(plant.name).toBe(row.name);
  expect([min, max], plant.name).toEqual([expect.closeTo(low, 2), expect.closeTo(high, 2)]);
  expect(own, plant.name).toBeCloseTo(row.prodt, 4);
  expect(meanFlow(deck, plant, null), plant.name).toBeCloseTo(row.mlt, 1);
  for (const [k, mean] of row.monthly.entries()) {
    expect(meanFlow(deck, plant, k), `${plant.name} ${k}`).toBeCloseTo(mean, 1);
  }
}

describe.skipIf(skipOfficial)('files of February 2021', () => {
  const partial = skipOfficial ? null! : filesIn(join(newaveDir, 'deck-2021-02-partial'));
  const file = (name: string) => ({ name, bytes: partial.get(name)! });
  const month = monthOf(2021, 2);
  const read = (): typeof deck => ({
    ...deck,
    general: { ...deck.general, firstYear: 2021, firstMonth: 2 },
    register: readRegister(file('hidr.dat')),
    plants: readPlants(file('confhd.dat')),
    reservoirs: readReservoirs(file('ree.dat')),
    modifications: readModifications(file('modif.dat')),
  });

  test('give 140 productivities as the official program printed them', () => {
    const golden = JSON.parse(readFileSync(join(newaveDir, 'prodt-2021-02.json'), 'utf8')) as {
      tolerance: number;
      rows: { code: number; official: number }[];
    };
    const plants = new Map(plantsOf(read()).map((plant) => [plant.code, plant]));
    const wrong = golden.rows.filter(({ code, official }) => {
      return Math.abs(productivity(plants.get(code)!, month) - official) > golden.tolerance;
    });
    expect(golden.rows).toHaveLength(140);
    expect(wrong).toEqual([]);
  });

  // Printed by the official program with four decimals.
  test.each([
    ['BATALHA', 5.3539],
    ['SERRA FACAO', 5.0216],
    ['CAPIM BRANC1', 4.2439],
    ['CORUMBA IV', 4.8272],
    ['RETIRO BAIXO', 0.7354],
    ['TRES MARIAS', 0.4037],
    ['QUEIMADO', 1.6141],
    ['SERRA MESA', 2.1451],
    ['SINOP', 1.1675],
  ])('give the productivity of %s with all plants below it', (name, official) => {
    const found = plantEnergies(read(), month).find(({ plant }) => plant.name === name)!;
    expect(Math.abs(found.accumulated - official)).toBeLessThan(1.6e-4);
  });

  // Printed by the official program with one decimal, MWmonth; the eight reservoirs whose plants the files have all of.
  test.each([
    ['SUDESTE', 50969.1],
    ['MADEIRA', 313.7],
    ['TPIRES', 913.9],
    ['ITAIPU', 0],
    ['PARANA', 140574.8],
    ['PRNPANEMA', 11831.0],
    ['IGUACU', 10323.8],
    ['NORDESTE', 51715.8],
  ])('give the largest stored energy of %s', (name, official) => {
    const known = read();
    const { code } = known.reservoirs.find((reservoir) => reservoir.name === name)!;
    const own = plantEnergies(known, month).filter(({ plant }) => plant.reservoir === code);
    expect(Math.abs(sumOf(own).largestStored - official)).toBeLessThanOrEqual(Math.max(0.1, 1e-4 * official));
  });
});
