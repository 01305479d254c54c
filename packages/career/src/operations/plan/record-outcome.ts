import * as z from 'zod';
import { recordOutcome } from '../../app/plan.js';
import { ApplicationOutcome } from '../../domain/application.js';
import { actorOf } from '../actor.js';
import { inOneTransaction } from '../audit.js';
import { operation } from '../operation.js';

export const recordOutcomeOperation = operation({
  name: 'record_outcome',
  title: 'Record what became of an application',
  description:
    'Applied, interview, offer, accepted, rejected, withdrawn or no answer. The newest counts, earlier ones stay.',
  effect: 'write',
  input: z.strictObject({
    opportunity_id: z.string().min(1).describe('Opportunity that was applied for'),
    outcome: ApplicationOutcome.shape.outcome.describe('What happened'),
    on: z.iso.date().optional().describe('Day on which it happened; today when left out'),
    note: z.string().max(2000).default('').describe('Anything worth remembering'),
  }),
  output: ApplicationOutcome,
  run({ on, ...given }, context) {
    const { app, identity } = context;
    const outcome = { ...given, on: on ?? app.surroundings.now().slice(0, 10) };
    return inOneTransaction(context, () => recordOutcome(app, outcome, actorOf(identity)));
  },
});
