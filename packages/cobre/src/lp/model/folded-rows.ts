import type { StageProblem } from '../solver.js';
import type { LpModel } from './lp-model.js';
import { cutMember, type SegmentVariable } from './segments.js';

interface Group {
  readonly entries: readonly { readonly row: number }[];
  readonly members: readonly { readonly column: number }[];
}

type Members = SegmentVariable['members'];

/**
 * Rows that speak of one group only, with that group: their variable would be a multiple of the group's. The future cost is
 * left alone, whose bounds the cold start looks at.
 */
export function foldableRows({ model, future }: StageProblem, groups: readonly Group[]): Map<number, number> {
  const thetas = new Set(future?.thetaColumn ?? []);
  const entries = new Int32Array(model.rowCount);
  for (const group of groups) for (const { row } of group.entries) entries[row]!++;
  const folded = new Map<number, number>();
  groups.forEach((group, v) => {
    if (thetas.has(group.members[0]!.column)) return;
    for (const { row } of group.entries) if (entries[row] === 1) folded.set(row, v);
  });
  return folded;
}

/** Who stands where: groups, kept rows, cuts, and behind them the parts of groups into which rows were folded. */
export class Layout {
  readonly variableOfRow: Int32Array;
  readonly partOfRow: Int32Array;
  readonly #rowOf: Int32Array;
  readonly #cutCapacity: number;
  /** Rows of each group that has some, in order; its own part comes before them. */
  readonly #rowsOf = new Map<number, number[]>();
  readonly #ownPart = new Map<number, number>();

  constructor(
    columnCount: number,
    rowOf: Int32Array,
    cutCapacity: number,
    folded: ReadonlyMap<number, number>,
    { rowCount }: LpModel,
  ) {
    this.#rowOf = rowOf;
    this.#cutCapacity = cutCapacity;
    this.variableOfRow = new Int32Array(rowCount);
    this.partOfRow = new Int32Array(rowCount).fill(-1);
    rowOf.forEach((row, k) => {
      this.variableOfRow[row] = columnCount + k;
    });
    for (const [row, v] of folded) {
      this.variableOfRow[row] = v;
      this.#rowsOf.set(v, [...(this.#rowsOf.get(v) ?? []), row]);
    }
    let next = columnCount + rowOf.length + cutCapacity;
    for (const [v, rows] of this.#rowsOf) {
      this.#ownPart.set(v, next++);
      for (const row of rows) this.partOfRow[row] = next++;
    }
  }

  /** The part that a group's own columns are, or -1 where they are the whole variable. */
  ownPart(v: number): number {
    return this.#ownPart.get(v) ?? -1;
  }

  variables(columns: readonly Members[], rows: readonly Members[]): SegmentVariable[] {
    const groups = columns.map((members, v) => {
      const folded = this.#rowsOf.get(v);
      if (folded === undefined) return { members };
      return { members: [], parts: [this.ownPart(v), ...folded.map((row) => this.partOfRow[row]!)] };
    });
    const kept = [...this.#rowOf].map((row) => ({ members: rows[row]!, row }));
    const cuts = Array.from({ length: this.#cutCapacity }, () => ({ members: [{ column: cutMember, factor: 1 }] }));
    const parts = [...this.#rowsOf].flatMap(([v, folded]) => [
      { members: columns[v]! },
      ...folded.map((row) => ({ members: rows[row]!, row })),
    ]);
    return [...groups, ...kept, ...cuts, ...parts];
  }
}
