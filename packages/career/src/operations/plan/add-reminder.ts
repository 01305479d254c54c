import * as z from 'zod';
import { addReminder, storeReminder } from '../../app/plan.js';
import { Reminder, reminderKinds } from '../../domain/reminder.js';
import { actorOf } from '../actor.js';
import { inOneTransaction } from '../audit.js';
import { operation } from '../operation.js';
import { newId } from '../shared-fields.js';

const day = 86_400_000;

export const addReminderOperation = operation({
  name: 'add_reminder',
  title: 'Add a reminder',
  description:
    'A day to keep: a deadline, an interview, when to follow up an outreach. Give the day, or in how many days.',
  effect: 'write',
  input: z
    .strictObject({
      kind: z.enum(reminderKinds).default('follow_up').describe('What it is about'),
      on: Reminder.shape.on.optional(),
      in_days: z.int().min(0).max(3650).optional().describe('So many days from now, instead of on'),
      time: Reminder.shape.time,
      note: z.string().max(1000).default('').describe('What to do'),
      opportunity_id: z.string().min(1).optional().describe('Opportunity it is about'),
      interaction_id: z.string().min(1).optional().describe('Outreach it is about'),
      reminder_id: newId.max(200).optional().describe('Generated when left out; an existing one is changed'),
    })
    .refine(({ on = '2000' }) => on >= '1900' && on < '9999', { path: ['on'], message: 'No calendar has this year' })
    .refine((given) => (given.on === undefined) !== (given.in_days === undefined), {
      message: 'Give either on or in_days',
    }),
  output: Reminder,
  cli: { verb: 'add-reminder', arguments: ['note'] },
  async run({ on, in_days, ...given }, context) {
    const { app, identity } = context;
    const later = new Date(Date.parse(app.surroundings.now()) + (in_days ?? 0) * day).toISOString().slice(0, 10);
    const reminder = await addReminder(app, { ...given, on: on ?? later });
    return inOneTransaction(context, () => storeReminder(app, reminder, actorOf(identity)));
  },
});
