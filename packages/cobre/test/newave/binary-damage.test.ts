/**
 * HIDR and VAZOES damaged: fields with impossible and absurd values, polynomials that fall, swapped, shifted and cut records, flows
 * of another deck, and single bits anywhere. Each is refused or told with file, record, field and what was expected; what stays
 * silent changes no number of the deck by much. Plain runs take a sample of the bits, CI a larger one and the official deck;
 * COBRE_DECK_CORRUPTIONS=all takes every bit of the records of the small deck.
 */
import { Fault } from '@quadrivium/kernel/fault';
import { describe, expect, test } from 'vitest';
import { installedPower } from '../../src/newave/deck/machines.js';
import { plantsOf } from '../../src/newave/deck/plants.js';
import { readDeck } from '../../src/newave/deck/read-deck.js';
import { registerDoubts } from '../../src/newave/deck/register-doubts.js';
import { areaAt, levelAt } from '../../src/newave/energies/productivity.js';
import { plantEnergies } from '../../src/newave/energies/stored-energy.js';
import { readRegister } from '../../src/newave/readers/hidr.js';
import { readPlants, readReservoirs } from '../../src/newave/readers/hydro-configuration.js';
import { readModifications } from '../../src/newave/readers/modif.js';
import { dice } from '../random-case.js';
import { flowsFile, registerFile } from './binary-files.js';
import { filesIn, newaveDir, officialDeck, skipOfficial } from './decks.js';
import { line } from './imported.js';
import { flow, register, smallDeck } from './small-deck.js';

type Deck = ReadonlyMap<string, Uint8Array>;
const nameIn = (deck: Deck, wanted: RegExp) => [...deck.keys()].find((name) => wanted.test(name))!;

/** The deck with other bytes in a binary file. */
function withBytes(deck: Deck, wanted: RegExp, edit: (view: DataView, bytes: Uint8Array) => unknown) {
  const name = nameIn(deck, wanted);
  const bytes = Uint8Array.from(deck.get(name)!);
  const edited = edit(new DataView(bytes.buffer), bytes);
  return new Map(deck).set(name, edited instanceof Uint8Array ? edited : bytes);
}

/** The messages a deck is refused or told with. */
function said(deck: Deck): string[] {
  try {
    return readDeck(new Map(deck)).doubts.map(({ message }) => message);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    expect(error.suggestion).toBeTruthy();
    return [error.message];
  }
}

const joined = (...parts: readonly Uint8Array[]) => Uint8Array.from(Buffer.concat(parts));
const space = Uint8Array.of(0x20);

const small = smallDeck();
const record = 792;
const ofSerra = (edit: (view: DataView) => void) => withBytes(small, /hidr/i, (view) => edit(view));
const float = (at: number, value: number) => (view: DataView) => view.setFloat32(at, value, true);
const int = (at: number, value: number) => (view: DataView) => view.setInt32(at, value, true);

describe('a record of HIDR', () => {
  // Offsets as the specification has them; SERRA is record 1.
  test.each<[string, (view: DataView) => void, RegExp]>([
    [
      'that is no number',
      float(536, Number.NaN),
      /record 1: expected a number \(specificProductivity of SERRA\), found NaN/,
    ],
    [
      'that is endless',
      float(60, Number.POSITIVE_INFINITY),
      /record 1: expected a number \(maxLevel of SERRA\), found Infinity/,
    ],
    [
      'of another plant',
      (view) => view.setUint8(0, 0x54),
      /record 1: TERRA, name: expected SERRA, as CONFHD calls plant 1, found TERRA/,
    ],
    ['with a negative volume', float(40, -1), /record 1: SERRA, min volume: expected 0 to 200000 hm³, found -1/],
    [
      'that is full before it is empty',
      float(40, 301),
      /SERRA, max volume: expected at least its min volume, 301 hm³, found 300/,
    ],
    [
      'of a larger reservoir',
      float(44, 3000),
      /SERRA, max level: expected what its polynomial gives at 3000 hm³, 400 m, found 130 m/,
    ],
    [
      'whose level falls',
      float(72, -0.0005),
      /SERRA, level of volume: expected a polynomial that rises with volume, found \S+ m at \S+ hm³ and \S+ m at/,
    ],
    [
      'whose area falls',
      (view) => {
        float(84, 500)(view);
        float(88, -3)(view);
      },
      /SERRA, area of level: expected a polynomial that rises with volume/,
    ],
    ['whose area is less than none', float(84, -10), /SERRA, area of level: expected areas from 0 km² on, found -10/],
    [
      'whose area holds another volume',
      float(84, 100),
      /SERRA, area of level: expected areas that make some 200 hm³ over 20 m, found 2000 hm³/,
    ],
    ['that evaporates its river', int(104, 400_000), /SERRA, evaporation: expected -200 to 500 mm, found 400000/],
    [
      'of a lake as wide as a sea',
      float(84, 10_000),
      /SERRA, area of level and evaporation: expected less than half of the mean flow/,
    ],
    ['with nine sets', int(152, 9), /SERRA, machine sets: expected 0 to 5, found 9/],
    ['with less than no machines', int(156, -2), /SERRA, machines: expected 0 to 100, found -2/],
    [
      'with machines of ten times the power',
      float(176, 500),
      /SERRA, machine power of set 1: expected some 58.8 MW, by its flow, head and specific productivity, found 500/,
    ],
    [
      'with machines for another head',
      float(496, 300),
      /SERRA, levels, mean tailrace and loss: expected a net head near the 300 m its machines are made for, found 98 m/,
    ],
    [
      'with machines that take all water there is',
      int(516, 60_000),
      /SERRA, machine power of set 1: expected some 58800 MW/,
    ],
    [
      'more productive than water is',
      float(536, 0.1),
      /SERRA, specific productivity: expected 0 to 0.01 MW\/\(m³\/s\)\/m, found 0.1/,
    ],
    [
      'with a tailrace above its lake',
      float(692, 119),
      /SERRA, levels, mean tailrace and loss: expected a net head near the 98 m/,
    ],
    [
      'with a tailrace that is none',
      float(548, 900),
      /SERRA, tailrace polynomial 1: expected levels near the mean tailrace, 20 m, found 900 m at the mean flow/,
    ],
    ['with no tailrace polynomial', int(544, 0), /SERRA, tailrace polynomials: expected 1 to 6, found 0/],
    [
      'with a least flow above its river',
      int(708, 5000),
      /SERRA, historical minimum flow: expected 0 to 58 m³\/s, as its mean natural flow is, found 5000/,
    ],
    ['that is hardly ever there', float(724, 90), /SERRA, forced outage: expected 0 to 50 %, found 90/],
    [
      'with losses nobody knows',
      int(732, 3),
      /SERRA, loss type: expected 1 \(% of the head\) or 2 \(m\); metres are taken, found 3/,
    ],
    [
      'with a volume of reference outside',
      float(787, 30_000),
      /SERRA, reference volume: expected what its polynomial gives at 30000 hm³, 3100 m, found 110 to 130 m/,
    ],
    [
      'regulated as nobody knows',
      (view) => view.setUint8(791, 0x58),
      /SERRA, regulation: expected M \(monthly\), S \(weekly\) or D \(daily\); run of river is taken, found X/,
    ],
  ])('%s is told by its field', (_, edit, message) => {
    expect(said(ofSerra(edit)).join('\n')).toMatch(message);
  });

  test('in the place of another is told for both', () => {
    const swapped = withBytes(small, /hidr/i, (_, bytes) => {
      const first = bytes.slice(0, record);
      bytes.copyWithin(0, record, 2 * record);
      bytes.set(first, record);
    });
    expect(said(swapped)).toEqual([
      'hidr.dat, record 1: PEDRA, name: expected SERRA, as CONFHD calls plant 1, found PEDRA',
      'hidr.dat, record 2: SERRA, name: expected PEDRA, as CONFHD calls plant 2, found SERRA',
    ]);
  });

  test.each<[string, (bytes: Uint8Array) => Uint8Array, RegExp]>([
    [
      'a byte more in front',
      (bytes) => joined(space, bytes),
      /expected records of 792 or 832 bytes, found 253441 bytes/,
    ],
    ['a byte moved', (bytes) => joined(space, bytes.subarray(0, -1)), /record 1: .*expected/],
    ['half of it', (bytes) => bytes.subarray(0, bytes.length / 2 + 5), /expected records of 792 or 832 bytes/],
    ['two records', (bytes) => bytes.subarray(0, 2 * record), /expected a hydro plant that HIDR has, found 3/],
    ['nothing', () => new Uint8Array(), /expected records of 792 or 832 bytes, found 0 bytes/],
  ])('is not read from a file with %s', (_, edit, message) => {
    expect(said(withBytes(small, /hidr/i, (_view, bytes) => edit(bytes))).join('\n')).toMatch(message);
  });
});

describe('flows', () => {
  test.each<[string, Uint8Array, RegExp]>([
    [
      'below zero',
      flowsFile(72, (m, g) => (m === 7 && g === 2 ? -4 : flow(m, g))),
      /record 8: expected a flow of gauge 2 in 2020-08 of 0 to 300000 m³\/s, found -4/,
    ],
    [
      'three times all others',
      flowsFile(72, (m, g) => (m === 7 && g === 2 ? 900 : flow(m, g))),
      /record 8: expected a flow of gauge 2 \(PEDRA\) in 2020-08 like others of its history, of which 35 m³\/s is the largest, found 900/,
    ],
    [
      'of no water in a month',
      flowsFile(72, (m, g) => (m === 7 ? 0 : flow(m, g))),
      /record 8: expected flows of 2020-08, found 0 at every gauge, as in 1 months/,
    ],
    [
      'of half a month',
      flowsFile(72, flow).subarray(0, 71 * 1280 + 640),
      /expected records of 1280 or 2400 bytes, found 91520 bytes/,
    ],
  ])('%s are told by record and gauge', (_, bytes, message) => {
    expect(said(new Map(small).set('Vazoes.dat', bytes)).join('\n')).toMatch(message);
  });

  /** A history up to the study: VAZPAST has 40, 15, 80 and 9 m³/s in every month. */
  const past: Readonly<Record<number, number>> = { 1: 40, 2: 15, 3: 80, 5: 9 };
  const until = (of: (gauge: number) => number) => flowsFile(132, (m, g) => (m < 60 ? flow(m, g) : (past[of(g)] ?? 0)));

  test('that VAZPAST has otherwise are told: swapped gauges, a file of another deck', () => {
    expect(
      said(
        new Map(small).set(
          'Vazoes.dat',
          until((gauge) => gauge),
        ),
      ),
    ).toEqual([]);
    const swapped = until((gauge) => ({ 1: 2, 2: 1 })[gauge] ?? gauge);
    expect(said(new Map(small).set('Vazoes.dat', swapped))).toEqual([
      'Vazoes.dat, record 119: expected the flow before the study that VAZPAST.DAT, line 4, has for gauge 1 (SERRA), 40 m³/s on the mean, found 15 and others for 1 more gauges; one of the files may be damaged, or of another deck',
    ]);
  });

  test('of 600 gauges whose length fits 320, too, are those of 600', () => {
    // 88 years of 600 gauges are 165 years of 320: more than there were from 1943 to the study.
    const since = { 'DGER.DAT': line(21, (text) => text.replace('2020', '1943')) };
    const bytes = flowsFile(88 * 12, (m, g) => flow(m, g) + (g === 599 ? 7 : 0), 600);
    const { flows } = readDeck(smallDeck(since).set('Vazoes.dat', bytes));
    expect([flows.gauges, flows.months, flows.at(0, 599)]).toEqual([600, 1056, 7]);
  });
});

/** Numbers that a result follows from, by plant. */
function numbersOf(deck: ReturnType<typeof readDeck>): Map<string, number> {
  const energies = plantEnergies(deck);
  return new Map(
    energies.flatMap(({ plant, productivity, largestStored, naturalEnergy }) => {
      const { register: of, code } = plant;
      const area = areaAt(plant, levelAt(plant, of.referenceVolume));
      const count = of.machines.slice(0, of.machineSets).reduce((sum, each) => sum + each, 0);
      const one = installedPower(plant, 0) / Math.max(1, count);
      return Object.entries({ productivity, largestStored, naturalEnergy, area, one }).map(
        ([what, value]) => [`${code} ${what}`, value] as const,
      );
    }),
  );
}

/** By how much the number that changed most differs, as a share of the larger one. */
function largestChange(one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): number {
  return Math.max(
    ...[...one].map(([key, value]) => {
      const now = other.get(key) ?? 0;
      return value === now ? 0 : Math.abs(value - now) / Math.max(Math.abs(value), Math.abs(now));
    }),
  );
}

/** Flips a bit; what stays silent and changes a number by more than half is what must not be. */
function silentFlips(deck: Deck, wanted: RegExp, bits: readonly number[]): string[] {
  const known = new Set(said(deck));
  const before = numbersOf(readDeck(new Map(deck)));
  return bits.flatMap((bit) => {
    const flipped = withBytes(deck, wanted, (_, bytes) => {
      bytes[bit >> 3]! ^= 1 << (bit & 7);
    });
    if (said(flipped).some((message) => !known.has(message))) return [];
    const change = largestChange(before, numbersOf(readDeck(new Map(flipped))));
    return change <= 0.5
      ? []
      : [`byte ${(bit >> 3) % record} of record ${Math.floor((bit >> 3) / record) + 1}: ${change}`];
  });
}

const isAll = process.env.COBRE_DECK_CORRUPTIONS === 'all';
const most = isAll ? Number.POSITIVE_INFINITY : process.env.CI ? 200 : 30;

function some(count: number, from: number, seed: number): number[] {
  const random = dice(seed);
  if (count >= from) return Array.from({ length: from }, (_, k) => k);
  return Array.from({ length: count }, () => random.whole(0, from - 1));
}

test('a bit of a record is told, or changes nothing much', () => {
  expect(silentFlips(small, /hidr/i, some(most, register.length * record * 8, 5))).toEqual([]);
});

test('a bit of the flows is told, or changes nothing much', () => {
  // The first five gauges of every month.
  const bits = some(Math.min(most, 11_520), 72 * 160, 6).map((k) => Math.floor(k / 160) * 1280 * 8 + (k % 160));
  expect(silentFlips(small, /vazoes/i, bits)).toEqual([]);
});

test('a record of either size that is whole is not doubted', () => {
  for (const size of [792, 832] as const)
    expect(said(new Map(small).set('hidr.dat', registerFile(register, size)))).toEqual([]);
});

describe.skipIf(skipOfficial)('the official deck', () => {
  const official = skipOfficial ? small : filesIn(officialDeck);
  /** CONFHD has 162 plants with codes up to 304; single bits of their records, not of unused ones. */
  const codes = () => plantsOf(readDeck(new Map(official))).map(({ code }) => code);

  test('with a bit of HIDR changed is told, or changes nothing much', () => {
    const used = codes();
    const bits = some(isAll ? 3000 : process.env.CI ? 40 : 4, used.length * record * 8, 7).map((k) => {
      const inRecord = k % (record * 8);
      return (used[Math.floor(k / (record * 8))]! - 1) * record * 8 + inRecord;
    });
    expect(silentFlips(official, /^hidr/i, bits)).toEqual([]);
  });

  test('with flows a record or a gauge further is told', () => {
    const further = (by: number) =>
      withBytes(official, /^vazoes/i, (_, bytes) => joined(bytes.subarray(by), bytes.subarray(0, by)));
    for (const by of [1, 4, 1280])
      expect(said(further(by)).join('\n')).toMatch(
        /VAZOES.DAT, record 1033: expected the flow before the study that VAZPAST.DAT/,
      );
  });

  test('of February 2021 has a register that nothing is wrong with', () => {
    const partial = filesIn(`${newaveDir}/deck-2021-02-partial`);
    const file = (name: string) => ({ name, bytes: partial.get(name)! });
    const found = registerDoubts({
      ...readDeck(new Map(official)),
      register: readRegister(file('hidr.dat')),
      plants: readPlants(file('confhd.dat')),
      reservoirs: readReservoirs(file('ree.dat')),
      modifications: readModifications(file('modif.dat')),
    });
    // The flows are those of 2018, which do not have this gauge.
    expect(found.map(({ message }) => message)).toEqual([
      expect.stringContaining('SAO DOMINGOS, historical minimum flow'),
    ]);
  });
});
