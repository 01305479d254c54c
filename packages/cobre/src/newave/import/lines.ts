/** Interchange as lines: limits by month and block in either direction, and losses. */
import { type Month, yearOf } from '../readers/month.js';
import { rowAt } from '../readers/year-table.js';
import { busIds, date, factorsAt, monthly } from './buses.js';
import type { Study } from './study.js';

export function lineFiles(study: Study) {
  const { deck, months } = study;
  const ids = busIds(study);
  const names = new Map(deck.system.subsystems.map(({ code, name }) => [code, name]));
  const pairs = pairsOf(study);
  const capacities = pairs.map((pair) => months.map((month) => capacityAt(study, pair, month)));
  return {
    lines: pairs.map((pair, id) => ({
      id,
      name: `${names.get(pair.from)}-${names.get(pair.to)}`,
      source_bus_id: ids.get(pair.from)!,
      target_bus_id: ids.get(pair.to)!,
      ...date,
      capacity: { direct_mw: capacities[id]![0]!.direct, reverse_mw: capacities[id]![0]!.reverse },
      losses_percent: lossesOf(study, pair.from, pair.to),
    })),
    bounds: capacities.flatMap((of, line_id) =>
      of.flatMap((capacity, stage_id) => rowsOf(line_id, stage_id, capacity)),
    ),
  };
}

/** What must flow has no place in a line; it is told instead of being taken for what may flow. */
export function pairsOf({ deck, usage }: Study) {
  const { interchange } = deck.system;
  for (const pair of interchange.filter(({ isMinimum }) => isMinimum)) {
    for (const record of [pair, ...pair.direct, ...pair.reverse])
      usage.ignore(record, 'a least interchange has no place in a line');
    usage.warn('least-interchange', `The least interchange ${pair.from} to ${pair.to} is left out`, {
      origin: pair.origin,
    });
  }
  const pairs = interchange.filter(({ isMinimum }) => !isMinimum);
  usage.use(...pairs);
  return pairs;
}

type Pair = ReturnType<typeof pairsOf>[number];

interface Capacity {
  readonly direct: number;
  readonly reverse: number;
  readonly directFactors: readonly number[];
  readonly reverseFactors: readonly number[];
}

function capacityAt(study: Study, { from, to, direct, reverse }: Pair, month: Month): Capacity {
  const tables = study.deck.blocks.interchange;
  const between = (a: number, b: number) => tables.find((table) => table.from === a && table.to === b);
  return {
    direct: monthly(study, direct, month) ?? 0,
    reverse: monthly(study, reverse, month) ?? 0,
    directFactors: factorsAt(study, between(from, to), month),
    reverseFactors: factorsAt(study, between(to, from), month),
  };
}

function rowsOf(line_id: number, stage_id: number, { direct, reverse, directFactors, reverseFactors }: Capacity) {
  const whole = { line_id, stage_id, block_id: null as number | null, direct_mw: direct, reverse_mw: reverse };
  const isFlat = [...directFactors, ...reverseFactors].every((factor) => factor === 1);
  if (isFlat) return [whole];
  const blocks = directFactors.map((factor, block_id) => ({
    ...{ line_id, stage_id, block_id, direct_mw: direct * factor },
    reverse_mw: reverse * reverseFactors[block_id]!,
  }));
  return [whole, ...blocks];
}

/** One percentage stands for all months, blocks and both directions. */
function lossesOf({ deck, horizon, months, usage }: Study, from: number, to: number): number {
  const tables = deck.losses.interchange.filter((table) => isBetween(table, from, to));
  if (!deck.general.losses || tables.length === 0) return 0;
  const shares = tables.flatMap((table) => {
    usage.use(table);
    return months.flatMap((month) =>
      Array.from({ length: deck.blocks.count }, (_, block) => {
        const row = rowAt(table.rows, yearOf(month), horizon.lastYear, block);
        usage.use(row);
        return row?.values[month % 12] ?? 0;
      }),
    );
  });
  const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length;
  const spread = 100 * (Math.max(...shares) - Math.min(...shares));
  if (spread > 0.5) {
    const message = `Losses between ${from} and ${to} vary by ${spread.toFixed(2)} points; their mean, ${(100 * mean).toFixed(2)} %, stands for all`;
    usage.warn('losses-vary', message, { origin: tables[0]!.origin });
  }
  return 100 * mean;
}

const isBetween = (table: { from: number; to: number }, a: number, b: number): boolean =>
  (table.from === a && table.to === b) || (table.from === b && table.to === a);
