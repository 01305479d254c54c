import { Fault } from '@quadrivium/kernel/fault';
import * as z from 'zod';
import type { Deck } from '../../newave/deck/deck.js';
import { deckSummary, plantRows, reservoirRows, subsystemRows, thermalRows } from '../../newave/show/show-deck.js';
import { integer, record } from '../seed-schema.js';
import { deckWarning, warningsOf } from './deck-fields.js';

export const deckTable = ['subsystems', 'reservoirs', 'plants', 'thermals', 'files'] as const;
type DeckTable = (typeof deckTable)[number];

export const deckView = record({
  title: z.string(),
  first_month: z.string(),
  last_month: z.string(),
  months: integer(),
  as_of: z.string().describe('The month that the rows are of'),
  blocks: integer(),
  hydro_plants: integer(),
  thermal_plants: integer(),
  about: z.enum(deckTable),
  warnings: z.array(deckWarning).describe('What is odd about the deck: it may have been cut or damaged'),
  rows: z
    .array(z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])))
    .describe('Units are in the names of the columns; stored energy is in MWmonth, as the official program prints it'),
});

const tables: Record<DeckTable, (deck: Deck, month: number) => readonly DeckRow[]> = {
  subsystems: subsystemRows,
  reservoirs: reservoirRows,
  plants: plantRows,
  thermals: thermalRows,
  files: (deck) =>
    deck.files.map(({ name, key, need, bytes, lines, sha256 }) => ({ name, key, need, bytes, lines, sha256 })),
};

type DeckRow = Readonly<Record<string, string | number | boolean | null>>;

export function rowsOf(
  deck: Deck,
  about: DeckTable,
  month: number,
  { name: wanted, limit }: { readonly name?: string | undefined; readonly limit?: number | undefined } = {},
) {
  const all = tables[about](deck, month);
  const found = wanted === undefined ? all : all.filter((row) => matches(row, wanted));
  if (wanted !== undefined && found.length === 0) throw nothing(all, about, wanted);
  const rows = limit === undefined ? found : largest(found, limit);
  return { ...deckSummary(deck, month), about, warnings: warningsOf(deck), rows: rows.map((row) => ({ ...row })) };
}

/** What a planner calls large: stored energy, then power. */
const sizes = ['stored_energy_max_mwmonth', 'installed_mw', 'load_mw', 'bytes'] as const;

function largest(rows: readonly DeckRow[], limit: number): readonly DeckRow[] {
  const by = (row: DeckRow) => sizes.map((size) => Number(row[size] ?? 0));
  const order = (a: DeckRow, b: DeckRow) => {
    const [one, other] = [by(a), by(b)];
    const k = one.findIndex((size, at) => size !== other[at]);
    return k < 0 ? 0 : other[k]! - one[k]!;
  };
  return [...rows].sort(order).slice(0, limit);
}

const matches = ({ code, name }: DeckRow, wanted: string): boolean =>
  String(code) === wanted || String(name).toLowerCase().includes(wanted.toLowerCase());

function nothing(rows: readonly DeckRow[], about: string, wanted: string): Fault<'InvalidArguments'> {
  const some = rows.slice(0, 20).map(({ code, name }) => `${code ?? ''} ${name}`.trim());
  return new Fault('InvalidArguments', `There is nothing like '${wanted.slice(0, 60)}' among the ${about}`, {
    context: { field: 'name', value: wanted.slice(0, 60) },
    suggestion: `Some of them: ${some.join(', ')}.`,
  });
}
