import * as z from 'zod';
import { requireDecision } from '../../app/decisions.js';
import { DecisionRecord } from '../../domain/decision.js';
import { operation } from '../operation.js';

export const getDecisionOperation = operation({
  name: 'get_decision',
  title: 'Get a decision',
  description: 'The record of one match: what was decided, from which inputs, by which rules.',
  effect: 'read',
  narrower: 'gap_summary tells what is missing only.',
  input: z.strictObject({ decision_id: z.string().min(1).describe('Id of the decision') }),
  output: DecisionRecord,
  run: ({ decision_id }, { app }) => requireDecision(app, decision_id),
});
