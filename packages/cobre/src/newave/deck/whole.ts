/** The parts without which a deck is none: a study would go on with zeros in their place. */
import { type Month, monthName } from '../readers/month.js';
import type { Deck } from './deck.js';
import { type Gap, lastLine, refuseGaps, type Table, tableGaps } from './gaps.js';
import { horizonOf } from './horizon.js';
import { repeatedCodes } from './repeated-codes.js';

export function checkWhole(deck: Deck): void {
  refuseGaps([
    ...repeatedCodes(deck),
    ...missingTables(deck),
    ...neededTables(deck).flatMap((table) => tableGaps(deck, table)),
    ...durationGaps(deck),
    ...historyGaps(deck),
    ...riskGaps(deck),
    ...deficitGaps(deck),
    ...turbineGaps(deck),
  ]);
}

/** Tables of SISTEMA and PATAMAR that every month of a study needs a value of. */
function neededTables({ system, blocks }: Deck): Table[] {
  const perYear = blocks.count;
  return [
    ...system.load.map((table) => ({ ...table, of: `load of subsystem ${table.subsystem}` })),
    ...system.interchange.flatMap(({ origin, from, to, direct, reverse }) => [
      { origin, rows: direct, of: `limits of interchange ${from}-${to}` },
      { origin, rows: reverse, of: `limits of interchange ${to}-${from}` },
    ]),
    ...system.sources.map((table) => ({ ...table, of: `plants not simulated of subsystem ${table.subsystem}` })),
    ...blocks.load.map((table) => ({ ...table, perYear, of: `load by block of subsystem ${table.subsystem}` })),
    ...blocks.interchange.map((table) => ({ ...table, perYear, of: `interchange by block ${table.from}-${table.to}` })),
    ...blocks.sources.map((table) => ({
      ...table,
      perYear,
      of: `group ${table.group} of ${table.subsystem} by block`,
    })),
  ];
}

function missingTables(deck: Deck): Gap[] {
  const { system, blocks, plants } = deck;
  const real = system.subsystems.filter(({ fictitious }) => fictitious !== 1);
  const without = (tables: readonly { subsystem: number }[], what: string, key: 'SISTEMA' | 'PATAMAR'): Gap[] =>
    real
      .filter(({ code }) => !tables.some(({ subsystem }) => subsystem === code))
      .map(({ code, name }) => ({
        ...{ origin: lastLine(deck, key), expected: `${what} of subsystem ${code} (${name})`, found: 'none' },
      }));
  return [
    ...without(system.load, 'the load', 'SISTEMA'),
    ...without(blocks.load, 'the load by block', 'PATAMAR'),
    ...(system.subsystems.length > 0 ? [] : [nothing(deck, 'SISTEMA', 'subsystems')]),
    ...(plants.length > 0 ? [] : [nothing(deck, 'CONFHD', 'hydro plants')]),
  ];
}

const nothing = (deck: Deck, key: 'SISTEMA' | 'CONFHD', what: string): Gap => ({
  ...{ origin: lastLine(deck, key), expected: what, found: 'none' },
});

/** Shares are printed with four digits, so that those of a few blocks may miss 1 by less than this. */
const rounding = 0.001;

function durationGaps(deck: Deck): Gap[] {
  const { count, durations } = deck.blocks;
  const of = 'the duration of blocks';
  const first = durations[0];
  if (first === undefined) return [{ origin: lastLine(deck, 'PATAMAR'), expected: of, found: 'none' }];
  const isSeasonal = deck.general.durationsByYear === 0;
  const gaps = isSeasonal ? [] : tableGaps(deck, { origin: first.origin, rows: durations, of, perYear: count });
  return gaps.length > 0 ? gaps : sumGaps(deck, isSeasonal);
}

function sumGaps(deck: Deck, isSeasonal: boolean): Gap[] {
  const { count, durations } = deck.blocks;
  const { start, end } = horizonOf(deck);
  const yearOf = (month: Month) => (isSeasonal ? durations[0]!.year : Math.floor(month / 12));
  for (let month = start; month < end; month++) {
    const rows = durations.filter(({ year }) => year === yearOf(month));
    const sum = rows.reduce((total, { values }) => total + (values[month % 12] ?? 0), 0);
    const expected = `the durations of ${count} blocks to add up to 1`;
    if (rows.length !== count || Math.abs(sum - 1) > rounding)
      return [
        { origin: rows[0]?.origin ?? durations[0]!.origin, expected, found: `${told(sum)} in ${monthName(month)}` },
      ];
  }
  return [];
}

const told = (value: number) => Number(value.toFixed(6));

/** CONFHD says how far the history goes; a file of flows that ends before would shorten it for all plants. */
function historyGaps({ general, plants, flows }: Deck): Gap[] {
  const first = general.firstYearOfHistory ?? 1931;
  const missing = plants.find(({ lastYear }) => lastYear !== null && (lastYear - first + 1) * 12 > flows.months);
  if (missing === undefined) return [];
  const { file } = flows.records[0]!.origin;
  const expected = `flows from ${first} to ${missing.lastYear} (${missing.origin.file}, line ${missing.origin.line})`;
  return [{ origin: { file, line: flows.months }, expected, found: `${flows.months} months` }];
}

function riskGaps({ general, risk }: Deck): Gap[] {
  if (!general.cvar || risk === null || (risk.alpha !== null && risk.lambda !== null)) return [];
  return [{ origin: risk.origin, expected: 'a constant alpha and lambda (DGER, line 61)', found: 'a blank' }];
}

/** As many levels of deficit as SISTEMA says, each with its cost and depth. */
function deficitGaps({ system }: Deck): Gap[] {
  const levels = Array.from({ length: system.deficitLevels }, (_, k) => k);
  return system.subsystems
    .filter(({ fictitious }) => fictitious !== 1)
    .flatMap(({ origin, deficitCost, deficitDepth }) => {
      const without = levels.find((k) => (deficitCost[k] ?? null) === null || (deficitDepth[k] ?? null) === null);
      const expected = `the cost and the depth of ${levels.length} levels of deficit`;
      return without === undefined ? [] : [{ origin, expected, found: `none for level ${without + 1}` }];
    });
}

function turbineGaps({ modifications, blocks }: Deck): Gap[] {
  return modifications
    .filter(({ keyword, values }) => /^TURB/.test(keyword) && values.length !== 1 && values.length !== blocks.count)
    .map(({ origin, keyword, values }) => ({
      ...{ origin, expected: `one value of ${keyword} or one for each of ${blocks.count} blocks` },
      found: `${values.length}`,
    }));
}
