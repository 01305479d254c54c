import { removeSchedule as remove } from '../../app/runs/schedules.js';
import { define } from '../define.js';
import { id } from '../fields.js';

export const removeSchedule = define({
  name: 'portarium_schedule_remove',
  title: 'Remove a schedule',
  description: 'Start no more runs; those that were started go on',
  effect: 'destructive',
  needs: 'workflow:write',
  input: { scheduleId: id },
  rest: { method: 'DELETE', path: '/schedules/{scheduleId}', tag: 'Schedules', status: 204 },
  run: (deps, caller, { scheduleId }) => remove(deps, caller, scheduleId),
});
