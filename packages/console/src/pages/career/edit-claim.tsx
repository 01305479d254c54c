import type { ExperienceAtom as Atom } from '@quadrivium/career/answers';
import { useState } from 'preact/hooks';
import { ActionButton } from '../../parts/action-button.js';
import { ActionNotes } from '../../parts/action-notes.js';
import { Field } from '../../parts/field.js';
import { useAction } from '../../state/use-action.js';
import { career } from '../../wire/operations.js';
import { fieldsOf, type RoleFields, RoleForm, roleArgument } from './role-form.js';

/** Other words for a claim, or none: what a person writes here is confirmed by writing it. */
export function EditClaim({ atom, onChanged }: { atom: Atom; onChanged: () => void }) {
  const [words, setWords] = useState(atom.claim);
  const [role, setRole] = useState<RoleFields>(fieldsOf(atom.role));
  const action = useAction();
  const { atom_id } = atom;
  const change = (tool: 'edit_atom' | 'verify_atom' | 'delete_atom', args: object) =>
    action.run(async () => {
      await career(tool, { atom_id, ...args });
      onChanged();
      return undefined;
    });
  const field = `edit-${atom_id}`;
  return (
    <details>
      <summary aria-label={`Edit: ${atom.claim}`}>Edit</summary>
      <div class="form">
        <Field id={field} title="What is true" rows={2} value={words} onInput={setWords} />
        <RoleForm id={atom_id} role={role} onChange={setRole} />
        <p class="buttons">
          <ActionButton
            tone="primary"
            busy={action.busy}
            reason={words.trim() === '' ? 'Say something.' : undefined}
            onClick={() => void change('edit_atom', { claim: words, verified: true, ...roleArgument(role) })}
          >
            Save and confirm
          </ActionButton>
          {atom.verified && (
            <ActionButton busy={action.busy} onClick={() => void change('verify_atom', { verified: false })}>
              Take the confirmation back
            </ActionButton>
          )}
          <ActionButton tone="danger" busy={action.busy} onClick={() => void change('delete_atom', {})}>
            Delete
          </ActionButton>
        </p>
        <ActionNotes action={action} />
      </div>
    </details>
  );
}
