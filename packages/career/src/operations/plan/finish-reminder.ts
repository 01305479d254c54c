import * as z from 'zod';
import { finishReminder } from '../../app/plan.js';
import { Reminder } from '../../domain/reminder.js';
import { actorOf } from '../actor.js';
import { inOneTransaction } from '../audit.js';
import { operation } from '../operation.js';

export const finishReminderOperation = operation({
  name: 'finish_reminder',
  title: 'Finish a reminder',
  description: 'Marks a reminder as done, or as not done after all.',
  effect: 'write',
  idempotent: true,
  input: z.strictObject({
    reminder_id: z.string().min(1).describe('Id of the reminder'),
    done: z.boolean().default(true).describe('False opens it again'),
  }),
  output: Reminder,
  run: ({ reminder_id, done }, context) =>
    inOneTransaction(context, () => finishReminder(context.app, reminder_id, done, actorOf(context.identity))),
});
