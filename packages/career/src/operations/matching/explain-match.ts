import * as z from 'zod';
import { explainInSteps } from '../../app/explain.js';
import { inTurns } from '../../app/steps.js';
import { MatchExplanation } from '../../match/report.js';
import { operation } from '../operation.js';
import { paceOf } from '../pace.js';
import { explainingStrategy, profileId } from '../shared-fields.js';
import { renderMatch } from './render-match.js';

export const explainMatchOperation = operation({
  name: 'explain_match',
  title: 'Explain a match',
  description:
    'Per requirement: met, partly or missing, with the words that prove it and the concept path; and which unverified atoms would raise the score.',
  effect: 'read',
  narrower: 'get_decision of one decision, or gap_summary for what is missing only.',
  timeoutMs: 60_000,
  cli: { verb: 'explain-match', show: renderMatch },
  input: z.strictObject({
    opportunity_id: z.string().min(1).describe('Opportunity to explain'),
    strategy: explainingStrategy,
    profile_id: profileId,
  }),
  output: MatchExplanation,
  run: ({ opportunity_id, strategy: name, profile_id }, context) =>
    inTurns(explainInSteps(context.app, opportunity_id, name, profile_id), paceOf(context)),
});
