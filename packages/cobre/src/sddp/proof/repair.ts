/**
 * Decisions that keep rows more closely than the solver did. It lets a column lie outside its bounds by its tolerance; put back
 * there, its rows miss what it gave them. Row by row, the worst first, a column with room takes over what is missing: the one that
 * stands in the fewest rows, and of those the cheapest, each at most once so that nothing goes round. Where water lacks, less is
 * turbined, and a thermal makes up for it. Nothing has to be proven of this: what comes out is added up again like any decision.
 */
import type { LpModel } from '../../lp/model/lp-model.js';

export interface Rows {
  readonly lp: LpModel;
  /** Bounds of the columns in this scenario. */
  readonly upper: Float64Array;
  /** What the columns have to add up to is moved by this. */
  readonly shift: Float64Array;
}

interface Entry {
  readonly column: number;
  readonly value: number;
}

/** A row that is missed by less than this share of what it adds up is left alone. */
const negligible = 2 ** -50;

/** The columns of each row, from the matrix by columns. */
export function rowEntries({ rowCount, columnCount, start, index, value }: LpModel): Entry[][] {
  const rows: Entry[][] = Array.from({ length: rowCount }, () => []);
  for (let c = 0; c < columnCount; c++) {
    for (let e = start[c]!; e < start[c + 1]!; e++) rows[index[e]!]!.push({ column: c, value: value[e]! });
  }
  return rows;
}

export function repaired(rows: Rows, entries: readonly (readonly Entry[])[], given: Float64Array): Float64Array {
  const x = given.slice();
  const moved = new Set<number>();
  for (let turn = 0; turn < x.length; turn++) {
    const worst = worstRow(rows, entries, x);
    if (worst === null) break;
    const taker = takerOf(rows, entries[worst.row]!, worst.lacks, x, moved);
    if (taker === null) break;
    moved.add(taker.column);
    x[taker.column]! += worst.lacks / taker.value;
  }
  return x;
}

/** The row that lacks the most, or has too much (then what it lacks is negative); null when all are kept. */
function worstRow({ lp, shift }: Rows, entries: readonly (readonly Entry[])[], x: Float64Array) {
  let worst: { readonly row: number; readonly lacks: number } | null = null;
  entries.forEach((own, row) => {
    const total = own.reduce((sum, { column, value }) => sum + value * x[column]!, -shift[row]!);
    const lacks = Math.max(0, lp.rowLower[row]! - total) - Math.max(0, total - lp.rowUpper[row]!);
    const size = own.reduce((sum, { column, value }) => sum + Math.abs(value * x[column]!), Math.abs(shift[row]!));
    if (Math.abs(lacks) > negligible * Math.max(1, size) && Math.abs(lacks) > Math.abs(worst?.lacks ?? 0)) {
      worst = { row, lacks };
    }
  });
  return worst as { readonly row: number; readonly lacks: number } | null;
}

function takerOf(
  { lp, upper }: Rows,
  entries: readonly Entry[],
  lacks: number,
  x: Float64Array,
  moved: ReadonlySet<number>,
): Entry | null {
  const able = entries.filter(({ column: c, value }) => {
    const after = x[c]! + lacks / value;
    return !moved.has(c) && after >= lp.lower[c]! && after <= upper[c]!;
  });
  const rowsOf = ({ column }: Entry) => lp.start[column + 1]! - lp.start[column]!;
  const costOf = ({ column, value }: Entry) => (lp.cost[column]! * lacks) / value;
  return able.sort((a, b) => rowsOf(a) - rowsOf(b) || costOf(a) - costOf(b))[0] ?? null;
}
