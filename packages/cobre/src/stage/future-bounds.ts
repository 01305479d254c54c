import type { Case } from '../case/model.js';

/** The stage after each stage, −1 where none follows. */
export function successors(study: Case): Int32Array {
  const { stages, policyGraph } = study.horizon;
  const last = stages.length - 1;
  const back = policyGraph.transitions.find((transition) => transition.sourceIndex === last);
  return Int32Array.from(stages, (_, t) => {
    if (t < last) return t + 1;
    return policyGraph.type === 'cyclic' ? (back?.targetIndex ?? 0) : -1;
  });
}

/**
 * The least value the future after each stage can have, from the least every stage can cost by itself and the least that
 * can follow the last one. In a cycle the value of returning is a geometric series, which the discount makes finite.
 */
export function leastFutures(
  least: readonly number[],
  discount: readonly number[],
  next: Int32Array,
  boundary: number,
): number[] {
  const last = least.length - 1;
  const target = next[last]!;
  const future = new Array<number>(least.length).fill(0);
  future[last] = boundary;
  const sweep = () => {
    for (let t = last - 1; t >= 0; t--) future[t] = least[t + 1]! + discount[t + 1]! * future[t + 1]!;
  };
  sweep();
  if (target < 0) return future;
  let turn = 1;
  for (let t = target; t <= last; t++) turn *= discount[t]!;
  const once = least[target]! + discount[target]! * future[target]!;
  future[last] = turn < 1 ? once / (1 - turn) : Number.NEGATIVE_INFINITY;
  sweep();
  return future;
}
