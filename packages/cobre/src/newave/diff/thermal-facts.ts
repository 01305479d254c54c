/** Facts about thermal plants, month by month: what TERM, EXPT, MANUTT and CLAST come to, and what was decided ahead. */
import type { Deck } from '../deck/deck.js';
import { horizonOf } from '../deck/horizon.js';
import { type ThermalMonth, thermalAt, thermalsOf } from '../deck/thermals.js';
import type { Month } from '../readers/month.js';
import { always, byMonth, type Fact } from './fact.js';

const quantities: readonly (readonly [concept: string, of: (month: ThermalMonth) => number])[] = [
  ['thermal power MW', ({ power }) => power],
  ['thermal factor %', ({ factor }) => factor],
  ['thermal forced outage %', ({ forcedOutage }) => forcedOutage],
  ['thermal planned outage %', ({ plannedOutage }) => plannedOutage],
  ['thermal maintenance MW', ({ maintenance }) => maintenance],
  ['thermal maximum MW', ({ max }) => max],
  ['thermal minimum MW', ({ min }) => min],
  ['thermal cost R$/MWh', ({ cost }) => cost],
];

export function thermalFacts(deck: Deck, months: readonly Month[]): Fact[] {
  return thermalsOf(deck).flatMap((thermal) => {
    const who = `${thermal.code} ${thermal.name}`;
    const cells = new Map(months.map((month) => [month, thermalAt(deck, thermal, month)]));
    return [
      ...always('thermal status', who, thermal.status, thermal.origin),
      ...always('thermal subsystem', who, thermal.subsystem, thermal.origin),
      ...always('thermal cost class', who, thermal.costClass, thermal.origin),
      ...quantities.flatMap(([concept, of]) => byMonth(concept, who, months, (month) => of(cells.get(month)!))),
      ...decidedAhead(deck, thermal.code, who),
    ];
  });
}

/** In the first months of the study, by block. */
function decidedAhead(deck: Deck, code: number, who: string): Fact[] {
  const { start } = horizonOf(deck);
  const entry = deck.anticipated.find(({ plant }) => plant === code);
  const decided = entry?.decided.flatMap((powers, k) =>
    powers.flatMap((value, block) =>
      byMonth('decided ahead MW', who, [start + k], () => ({ value, origin: entry.origins[k] }), block + 1),
    ),
  );
  return [...always('decided ahead, months', who, entry?.lag ?? 0, entry?.origin), ...(decided ?? [])];
}
