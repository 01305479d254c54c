import { ScheduleView } from '../../answers/schedules.js';
import { getSchedule as get } from '../../app/runs/schedules.js';
import { define } from '../define.js';
import { id } from '../fields.js';

export const getSchedule = define({
  name: 'portarium_schedule_get',
  title: 'Get a schedule',
  description: 'A schedule with its next times',
  effect: 'read',
  needs: 'workflow:read',
  input: { scheduleId: id },
  output: ScheduleView,
  rest: { method: 'GET', path: '/schedules/{scheduleId}', tag: 'Schedules' },
  cli: { verb: 'schedule show' },
  run: (deps, caller, { scheduleId }) => get(deps, caller, scheduleId),
});
