import * as z from 'zod';
import { DecisionRecord } from '../../domain/decision.js';
import { operation } from '../operation.js';

export const listDecisionsOperation = operation({
  name: 'list_decisions',
  title: 'List decisions',
  description: 'Decisions sorted by id; of one trace when trace_id is given.',
  effect: 'read',
  narrower: 'name one trace_id.',
  input: z.strictObject({ trace_id: z.string().min(1).optional().describe('Only decisions of this trace') }),
  output: z.object({ trace_id: z.string().optional(), decisions: z.array(DecisionRecord) }),
  run: ({ trace_id }, { app }) => ({
    ...(trace_id === undefined ? {} : { trace_id }),
    decisions: app.store.decisions(trace_id),
  }),
});
