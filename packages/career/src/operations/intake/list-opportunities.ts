import * as z from 'zod';
import { Opportunity } from '../../domain/opportunity.js';
import { operation } from '../operation.js';

export const listOpportunitiesOperation = operation({
  name: 'list_opportunities',
  title: 'List opportunities',
  description: 'All stored opportunities, sorted by id.',
  effect: 'read',
  input: z.strictObject({ limit: z.int().min(1).max(1000).default(100).describe('How many at most') }),
  output: z.object({ opportunities: z.array(Opportunity), total: z.int() }),
  run({ limit }, { app }) {
    const all = app.store.opportunities();
    return { opportunities: all.slice(0, limit), total: all.length };
  },
});
