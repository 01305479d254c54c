/** What the operations about schedules answer. */
import * as z from 'zod';
import { catchUpRules } from '../domain/schedule.js';
import { json, type Said, time } from './said.js';

export const ScheduleView = z.looseObject({
  scheduleId: z.string(),
  workflowId: z.string(),
  cron: z.string(),
  timeZone: z.string(),
  catchUp: z.enum(catchUpRules),
  mostCaughtUp: z.number(),
  toleranceSeconds: z.number(),
  active: z.boolean(),
  input: json,
  runsAsUserId: z.string().describe('In whose name its runs are started: whoever saved it last'),
  savedAtIso: time,
  nextAtIso: time.optional().describe('The first time that has not been dealt with'),
  upcomingIso: z.array(time).describe('The next times from now on'),
  last: z
    .looseObject({ dueAtIso: time, runId: z.string().optional(), problem: z.string().optional() })
    .optional()
    .describe('What came of the last time that was dealt with'),
});
export type ScheduleView = Said<z.output<typeof ScheduleView>>;
