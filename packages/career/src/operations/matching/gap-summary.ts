import * as z from 'zod';
import { Gap, gapSummary } from '../../app/gaps.js';
import { inTurns } from '../../app/steps.js';
import { operation } from '../operation.js';
import { paceOf } from '../pace.js';
import { profileId } from '../shared-fields.js';

export const gapSummaryOperation = operation({
  name: 'gap_summary',
  title: 'Gaps over many postings',
  description:
    'What several postings ask for and no verified atom shows, gathered by what is meant however it is worded, most often asked first.',
  effect: 'read',
  narrower: 'name a few opportunity_ids.',
  timeoutMs: 60_000,
  cli: {
    verb: 'gap-summary',
    show: ({ opportunities, gaps }) => ({
      opportunities,
      gaps: gaps.map(({ requirement, wordings, asked_by, nearest_atom_id }) => ({
        requirement,
        asked_by,
        wordings,
        nearest_atom_id,
      })),
    }),
  },
  input: z.strictObject({
    opportunity_ids: z.array(z.string()).optional().describe('All stored ones when left out'),
    profile_id: profileId,
  }),
  output: z.object({ opportunities: z.int(), gaps: z.array(Gap) }),
  run: ({ opportunity_ids, profile_id }, context) =>
    inTurns(gapSummary(context.app, opportunity_ids, profile_id), paceOf(context)),
});
