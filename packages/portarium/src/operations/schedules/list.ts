import { listOf } from '../../answers/said.js';
import { ScheduleView } from '../../answers/schedules.js';
import { listSchedules as list } from '../../app/runs/schedules.js';
import { rows } from '../brief.js';
import { define } from '../define.js';
import { items } from '../fields.js';

export const listSchedules = define({
  name: 'portarium_schedule_list',
  title: 'List schedules',
  description: 'Schedules, when they are due and what came of the last time',
  effect: 'read',
  needs: 'workflow:read',
  output: listOf(ScheduleView),
  rest: { method: 'GET', path: '/schedules', tag: 'Schedules' },
  cli: {
    show: rows(({ scheduleId, workflowId, cron, timeZone, active, nextAtIso, last }: ScheduleView) => ({
      scheduleId,
      workflowId,
      cron,
      timeZone,
      active,
      next: nextAtIso,
      last: last?.runId ?? last?.problem,
    })),
  },
  run: (deps, caller) => items(list(deps, caller)),
});
