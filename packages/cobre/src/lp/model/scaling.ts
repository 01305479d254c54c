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
  const least = new Float64Array(row.length).fill(Infinity);
  const most = new Float64Array(row.length);
  groups.forEach((group, v) => {
    for (const entry of group.entries) {
      const size = Math.abs(entry.value) * column[v]!;
      least[entry.row] = Math.min(least[entry.row]!, size);
      most[entry.row] = Math.max(most[entry.row]!, size);
    }
  });
  for (let i = 0; i < row.length; i++) if (most[i]! > 0) row[i] = powerOfTwo(1 / Math.sqrt(least[i]! * most[i]!));
  groups.forEach((group, v) => {
    if (group.entries.length === 0) return;
    const sizes = group.entries.map((entry) => Math.abs(entry.value) * row[entry.row]!);
    column[v] = powerOfTwo(1 / Math.sqrt(Math.min(...sizes) * Math.max(...sizes)));
  });
}

function powerOfTwo(value: number): number {
  return value > 0 && Number.isFinite(value) ? 2 ** Math.round(Math.log2(value)) : 1;
}
