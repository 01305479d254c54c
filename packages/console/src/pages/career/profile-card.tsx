import { useState } from 'preact/hooks';
import { Act } from '../../parts/act.js';
import { Field } from '../../parts/field.js';
import { Loaded } from '../../parts/notes.js';
import { Card } from '../../parts/page.js';
import { useAction } from '../../state/use-action.js';
import { useResource } from '../../state/use-resource.js';
import { career } from '../../wire/operations.js';
import { ConditionsCard } from './conditions-card.js';
import { chosenPerson, ofPerson } from './person.js';

const fields = [
  ['name', 'Name'],
  ['headline', 'Headline'],
  ['email', 'E-mail'],
  ['phone', 'Telephone'],
  ['location', 'Town'],
] as const;
type Name = (typeof fields)[number][0];

interface Head {
  readonly profile: Readonly<Record<Name, string>>;
  readonly found: { readonly [Key in Name]?: string | undefined };
}

/** Under which conditions a job is taken, and what stands at the head of a CV: a resume suggests it, a person writes it. */
export function ProfileCard() {
  const person = chosenPerson.value;
  const known = useResource(`profile/${person}`, () => career('get_profile', ofPerson(person)));
  return (
    <Loaded resource={known} what="the profile">
      {({ profile, found }) => (
        <>
          <ConditionsCard profile={profile} onSaved={known.reload} />
          <Card title="At the head of a CV">
            <ProfileForm key={JSON.stringify(found)} profile={profile} found={found} />
          </Card>
        </>
      )}
    </Loaded>
  );
}

function ProfileForm({ profile, found }: Head) {
  const first = Object.fromEntries(fields.map(([field]) => [field, profile[field] || (found[field] ?? '')]));
  const [said, setSaid] = useState(first);
  const action = useAction();
  const save = () =>
    action.run(async () => {
      await career('set_profile', { ...said, ...ofPerson() });
      return 'Saved.';
    });
  return (
    <div class="form">
      {fields.map(([field, title]) => (
        <Field
          key={field}
          id={`profile-${field}`}
          title={title}
          value={said[field] ?? ''}
          onInput={(text) => setSaid({ ...said, [field]: text })}
        />
      ))}
      <Act tone="primary" action={action} onClick={save}>
        Save
      </Act>
    </div>
  );
}
