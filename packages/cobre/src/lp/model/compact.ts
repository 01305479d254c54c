/**
 * The stage problem as the simplex sees it: far fewer, piecewise linear variables.
 *
 * Thermal plants, deficit segments, excess, contracts and non-controllable sources at one bus and block differ only in
 * price: their columns have a single entry, in the same load row. Together with the row's own slack they are *one*
 * variable with a convex piecewise linear cost, the merit order. The same holds for a line's two directions and for
 * violation slacks. So every column with one entry is absorbed into its row, parallel columns are merged, and
 *
 *     A' X - W = 0,   X_v and W_i piecewise linear (see `segments.ts`),
 *
 * remains. The 4-reservoir case shrinks from 159 columns to 18. Theta and state columns are kept as they are because cuts
 * speak of them. In large stages, rows of a single variable (a soft minimum of a storage) are added to its cost and are no
 * rows any more. Rows and columns are scaled by powers of two, so that scaling costs no bit of precision.
 */

import type { Arena } from '../inner-loops/arena.js';
import type { StageProblem } from '../solver.js';
import { foldableRows, Layout } from './folded-rows.js';
import type { LpModel } from './lp-model.js';
import { scalingOf } from './scaling.js';
import { rowMember, Segments } from './segments.js';
import type { StageData } from './stage-data.js';

/** A member of a piecewise linear variable: an original column, or the slack of a row or a cut. */
interface Member {
  readonly column: number;
  readonly factor: number;
}

export interface CompactLp {
  /** Where everything lies that the inner loops look at. */
  readonly arena: Arena;
  /** Structural variables 0..columnCount-1; the variable of kept row i is columnCount + i. */
  readonly columnCount: number;
  readonly rowCount: number;
  readonly start: Int32Array;
  readonly index: Int32Array;
  readonly value: Float64Array;
  readonly segments: Segments;
  /** X = x / columnScale, W = rowScale · row activity; rowScale is by row of the model. */
  readonly columnScale: Float64Array;
  readonly rowScale: Float64Array;
  readonly costScale: number;
  /** Compact variable of each original column (a row's variable when absorbed). */
  readonly variableOf: Int32Array;
  /** What one unit of an original column is in units of its variable. */
  readonly factorOf: Float64Array;
  /** Compact variable of each row of the model, and the part of it that the row is (-1: the whole variable). */
  readonly variableOfRow: Int32Array;
  readonly partOfRow: Int32Array;
  readonly partOf: Int32Array;
  /** Row of the model that a kept row is. */
  readonly rowOf: Int32Array;
}

interface Group {
  readonly entries: readonly { readonly row: number; readonly value: number }[];
  readonly members: Member[];
}

/**
 * `cutCapacity` variables are kept behind those of the rows for cuts in the working set. Where rows are to be folded, one that
 * speaks of a single group only (besides what it has absorbed) becomes a part of that group's cost.
 */
export function compactLp(
  problem: StageProblem,
  data: StageData,
  cutCapacity: number,
  fold: boolean,
  arena: Arena,
): CompactLp {
  const { model } = problem;
  const { groups, absorbed, placeOf } = groupColumns(problem);
  const folded = fold ? foldableRows(problem, groups) : new Map<number, number>();
  const kept = groups.map(({ entries, members }) => ({
    entries: entries.filter(({ row }) => !folded.has(row)),
    members,
  }));
  const scale = scalingOf(kept, model, data, problem.future?.thetaColumn);
  for (const [row, v] of folded) scale.row[row] = 1 / (entryIn(groups[v]!, row) * scale.column[v]!);
  const rowOf = Int32Array.from({ length: model.rowCount }, (_, i) => i).filter((row) => !folded.has(row));
  const layout = new Layout(groups.length, rowOf, cutCapacity, folded, model);
  const columns = groups.map((group, v) =>
    group.members.map(({ column, factor }) => ({ column, factor: factor / scale.column[v]! })),
  );
  const rows = absorbed.map((members, i) =>
    [{ column: rowMember, factor: 1 }, ...members].map(({ column, factor }) => ({
      column,
      factor: factor * scale.row[i]!,
    })),
  );
  const factorOf = new Float64Array(model.columnCount);
  for (const { column, factor } of [...columns, ...rows].flat()) if (column >= 0) factorOf[column] = factor;
  return {
    arena,
    columnCount: groups.length,
    rowCount: rowOf.length,
    ...scaledMatrix(kept, scale, layout, arena),
    segments: new Segments(layout.variables(columns, rows), scale.cost, data, arena),
    columnScale: scale.column,
    rowScale: scale.row,
    costScale: scale.cost,
    variableOf: Int32Array.from(placeOf, (place) => (place < 0 ? layout.variableOfRow[-1 - place]! : place)),
    factorOf,
    variableOfRow: layout.variableOfRow,
    partOfRow: layout.partOfRow,
    partOf: Int32Array.from(placeOf, (place) => (place < 0 ? layout.partOfRow[-1 - place]! : layout.ownPart(place))),
    rowOf,
  };
}

/** Sorts columns into groups of parallel ones; singles go to their row (place -1 - row). */
function groupColumns({ model, future }: StageProblem) {
  const kept = new Set([...(future?.thetaColumn ?? []), ...(future?.stateColumn ?? [])]);
  const groups: Group[] = [];
  const absorbed: Member[][] = Array.from({ length: model.rowCount }, () => []);
  const known = new Map<string, number>();
  const placeOf: number[] = [];
  for (let column = 0; column < model.columnCount; column++) {
    const entries = entriesOf(model, column);
    const only = entries[0];
    if (entries.length === 1 && only !== undefined && !kept.has(column)) {
      absorbed[only.row]!.push({ column, factor: -only.value });
      placeOf.push(-1 - only.row);
      continue;
    }
    const key = kept.has(column) || only === undefined ? `column ${column}` : patternOf(entries);
    const place = known.get(key);
    if (place !== undefined)
      groups[place]!.members.push({ column, factor: only!.value / groups[place]!.entries[0]!.value });
    else known.set(key, groups.push({ entries, members: [{ column, factor: 1 }] }) - 1);
    placeOf.push(known.get(key)!);
  }
  return { groups, absorbed, placeOf };
}

function entriesOf(model: LpModel, column: number): { row: number; value: number }[] {
  const entries: { row: number; value: number }[] = [];
  for (let k = model.start[column]!; k < model.start[column + 1]!; k++) {
    if (model.value[k] !== 0) entries.push({ row: model.index[k]!, value: model.value[k]! });
  }
  return entries;
}

/** Equal for columns that are multiples of each other. */
function patternOf(entries: readonly { readonly row: number; readonly value: number }[]): string {
  const first = entries[0]!.value;
  return entries.map(({ row, value }) => `${row}:${value / first}`).join(' ');
}

function entryIn({ entries }: Group, row: number): number {
  return entries.find((entry) => entry.row === row)!.value;
}

function scaledMatrix(
  groups: readonly Group[],
  scale: { readonly row: Float64Array; readonly column: Float64Array },
  layout: Layout,
  arena: Arena,
) {
  const start = arena.integers(groups.length + 1);
  groups.forEach((group, v) => {
    start[v + 1] = start[v]! + group.entries.length;
  });
  const compactRow = (row: number) => layout.variableOfRow[row]! - groups.length;
  const index = arena.integersOf(groups.flatMap((group) => group.entries.map(({ row }) => compactRow(row))));
  const value = arena.numbersOf(
    groups.flatMap((group, v) => group.entries.map(({ row, value }) => value * scale.row[row]! * scale.column[v]!)),
  );
  return { start, index, value };
}
