import { useState } from 'preact/hooks';
import { ActionButton } from '../../parts/action-button.js';
import { Card } from '../../parts/page.js';
import { resultOf } from '../../wire/mcp.js';
import { ActionNotes } from './action-notes.js';
import { Choice } from './tailor-card.js';
import { useAction } from './use-action.js';

const outcomes = {
  applied: 'I have applied',
  interview: 'There was an interview',
  offer: 'They made an offer',
  accepted: 'I accepted',
  rejected: 'They rejected me',
  withdrawn: 'I withdrew',
  no_answer: 'No answer came',
} as const;

/** What became of the application, and when to look at it again. */
export function OutcomeCard({ id }: { id: string }) {
  const [outcome, setOutcome] = useState<string>('applied');
  const [day, setDay] = useState('');
  const [note, setNote] = useState('');
  const action = useAction();
  const record = () =>
    action.run(async () => {
      await resultOf('career', 'record_outcome', { opportunity_id: id, outcome });
      return 'Recorded.';
    });
  const remind = () =>
    action.run(async () => {
      await resultOf('career', 'add_reminder', { opportunity_id: id, on: day, note, kind: 'follow_up' });
      return `You will find it under outreach and dates on ${day}.`;
    });
  return (
    <Card title="The application">
      <div class="form">
        <Choice id="outcome" title="What happened" options={outcomes} value={outcome} onChange={setOutcome} />
        <ActionButton busy={action.busy} onClick={() => void record()}>
          Record it
        </ActionButton>
        <div class="field">
          <label for="remind-note">Remind me to</label>
          <input id="remind-note" value={note} onInput={(event) => setNote(event.currentTarget.value)} />
        </div>
        <div class="field">
          <label for="remind-day">On</label>
          <input id="remind-day" type="date" value={day} onInput={(event) => setDay(event.currentTarget.value)} />
        </div>
        <ActionButton
          busy={action.busy}
          reason={day === '' ? 'Choose a day first.' : undefined}
          onClick={() => void remind()}
        >
          Remind me
        </ActionButton>
        <ActionNotes action={action} />
      </div>
    </Card>
  );
}
