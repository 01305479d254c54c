import * as z from 'zod';
import { postingText, requireOpportunity } from '../../app/opportunities.js';
import { Opportunity } from '../../domain/opportunity.js';
import { operation } from '../operation.js';

export const getOpportunityOperation = operation({
  name: 'get_opportunity',
  title: 'Get an opportunity',
  description: 'One opportunity, with the text of its posting, to which the spans of its requirements point.',
  effect: 'read',
  narrower: 'explain_match tells of each requirement what speaks for it.',
  input: z.strictObject({ opportunity_id: z.string().min(1).describe('Id of the opportunity') }),
  output: z.object({ opportunity: Opportunity, posting: z.string().optional().describe('The text as it was read') }),
  run({ opportunity_id }, { app }) {
    const opportunity = requireOpportunity(app, opportunity_id);
    const posting = postingText(app, opportunity);
    return { opportunity, ...(posting === undefined ? {} : { posting }) };
  },
});
