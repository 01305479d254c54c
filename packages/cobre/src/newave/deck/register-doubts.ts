/**
 * HIDR is binary: a flipped byte, a shifted or swapped record and the register of another deck all read as numbers. Much in it
 * stands there twice (a machine's power and its flow and head, the ends of levels and their polynomial), and CONFHD and VAZOES
 * say some of it again; what disagrees is told by record and field.
 */
import { meanFlow } from '../energies/flows.js';
import { netHead } from '../energies/productivity.js';
import type { Register } from '../readers/hidr.js';
import type { Month } from '../readers/month.js';
import type { Deck } from './deck.js';
import type { Doubt, Range } from './doubt.js';
import { plantsOf } from './plants.js';
import { type Check, near, said, shown } from './register-check.js';
import { reservoirChecks } from './reservoir-doubts.js';

export const registerDoubts = (deck: Deck): Doubt[] =>
  plantsOf(deck).flatMap((plant) => {
    const known = { plant, record: deck.register.get(plant.code)!, meanFlow: meanFlow(deck, plant, null) };
    const swapped = names(known);
    // Of a record that is another plant's nothing else is worth telling.
    return swapped.length > 0 ? swapped : checks.flatMap((check) => check(known));
  });

const names: Check = (known) =>
  known.record.name === known.plant.name
    ? []
    : [said(known, 'name', `${known.plant.name}, as CONFHD calls plant ${known.plant.code}`, known.record.name)];

/** What a plant of any size keeps to. The largest reservoir of official decks has 54,400 hm³, the most machines are 50. */
const ranges: readonly (readonly [field: keyof Register, Range])[] = [
  ['minVolume', [0, 200_000, 'hm³']],
  ['maxVolume', [0, 200_000, 'hm³']],
  ['referenceVolume', [0, 200_000, 'hm³']],
  ['evaporation', [-200, 500, 'mm']],
  ['machineSets', [0, 5, '']],
  ['machines', [0, 100, '']],
  // More than 0.00981 would be more than the water has; registers round.
  ['specificProductivity', [0, 0.01, 'MW/(m³/s)/m']],
  ['loss', [0, 50, '% or m']],
  ['tailracePolynomials', [1, 6, '']],
  ['turbine', [0, 3, '(1 Francis, 2 Kaplan, 3 Pelton)']],
  ['forcedOutage', [0, 50, '%']],
  ['plannedOutage', [0, 50, '%']],
];

const inRange: Check = (known) => {
  const { record, meanFlow: natural } = known;
  const least: Range = [0, Math.max(1, Math.ceil(natural)), 'm³/s, as its mean natural flow is'];
  return [...ranges, ['historicalMinimumFlow', least] as const].flatMap(([field, [low, high, unit]]) => {
    const wrong = [record[field]]
      .flat()
      .map(Number)
      .find((value) => value < low || value > high);
    return wrong === undefined ? [] : [said(known, worded(field), `${low} to ${high} ${unit}`.trim(), wrong)];
  });
};

const worded = (field: string) => field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

const codes: Check = (known) => [
  ...(/^[MSD]$/.test(known.record.regulation)
    ? []
    : [
        said(
          known,
          'regulation',
          'M (monthly), S (weekly) or D (daily); run of river is taken',
          known.record.regulation || 'a blank',
        ),
      ]),
  ...([1, 2].includes(known.record.lossType)
    ? []
    : [said(known, 'loss type', '1 (% of the head) or 2 (m); metres are taken', known.record.lossType)]),
];

const volumes: Check = (known) =>
  known.record.minVolume <= known.record.maxVolume
    ? []
    : [said(known, 'max volume', `at least its min volume, ${known.record.minVolume} hm³`, known.record.maxVolume)];

/** Official registers: 0.94 to 1.05. */
const machines: Check = (known) => {
  const {
    machineFlow,
    referenceHead,
    specificProductivity,
    machinePower,
    machines: counts,
    machineSets,
  } = known.record;
  return counts.slice(0, Math.max(0, machineSets)).flatMap((count, k) => {
    const power = specificProductivity * referenceHead[k]! * machineFlow[k]!;
    if (count === 0 || specificProductivity === 0 || near(machinePower[k]!, power, 0.8, 1.25)) return [];
    return [
      said(
        known,
        `machine power of set ${k + 1}`,
        `some ${shown(power)} MW, by its flow, head and specific productivity`,
        machinePower[k]!,
      ),
    ];
  });
};

/** Official registers: 0.84 to 1.3. A complex has machines for different heads. */
const heads: Check = (known) => {
  const { plant, record } = known;
  const sets = record.machines.slice(0, Math.max(0, record.machineSets));
  const references = sets.flatMap((count, k) => (count > 0 ? [record.referenceHead[k]!] : []));
  if (references.length === 0 || !(record.specificProductivity > 0)) return [];
  const head = netHead(plant, undated);
  const [least, most] = [Math.min(...references), Math.max(...references)];
  if (head >= 0.65 * least && head <= 1.55 * most) return [];
  const expected = `a net head near the ${least === most ? '' : `${shown(least)} to `}${shown(most)} m its machines are made for`;
  return [said(known, 'levels, mean tailrace and loss', expected, `${shown(head)} m`)];
};

/** Before all dates of MODIF. */
const undated: Month = 0;

const checks: readonly Check[] = [inRange, codes, volumes, machines, heads, ...reservoirChecks];
