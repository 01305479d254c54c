import { useState } from 'preact/hooks';
import { Act } from '../../parts/act.js';
import { Choice } from '../../parts/choice.js';
import { Field } from '../../parts/field.js';
import { useAction } from '../../state/use-action.js';
import { career } from '../../wire/operations.js';
import { ofPerson } from './person.js';
import { fieldsOf, RoleForm, roleArgument } from './role-form.js';

const kinds = {
  work: 'Work',
  skill: 'Skill',
  certificate: 'Certificate or licence',
  education: 'Education',
  language: 'Language',
  project: 'Project',
  volunteering: 'Volunteering',
} as const;

/** What no resume says; whoever writes it here vouches for it. */
export function AddClaim({ onAdded }: { onAdded: () => void }) {
  const [claim, setClaim] = useState('');
  const [kind, setKind] = useState<keyof typeof kinds>('work');
  const [role, setRole] = useState(fieldsOf(undefined));
  const action = useAction();
  const add = () =>
    action.run(async () => {
      await career('add_atom', { claim, kind, verified: true, ...roleArgument(role), ...ofPerson() });
      setClaim('');
      onAdded();
      return `Added: ${claim}`;
    });
  return (
    <details>
      <summary>Write a claim yourself</summary>
      <div class="form">
        <Field id="new-claim" title="What you have done or can do" rows={2} value={claim} onInput={setClaim} />
        <Choice id="new-claim-kind" title="What it is" options={kinds} value={kind} onChange={setKind} />
        <RoleForm id="new-claim" role={role} onChange={setRole} />
        <Act tone="primary" action={action} reason={claim.trim() === '' ? 'Write it first.' : undefined} onClick={add}>
          Add it as confirmed
        </Act>
      </div>
    </details>
  );
}
