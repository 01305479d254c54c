import type { CutSelector } from './cut-selector.js';

/** Drops cuts that decided a solution at most `threshold` times. */
export function level1(threshold: number): CutSelector {
  return {
    select: ({ activity }, candidates) => candidates.filter((slot) => activity.count[slot]! <= threshold),
  };
}
