import type { Page as List, ScheduleView as Schedule } from '@quadrivium/portarium/answers';
import { Empty, Loaded, TroubleNote } from '../../parts/notes.js';
import { Page } from '../../parts/page.js';
import { inWorkspace, may } from '../../state/session.js';
import { useAction } from '../../state/use-action.js';
import { useResource } from '../../state/use-resource.js';
import { ask } from '../../wire/rest.js';
import { NewSchedule } from './new-schedule.js';
import { ScheduleTable } from './schedule-table.js';

/** Runs that start by themselves, and when. */
export function Schedules() {
  const path = inWorkspace('/schedules');
  const schedules = useResource(path, (signal) => ask<List<Schedule>>(path, { signal }), {
    on: (event) => event.type.includes('.schedule.') || event.type.endsWith('.RunStarted'),
    everyMs: 60_000,
  });
  const action = useAction();
  const change = (schedule: Schedule, to: 'paused' | 'resumed' | 'removed') =>
    action.run(async () => {
      const own = `${path}/${encodeURIComponent(schedule.scheduleId)}`;
      if (to === 'removed') await ask(own, { method: 'DELETE' });
      else await ask(own, { method: 'PUT', body: bodyOf(schedule, to === 'resumed') });
      schedules.reload();
    });
  const onChange = may('workflow:write') ? change : undefined;
  return (
    <Page title="Schedules" lead="Workflows that start by themselves, and when they are due.">
      {action.trouble !== undefined && <TroubleNote trouble={action.trouble} />}
      <Loaded resource={schedules} what="the schedules">
        {({ items }) =>
          items.length === 0 ? <NoSchedules /> : <ScheduleTable items={items} {...(onChange && { onChange })} />
        }
      </Loaded>
      {onChange && <NewSchedule onMade={schedules.reload} />}
    </Page>
  );
}

function NoSchedules() {
  return (
    <Empty title="Nothing starts by itself.">
      <p>A schedule starts a workflow at the times of a cron expression, in the name of whoever saves it.</p>
    </Empty>
  );
}

const bodyOf = (schedule: Schedule, active: boolean): object => {
  const { workflowId, cron, timeZone, input, catchUp, mostCaughtUp, toleranceSeconds } = schedule;
  return { workflowId, cron, timeZone, input, catchUp, mostCaughtUp, toleranceSeconds, active };
};
