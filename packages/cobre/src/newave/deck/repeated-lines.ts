/** Lists whose records add up or hold one after another: the same one twice is a slip of hand, or counts twice. */
import type { Origin } from '../readers/line.js';
import type { Deck } from './deck.js';
import type { Doubt } from './doubt.js';

type Placed = { readonly origin: Origin };

export function repeatedLines(deck: Deck): Doubt[] {
  const lists: readonly (readonly Placed[])[] = [
    ...[deck.modifications, deck.withdrawals, deck.minimumGeneration, deck.thermalChanges, deck.maintenance],
    ...[deck.costs.temporary, deck.groups.limits, deck.electrical.limits, deck.penalties],
    ...[deck.formulas.formulas, deck.formulas.limits, deck.formulas.horizons],
    ...deck.expansions.map(({ machines }) => machines.map(({ origin, machine, set }) => ({ origin, machine, set }))),
  ];
  return lists.flatMap(repeated);
}

function repeated(records: readonly Placed[]): Doubt[] {
  const seen = new Map<string, Origin>();
  return records.flatMap(({ origin, ...said }) => {
    const key = JSON.stringify(said);
    const before = seen.get(key);
    if (before === undefined) seen.set(key, origin);
    return before === undefined ? [] : [doubt(origin, before)];
  });
}

const doubt = (origin: Origin, before: Origin): Doubt => ({
  code: 'repeated-line',
  origin,
  message: `${origin.file}, line ${origin.line}: expected each record once, found what line ${before.line} says again; both are read`,
});
