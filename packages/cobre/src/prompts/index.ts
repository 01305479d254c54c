import type { PromptDefinition } from '@quadrivium/kernel';
import type { QueryEngine } from '../query/query-engine.js';
import { compareRunsPrompt } from './compare-runs.js';
import { diagnoseConvergencePrompt } from './diagnose-convergence.js';
import { explainResultsPrompt } from './explain-results.js';
import { setupStudyPrompt } from './setup-study.js';
import { studyDeckPrompt } from './study-deck.js';

/** In the order of the seed, then ours. */
export function cobrePrompts(engine: QueryEngine): readonly PromptDefinition[] {
  return [
    setupStudyPrompt(),
    diagnoseConvergencePrompt(),
    compareRunsPrompt(engine),
    explainResultsPrompt(engine),
    studyDeckPrompt(),
  ] as readonly PromptDefinition[];
}
