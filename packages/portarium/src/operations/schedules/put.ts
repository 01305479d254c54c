import * as z from 'zod';
import { ScheduleView } from '../../answers/schedules.js';
import { putSchedule as put } from '../../app/runs/schedules.js';
import { ScheduleBody } from '../../domain/schedule.js';
import { define } from '../define.js';

const scheduleId = z
  .string()
  .regex(/^[A-Za-z][\w-]{0,99}$/, 'must begin with a letter and hold letters, digits, - and _');

export const putSchedule = define({
  name: 'portarium_schedule_put',
  title: 'Save a schedule',
  description: 'Start runs of a workflow at the times of a cron expression, in the name of whoever saves it',
  effect: 'write',
  idempotent: true,
  needs: 'workflow:write',
  input: { scheduleId, ...ScheduleBody.shape },
  output: ScheduleView,
  rest: { method: 'PUT', path: '/schedules/{scheduleId}', tag: 'Schedules' },
  run: put,
});
