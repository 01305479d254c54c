import * as z from 'zod';
import { listInteractions } from '../../app/interactions.js';
import { operation } from '../operation.js';
import { InteractionView } from '../shared-fields.js';

export const listInteractionsOperation = operation({
  name: 'list_interactions',
  title: 'List interactions',
  description: 'All outreach with its state, sorted by id: who was written to about what, and what is still open.',
  effect: 'read',
  narrower: 'give a limit, or only_open.',
  input: z.strictObject({
    only_open: z.boolean().default(false).describe('Leave out what is Closed'),
    limit: z.int().min(1).max(1000).default(100).describe('How many at most'),
  }),
  output: z.object({ interactions: z.array(InteractionView), total: z.int() }),
  async run({ only_open, limit }, { app }) {
    const all = await listInteractions(app, only_open);
    return { interactions: all.slice(0, limit), total: all.length };
  },
});
