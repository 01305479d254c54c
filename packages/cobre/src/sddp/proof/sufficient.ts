/**
 * A cost that suffices, from what a solver says it found. Its solution may miss rows by its tolerance, and its objective is
 * rounded. So columns are put back within their bounds, what rows miss by that is made up for, the cost is added up again, and how far any row is still missed, with
 * the rounding of every sum, is told: what is proven is what decisions cost that keep every row as closely as that. Nothing is
 * taken from the solver's word. What a row is missed by is paid for all the same, at the price the solve has for that row; the
 * bound does not rest on it (`allowance.ts` says what it rests on), but missing limits should not look like a saving.
 */
import type { CutPool } from '../../lp/cuts/cut-pool.js';
import type { LpModel } from '../../lp/model/lp-model.js';
import type { ScenarioTerms } from '../../lp/model/scenario-map.js';
import type { SourceBounds } from '../../stage/model.js';
import { repaired, type rowEntries } from './repair.js';
import { SafeSum } from './safe-sum.js';

export interface Situation {
  readonly lp: LpModel;
  readonly terms: ScenarioTerms;
  readonly sources: SourceBounds;
  /** Of every row, as the case has it. */
  readonly sizes: Float64Array;
  readonly entries: ReturnType<typeof rowEntries>;
  readonly state: Float64Array;
  readonly realization: Float64Array;
  /** Columns whose cost belongs to later places. */
  readonly without: ReadonlySet<number>;
}

export interface Found {
  primal(column: number): number;
  rowDual(row: number): number;
}

/** The columns within their bounds, and what rows miss by that made up for as far as possible. */
export function decisionsOf(situation: Situation, found: Pick<Found, 'primal'>): Float64Array {
  const { lp, sources, entries, realization } = situation;
  const upper = lp.upper.slice();
  sources.column.forEach((column, k) => {
    upper[column] = realization[sources.position[k]!]! * sources.factor[k]!;
  });
  const within = Float64Array.from(upper, (most, c) => Math.min(most, Math.max(lp.lower[c]!, found.primal(c))));
  return repaired({ lp, upper, shift: shiftOf(situation) }, entries, within);
}

function shiftOf({ lp, terms, state, realization }: Situation): Float64Array {
  const shift = new Float64Array(lp.rowCount);
  for (const { target, value } of terms.rowBase ?? []) shift[target]! += value;
  for (const { target, source, coefficient } of terms.rowByState) shift[target]! += coefficient * state[source]!;
  for (const { target, source, coefficient } of terms.rowByNoise) shift[target]! += coefficient * realization[source]!;
  return shift;
}

export interface Sufficient {
  /** In scaled money. */
  readonly cost: SafeSum;
  /** The largest share of its size that a row is missed by. */
  readonly missed: number;
}

/** What the decisions cost, and how closely they keep the rows. */
export function sufficientCost(situation: Situation, x: Float64Array, found: Found): Sufficient {
  const { lp, sources, sizes, realization, without } = situation;
  const cost = new SafeSum();
  cost.add(lp.offset);
  x.forEach((value, c) => {
    if (!without.has(c)) cost.add(lp.cost[c]! * value);
  });
  sources.constantPosition.forEach((at, k) => {
    cost.add(sources.constantCost[k]! * realization[at]!);
  });
  let missed = 0;
  rowSums(situation, x).forEach((row, r) => {
    const by = missing(lp, row, r);
    cost.add(Math.abs(found.rowDual(r)) * by);
    missed = Math.max(missed, by / sizes[r]!);
  });
  return { cost, missed: missed * (1 + 1e-12) };
}

function rowSums({ lp, terms, state, realization }: Situation, x: Float64Array): SafeSum[] {
  const rows = Array.from({ length: lp.rowCount }, () => new SafeSum());
  x.forEach((value, c) => {
    for (let e = lp.start[c]!; e < lp.start[c + 1]!; e++) rows[lp.index[e]!]!.add(lp.value[e]! * value);
  });
  for (const { target, value } of terms.rowBase ?? []) rows[target]!.add(-value);
  for (const { target, source, coefficient } of terms.rowByState) rows[target]!.add(-coefficient * state[source]!);
  for (const { target, source, coefficient } of terms.rowByNoise)
    rows[target]!.add(-coefficient * realization[source]!);
  return rows;
}

/** By how much a row can be missed, with what rounding hides. */
function missing({ rowLower, rowUpper }: LpModel, { value, error }: SafeSum, r: number): number {
  const [low, high] = [rowLower[r]!, rowUpper[r]!];
  const beyond = Math.max(low - value, value - high);
  if (beyond < -error) return 0;
  return (Math.max(0, beyond) + error + 2 ** -52 * Math.abs(beyond === low - value ? low : high)) * (1 + 1e-12);
}

/** What cuts and a floor say of a state, at most. */
export function mostOfCuts(cuts: CutPool, floor: number, { value, error }: LeftState): number {
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

export interface LeftState {
  readonly value: Float64Array;
  /** How far rounding can have moved each from what the scenario makes of it. */
  readonly error: Float64Array;
}

/** The state that is left with these decisions. */
export function leftState(
  { terms, state, realization }: Situation,
  stateColumn: Int32Array,
  x: Float64Array,
): LeftState {
  const sums = Array.from(stateColumn, (column) => {
    const sum = new SafeSum();
    if (column >= 0) sum.add(x[column]!);
    return sum;
  });
  for (const { target, value } of terms.constantBase ?? []) sums[target]!.add(value);
  for (const { target, source, coefficient } of terms.constantByState) sums[target]!.add(coefficient * state[source]!);
  for (const { target, source, coefficient } of terms.constantByNoise) {
    sums[target]!.add(coefficient * realization[source]!);
  }
  return {
    value: Float64Array.from(sums, ({ value }) => value),
    // A column is the state itself, so nothing of it is rounded.
    error: Float64Array.from(sums, ({ error }, s) => (stateColumn[s]! >= 0 ? 0 : error)),
  };
}
