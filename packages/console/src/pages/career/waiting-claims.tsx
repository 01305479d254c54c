import type { ExperienceAtom as Atom } from '@quadrivium/career/answers';
import { useState } from 'preact/hooks';
import { ActionButton } from '../../parts/action-button.js';
import { ActionNotes } from '../../parts/action-notes.js';
import { Empty } from '../../parts/notes.js';
import { Card } from '../../parts/page.js';
import { useAction } from '../../state/use-action.js';
import { career } from '../../wire/operations.js';
import { Where } from './claim-place.js';
import { EditClaim } from './edit-claim.js';

/** What nobody has vouched for yet: choose what is true and confirm it at once, or mend it one by one. */
export function WaitingClaims({ atoms, onChanged }: { atoms: readonly Atom[]; onChanged: () => void }) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const action = useAction();
  const ids = atoms.map((atom) => atom.atom_id).filter((id) => chosen.has(id));
  const isWhole = ids.length === atoms.length;
  const toggle = (id: string) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  };
  const confirm = () =>
    action.run(async () => {
      const { changed } = await career('verify_atoms', { atom_ids: ids });
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
      <p class="buttons">
        <ActionButton onClick={() => setChosen(isWhole ? new Set() : new Set(atoms.map((atom) => atom.atom_id)))}>
          {isWhole ? 'Choose none' : 'Choose all'}
        </ActionButton>
        <ActionButton
          tone="primary"
          busy={action.busy}
          reason={ids.length === 0 ? 'Choose what is true first.' : undefined}
          onClick={confirm}
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
