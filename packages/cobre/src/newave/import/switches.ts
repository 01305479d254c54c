/** Switches of DGER that ask for something the import does not do: told, so that nobody takes silence for yes. */
import { plantsOf } from '../deck/plants.js';
import type { Study } from './study.js';

export function switchWarnings({ deck, usage }: Study): void {
  const { general } = deck;
  const at = { origin: general.origin };
  if (general.safetyCurve) usage.warn('safety-curve', 'The safety curve (CURVA) is on and is not imported', at);
  if (general.riskSurface) usage.warn('sar', 'The risk-aversion surface (SAR) is on and is not imported', at);
  if (general.runType === 0)
    usage.warn('simulation-only', 'The deck asks for a final simulation only; the case trains a policy first', at);
  for (const { line, label, value } of general.later) {
    usage.warn('newer-switch', `'${label}' is ${value} and has no effect on the case`, {
      origin: { file: general.origin.file, line },
    });
  }
}

/** Why records without effect have none, where more can be said than that nobody asked for them. */
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
    usage.ignore(record, 'the safety curve (CURVA) is not imported');
}
