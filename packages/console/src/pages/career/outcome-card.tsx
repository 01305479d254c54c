import type { CareerAnswers } from '@quadrivium/career/answers';
import { useState } from 'preact/hooks';
import { Act } from '../../parts/act.js';
import { Choice } from '../../parts/choice.js';
import { Day } from '../../parts/day.js';
import { Field } from '../../parts/field.js';
import { Loaded } from '../../parts/notes.js';
import { Card } from '../../parts/page.js';
import { useAction } from '../../state/use-action.js';
import { useResource } from '../../state/use-resource.js';
import { career } from '../../wire/operations.js';
import { RemindForm } from './remind-form.js';

const outcomes = {
  applied: 'I have applied',
  interview: 'There was an interview',
  offer: 'They made an offer',
  accepted: 'I accepted',
  rejected: 'They rejected me',
  withdrawn: 'I withdrew',
  no_answer: 'No answer came',
} as const;

/** What became of the application so far, and when to look at it again. */
export function OutcomeCard({ id }: { id: string }) {
  const [outcome, setOutcome] = useState<keyof typeof outcomes>('applied');
  const [day, setDay] = useState('');
  const action = useAction();
  const known = useResource(`outcomes/${id}`, async () => {
    const { outcomes: all } = await career('list_outcomes', {});
    return all.filter(({ opportunity_id }) => opportunity_id === id);
  });
  const record = () =>
    action.run(async () => {
      const when = day === '' ? {} : { on: day };
      await career('record_outcome', { opportunity_id: id, outcome, ...when });
      known.reload();
      return 'Recorded.';
    });
  return (
    <Card title="The application">
      <Loaded resource={known} what="what became of it">
        {(all) => <SoFar all={all} />}
      </Loaded>
      <div class="form">
        <div class="fields">
          <Choice id="outcome" title="What happened" options={outcomes} value={outcome} onChange={setOutcome} />
          <Field id="outcome-day" title="On (today when empty)" type="date" value={day} onInput={setDay} />
        </div>
        <Act action={action} onClick={record}>
          Record it
        </Act>
      </div>
      <RemindForm opportunityId={id} />
    </Card>
  );
}

function SoFar({ all }: { all: CareerAnswers['list_outcomes']['outcomes'] }) {
  if (all.length === 0) return <p class="soft">Nothing is recorded yet.</p>;
  return (
    <ul class="plain">
      {all.map(({ outcome, on }, at) => (
        <li key={at}>
          <Day iso={on} />: {outcomes[outcome]}
        </li>
      ))}
    </ul>
  );
}
