import { useState } from 'preact/hooks';
import { utcOf } from '../../numbers/local-time.js';
import { Act } from '../../parts/act.js';
import { Choice } from '../../parts/choice.js';
import { dayInWords } from '../../parts/day.js';
import { Field } from '../../parts/field.js';
import { useAction } from '../../state/use-action.js';
import { career } from '../../wire/operations.js';

const kinds = {
  follow_up: 'Follow up',
  interview: 'Interview',
  deadline: 'Deadline',
  other: 'Something else',
} as const;

/** A day to keep, about an opportunity or about nothing in particular. */
export function RemindForm({ opportunityId, onAdded }: { opportunityId?: string; onAdded?: () => void }) {
  const [kind, setKind] = useState<keyof typeof kinds>('follow_up');
  const [note, setNote] = useState('');
  const [day, setDay] = useState('');
  const [time, setTime] = useState('');
  const action = useAction();
  const remind = () =>
    action.run(async () => {
      const about = opportunityId === undefined ? {} : { opportunity_id: opportunityId };
      const at = time === '' ? { on: day } : utcOf(day, time);
      await career('add_reminder', { kind, note, ...about, ...at });
      setNote('');
      onAdded?.();
      return `You will find it under outreach and dates on ${dayInWords(day)}.`;
    });
  return (
    <div class="form">
      <div class="fields">
        <Choice id="remind-kind" title="What it is" options={kinds} value={kind} onChange={setKind} />
        <Field id="remind-note" title="Remind me to" value={note} onInput={setNote} />
        <Field id="remind-day" title="On" type="date" value={day} onInput={setDay} />
        <Field id="remind-time" title="At, or empty" type="time" value={time} onInput={setTime} />
      </div>
      <Act action={action} reason={day === '' ? 'Choose a day first.' : undefined} onClick={remind}>
        Remind me
      </Act>
    </div>
  );
}
