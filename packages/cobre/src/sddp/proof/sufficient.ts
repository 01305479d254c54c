/**
 * A cost that suffices, from what a solver says it found. Its solution may miss rows by its tolerance, and its objective is
 * rounded. So columns are put back within their bounds, their cost is added up again, and how far any row is still missed, with
 * the rounding of every sum, is told: what is proven is that decisions which keep every row as closely as that cost no more. That
 * they could keep rows to the last digit is not said, because the binary numbers of a case need not leave any such decision. What
 * is missed is bought all the same, at a price far above any the solver saw. Nothing is taken from the solver's word.
 */
import type { CutPool } from '../../lp/cuts/cut-pool.js';
import type { LpModel } from '../../lp/model/lp-model.js';
import type { ScenarioTerms } from '../../lp/model/scenario-map.js';
import type { SourceBounds } from '../../stage/model.js';
import { SafeSum } from './safe-sum.js';

/** What rows miss is bought at this many times the dearest price of the solve. */
export const safetyFactor = 1000;

/** Decisions that miss a row by more than this share of its size prove nothing. */
export const mostMissed = 1e-9;

/** A state and how far rounding can have moved it from what the scenario makes of it. */
export interface RoundedState {
  readonly value: Float64Array;
  readonly error: Float64Array;
}

export interface Situation {
  readonly lp: LpModel;
  readonly terms: ScenarioTerms;
  readonly sources: SourceBounds;
  readonly state: RoundedState;
  readonly realization: Float64Array;
  /** Columns whose cost belongs to later places. */
  readonly without: ReadonlySet<number>;
}

export interface Found {
  primal(column: number): number;
  rowDual(row: number): number;
}

/** The columns within their bounds. */
export function decisionsOf({ lp, sources, realization }: Situation, found: Found): Float64Array {
  const upper = lp.upper.slice();
  sources.column.forEach((column, k) => {
    upper[column] = realization[sources.position[k]!]! * sources.factor[k]!;
  });
  return Float64Array.from(upper, (most, c) => Math.min(most, Math.max(lp.lower[c]!, found.primal(c))));
}

export interface Sufficient {
  /** In scaled money. */
  readonly cost: SafeSum;
  /** The largest share of its size (of 1, where that is less) that a row is missed by. */
  readonly missed: number;
}

/** What the decisions cost, and how closely they keep the rows. */
export function sufficientCost(situation: Situation, x: Float64Array, found: Found): Sufficient {
  const { lp, sources, realization, without } = situation;
  const total = new SafeSum();
  total.add(lp.offset);
  x.forEach((value, c) => {
    if (!without.has(c)) total.add(lp.cost[c]! * value);
  });
  sources.constantPosition.forEach((at, k) => {
    total.add(sources.constantCost[k]! * realization[at]!);
  });
  let dearest = 0;
  for (let r = 0; r < lp.rowCount; r++) dearest = Math.max(dearest, Math.abs(found.rowDual(r)));
  const { all, worst } = missing(situation, x);
  total.add(safetyFactor * dearest * all);
  return { cost: total, missed: worst };
}

/** By how much all rows together can be missed, with what rounding hides, and the worst of them by its size. */
function missing({ lp, terms, state, realization }: Situation, x: Float64Array) {
  const rows = Array.from({ length: lp.rowCount }, () => new SafeSum());
  x.forEach((value, c) => {
    for (let e = lp.start[c]!; e < lp.start[c + 1]!; e++) rows[lp.index[e]!]!.add(lp.value[e]! * value);
  });
  for (const { target, value } of terms.rowBase ?? []) rows[target]!.add(-value);
  for (const { target, source, coefficient } of terms.rowByState) {
    rows[target]!.add(-coefficient * state.value[source]!, Math.abs(coefficient) * state.error[source]!);
  }
  for (const { target, source, coefficient } of terms.rowByNoise)
    rows[target]!.add(-coefficient * realization[source]!);
  let [all, worst] = [0, 0];
  rows.forEach((row, r) => {
    const beyond = Math.max(0, lp.rowLower[r]! - row.value, row.value - lp.rowUpper[r]!);
    const close = Math.min(row.value - lp.rowLower[r]!, lp.rowUpper[r]! - row.value) < row.error;
    if (!close && beyond === 0) return;
    const bound = boundSize(lp, r);
    const missed = (beyond + row.error + 2 ** -52 * bound) * (1 + 1e-12);
    all += missed;
    worst = Math.max(worst, missed / Math.max(1, row.size, bound));
  });
  return { all: all * (1 + 1e-12), worst };
}

function boundSize({ rowLower, rowUpper }: LpModel, r: number): number {
  return Math.max(...[rowLower[r]!, rowUpper[r]!].map((bound) => (Number.isFinite(bound) ? Math.abs(bound) : 0)));
}

/** What cuts and a floor say of a state, at most. */
export function mostOfCuts(cuts: CutPool, floor: number, { value, error }: RoundedState): number {
  let most = floor;
  for (let slot = 0; slot < cuts.count; slot++) {
    if (cuts.active[slot] === 0) continue;
    const sum = new SafeSum();
    sum.add(cuts.intercept[slot]!);
    value.forEach((at, s) => {
      const slope = cuts.slopeOf(slot, s);
      if (slope !== 0) sum.add(slope * at, Math.abs(slope) * error[s]!);
    });
    most = Math.max(most, sum.most);
  }
  return most;
}

/** The state that is left with these decisions. */
export function leftState(
  { terms, state, realization }: Situation,
  stateColumn: Int32Array,
  x: Float64Array,
): RoundedState {
  const sums = Array.from(stateColumn, (column) => {
    const sum = new SafeSum();
    if (column >= 0) sum.add(x[column]!);
    return sum;
  });
  for (const { target, value } of terms.constantBase ?? []) sums[target]!.add(value);
  for (const { target, source, coefficient } of terms.constantByState) {
    sums[target]!.add(coefficient * state.value[source]!, Math.abs(coefficient) * state.error[source]!);
  }
  for (const { target, source, coefficient } of terms.constantByNoise) {
    sums[target]!.add(coefficient * realization[source]!);
  }
  return {
    value: Float64Array.from(sums, ({ value }) => value),
    // A column is the state itself, so nothing of it is rounded.
    error: Float64Array.from(sums, ({ error }, s) => (stateColumn[s]! >= 0 ? 0 : error)),
  };
}
