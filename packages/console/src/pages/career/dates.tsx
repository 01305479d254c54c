import type { CareerAnswers } from '@quadrivium/career/answers';
import { hereOf } from '../../numbers/local-time.js';
import { ActionButton } from '../../parts/action-button.js';
import { ActionNotes } from '../../parts/action-notes.js';
import { Badge } from '../../parts/badge.js';
import { Day } from '../../parts/day.js';
import { offerText } from '../../parts/files.js';
import { Empty, Loaded } from '../../parts/notes.js';
import { Card } from '../../parts/page.js';
import { link } from '../../state/route.js';
import { useAction } from '../../state/use-action.js';
import { useResource } from '../../state/use-resource.js';
import { career } from '../../wire/operations.js';
import { RemindForm } from './remind-form.js';

type Due = CareerAnswers['list_reminders']['reminders'][number];

const kinds = { deadline: 'Deadline', follow_up: 'Follow up', interview: 'Interview', other: 'Reminder' } as const;

/** What is due, the next first, and all of it as a calendar. */
export function Dates() {
  const due = useResource('reminders', () => career('list_reminders', {}));
  const action = useAction();
  const finish = (reminder_id: string) =>
    action.run(async () => {
      await career('finish_reminder', { reminder_id });
      due.reload();
      return 'Done.';
    });
  const calendar = () =>
    action.run(async () => {
      const { ics } = await career('export_calendar', {});
      offerText('job-search.ics', 'text/calendar', ics);
      return 'The calendar is downloaded; other programs open it.';
    });
  return (
    <Card title="Dates" aside={<ActionButton onClick={calendar}>As a calendar</ActionButton>}>
      <ActionNotes action={action} />
      <Loaded resource={due} what="the dates">
        {({ reminders }) =>
          reminders.length === 0 ? (
            <Empty title="Nothing is due." />
          ) : (
            <ul class="rows tight">
              {reminders.map((one) => (
                <DueRow key={one.reminder_id} one={one} onDone={() => void finish(one.reminder_id)} />
              ))}
            </ul>
          )
        }
      </Loaded>
      <details>
        <summary>Add a date</summary>
        <RemindForm onAdded={due.reload} />
      </details>
    </Card>
  );
}

/** Kept in UTC, told in the time of whoever looks. */
function Due({ one: { on, time } }: { one: Due }) {
  if (time === undefined) return <Day iso={on} />;
  const here = hereOf(on, time);
  return (
    <>
      <Day iso={here.day} />, {here.time}
    </>
  );
}

function DueRow({ one, onDone }: { one: Due; onDone: () => void }) {
  const said = one.note === '' ? kinds[one.kind] : one.note;
  return (
    <li class="row">
      <p>
        <Due one={one} /> <Badge state={kinds[one.kind]} /> {one.overdue && <Badge state="Overdue" tone="bad" />}
      </p>
      <p>
        {one.opportunity_id === undefined ? (
          said
        ) : (
          <a href={link('career', 'opportunity', one.opportunity_id)}>{said}</a>
        )}
      </p>
      {!one.reminder_id.startsWith('deadline-') && <ActionButton onClick={onDone}>{`Done: ${said}`}</ActionButton>}
    </li>
  );
}
