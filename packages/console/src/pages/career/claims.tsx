import type { ExperienceAtom as Atom } from '@quadrivium/career/answers';
import { useState } from 'preact/hooks';
import { ActionButton } from '../../parts/action-button.js';
import { Badge } from '../../parts/badge.js';
import { Empty, Loaded } from '../../parts/notes.js';
import { Card, Page } from '../../parts/page.js';
import { useResource } from '../../state/use-resource.js';
import { resultOf } from '../../wire/mcp.js';
import { ActionNotes } from './action-notes.js';
import { AddResume } from './add-resume.js';
import { CareerTabs } from './career-tabs.js';
import { EditClaim } from './edit-claim.js';
import { ProfileCard } from './profile-card.js';
import { useAction } from './use-action.js';

/** What was read from resumes, for a person to look through: only what is confirmed here counts anywhere. */
export function Claims() {
  const list = useResource('atoms', () =>
    resultOf<{ atoms: readonly Atom[]; total: number }>('career', 'list_atoms', { limit: 1000 }),
  );
  return (
    <Page title="Claims" lead="Only what a person has confirmed is matched, and only that goes into a document.">
      <CareerTabs />
      <AddResume onAdded={list.reload} />
      <Loaded resource={list} what="the claims">
        {({ atoms }) => (
          <>
            <Waiting atoms={atoms.filter((atom) => !atom.verified)} onChanged={list.reload} />
            <Confirmed atoms={atoms.filter((atom) => atom.verified)} onChanged={list.reload} />
          </>
        )}
      </Loaded>
      <ProfileCard />
    </Page>
  );
}

interface ClaimsProps {
  readonly atoms: readonly Atom[];
  readonly onChanged: () => void;
}

function Waiting({ atoms, onChanged }: ClaimsProps) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const action = useAction();
  const ids = atoms.map((atom) => atom.atom_id).filter((id) => chosen.has(id));
  const toggle = (id: string) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  };
  const confirm = () =>
    action.run(async () => {
      const { changed } = await resultOf<{ changed: number }>('career', 'verify_atoms', { atom_ids: ids });
      setChosen(new Set());
      onChanged();
      return `${changed} confirmed.`;
    });
  // What was just confirmed is still said when it was the last.
  if (atoms.length === 0)
    return (
      <>
        <ActionNotes action={action} />
        <Empty title="No claim waits to be confirmed." />
      </>
    );
  return (
    <Card title={`${atoms.length} to look through`}>
      <p class="actions">
        <ActionButton onClick={() => setChosen(new Set(atoms.map((atom) => atom.atom_id)))}>Choose all</ActionButton>
        <ActionButton
          tone="primary"
          busy={action.busy}
          reason={ids.length === 0 ? 'Choose what is true first.' : undefined}
          onClick={() => void confirm()}
        >
          {`Confirm ${ids.length} chosen`}
        </ActionButton>
      </p>
      <ActionNotes action={action} />
      <ul class="rows">
        {atoms.map((atom) => (
          <li key={atom.atom_id} class="row">
            <p class="inline">
              <input
                id={`choose-${atom.atom_id}`}
                type="checkbox"
                checked={chosen.has(atom.atom_id)}
                onChange={() => toggle(atom.atom_id)}
              />
              <label for={`choose-${atom.atom_id}`}>{atom.claim}</label>
            </p>
            <Where atom={atom} />
            <EditClaim atom={atom} onChanged={onChanged} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Confirmed({ atoms, onChanged }: ClaimsProps) {
  if (atoms.length === 0) return <Empty title="Nothing is confirmed yet." />;
  return (
    <Card title={`${atoms.length} confirmed`}>
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
    </Card>
  );
}

/** The job or study it belongs to, with dates. */
function Where({ atom: { kind, role, title } }: { atom: Atom }) {
  const dates = [role?.from, role?.current ? 'now' : role?.to].filter((date) => date !== undefined).join(' to ');
  const said = [kind, role?.title ?? (title || undefined), role?.employer, dates].filter(Boolean).join(' · ');
  return said === '' ? null : <p class="row-sub">{said}</p>;
}
