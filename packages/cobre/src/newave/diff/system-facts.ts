/** Facts about the system: settings, load, interchange, blocks, limits, penalties. */
import type { Deck } from '../deck/deck.js';
import { horizonOf } from '../deck/horizon.js';
import type { Setting } from '../readers/dger.js';
import type { Origin } from '../readers/line.js';
import { type Month, monthInYear, monthName, yearOf } from '../readers/month.js';
import { rowAt, type YearRow } from '../readers/year-table.js';
import { always, byMonth, type Fact } from './fact.js';

/** Lines of DGER that a case follows from; those of the horizon are told as such. */
const settings = {
  ...{ discountRate: 'discount rate %', studyYears: 'study years', postStudyYears: 'years after the study' },
  ...{ iterations: 'iterations', forwardPasses: 'forward passes', openings: 'openings', series: 'simulated series' },
  ...{ largestOrder: 'largest order of inflows', firstYearOfHistory: 'first year of the flow history' },
  ...{ storageFromPlants: 'initial storage by plant (0 by reservoir)', maintenanceYears: 'years of maintenance' },
  ...{ finalSimulation: 'final simulation (0 none, 1 synthetic, 2 historical)', losses: 'losses of interchange' },
  ...{
    durationsByYear: 'durations of blocks by year',
    withdrawals: 'other uses of water',
    safetyCurve: 'safety curve',
  },
  ...{
    interchangeGroups: 'groups of interchange',
    additionalLoads: 'additional loads',
    anticipatedGas: 'gas decided ahead',
  },
  ...{ minimumGeneration: 'least generation of hydro plants', cvar: 'CVaR (0 none, 1 constant, 2 by month)' },
  ...{ ignoresMinimumOutflow: 'least outflow is ignored', electricalLimits: 'electrical limits' },
  ...{
    riskSurface: 'risk-aversion surface (SAR)',
    itaipu: 'restriction of Itaipu',
    bid: 'monthly bids',
    elNino: 'El Niño',
  },
  withdrawalsByStorage: 'withdrawals corrected by storage',
} as const satisfies Partial<Record<Setting, string>>;

export function settingFacts(deck: Deck, months: readonly Month[]): Fact[] {
  const { general, risk, penalties, safetyCurve } = deck;
  const { lastYear } = horizonOf(deck);
  const dated = general.cvar === 2 && risk !== null;
  const share = (rows: readonly YearRow[]) => (month: Month) => cell(rows, month, lastYear);
  return [
    ...(Object.entries(settings) as [keyof typeof settings, string][]).flatMap(([name, words]) =>
      always(words, 'study', general[name], general.origins[name]),
    ),
    ...general.later.flatMap(({ line, label, value }) =>
      always(`newer switch '${label}'`, 'study', value, { file: general.origin.file, line }),
    ),
    ...(general.storageFromPlants === 0
      ? always(
          'initial stored energy % by reservoir',
          'study',
          general.storedEnergyByReservoir.join(' '),
          general.origins.storedEnergyByReservoir,
        )
      : []),
    ...always('CVaR alpha %', 'study', risk?.alpha, risk?.origin),
    ...always('CVaR lambda %', 'study', risk?.lambda, risk?.origin),
    ...(dated ? byMonth('CVaR alpha %', 'by month', months, share(risk.alphaByMonth)) : []),
    ...(dated ? byMonth('CVaR lambda %', 'by month', months, share(risk.lambdaByMonth)) : []),
    ...penalties.flatMap(({ keyword, first, second, reservoir, origin }) => [
      ...always('penalty R$/MWh', `${keyword}${reservoir === null ? '' : ` ${reservoir}`}`, first, origin),
      ...always('penalty R$/MWh, second', `${keyword}${reservoir === null ? '' : ` ${reservoir}`}`, second, origin),
    ]),
    ...safetyCurve.penalties.flatMap(({ reservoir, penalty, origin }) =>
      always('safety curve R$/MWh', `reservoir ${reservoir}`, penalty, origin),
    ),
    ...safetyCurve.curves.flatMap(({ reservoir, rows }) =>
      byMonth('safety curve %', `reservoir ${reservoir}`, months, share(rows)),
    ),
  ];
}

/** A cell of a table of years, with its place. */
function cell(rows: readonly YearRow[], month: Month, lastYear: number, position = 0) {
  const row = rowAt(rows, yearOf(month), lastYear, position);
  return { value: row?.values[monthInYear(month) - 1], origin: row?.origin };
}

export function systemFacts(deck: Deck, months: readonly Month[]): Fact[] {
  const { lastYear } = horizonOf(deck);
  const names = new Map(deck.system.subsystems.map(({ code, name }) => [code, name]));
  const pair = (from: number, to: number) => `${names.get(from)} > ${names.get(to)}`;
  const table = (concept: string, entity: string, rows: readonly YearRow[]) =>
    byMonth(concept, entity, months, (month) => cell(rows, month, lastYear));
  const blockTable = (concept: string, entity: string, rows: readonly YearRow[]) =>
    blocks.flatMap((k) => byMonth(concept, entity, months, (month) => cell(rows, month, lastYear, k), k + 1));
  const blocks = Array.from({ length: deck.blocks.count }, (_, block) => block);
  return [
    ...deck.system.subsystems.flatMap(({ name, deficitCost, deficitDepth, origin }) =>
      deficitCost.flatMap((cost, k) => [
        ...always(`deficit cost R$/MWh, level ${k + 1}`, name, cost, origin),
        ...always(`deficit depth, level ${k + 1}`, name, deficitDepth[k], origin),
      ]),
    ),
    ...deck.reservoirs.flatMap(({ name, subsystem, origin }) =>
      always('subsystem of reservoir', name, subsystem, origin),
    ),
    ...deck.system.load.flatMap(({ subsystem, rows }) => table('load MW', `${names.get(subsystem)}`, rows)),
    ...deck.additionalLoads.flatMap(({ subsystem, label, rows }) =>
      table('additional load MW', `${names.get(subsystem)} ${label}`, rows),
    ),
    ...deck.system.sources.flatMap(({ subsystem, name, group, rows }) =>
      table('not simulated MW', `${names.get(subsystem)} ${name || group}`, rows),
    ),
    ...deck.system.interchange.flatMap(({ from, to, direct, reverse, isMinimum }) => {
      const concept = isMinimum ? 'least interchange MW' : 'interchange limit MW';
      return [...table(concept, pair(from, to), direct), ...table(concept, pair(to, from), reverse)];
    }),
    ...blockTable('block duration', 'month', deck.blocks.durations),
    ...deck.blocks.load.flatMap(({ subsystem, rows }) => blockTable('load factor', `${names.get(subsystem)}`, rows)),
    ...deck.blocks.interchange.flatMap(({ from, to, rows }) => blockTable('interchange factor', pair(from, to), rows)),
    ...deck.blocks.sources.flatMap(({ subsystem, group, rows }) =>
      blockTable('factor of plants not simulated', `${names.get(subsystem)} ${group}`, rows),
    ),
    ...deck.losses.interchange.flatMap(({ from, to, rows }) => blockTable('share lost', pair(from, to), rows)),
    ...limitFacts(deck, months),
  ];
}

interface Dated {
  readonly from: Month;
  readonly to: Month | null;
  readonly origin: Origin;
}

function limitFacts({ groups, electrical, formulas }: Deck, months: readonly Month[]): Fact[] {
  const limit = (
    concept: string,
    entity: string,
    { from, to, origin }: Dated,
    value: number | null,
    block: number | null,
  ) =>
    byMonth(
      concept,
      entity,
      months,
      (month) => (from <= month && (to === null || month <= to) ? { value, origin } : null),
      block,
    );
  return [
    ...groups.members.flatMap(({ group, from, to, coefficient, origin }) =>
      always('coefficient in group', `group ${group}, ${from} > ${to}`, coefficient ?? 1, origin),
    ),
    ...groups.limits.flatMap((entry) =>
      entry.limits.flatMap((value, k) => limit('group limit MW', `group ${entry.group}`, entry, value, k + 1)),
    ),
    ...electrical.sets.flatMap(({ set, plants, origin }) =>
      always('plants of electrical limit', `set ${set}`, plants.filter((plant) => plant !== null).join(' '), origin),
    ),
    ...electrical.limits.flatMap((entry) =>
      limit('electrical limit MW', `set ${entry.set}`, entry, entry.power, entry.block || null),
    ),
    ...formulas.formulas.flatMap(({ id, terms, origin }) =>
      always(
        'formula of electrical limit',
        `restriction ${id}`,
        terms.map(({ coefficient, what, codes }) => `${coefficient} ${what}(${codes.join(',')})`).join(' + '),
        origin,
      ),
    ),
    ...formulas.horizons.flatMap(({ id, from, to, origin }) =>
      always('months of electrical limit', `restriction ${id}`, `${monthName(from)} to ${monthName(to)}`, origin),
    ),
    ...formulas.limits.flatMap((entry) => [
      ...limit('electrical limit MW, below', `restriction ${entry.id}`, entry, entry.lower, entry.block || null),
      ...limit('electrical limit MW', `restriction ${entry.id}`, entry, entry.upper, entry.block || null),
    ]),
  ];
}
