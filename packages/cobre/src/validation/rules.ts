import type { FileRule, Rule } from './rule.js';

/** Rules of layer 2, about one file each. */
export const fileRules: readonly FileRule[] = [];

/** Rules of layers 3, 4 and 5, about the case as a whole. */
export const caseRules: readonly Rule[] = [];
