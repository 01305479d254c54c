import type { LpModel } from './lp-model.js';

/** The bounds in force, which may differ from the model's. */
export interface Bounds {
  readonly lower: Float64Array;
  readonly upper: Float64Array;
  readonly rowLower: Float64Array;
  readonly rowUpper: Float64Array;
}

/**
 * Farkas: rows weighted by `y` demand `y'Ax >= Σ y⁺·rowLower + y⁻·rowUpper`, while columns within their bounds can give
 * at most `max (A'y)·x`. If that maximum is smaller, no point satisfies the rows, whoever computed `y`.
 */
export function provesInfeasible(model: LpModel, bounds: Bounds, y: Float64Array): boolean {
  let scale = 0;
  for (let i = 0; i < model.rowCount; i++) scale = Math.max(scale, Math.abs(y[i]!));
  if (scale === 0 || !Number.isFinite(scale)) return false;
  let demand = 0;
  for (let i = 0; i < model.rowCount; i++) {
    const weight = negligible(y[i]! / scale);
    if (weight !== 0) demand += weight * (weight > 0 ? bounds.rowLower[i]! : bounds.rowUpper[i]!);
  }
  let supply = 0;
  for (let j = 0; j < model.columnCount; j++) {
    let weight = 0;
    for (let k = model.start[j]!; k < model.start[j + 1]!; k++)
      weight += model.value[k]! * (y[model.index[k]!]! / scale);
    weight = negligible(weight);
    if (weight !== 0) supply += weight * (weight > 0 ? bounds.upper[j]! : bounds.lower[j]!);
  }
  return demand > supply + 1e-9 * (1 + Math.abs(demand));
}

function negligible(weight: number): number {
  return Math.abs(weight) < 1e-11 ? 0 : weight;
}
