import * as z from 'zod';
import { ApplicationOutcome } from '../../domain/application.js';
import { operation } from '../operation.js';

export const listOutcomesOperation = operation({
  name: 'list_outcomes',
  title: 'List outcomes',
  description: 'What became of applications, in the order it was recorded.',
  effect: 'read',
  narrower: 'shortlist leaves out what is over.',
  input: z.strictObject({}),
  output: z.object({ outcomes: z.array(ApplicationOutcome) }),
  run: (_, { app }) => ({ outcomes: app.store.plan.outcomes() }),
});
