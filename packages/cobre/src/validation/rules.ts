import { dimensionRules } from './dimensions/index.js';
import { referenceRules } from './references/index.js';
import type { Rule } from './rule.js';
import { semanticRules } from './semantic/index.js';

export { fileRules } from './file-rules/index.js';

/** Layers 3, 4 and 5: what can be said about the case as a whole. */
export const caseRules: readonly Rule[] = [...referenceRules, ...dimensionRules, ...semanticRules];
