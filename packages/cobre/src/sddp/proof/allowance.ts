/**
 * How closely limits are kept. Decisions are binary numbers and so is the case: a promise of 10 MW in blocks of 0.1 and 0.2 shares
 * of a month may have no decision at all that keeps it to the last digit, so that of such decisions nothing could be said. Both
 * bounds therefore speak of one problem: the case in which every row may be missed by a share of its size, and every state may
 * be handed on to the next stage off by the same share of its own. Sizes are those of the case, whatever is decided.
 *
 * From above this asks for decisions that keep to it. From below it costs what weak duality says, with the multipliers y of each
 * plane: rows that may be missed by a lower it by Σ |y|·a, states that may be off by e by Σ |slope|·e. No price is assumed anywhere.
 */
import type { LpModel } from '../../lp/model/lp-model.js';
import type { MultistageStage } from '../multistage-problem.js';
import { type Box, ceiling, largest, realizationsOf } from './reach.js';

/**
 * The share of its size that a limit may be missed by. Decisions mostly keep to a hundredth of the first; where some do not, the
 * proof is made again with the next.
 */
export const closenesses = [1e-12, 1e-10, 1e-9] as const;

/** By row, the largest of its bounds, of its bounded columns, of what enters the stage and of what openings bring; at least 1. */
export function rowSizes(stage: MultistageStage, entering: Box): Float64Array {
  const { lp, terms } = stage.model;
  const sizes = sizesOf(lp);
  const raise = (r: number, value: number) => {
    sizes[r] = Math.max(sizes[r]!, Math.abs(value));
  };
  for (const { target, source, coefficient } of terms.rowByState)
    raise(target, coefficient * stateSize(entering, source));
  const realizations = realizationsOf(stage);
  for (const { target, source, coefficient } of terms.rowByNoise) {
    for (const realization of realizations) raise(target, coefficient * realization[source]!);
  }
  return sizes;
}

/** Of a state without a bound the case says nothing, and one as far away as that says no more of what the state comes to. */
export function stateSize(box: Box, state: number): number {
  const most = largest(box, state);
  return most < ceiling ? Math.max(1, most) : 1;
}

/** As far as a state can get, and a little more, because it may be handed on a little off. */
export function farthest(box: Box, state: number): number {
  return (1 + 1e-9) * Math.max(1, largest(box, state));
}

/** Columns without a bound are as large as decisions make them, which is no size of the case. */
function sizesOf({ rowLower, rowUpper, lower, upper, start, index, value }: LpModel): Float64Array {
  const finite = (one: number, other: number) =>
    Math.max(...[one, other].map((bound) => (Number.isFinite(bound) ? Math.abs(bound) : 0)));
  const sizes = rowLower.map((low, r) => Math.max(1, finite(low, rowUpper[r]!)));
  lower.forEach((low, c) => {
    const most = finite(low, upper[c]!);
    for (let e = start[c]!; e < start[c + 1]!; e++) {
      sizes[index[e]!] = Math.max(sizes[index[e]!]!, Math.abs(value[e]!) * most);
    }
  });
  return sizes;
}

/** The rows, which may be missed by a share of their sizes. */
export function loosened(lp: LpModel, sizes: Float64Array, closeness: number): LpModel {
  return {
    ...lp,
    rowLower: lp.rowLower.map((low, r) => low - closeness * sizes[r]!),
    rowUpper: lp.rowUpper.map((high, r) => high + closeness * sizes[r]!),
  };
}
