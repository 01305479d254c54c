import * as z from 'zod';
import { listOf } from '../../answers/said.js';
import { Found } from '../../answers/search.js';
import { search as seek } from '../../app/search/search.js';
import { define } from '../define.js';

export const searchWorkspace = define({
  name: 'portarium_search',
  title: 'Search the workspace',
  description:
    'Find approvals, runs, workflows, agents and work items by words or by id: runs by workflow, state and who started them, approvals and work items by their words while they are open',
  effect: 'read',
  needs: 'run:read',
  input: {
    q: z.string().trim().min(1).max(200).describe('Words, or a whole id'),
    limit: z.coerce.number().int().min(1).max(50).optional().describe('Of each kind; 5 when omitted'),
  },
  output: listOf(Found),
  rest: { method: 'GET', path: '/search', tag: 'Workspace' },
  cli: { words: ['q'] },
  run: seek,
});
