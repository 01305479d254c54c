import type { ExperienceAtom as Atom } from '@quadrivium/career/answers';
import { Fragment } from 'preact';
import { Badge } from '../../parts/badge.js';
import { Empty, Loaded } from '../../parts/notes.js';
import { Card, Page } from '../../parts/page.js';
import { useResource } from '../../state/use-resource.js';
import { career } from '../../wire/operations.js';
import { AddClaim } from './add-claim.js';
import { AddResume } from './add-resume.js';
import { CareerTabs } from './career-tabs.js';
import { inOrder, Where } from './claim-place.js';
import { EditClaim } from './edit-claim.js';
import { LanguagesCard } from './languages-card.js';
import { chosenPerson, ofPerson } from './person.js';
import { PersonSwitch } from './person-switch.js';
import { ProfileCard } from './profile-card.js';
import { WaitingClaims } from './waiting-claims.js';

/** What was read from resumes, for a person to look through: only what is confirmed here counts anywhere. */
export function Claims() {
  const person = chosenPerson.value;
  const list = useResource(`atoms/${person}`, () => career('list_atoms', { limit: 1000, ...ofPerson(person) }));
  return (
    <Page title="Claims" lead="Only what a person has confirmed is matched, and only that goes into a document.">
      <CareerTabs />
      <PersonSwitch />
      {/* What was begun for one person must not be finished for another. */}
      <Fragment key={person}>
        <AddResume onAdded={list.reload} />
        <Loaded resource={list} what="the claims">
          {({ atoms, total }) => (
            <>
              {total > atoms.length && (
                <p role="status">{`${total - atoms.length} more claims are stored than are shown here.`}</p>
              )}
              <WaitingClaims atoms={inOrder(atoms.filter((atom) => !atom.verified))} onChanged={list.reload} />
              <Confirmed atoms={inOrder(atoms.filter((atom) => atom.verified))} onChanged={list.reload} />
              <LanguagesCard atoms={atoms} onChanged={list.reload} />
            </>
          )}
        </Loaded>
        <ProfileCard />
      </Fragment>
    </Page>
  );
}

function Confirmed({ atoms, onChanged }: { atoms: readonly Atom[]; onChanged: () => void }) {
  return (
    <Card title={`${atoms.length} confirmed`}>
      {atoms.length === 0 && <Empty title="Nothing is confirmed yet." />}
      <ul class="rows">
        {atoms.map((atom) => (
          <li key={atom.atom_id} class="row">
            <p>
              <Badge state="Confirmed" tone="good" /> {atom.claim}
            </p>
            <Where atom={atom} />
            <EditClaim atom={atom} onChanged={onChanged} />
          </li>
        ))}
      </ul>
      <AddClaim onAdded={onChanged} />
    </Card>
  );
}
