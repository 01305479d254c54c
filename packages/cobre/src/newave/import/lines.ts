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
      losses_percent: 100 * usualLoss(capacities[id]!),
    })),
    bounds: capacities.flatMap((of, line_id) =>
      of.flatMap((capacity, stage_id) => rowsOf(line_id, stage_id, capacity, usualLoss(of))),
    ),
  };
}

/** Pairs that limit what may flow; those of what must flow are constraints of their own. */
export function pairsOf({ deck, usage }: Study) {
  const pairs = deck.system.interchange.filter(({ isMinimum }) => !isMinimum);
  usage.use(...pairs);
  return pairs;
}

type Pair = ReturnType<typeof pairsOf>[number];

interface Capacity {
  readonly direct: number;
  readonly reverse: number;
  readonly directFactors: readonly number[];
  readonly reverseFactors: readonly number[];
  /** Shares of the flow, by block. */
  readonly directLosses: readonly number[];
  readonly reverseLosses: readonly number[];
}

function capacityAt(study: Study, { from, to, direct, reverse }: Pair, month: Month): Capacity {
  const tables = study.deck.blocks.interchange;
  const between = (a: number, b: number) => tables.find((table) => table.from === a && table.to === b);
  return {
    direct: monthly(study, direct, month) ?? 0,
    reverse: monthly(study, reverse, month) ?? 0,
    directFactors: factorsAt(study, between(from, to), month),
    reverseFactors: factorsAt(study, between(to, from), month),
    directLosses: lossesAt(study, from, to, month),
    reverseLosses: lossesAt(study, to, from, month),
  };
}

/** Each direction has losses of its own, by month and block. */
function lossesAt({ deck, horizon, usage }: Study, from: number, to: number, month: Month): number[] {
  const table = deck.losses.interchange.find((entry) => entry.from === from && entry.to === to);
  const isOn = Boolean(deck.general.losses) && table !== undefined;
  if (isOn) usage.use(table);
  return Array.from({ length: deck.blocks.count }, (_, block) => {
    const row = isOn ? rowAt(table.rows, yearOf(month), horizon.lastYear, block) : undefined;
    usage.use(row);
    return row?.values[month % 12] ?? 0;
  });
}

/** What a line loses where no row says otherwise: that of the first month. */
const usualLoss = ([first]: readonly Capacity[]): number => first!.directLosses[0]!;

/** A row of the stage, and rows of blocks where they differ from each other. */
function rowsOf(line_id: number, stage_id: number, capacity: Capacity, usual: number) {
  const { direct, reverse, directFactors, reverseFactors, directLosses, reverseLosses } = capacity;
  const rows = directFactors.map((factor, block_id) => ({
    ...{ line_id, stage_id, block_id: block_id as number | null },
    ...{ direct_mw: direct * factor, reverse_mw: reverse * reverseFactors[block_id]! },
    direct_losses_percent: unless(usual, directLosses[block_id]!),
    reverse_losses_percent: unless(usual, reverseLosses[block_id]!),
  }));
  const isFlat = [directFactors, reverseFactors].every((factors) => factors.every((factor) => factor === 1));
  const isEven = [directLosses, reverseLosses].every((losses) => losses.every((loss) => loss === losses[0]));
  // A loss of the whole stage would also count in blocks that have the usual one.
  const uneven = isEven ? {} : { direct_losses_percent: null, reverse_losses_percent: null };
  const whole = { ...rows[0]!, block_id: null, direct_mw: direct, reverse_mw: reverse, ...uneven };
  return isFlat && isEven ? [whole] : [whole, ...rows];
}

const unless = (usual: number, loss: number): number | null => (loss === usual ? null : 100 * loss);
