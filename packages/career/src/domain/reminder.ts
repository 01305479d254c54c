import * as z from 'zod';

export const reminderKinds = ['deadline', 'follow_up', 'interview', 'other'] as const;

const Day = z.iso.date().describe('Day, as 2026-05-31');

/** Something to do on a day: about an opportunity, an outreach, or neither. */
export const Reminder = z.object({
  reminder_id: z.string().min(1).describe('Identifier of the reminder'),
  kind: z.enum(reminderKinds).describe('What it is about'),
  on: Day,
  time: z
    .string()
    .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'Write 14:30')
    .optional()
    .describe('Time of that day in UTC; the whole day when left out'),
  note: z.string().default('').describe('What to do'),
  opportunity_id: z.string().optional(),
  interaction_id: z.string().optional(),
  done: z.boolean().default(false),
});
export type Reminder = Readonly<z.infer<typeof Reminder>>;
