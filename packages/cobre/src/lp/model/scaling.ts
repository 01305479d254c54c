import type { LpModel } from './lp-model.js';
import type { StageData } from './stage-data.js';

export interface Scaling {
  readonly row: Float64Array;
  readonly column: Float64Array;
  readonly cost: number;
}

interface ScaledGroup {
  readonly entries: readonly { readonly row: number; readonly value: number }[];
  readonly members: readonly { readonly column: number }[];
}

/**
 * Power-of-two factors that bring matrix entries near one (geometric means, three sweeps), the typical cost to about one,
 * and theta to the size of a cost-carrying flow, so that one tolerance suits them all.
 */
export function scalingOf(
  groups: readonly ScaledGroup[],
  model: LpModel,
  data: StageData,
  thetaColumns: ArrayLike<number> = [],
): Scaling {
  const row = new Float64Array(model.rowCount).fill(1);
  const column = new Float64Array(groups.length).fill(1);
  for (let sweep = 0; sweep < 3; sweep++) balance(groups, row, column);
  const thetas = new Set(Array.from(thetaColumns));
  const cost = typicalCost(data.cost.filter((value, j) => value !== 0 && !thetas.has(j)));
  groups.forEach((group, v) => {
    const theta = group.members[0]!.column;
    if (thetas.has(theta)) column[v] = cost / powerOfTwo(Math.abs(data.cost[theta]!));
  });
  return { row, column, cost };
}

/** The geometric mean, because penalties are many orders above and below the costs that decide. */
function typicalCost(costs: Float64Array): number {
  return costs.length === 0
    ? 1
    : 2 ** Math.round(costs.reduce((sum, c) => sum + Math.log2(Math.abs(c)), 0) / costs.length);
}

function balance(groups: readonly ScaledGroup[], row: Float64Array, column: Float64Array): void {
  const sizes = Array.from(row, (): number[] => []);
  groups.forEach((group, v) => {
    for (const entry of group.entries) sizes[entry.row]!.push(Math.abs(entry.value) * column[v]!);
  });
  for (let i = 0; i < row.length; i++) if (sizes[i]!.length > 0) row[i] = powerOfTwo(1 / middleOf(sizes[i]!));
  groups.forEach((group, v) => {
    if (group.entries.length === 0) return;
    column[v] = powerOfTwo(1 / middleOf(group.entries.map((entry) => Math.abs(entry.value) * row[entry.row]!)));
  });
}

/**
 * Entries below this share of the largest are rounding, such as the 1e-15 of an emptied reservoir. They take no part: a scale
 * between them and the rest would make what is much in the problem too little for the tolerances of the simplex.
 */
const rounding = 1e-10;

/** Between the largest and the smallest that counts. */
function middleOf(sizes: readonly number[]): number {
  const most = sizes.reduce((most, size) => Math.max(most, size), 0);
  const least = sizes.reduce((least, size) => (size < rounding * most ? least : Math.min(least, size)), Infinity);
  return Math.sqrt(least * most);
}

function powerOfTwo(value: number): number {
  return value > 0 && Number.isFinite(value) ? 2 ** Math.round(Math.log2(value)) : 1;
}
