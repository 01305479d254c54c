import type { ScheduleView as Schedule } from '@quadrivium/portarium/answers';
import { Moment } from '../../parts/moment.js';
import { Table } from '../../parts/table.js';
import { link } from '../../state/route.js';
import { useNames } from '../use-names.js';

interface ScheduleTableProps {
  readonly items: readonly Schedule[];
  /** Left out for whoever may only look. */
  readonly onChange?: (schedule: Schedule, to: 'paused' | 'resumed' | 'removed') => Promise<void>;
}

const lateRule = { none: 'not run', last: 'the last is run', all: 'all are run' };

export function ScheduleTable({ items, onChange }: ScheduleTableProps) {
  const names = useNames();
  const head = ['Schedule', 'Workflow', 'When', 'Late times', 'Runs as', 'Next', 'Last'];
  return (
    <Table
      caption="Schedules"
      head={onChange === undefined ? head : [...head, 'Change']}
      rows={items.map((schedule) => ({
        key: schedule.scheduleId,
        cells: [
          <strong key="name">{schedule.scheduleId}</strong>,
          names.workflow(schedule.workflowId),
          <span key="when">
            <code>{schedule.cron}</code> {schedule.timeZone}
          </span>,
          lateRule[schedule.catchUp],
          schedule.runsAsUserId,
          <NextTime key="next" {...schedule} />,
          <LastTime key="last" {...schedule} />,
          ...(onChange === undefined ? [] : [<Change key="change" schedule={schedule} onChange={onChange} />]),
        ],
      }))}
    />
  );
}

function NextTime({ active, nextAtIso }: Schedule) {
  if (!active) return <>paused</>;
  return nextAtIso === undefined ? <>never again</> : <Moment iso={nextAtIso} />;
}

function LastTime({ last }: Schedule) {
  if (last === undefined) return <>–</>;
  return (
    <>
      <Moment iso={last.dueAtIso} />{' '}
      {last.runId === undefined ? `not started: ${last.problem}` : <a href={link('runs', last.runId)}>its run</a>}
    </>
  );
}

function Change({ schedule, onChange }: { schedule: Schedule } & Required<Pick<ScheduleTableProps, 'onChange'>>) {
  const { scheduleId, active } = schedule;
  const to = active ? 'paused' : 'resumed';
  return (
    <span class="buttons">
      <button type="button" class="button plain small" onClick={() => void onChange(schedule, to)}>
        {active ? 'Pause' : 'Resume'} {scheduleId}
      </button>
      <button type="button" class="button plain small" onClick={() => void onChange(schedule, 'removed')}>
        Remove {scheduleId}
      </button>
    </span>
  );
}
