import type { CutSelector } from './cut-selector.js';

/** Limited memory: drops cuts that decided nothing within a window of iterations. */
export function lml1(memoryWindow: number): CutSelector {
  return {
    select: ({ activity, log }, candidates, iteration) =>
      candidates.filter((slot) => {
        const seen = Math.max(activity.lastIteration[slot]!, log.iteration[slot]!);
        return iteration - seen > memoryWindow;
      }),
  };
}
