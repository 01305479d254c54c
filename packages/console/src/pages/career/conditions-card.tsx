import type { WorkWishes } from '@quadrivium/career/answers';
import { useState } from 'preact/hooks';
import { Act } from '../../parts/act.js';
import { Choice } from '../../parts/choice.js';
import { Field } from '../../parts/field.js';
import { Card } from '../../parts/page.js';
import { useAction } from '../../state/use-action.js';
import { career } from '../../wire/operations.js';
import { payIn, wishes } from './conditions.js';
import { ofPerson } from './person.js';

const remotes = { '': 'Not said', yes: 'Yes', only: 'Only from afar', no: 'No' } as const;
const moves = { '': 'Not said', yes: 'Yes', no: 'No' } as const;
const periods = { year: 'a year', month: 'a month', day: 'a day', hour: 'an hour' } as const;

/** Where, for how much and with which right one would work: a posting that does not fit is ruled out by these. */
export function ConditionsCard({ profile, onSaved }: { profile: WorkWishes; onSaved: () => void }) {
  const [places, setPlaces] = useState((profile.places ?? []).join('; '));
  const [commute, setCommute] = useState(profile.commute_km === undefined ? '' : String(profile.commute_km));
  const [rights, setRights] = useState((profile.work_rights ?? []).join('; '));
  const [remote, setRemote] = useState<keyof typeof remotes>(profile.remote ?? '');
  const [relocate, setRelocate] = useState<keyof typeof moves>(
    profile.relocate === undefined ? '' : profile.relocate ? 'yes' : 'no',
  );
  const [pay, setPay] = useState(payIn(profile.least_pay));
  const action = useAction();
  const save = () =>
    action.run(async () => {
      await career('set_profile', { ...wishes({ places, commute, rights, remote, relocate, pay }), ...ofPerson() });
      onSaved();
      return 'Your conditions are saved; the shortlist keeps to them.';
    });
  return (
    <Card title="Conditions under which you take a job">
      <p class="soft">What you leave open is held against no posting.</p>
      <div class="form">
        <Text id="places" title="Where you would work" example="Leeds; Manchester" value={places} onInput={setPlaces} />
        <Text
          id="commute"
          title="How far you would travel to work, in km"
          example="30"
          value={commute}
          onInput={setCommute}
        />
        <Choice id="remote" title="Work from afar" options={remotes} value={remote} onChange={setRemote} />
        <Choice id="relocate" title="Would you move?" options={moves} value={relocate} onChange={setRelocate} />
        <Text id="rights" title="Where you may work" example="GB; EU" value={rights} onInput={setRights} />
        <div class="fields">
          <Text
            id="pay"
            title="Least pay"
            example="45000"
            value={pay.amount}
            onInput={(amount) => setPay({ ...pay, amount })}
          />
          <Text
            id="currency"
            title="Currency"
            example="GBP"
            value={pay.currency}
            onInput={(currency) => setPay({ ...pay, currency })}
          />
          <Choice
            id="period"
            title="For"
            options={periods}
            value={pay.per}
            onChange={(per) => setPay({ ...pay, per })}
          />
        </div>
        <Act tone="primary" action={action} onClick={save}>
          Save the conditions
        </Act>
      </div>
    </Card>
  );
}

function Text({ id, example, ...field }: Parameters<typeof Field>[0] & { example: string }) {
  return <Field id={`wish-${id}`} placeholder={`for example ${example}`} {...field} />;
}
