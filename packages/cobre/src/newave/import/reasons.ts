/** Why records without effect have none, where more can be said than that nobody asked for them. */
import type { Recognised } from '../deck/deck.js';
import { plantsOf } from '../deck/plants.js';
import { switches } from './settings.js';
import type { Study } from './study.js';

export function reasons({ deck, usage, horizon }: Study): void {
  const plants = plantsOf(deck);
  const fictitious = new Set(plants.filter(({ isFictitious }) => isFictitious).map(({ code }) => code));
  const known = new Set(plants.map(({ code }) => code));
  const gauges = new Set(plants.map(({ gauge }) => gauge));
  for (const record of [...deck.withdrawals, ...deck.modifications, ...deck.minimumGeneration, ...deck.expansions]) {
    if (fictitious.has(record.plant)) usage.ignore(record, 'the plant is fictitious: its twin has the same');
    else if (!known.has(record.plant)) usage.ignore(record, 'the plant is not in CONFHD, or is not considered');
  }
  for (const record of deck.pastFlows)
    if (!gauges.has(record.gauge)) usage.ignore(record, 'no plant of the study has this gauge');
  for (const row of [...deck.system.load, ...deck.additionalLoads, ...deck.system.sources].flatMap(
    ({ rows }) => rows,
  )) {
    if (row.year === 'POS') usage.ignore(row, 'after the study; --post deck appends those years');
    else if (row.year === 'PRE' || row.year < horizon.firstYear) usage.ignore(row, 'before the study');
  }
  for (const record of deck.minimumGeneration)
    if (record.year === 'POS') usage.ignore(record, 'after the study; --post deck appends those years');
  if (deck.historicalYears)
    usage.ignore(deck.historicalYears, 'years of a historical simulation (SHIST) are not imported');
  for (const record of [
    ...deck.safetyCurve.penalties,
    ...deck.safetyCurve.curves,
    ...deck.safetyCurve.curves.flatMap(({ rows }) => rows),
  ])
    usage.ignore(record, 'the safety curve (CURVA) is off, or has no month of the study');
  for (const record of deck.register.values()) usage.ignore(record, 'no plant of the study');
  for (const record of deck.flows.records) usage.ignore(record, 'outside the years of CONFHD: provisional, or empty');
  recognised(deck, usage);
}

/** Files that no switch turns on count as soon as they say something. */
const alwaysCount: Partial<Record<string, string>> = {
  GTMINPAT: 'Least generation of thermals by block (GTMINPAT) is not imported',
  CDEFVAR: 'Costs of deficit by date (CDEFVAR) are not imported; those of SISTEMA hold',
};

function recognised({ recognised: records, general }: Study['deck'], usage: Study['usage']): void {
  for (const record of records) usage.ignore(record, reasonOf(record, general));
  for (const [key, message] of Object.entries(alwaysCount)) {
    const first = records.find((record) => record.key === key);
    if (first) usage.warn('not-imported', message!, { origin: first.origin });
  }
}

function reasonOf({ key }: Recognised, general: Study['deck']['general']): string {
  if (key === 'SELCOR')
    return 'how the official program selects cuts; those of the case are selected as its config.json says';
  const [setting, line] = switches[key] ?? [];
  if (setting === undefined || general[setting]) return `${key} is recognised and not imported`;
  return `${key} is off (DGER, line ${line}): the official program does not use it either`;
}
