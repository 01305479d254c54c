import { argument, wordOf } from '@quadrivium/kernel/shell';
import { resultKindNames } from '../query/result-kinds.js';

/** A table of results: whose, and which. */
export const tableArguments = {
  results: argument('Output directory of a run, or its case'),
  kind: wordOf('Which table', [...resultKindNames, 'convergence'] as const),
};
