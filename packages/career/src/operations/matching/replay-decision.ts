import * as z from 'zod';
import { Replay, replayDecision } from '../../app/decisions.js';
import { inTurns } from '../../app/steps.js';
import { operation } from '../operation.js';
import { paceOf } from '../pace.js';

export const replayDecisionOperation = operation({
  name: 'replay_decision',
  title: 'Replay a decision',
  description:
    'Computes a decision again from what it rested on, says whether it is the same byte for byte or was made by another revision of its strategy, and what has changed since.',
  effect: 'read',
  narrower: 'only the differences matter.',
  input: z.strictObject({ decision_id: z.string().min(1).describe('Id of the decision') }),
  output: Replay,
  run: ({ decision_id }, context) => inTurns(replayDecision(context.app, decision_id), paceOf(context)),
});
