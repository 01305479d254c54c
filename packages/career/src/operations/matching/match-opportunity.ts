import * as z from 'zod';
import { MatchOutcome, matchInSteps } from '../../app/match-opportunity.js';
import { inTurns } from '../../app/steps.js';
import { actorOf } from '../actor.js';
import { callEntry } from '../audit.js';
import { operation } from '../operation.js';
import { paceOf } from '../pace.js';
import { seedReply } from '../seed-reply.js';
import { kEmb, kLex, newId, profileId, Requirements, strategy, traceId } from '../shared-fields.js';
import { renderMatch } from './render-match.js';

export const matchOpportunityOperation = operation({
  name: 'match_opportunity',
  title: 'Match an opportunity',
  description:
    'Matches the verified atoms against an opportunity, validates the report, records the decision and leaves an audit trail. Reports progress. Give opportunity_id for a stored opportunity, or the opportunity itself.',
  effect: 'write',
  narrower: 'gap_summary tells what is missing only.',
  optIn: false,
  timeoutMs: 60_000,
  cli: { verb: 'match-opportunity', show: renderMatch },
  input: z
    .strictObject({
      opportunity_id: z.string().min(1).optional().describe('Opportunity to match against'),
      opportunity: z
        .strictObject({
          opportunity_id: newId.optional(),
          company: z.string().min(1),
          role_title: z.string().min(1),
          requirements: Requirements,
          source: z.string().default('inline'),
        })
        .optional()
        .describe('An opportunity that is not stored yet'),
      strategy,
      k_lex: kLex,
      k_emb: kEmb,
      trace_id: traceId,
      profile_id: profileId,
      resume_id: z.string().optional().describe('Resume the run is about, for the audit trail'),
    })
    .refine((given) => (given.opportunity_id === undefined) !== (given.opportunity === undefined), {
      message: 'Give either opportunity_id or opportunity',
    }),
  output: MatchOutcome,
  async run({ opportunity_id, opportunity, strategy: name, k_lex, k_emb, trace_id, resume_id, profile_id }, context) {
    const { app, identity } = context;
    const inline = opportunity && {
      ...opportunity,
      opportunity_id: opportunity.opportunity_id ?? app.surroundings.newId('opp'),
    };
    const outcome = await inTurns(
      matchInSteps(app, {
        opportunityId: opportunity_id,
        opportunity: inline,
        strategy: name,
        traceId: trace_id,
        resumeId: resume_id,
        profileId: profile_id,
        kLex: k_lex,
        kEmb: k_emb,
        actor: actorOf(identity),
        call: callEntry(context),
      }),
      paceOf(context),
    );
    return seedReply(outcome);
  },
});
