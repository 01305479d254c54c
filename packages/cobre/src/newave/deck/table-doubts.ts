/** Tables that a study can do without in some months, though official decks have all of them. */
import type { Deck } from './deck.js';
import type { Doubt } from './doubt.js';
import { gapMessage, tableGaps } from './gaps.js';

export function incompleteTables(deck: Deck): Doubt[] {
  const { general, additionalLoads, losses, blocks, risk } = deck;
  const perYear = blocks.count;
  const added = general.additionalLoads ? additionalLoads : [];
  const lossy = general.losses ? losses.interchange : [];
  const dated = general.cvar === 2 && risk !== null ? [risk] : [];
  const tables = [
    ...added.map((table) => ({ ...table, of: `additional load of subsystem ${table.subsystem}` })),
    ...lossy.map((table) => ({ ...table, perYear, of: `losses ${table.from}-${table.to}` })),
    ...dated.flatMap(({ origin, alphaByMonth, lambdaByMonth }) => [
      { origin, rows: alphaByMonth, of: 'alpha' },
      { origin, rows: lambdaByMonth, of: 'lambda' },
    ]),
  ];
  return tables
    .flatMap((table) => tableGaps(deck, table))
    .map((gap) => ({ code: 'incomplete-table', origin: gap.origin, message: gapMessage(gap) }));
}
