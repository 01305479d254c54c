import * as z from 'zod';
import { remindersOf } from '../../app/plan.js';
import { Reminder } from '../../domain/reminder.js';
import { operation } from '../operation.js';

export const listRemindersOperation = operation({
  name: 'list_reminders',
  title: 'What is due',
  description: 'Reminders and the deadlines of postings, the next one first, with what is overdue.',
  effect: 'read',
  narrower: 'say until when.',
  input: z.strictObject({
    include_done: z.boolean().default(false).describe('Also what is done'),
    until: z.iso.date().optional().describe('Only what is due up to this day'),
  }),
  output: z.object({ reminders: z.array(Reminder.extend({ overdue: z.boolean() })) }),
  run({ include_done, until }, { app }) {
    const today = app.surroundings.now().slice(0, 10);
    const due = remindersOf(app, include_done).filter(({ on }) => until === undefined || on <= until);
    return { reminders: due.map((one) => ({ ...one, overdue: !one.done && one.on < today })) };
  },
});
