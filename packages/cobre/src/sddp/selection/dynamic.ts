import type { CutSelector } from './cut-selector.js';

/**
 * Switches nothing off: with this method every solve starts from few cuts and adds those its solution violates, which is
 * what the working set of the solver does with any pool (`lp/cuts/working-set.ts`).
 */
export const dynamic: CutSelector = { select: () => [] };
