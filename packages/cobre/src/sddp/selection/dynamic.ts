import type { DynamicCutSelection } from '../../case/model.js';
import type { CutSelector } from './cut-selector.js';

/**
 * With this method every solve starts from few cuts and adds those its solution violates, which is what the working set of the
 * solver does with any pool (`lp/cuts/working-set.ts`). What is left to do here is to drop cuts that are too old for the
 * iteration to come; without `candidate_recency` none is, and results are exact.
 */
export function dynamic({ candidateRecency, seedWindow }: DynamicCutSelection): CutSelector {
  return {
    select({ log }, candidates, iteration) {
      if (candidateRecency === null) return [];
      const ageNext = (slot: number) => iteration + 1 - log.iteration[slot]!;
      return candidates.filter((slot) => ageNext(slot) > seedWindow && ageNext(slot) >= candidateRecency);
    },
  };
}
