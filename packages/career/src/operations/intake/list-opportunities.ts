import * as z from 'zod';
import { Opportunity } from '../../domain/opportunity.js';
import { operation } from '../operation.js';

export const listOpportunitiesOperation = operation({
  name: 'list_opportunities',
  title: 'List opportunities',
  description: 'Stored opportunities sorted by id; filter by words.',
  effect: 'read',
  narrower: 'give words or a limit, or ask shortlist for the best few.',
  input: z.strictObject({
    text: z.string().optional().describe('Only those whose role, company or place contain all these words'),
    limit: z.int().min(1).max(1000).default(100).describe('How many at most'),
  }),
  output: z.object({ opportunities: z.array(Opportunity), total: z.int() }),
  run({ text = '', limit }, { app }) {
    const words = text.toLowerCase().split(/\s+/).filter(Boolean);
    const fits = ({ role_title, company, location = '' }: Opportunity): boolean => {
      const said = `${role_title} ${company} ${location}`.toLowerCase();
      return words.every((word) => said.includes(word));
    };
    const { found, total } = app.store.findOpportunities(words, fits, limit);
    return { opportunities: found, total };
  },
});
