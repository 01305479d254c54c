import { useEffect, useState } from 'preact/hooks';
import { Act } from '../../parts/act.js';
import { Choice } from '../../parts/choice.js';
import { Field } from '../../parts/field.js';
import { Loaded } from '../../parts/notes.js';
import { useAction } from '../../state/use-action.js';
import { useResource } from '../../state/use-resource.js';
import { career } from '../../wire/operations.js';
import { addPerson, choosePerson, chosenPerson, type KnownPerson, keeper, nameOf } from './person.js';

/** For whom the page is read: claims, conditions and documents belong to one person. */
export function PersonSwitch() {
  const known = useResource('people of the job search', () => career('list_profiles', {}));
  return (
    <Loaded resource={known} what="the people">
      {({ profiles }) => <People people={profiles} onAdded={known.reload} />}
    </Loaded>
  );
}

function People({ people, onAdded }: { people: readonly KnownPerson[]; onAdded: () => void }) {
  const [adding, setAdding] = useState('');
  // One who was just added is chosen before the list knows them; one of another database is in no list at all.
  const isKnown =
    chosenPerson.value === adding || people.some(({ profile }) => profile.profile_id === chosenPerson.value);
  useEffect(() => {
    if (!isKnown) choosePerson(keeper);
  }, [isKnown]);
  const added = (id: string) => {
    setAdding(id);
    choosePerson(id);
    onAdded();
  };
  return (
    <div class="fields">
      <Choice
        id="career-person"
        title="Whose job search"
        options={Object.fromEntries(people.map((one) => [one.profile.profile_id, labelOf(one, people)]))}
        value={chosenPerson.value}
        onChange={choosePerson}
      />
      <details class="field">
        <summary>Somebody else</summary>
        <NewPerson onAdded={added} />
      </details>
      {people
        .filter(({ profile: { profile_id } }) => profile_id === chosenPerson.value && profile_id !== keeper)
        .map((one) => (
          <TakeAway key={one.profile.profile_id} person={one} onGone={onAdded} />
        ))}
    </div>
  );
}

function TakeAway({ person, onGone }: { person: KnownPerson; onGone: () => void }) {
  const action = useAction();
  const { profile, claims, resumes } = person;
  const takeAway = () =>
    action.run(async () => {
      await career('delete_profile', { profile_id: profile.profile_id });
      choosePerson(keeper);
      onGone();
      return undefined;
    });
  return (
    <details class="field">
      <summary>Delete {nameOf(person)}</summary>
      <p>
        Their {countOf(claims.verified + claims.unverified, 'claim')} and {countOf(resumes.length, 'resume')} are
        deleted. Decisions and documents that were made stay in the record.
      </p>
      <Act tone="danger" action={action} onClick={takeAway}>
        Delete all of it
      </Act>
    </details>
  );
}

const countOf = (number: number, of: string) => `${number} ${of}${number === 1 ? '' : 's'}`;

/** Of two with one name, how many claims are kept tells which. */
function labelOf(one: KnownPerson, people: readonly KnownPerson[]): string {
  const name = nameOf(one);
  const isShared = people.some((other) => other !== one && nameOf(other) === name);
  const { verified, unverified } = one.claims;
  return isShared ? `${name} (${verified + unverified} claims)` : name;
}

function NewPerson({ onAdded }: { onAdded: (id: string) => void }) {
  const [name, setName] = useState('');
  const action = useAction();
  const add = () =>
    action.run(async () => {
      onAdded(await addPerson(name.trim()));
      setName('');
      return `This is now the job search of ${name.trim()}.`;
    });
  return (
    <div class="form">
      <Field id="new-person" title="Their name" maxLength={200} value={name} onInput={setName} />
      <Act action={action} reason={name.trim() === '' ? 'Say a name first.' : undefined} onClick={add}>
        Keep claims for them
      </Act>
    </div>
  );
}
