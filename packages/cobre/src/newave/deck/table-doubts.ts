/** Tables that a study can do without in some months, though official decks have all of them. */
import type { Deck } from './deck.js';
import type { Doubt } from './doubt.js';
import { type Gap, gapMessage, tableGaps } from './gaps.js';

export function incompleteTables(deck: Deck): Doubt[] {
  const { general, additionalLoads, losses, blocks, risk, safetyCurve } = deck;
  const perYear = blocks.count;
  const added = general.additionalLoads ? additionalLoads : [];
  const lossy = general.losses ? losses.interchange : [];
  const curves = general.safetyCurve ? safetyCurve.curves : [];
  const dated = general.cvar === 2 && risk !== null ? [risk] : [];
  const tables = [
    ...added.map((table) => ({ ...table, of: `additional load of subsystem ${table.subsystem}` })),
    ...lossy.map((table) => ({ ...table, perYear, of: `losses ${table.from}-${table.to}` })),
    ...curves.map((table) => ({ ...table, of: `safety curve of reservoir ${table.reservoir}` })),
    ...dated.flatMap(({ origin, alphaByMonth, lambdaByMonth }) => [
      { origin, rows: alphaByMonth, of: 'alpha' },
      { origin, rows: lambdaByMonth, of: 'lambda' },
    ]),
  ];
  return [...tables.flatMap((table) => tableGaps(deck, table)), ...laterGaps(deck), ...yearsTwice(deck)].map((gap) => ({
    ...{ code: 'incomplete-table', origin: gap.origin, message: gapMessage(gap) },
  }));
}

/** Tables that are off are read all the same, and told where a year stands in them twice. */
function yearsTwice({ risk, safetyCurve }: Deck): Gap[] {
  const tables = [risk?.alphaByMonth ?? [], risk?.lambdaByMonth ?? [], ...safetyCurve.curves.map(({ rows }) => rows)];
  return [
    ...tables.flatMap((rows) => rows.filter(({ year }, k) => rows.findIndex((row) => row.year === year) !== k)),
    ...safetyCurve.curves.filter(({ rows }) => rows.length === 0),
  ].map(({ origin }) => ({ origin, expected: 'each year once below its line of codes', found: 'one again, or none' }));
}

/** Rows of the years after the study, which only `--post deck` reads. */
function laterGaps({ system, additionalLoads }: Deck): Gap[] {
  const tables = [...system.load, ...system.sources, ...additionalLoads];
  return tables.flatMap(({ rows }) =>
    rows
      .filter(({ year, values }) => year === 'POS' && values.includes(null))
      .map(({ origin, values }) => {
        const found = `none in month ${values.indexOf(null) + 1}`;
        return { origin, expected: 'a value for every month after the study (POS)', found };
      }),
  );
}
