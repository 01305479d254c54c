/** What explains prices, of both decks: stored and natural energy, thermals and their cost, load by year, ways to exchange. */
import type { Deck } from '../deck/deck.js';
import { horizonOf } from '../deck/horizon.js';
import { thermalAt, thermalsOf } from '../deck/thermals.js';
import { plantEnergies, sumOf } from '../energies/stored-energy.js';
import { type Month, yearOf } from '../readers/month.js';
import { valueAt } from '../readers/year-table.js';
import { reservoirRows, subsystemRows } from '../show/show-deck.js';

export interface DerivedChange {
  readonly entity: string;
  readonly quantity: string;
  readonly old: number | null;
  readonly new: number | null;
}

type Quantities = ReadonlyMap<string, number>;

/** By name of the entity and the quantity; what only one deck has is told, too. */
export function derivedChanges(a: Deck, b: Deck): DerivedChange[] {
  const common = commonMonths(a, b);
  const [old, current] = [quantitiesOf(a, common), quantitiesOf(b, common)];
  return [...new Set([...current.keys(), ...old.keys()])].flatMap((key) => {
    const [was, is] = [old.get(key) ?? null, current.get(key) ?? null];
    const [entity = '', quantity = ''] = key.split('\n');
    return was === is ? [] : [{ entity, quantity, old: was, new: is }];
  });
}

/** A mean over other months would tell of the calendar, not of a change. */
function commonMonths(a: Deck, b: Deck): readonly Month[] {
  const [one, other] = [horizonOf(a), horizonOf(b)];
  const [start, end] = [Math.max(one.start, other.start), Math.min(one.end, other.end)];
  return Array.from({ length: Math.max(0, end - start) }, (_, k) => start + k);
}

function quantitiesOf(deck: Deck, common: readonly Month[]): Quantities {
  const { start } = horizonOf(deck);
  const all = sumOf(plantEnergies(deck));
  const rows: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
    [
      'all',
      {
        stored_energy_max_mwmonth: all.largestStored,
        stored_energy_initial_mwmonth: all.initialStored,
        ...{ plants: deck.plants.length, thermals: deck.thermals.length },
      },
    ],
    ...subsystemRows(deck, start).map(
      ({ code, ...row }) => [row.name, { ...row, ...yearly(deck, code, common) }] as const,
    ),
    ...reservoirRows(deck, start).map(({ code: _, subsystem: __, ...row }) => [`reservoir ${row.name}`, row] as const),
    ...exchanges(deck, common),
  ];
  return new Map(
    rows.flatMap(([entity, row]) =>
      Object.entries(row).flatMap(([quantity, value]) =>
        typeof value === 'number' ? [[`${entity}\n${quantity}`, value] as const] : [],
      ),
    ),
  );
}

/** The mean load of every year, and what a MWh of the thermals costs when all of them run. */
function yearly(deck: Deck, subsystem: number, common: readonly Month[]): Record<string, number> {
  const { start, lastYear } = horizonOf(deck);
  const rows = deck.system.load.find((entry) => entry.subsystem === subsystem)?.rows ?? [];
  const years = [...new Set(common.map(yearOf))];
  const means = years.map((year) => {
    const loads = common.filter((month) => yearOf(month) === year).map((month) => valueAt(rows, month, lastYear) ?? 0);
    return [`load_mean_${year}_mw`, mean(loads)] as const;
  });
  const thermals = thermalsOf(deck)
    .filter((thermal) => thermal.subsystem === subsystem)
    .map((thermal) => thermalAt(deck, thermal, start));
  const power = thermals.reduce((sum, { max }) => sum + max, 0);
  const cost = thermals.reduce((sum, { max, cost: price }) => sum + max * price, 0);
  return { ...Object.fromEntries(means), ...(power > 0 ? { thermal_mean_cost_per_mwh: cost / power } : {}) };
}

function exchanges(deck: Deck, months: readonly Month[]): (readonly [string, Record<string, number>])[] {
  const { lastYear } = horizonOf(deck);
  const names = new Map(deck.system.subsystems.map(({ code, name }) => [code, name]));
  return deck.system.interchange
    .filter(({ isMinimum }) => !isMinimum)
    .flatMap(({ from, to, direct, reverse }) =>
      (
        [
          [from, to, direct],
          [to, from, reverse],
        ] as const
      ).map(([a, b, rows]) => {
        const limits = months.map((month) => valueAt(rows, month, lastYear) ?? 0);
        return [`${names.get(a)} > ${names.get(b)}`, { interchange_mean_mw: mean(limits) }] as const;
      }),
    );
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
