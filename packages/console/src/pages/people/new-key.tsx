import type { NewApiKey } from '@quadrivium/portarium/answers';
import { useState } from 'preact/hooks';
import { ActionButton } from '../../parts/action-button.js';
import { Field } from '../../parts/field.js';
import { TroubleNote } from '../../parts/notes.js';
import { useAction } from '../../state/use-action.js';
import { ask } from '../../wire/rest.js';

const fields = {
  principalId: ['Whose key', 'bob'],
  label: ['A note', 'laptop'],
  scopes: ['Scopes; all when empty', 'run:read, approval:*'],
  days: ['Days it is valid; always when empty', '30'],
} as const;

type Name = keyof typeof fields;
const empty: Readonly<Record<Name, string>> = { principalId: '', label: '', scopes: '', days: '' };

/** The secret is shown once, here, and forgotten with the page. */
export function NewKey({ path, onMade }: { path: string; onMade: () => void }) {
  const [given, setGiven] = useState(empty);
  const [made, setMade] = useState<string>();
  const action = useAction();
  const make = () =>
    action.run(async () => {
      setMade((await ask<NewApiKey>(path, { method: 'POST', body: requestOf(given) })).secret);
      setGiven(empty);
      onMade();
    });
  return (
    <div class="form">
      <div class="fields">
        {(Object.keys(fields) as Name[]).map((name) => (
          <Field
            key={name}
            id={`key-${name}`}
            title={fields[name][0]}
            value={given[name]}
            placeholder={fields[name][1]}
            onInput={(text) => setGiven({ ...given, [name]: text })}
          />
        ))}
      </div>
      <ActionButton reason={given.principalId.trim() === '' ? 'Say whose it is.' : undefined} onClick={make}>
        Make a key
      </ActionButton>
      <div role="status" class={made === undefined ? 'quiet-status' : 'note good'}>
        {made !== undefined && (
          <p>
            Copy it now, it is not shown again: <code>{made}</code>
          </p>
        )}
      </div>
      {action.trouble !== undefined && <TroubleNote trouble={action.trouble} />}
    </div>
  );
}

function requestOf({ principalId, label, scopes, days }: typeof empty): object {
  const listed = scopes.split(/[\s,]+/).filter((scope) => scope !== '');
  return {
    principalId: principalId.trim(),
    ...(label.trim() === '' ? {} : { label: label.trim() }),
    ...(listed.length === 0 ? {} : { scopes: listed }),
    ...(days.trim() === '' ? {} : { expiresInMs: Math.round(Number(days) * 86_400_000) }),
  };
}
