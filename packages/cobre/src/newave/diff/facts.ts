/** A deck as facts in the words of the model: what is true of whom, in which month. Dated values are spelt out by month. */
import type { Deck } from '../deck/deck.js';
import { horizonOf } from '../deck/horizon.js';
import { availablePower, installedPower } from '../deck/machines.js';
import { datedAt, type Plant, plantsOf, storageOf } from '../deck/plants.js';
import { thermalAt, thermalsOf } from '../deck/thermals.js';
import { productivity } from '../energies/productivity.js';
import type { Keyword } from '../readers/modif.js';
import { type Month, monthInYear, yearOf } from '../readers/month.js';
import { valueAt, type YearRow } from '../readers/year-table.js';

export interface Fact {
  readonly concept: string;
  readonly entity: string;
  /** Null where it holds always. */
  readonly month: Month | null;
  readonly value: number | string;
}

export function factsOf(deck: Deck): Fact[] {
  const { start, end } = horizonOf(deck);
  const months = Array.from({ length: end - start }, (_, k) => start + k);
  return [...settings(deck), ...systemFacts(deck, months), ...hydroFacts(deck, months), ...thermalFacts(deck, months)];
}

const always = (concept: string, entity: string, value: number | string | null): Fact[] =>
  value === null ? [] : [{ concept, entity, month: null, value }];

const byMonth = (
  concept: string,
  entity: string,
  months: readonly Month[],
  of: (month: Month) => number | null,
): Fact[] =>
  months.flatMap((month) => {
    const value = of(month);
    return value === null ? [] : [{ concept, entity, month, value }];
  });

function settings({ general, risk, penalties }: Deck): Fact[] {
  return [
    ...always('discount rate %', 'study', general.discountRate),
    ...always('study years', 'study', general.studyYears),
    ...always('CVaR alpha %', 'study', risk?.alpha ?? null),
    ...always('CVaR lambda %', 'study', risk?.lambda ?? null),
    ...penalties.flatMap(({ keyword, first, reservoir }) =>
      always('penalty R$/MWh', `${keyword}${reservoir === null ? '' : ` ${reservoir}`}`, first),
    ),
  ];
}

function systemFacts(deck: Deck, months: readonly Month[]): Fact[] {
  const { lastYear } = horizonOf(deck);
  const names = new Map(deck.system.subsystems.map(({ code, name }) => [code, name]));
  const table = (concept: string, entity: string, rows: readonly YearRow[]) =>
    byMonth(concept, entity, months, (month) => valueAt(rows, month, lastYear));
  const blocks = Array.from({ length: deck.blocks.count }, (_, block) => block);
  return [
    ...deck.system.subsystems.flatMap(({ name, deficitCost }) =>
      always('deficit cost R$/MWh', name, deficitCost[0] ?? null),
    ),
    ...deck.system.load.flatMap(({ subsystem, rows }) =>
      table('load MW', names.get(subsystem) ?? `${subsystem}`, rows),
    ),
    ...deck.additionalLoads.flatMap(({ subsystem, label, rows }) =>
      table('additional load MW', `${names.get(subsystem)} ${label}`, rows),
    ),
    ...deck.system.sources.flatMap(({ subsystem, name, group, rows }) =>
      table('not simulated MW', `${names.get(subsystem)} ${name || group}`, rows),
    ),
    ...deck.system.interchange.flatMap(({ from, to, direct, reverse }) => [
      ...table('interchange limit MW', `${names.get(from)} > ${names.get(to)}`, direct),
      ...table('interchange limit MW', `${names.get(to)} > ${names.get(from)}`, reverse),
    ]),
    ...blocks.flatMap((block) =>
      byMonth('block duration', `block ${block + 1}`, months, (month) =>
        valueAt(deck.blocks.durations, month, lastYear, block),
      ),
    ),
    ...deck.blocks.load.flatMap(({ subsystem, rows }) =>
      blocks.flatMap((block) =>
        byMonth('load factor', `${names.get(subsystem)} block ${block + 1}`, months, (month) =>
          valueAt(rows, month, lastYear, block),
        ),
      ),
    ),
    ...deck.groups.limits.flatMap(({ group, from, to, limits }) =>
      limits.flatMap((limit, block) =>
        byMonth('group limit MW', `group ${group} block ${block + 1}`, months, (month) =>
          from <= month && (to === null || month <= to) ? limit : null,
        ),
      ),
    ),
    ...deck.electrical.limits.flatMap(({ set, from, to, block, power }) =>
      byMonth('electrical limit MW', `set ${set}${block ? ` block ${block}` : ''}`, months, (month) =>
        from <= month && (to === null || month <= to) ? power : null,
      ),
    ),
  ];
}

function hydroFacts(deck: Deck, months: readonly Month[]): Fact[] {
  return plantsOf(deck).flatMap((plant) => {
    const who = `${plant.code} ${plant.name}`;
    const { min, max } = storageOf(plant);
    return [
      ...always('plant status', who, plant.status),
      ...always('downstream', who, plant.downstream ?? 0),
      ...always('gauge', who, plant.gauge),
      ...always('history years', who, `${plant.firstYear}-${plant.lastYear}`),
      ...always('initial volume %', who, plant.initialVolume),
      ...always('smallest volume hm³', who, min),
      ...always('largest volume hm³', who, max),
      ...always('specific productivity', who, plant.register.specificProductivity),
      ...always('evaporation mm', who, plant.register.evaporation.join(' ')),
      ...byMonth('productivity MW/(m³/s)', who, months, (month) => productivity(plant, month)),
      ...byMonth('installed MW', who, months, (month) => installedPower(plant, month)),
      ...byMonth('available MW', who, months, (month) => availablePower(plant, month)),
      ...byMonth(
        'smallest outflow m³/s',
        who,
        months,
        (month) => datedAt(plant, 'VAZMINT', month)?.values[0] ?? plant.register.historicalMinimumFlow,
      ),
      ...dated.flatMap(([keyword, concept]) =>
        byMonth(concept, who, months, (month) => limitOf(plant, keyword, month)),
      ),
      ...withdrawals(deck, plant, months),
    ];
  });
}

const dated: readonly (readonly [Keyword, string])[] = [
  ['VMAXT', 'limit above, volume hm³'],
  ['VMINT', 'limit below, volume hm³'],
  ['VAZMAXT', 'largest outflow m³/s'],
  ['TURBMAXT', 'largest turbined flow m³/s'],
  ['TURBMINT', 'smallest turbined flow m³/s'],
  ['CFUGA', 'tailrace m'],
  ['CMONT', 'forebay m'],
];

function limitOf(plant: Plant, keyword: Keyword, month: Month): number | null {
  const found = datedAt(plant, keyword, month);
  const value = found?.values[0];
  if (found === undefined || value === undefined) return null;
  const { min, max } = storageOf(plant);
  return found.isPercent ? min + (value / 100) * (max - min) : value;
}

function withdrawals(
  { withdrawals: all, minimumGeneration }: Deck,
  { code, name }: Plant,
  months: readonly Month[],
): Fact[] {
  const own = all.filter(({ plant }) => plant === code);
  const least = minimumGeneration.filter(({ plant }) => plant === code);
  const taken = (month: Month) => {
    const rows = own.filter(({ year }) => year === yearOf(month));
    return rows.length === 0 ? null : -rows.reduce((sum, { flows }) => sum + (flows[monthInYear(month) - 1] ?? 0), 0);
  };
  const power = (month: Month) =>
    least.find(({ year, month: m }) => year === yearOf(month) && m === monthInYear(month))?.power ?? null;
  return [
    ...byMonth('withdrawal m³/s', `${code} ${name}`, months, taken),
    ...byMonth('minimum generation MW', `${code} ${name}`, months, power),
  ];
}

function thermalFacts(deck: Deck, months: readonly Month[]): Fact[] {
  return thermalsOf(deck).flatMap((thermal) => {
    const who = `${thermal.code} ${thermal.name}`;
    const cells = new Map(months.map((month) => [month, thermalAt(deck, thermal, month)]));
    return [
      ...always('thermal status', who, thermal.status),
      ...always('decided ahead, months', who, deck.anticipated.find(({ plant }) => plant === thermal.code)?.lag ?? 0),
      ...byMonth('thermal maximum MW', who, months, (month) => cells.get(month)!.max),
      ...byMonth('thermal minimum MW', who, months, (month) => cells.get(month)!.min),
      ...byMonth('thermal cost R$/MWh', who, months, (month) => cells.get(month)!.cost),
    ];
  });
}
