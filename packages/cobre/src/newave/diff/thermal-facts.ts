/** Facts about thermal plants, month by month: what TERM, EXPT, MANUTT and CLAST come to, and what was decided ahead. */
import type { Deck } from '../deck/deck.js';
import { horizonOf } from '../deck/horizon.js';
import { type ThermalMonth, thermalAt, thermalsOf } from '../deck/thermals.js';
import type { Month } from '../readers/month.js';
import { always, byMonth, type Fact, type Said } from './fact.js';

/** The maximum follows from most of the others. */
const quantities: readonly (readonly [concept: string, quantity: keyof ThermalMonth['origins'] | 'max'])[] = [
  ['thermal power MW', 'power'],
  ['thermal factor %', 'factor'],
  ['thermal forced outage %', 'forcedOutage'],
  ['thermal planned outage %', 'plannedOutage'],
  ['thermal maintenance MW', 'maintenance'],
  ['thermal maximum MW', 'max'],
  ['thermal minimum MW', 'min'],
  ['thermal cost R$/MWh', 'cost'],
];

export function thermalFacts(deck: Deck, months: readonly Month[]): Fact[] {
  return thermalsOf(deck).flatMap((thermal) => {
    const who = `${thermal.code} ${thermal.name}`;
    const cells = new Map(months.map((month) => [month, thermalAt(deck, thermal, month)]));
    const said = (quantity: (typeof quantities)[number][1], month: Month): Said => {
      const cell = cells.get(month)!;
      return { value: cell[quantity], origin: quantity === 'max' ? null : cell.origins[quantity] };
    };
    return [
      ...always('thermal status', who, thermal.status, thermal.origin),
      ...always('thermal subsystem', who, thermal.subsystem, thermal.origin),
      ...always('thermal cost class', who, thermal.costClass, thermal.origin),
      ...quantities.flatMap(([concept, quantity]) => byMonth(concept, who, months, (month) => said(quantity, month))),
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
