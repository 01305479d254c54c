/**
 * A plane below the optimal cost of a stage, from any dual vector. For row multipliers y and cut multipliers μ ≥ 0,
 *
 *     cost(x) ≥ Σ y·(bound + shift(x)) + Σ μ·(intercept + slope · constants(x)) + Σ min over bounds of (reduced cost · column)
 *
 * whatever y and μ are: a wrong multiplier makes the plane lower, never wrong. Rounding is summed up and taken off. A
 * column without an upper bound must have a reduced cost that is not negative; multipliers are shrunk towards zero until
 * it is, because at zero the reduced cost is the price, and what has no bound has a price.
 *
 * Rows may be missed by a share of their size (`allowance.ts`), so their bounds are taken that much farther out.
 */
import type { CutPool } from '../../lp/cuts/cut-pool.js';
import type { MultistageStage } from '../multistage-problem.js';
import { farthest } from './allowance.js';
import { type Box, bounded } from './reach.js';
import { SafeSum } from './safe-sum.js';

export interface Plane {
  readonly intercept: number;
  readonly slope: Float64Array;
}

export interface StageDuals {
  readonly row: Float64Array;
  readonly cuts: readonly { readonly slot: number; readonly dual: number }[];
}

export interface Situation {
  readonly stage: MultistageStage;
  readonly realization: Float64Array;
  readonly pool: CutPool | undefined;
  /** States for which the plane has to hold. */
  readonly reach: Box;
  /** What each row may be missed by. */
  readonly allowance: Float64Array;
}

export function minorantOf(situation: Situation, given: StageDuals): Plane {
  const upper = upperBounds(situation);
  const admitted = withSigns(situation.stage, given);
  const shrink = shrinkage(situation, upper, reducedCosts(situation, admitted));
  const duals = shrink === 0 ? admitted : scaled(admitted, 1 - shrink);
  const reduced = reducedCosts(situation, duals);
  const { slope, error } = slopeOf(situation, duals);
  const intercept = interceptOf(situation, duals);
  addColumns(intercept, situation, upper, reduced);
  intercept.add(-error);
  return { intercept: intercept.least, slope };
}

/** Multipliers of rows without the bound they would need are dropped. */
function withSigns({ model }: MultistageStage, { row, cuts }: StageDuals): StageDuals {
  const { rowLower, rowUpper } = model.lp;
  return {
    row: row.map((y, r) => (Number.isFinite(y > 0 ? rowLower[r]! : rowUpper[r]!) ? y : 0)),
    cuts: cuts.filter(({ dual }) => dual > 0),
  };
}

function scaled({ row, cuts }: StageDuals, factor: number): StageDuals {
  return {
    row: row.map((y) => y * factor),
    cuts: cuts.map(({ slot, dual }) => ({ slot, dual: dual * factor })),
  };
}

function upperBounds({ stage: { model }, realization }: Situation): Float64Array {
  const upper = model.lp.upper.slice();
  const { column, position, factor } = model.sources;
  column.forEach((c, k) => {
    upper[c] = realization[position[k]!]! * factor[k]!;
  });
  return upper;
}

interface Reduced {
  readonly value: Float64Array;
  readonly error: Float64Array;
}

function reducedCosts({ stage: { model }, pool }: Situation, { row, cuts }: StageDuals): Reduced {
  const { columnCount, cost, start, index, value } = model.lp;
  const sums = Array.from({ length: columnCount }, (_, c) => {
    const sum = new SafeSum();
    sum.add(cost[c]!);
    for (let e = start[c]!; e < start[c + 1]!; e++) {
      const y = row[index[e]!]!;
      if (y !== 0) sum.add(-value[e]! * y);
    }
    return sum;
  });
  for (const { slot, dual } of cuts) {
    sums[model.thetaColumn[0]!]!.add(-dual);
    model.stateColumn.forEach((column, s) => {
      if (column >= 0) sums[column]!.add(dual * pool!.slopeOf(slot, s));
    });
  }
  return { value: Float64Array.from(sums, (sum) => sum.value), error: Float64Array.from(sums, (sum) => sum.error) };
}

/** How much of the multipliers has to go for columns without an upper bound to be priced. */
function shrinkage({ stage }: Situation, upper: Float64Array, { value, error }: Reduced): number {
  const { cost } = stage.model.lp;
  let most = 0;
  for (let c = 0; c < value.length; c++) {
    const missing = error[c]! - value[c]!;
    if (missing > 0 && upper[c] === Infinity && cost[c]! > 0) {
      most = Math.max(most, (2 * missing) / (cost[c]! + missing));
    }
  }
  return Math.min(1, most);
}

function addColumns(into: SafeSum, { stage }: Situation, upper: Float64Array, { value, error }: Reduced): void {
  const { lower } = stage.model.lp;
  for (let c = 0; c < value.length; c++) {
    const [d, e] = [value[c]!, error[c]!];
    const [low, high] = [bounded(lower[c]!), bounded(upper[c]!)];
    const atLow = d * low - e * Math.abs(low);
    // A price that is surely not negative makes the lowest value the cheapest, however far the column could go.
    if (d >= e) into.add(atLow);
    else into.add(Math.min(atLow, d * high - e * Math.abs(high)));
  }
}

function interceptOf(
  { stage: { model }, realization, pool, allowance }: Situation,
  { row, cuts }: StageDuals,
): SafeSum {
  const sum = new SafeSum();
  const { rowLower, rowUpper } = model.lp;
  row.forEach((y, r) => {
    if (y === 0) return;
    sum.add(y * (y > 0 ? rowLower[r]! : rowUpper[r]!));
    sum.add(-Math.abs(y) * allowance[r]!);
  });
  for (const { target, source, coefficient } of model.terms.rowByNoise) {
    if (row[target] !== 0) sum.add(row[target]! * coefficient * realization[source]!);
  }
  for (const { slot, dual } of cuts) {
    sum.add(dual * pool!.intercept[slot]!);
    for (const { target, value } of model.terms.constantBase ?? []) sum.add(dual * pool!.slopeOf(slot, target) * value);
    for (const { target, source, coefficient } of model.terms.constantByNoise) {
      sum.add(dual * pool!.slopeOf(slot, target) * (coefficient * realization[source]!));
    }
  }
  const { constantPosition, constantCost } = model.sources;
  constantPosition.forEach((at, k) => {
    sum.add(constantCost[k]! * realization[at]!);
  });
  return sum;
}

/** The slope towards each incoming state, and what its rounding can be worth anywhere in reach. */
function slopeOf({ stage: { model }, pool, reach }: Situation, { row, cuts }: StageDuals) {
  const states = model.stateColumn.length;
  const sums = Array.from({ length: states }, () => new SafeSum());
  for (const { target, source, coefficient } of model.terms.rowByState) {
    if (row[target] !== 0) sums[source]!.add(row[target]! * coefficient);
  }
  for (const { slot, dual } of cuts) {
    for (const { target, source, coefficient } of model.terms.constantByState) {
      sums[source]!.add(dual * pool!.slopeOf(slot, target) * coefficient);
    }
  }
  const error = sums.reduce((total, sum, s) => total + sum.error * farthest(reach, s), 0);
  return { slope: Float64Array.from(sums, (sum) => sum.value), error };
}
