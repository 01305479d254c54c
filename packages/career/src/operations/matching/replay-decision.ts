import * as z from 'zod';
import { replayDecision, replayOutcomes } from '../../app/decisions.js';
import { inTurns } from '../../app/steps.js';
import { operation } from '../operation.js';
import { paceOf } from '../pace.js';

export const replayDecisionOperation = operation({
  name: 'replay_decision',
  title: 'Replay a decision',
  description:
    'Computes a decision again from what it rested on, says whether it is the same byte for byte or was made by another revision of its strategy, and what has changed since.',
  effect: 'read',
  input: z.strictObject({ decision_id: z.string().min(1).describe('Id of the decision') }),
  output: z.object({
    decision_id: z.string(),
    same: z.boolean(),
    outcome: z
      .enum(replayOutcomes)
      .describe('another_revision: the strategy was improved since, and its revision of today comes to another report'),
    differences: z.array(z.string()).describe('Why the decision computed again is another one'),
    changed_since: z.array(z.string()).describe('What has changed in the stores; the decision itself stays as it was'),
  }),
  async run({ decision_id }, context) {
    const replay = await inTurns(replayDecision(context.app, decision_id), paceOf(context));
    return { ...replay, differences: [...replay.differences], changed_since: [...replay.changed_since] };
  },
});
