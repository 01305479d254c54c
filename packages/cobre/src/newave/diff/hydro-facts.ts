/** Facts about hydro plants: configuration, the register field by field, dated limits, machines, water before the study. */
import type { Deck } from '../deck/deck.js';
import { availablePower, machinesAt } from '../deck/machines.js';
import { datedAt, type Plant, plantsOf, storageOf } from '../deck/plants.js';
import { productivity } from '../energies/productivity.js';
import type { Year } from '../readers/field.js';
import type { Register } from '../readers/hidr.js';
import type { Origin } from '../readers/line.js';
import type { Keyword } from '../readers/modif.js';
import { type Month, monthInYear, monthName, yearOf } from '../readers/month.js';
import { always, byMonth, type Fact, type Said } from './fact.js';

export function hydroFacts(deck: Deck, months: readonly Month[]): Fact[] {
  const plants = plantsOf(deck).flatMap((plant) => [
    ...configuration(plant),
    ...registerFacts(plant, deck.register.get(plant.code)!),
    ...monthlyFacts(plant, months),
    ...uses(deck, plant, months),
  ]);
  return [...plants, ...pastFlows(deck)];
}

const nameOf = ({ code, name }: Plant): string => `${code} ${name}`;

function configuration(plant: Plant): Fact[] {
  const { status, downstream, gauge, reservoir, initialVolume, firstYear, lastYear, origin, expansion } = plant;
  const [who, { min, max }] = [nameOf(plant), storageOf(plant)];
  const filling = expansion?.filling;
  const at = (keyword: Keyword) => undatedOrigin(plant, keyword);
  return [
    ...always('plant status', who, status, origin),
    ...always('downstream', who, downstream ?? 0, origin),
    ...always('gauge', who, gauge, origin),
    ...always('reservoir', who, reservoir, origin),
    ...always('history years', who, `${firstYear}-${lastYear}`, origin),
    ...always('initial volume %', who, initialVolume, origin),
    ...always('smallest volume hm³', who, min, at('VOLMIN')),
    ...always('largest volume hm³', who, max, at('VOLMAX')),
    ...always('specific productivity', who, plant.register.specificProductivity, at('PRODESP')),
    ...always('forced outage %', who, plant.register.forcedOutage, at('TEIF')),
    ...always('planned outage %', who, plant.register.plannedOutage, at('IP')),
    ...always('evaporation mm', who, plant.register.evaporation.join(' '), at('COEFEVAP')),
    ...always('MW of a machine, by set', who, plant.register.machinePower.join(' '), at('POTEFE')),
    ...(filling ? always('filling', who, fillingOf(filling), expansion.origin) : []),
    ...(expansion?.machines ?? []).flatMap(({ machine, set, power, start, origin: there }) => [
      ...always('machine starts', `${who}, machine ${machine} of set ${set}`, monthName(start), there),
      ...always('machine MW', `${who}, machine ${machine} of set ${set}`, power, there),
    ]),
    ...plant.modifications.flatMap(({ keyword, index, values, origin: there }) => {
      const concept = changedShape[keyword];
      return concept
        ? always(concept, who, [...(index === null ? [] : [`to ${index}:`]), ...values].join(' '), there)
        : [];
    }),
  ];
}

/** The last change without a date, or the register where nothing changes it, as the volume of a plant without storage. */
function undatedOrigin({ modifications, register, regulates }: Plant, keyword: Keyword): Origin {
  const isVolume = keyword === 'VOLMIN' || keyword === 'VOLMAX';
  const change = modifications.findLast((entry) => entry.keyword === keyword && entry.date === null);
  return change && (regulates || !isVolume) ? change.origin : register.origin;
}

const fillingOf = ({ start, months, filled }: NonNullable<NonNullable<Plant['expansion']>['filling']>): string =>
  `from ${monthName(start)}, ${months} months, ${filled} % filled`;

/** Undated changes of MODIF that no other fact shows. */
const changedShape: Partial<Record<Keyword, string>> = {
  ...{ COTAREA: 'area by level', VOLCOTA: 'level by volume', PERDHIDR: 'hydraulic loss', CDESVIO: 'diversion m³/s' },
};

/** As the register says it, before MODIF. */
function registerFacts(plant: Plant, { code: _, origin, ...fields }: Register): Fact[] {
  return Object.entries(fields).flatMap(([field, value]) => {
    const words = field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
    return always(`register: ${words}`, nameOf(plant), Array.isArray(value) ? value.join(' ') : value, origin);
  });
}

function monthlyFacts(plant: Plant, months: readonly Month[]): Fact[] {
  const who = nameOf(plant);
  const smallest = (month: Month): Said => {
    const found = datedAt(plant, 'VAZMINT', month);
    return {
      value: found?.values[0] ?? plant.register.historicalMinimumFlow,
      origin: found?.origin ?? undatedOrigin(plant, 'VAZMIN'),
    };
  };
  const count = (month: Month) => machinesAt(plant, month).reduce((sum, set) => sum + set.count, 0);
  return [
    ...byMonth('productivity MW/(m³/s)', who, months, (month) => productivity(plant, month)),
    ...byMonth('machines', who, months, count),
    ...byMonth('available MW', who, months, (month) => availablePower(plant, month)),
    ...byMonth('smallest outflow m³/s', who, months, smallest),
    ...dated.flatMap(([keyword, concept]) => byMonth(concept, who, months, (month) => limitOf(plant, keyword, month))),
    ...byBlock.flatMap(([keyword, concept]) => blockLimits(plant, keyword, concept, months)),
  ];
}

const dated: readonly (readonly [Keyword, string])[] = [
  ['VMAXT', 'limit above, volume hm³'],
  ['VMINT', 'limit below, volume hm³'],
  ['VMINP', 'operational minimum, volume hm³'],
  ['VAZMAXT', 'largest outflow m³/s'],
  ['CFUGA', 'tailrace m'],
  ['CMONT', 'forebay m'],
];
const byBlock: readonly (readonly [Keyword, string])[] = [
  ['TURBMAXT', 'largest turbined flow m³/s'],
  ['TURBMINT', 'smallest turbined flow m³/s'],
];

function limitOf(plant: Plant, keyword: Keyword, month: Month): Said | null {
  const found = datedAt(plant, keyword, month);
  const value = found?.values[0];
  if (found === undefined || value === undefined) return null;
  const { min, max } = storageOf(plant);
  return { value: found.isPercent ? min + (value / 100) * (max - min) : value, origin: found.origin };
}

/** One value for the month, or one for each block. */
function blockLimits(plant: Plant, keyword: Keyword, concept: string, months: readonly Month[]): Fact[] {
  return months.flatMap((month) => {
    const found = datedAt(plant, keyword, month);
    const values = found?.values ?? [];
    return values.flatMap((value, k) =>
      byMonth(
        concept,
        nameOf(plant),
        [month],
        () => ({ value, origin: found?.origin }),
        values.length > 1 ? k + 1 : null,
      ),
    );
  });
}

function uses({ withdrawals, minimumGeneration }: Deck, plant: Plant, months: readonly Month[]): Fact[] {
  const own = withdrawals.filter((row) => row.plant === plant.code);
  const least = minimumGeneration.filter((entry) => entry.plant === plant.code);
  const taken = (month: Month): Said | null => {
    const rows = rowsOf(own, plant, month);
    const sum = rows.reduce((total, { flows }) => total + (flows[monthInYear(month) - 1] ?? 0), 0);
    return rows.length === 0 ? null : { value: sum === 0 ? 0 : -sum, origin: rows[0]!.origin };
  };
  const power = months.flatMap((month) =>
    least
      .filter(({ year, month: m }) => year === yearIn(plant, month) && m === monthInYear(month))
      .flatMap(({ power: value, block, origin }) =>
        byMonth('minimum generation MW', nameOf(plant), [month], () => ({ value, origin }), block || null),
      ),
  );
  return [...byMonth('withdrawal m³/s', nameOf(plant), months, taken), ...power];
}

/** A year of the study by its number, one after it as `POS`. */
const yearIn = ({ horizon }: Plant, month: Month) => (yearOf(month) > horizon.lastYear ? 'POS' : yearOf(month));

/** After the study those of its last year, where there are no others. */
function rowsOf<Row extends { readonly year: Year }>(rows: readonly Row[], plant: Plant, month: Month): Row[] {
  const found = rows.filter(({ year }) => year === yearIn(plant, month));
  const isLater = yearOf(month) > plant.horizon.lastYear;
  return found.length === 0 && isLater ? rows.filter(({ year }) => year === plant.horizon.lastYear) : found;
}

function pastFlows({ pastFlows: all }: Deck): Fact[] {
  return all.flatMap(({ gauge, name, flows, origin }) =>
    flows.flatMap((flow, k) =>
      always(`flow before the study m³/s, month ${k + 1}`, `gauge ${gauge} ${name}`, flow, origin),
    ),
  );
}
