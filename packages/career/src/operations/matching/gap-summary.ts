import * as z from 'zod';
import { gapSummary } from '../../app/gaps.js';
import { inTurns } from '../../app/steps.js';
import { operation } from '../operation.js';
import { paceOf } from '../pace.js';

export const gapSummaryOperation = operation({
  name: 'gap_summary',
  title: 'Gaps over many postings',
  description:
    'What several postings ask for and no verified atom shows, gathered by what is meant however it is worded, most often asked first.',
  effect: 'read',
  timeoutMs: 60_000,
  input: z.strictObject({
    opportunity_ids: z.array(z.string()).optional().describe('All stored ones when left out'),
  }),
  output: z.object({
    opportunities: z.int(),
    gaps: z.array(
      z.object({
        requirement: z.string().describe('The concept, or the words where there is none'),
        concepts: z.array(z.object({ concept: z.string(), uri: z.string().optional() })),
        wordings: z.array(z.string()).describe('How the postings say it'),
        asked_by: z.array(z.string()),
        nearest_atom_id: z.string().nullable(),
      }),
    ),
  }),
  run: async ({ opportunity_ids }, context) => {
    const { opportunities, gaps } = await inTurns(gapSummary(context.app, opportunity_ids), paceOf(context));
    return {
      opportunities,
      gaps: gaps.map((gap) => ({
        ...gap,
        concepts: [...gap.concepts],
        wordings: [...gap.wordings],
        asked_by: [...gap.asked_by],
      })),
    };
  },
});
