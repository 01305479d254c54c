import type { NewApiKey } from '@quadrivium/portarium/answers';
import { useState } from 'preact/hooks';
import { ActionButton } from '../../parts/action-button.js';
import { TroubleNote } from '../../parts/notes.js';
import { ask } from '../../wire/rest.js';
import { type Trouble, troubleOf } from '../../wire/trouble.js';

const fields = {
  principalId: ['Whose key', 'bob'],
  label: ['A note', 'laptop'],
  scopes: ['Scopes; all when empty', 'run:read, approval:*'],
  days: ['Days it is valid; always when empty', '30'],
} as const;

type Field = keyof typeof fields;
const empty: Readonly<Record<Field, string>> = { principalId: '', label: '', scopes: '', days: '' };

/** The secret is shown once, here, and forgotten with the page. */
export function NewKey({ path, onMade }: { path: string; onMade: () => void }) {
  const [given, setGiven] = useState(empty);
  const [made, setMade] = useState<string>();
  const [trouble, setTrouble] = useState<Trouble>();
  const make = async (): Promise<void> => {
    setTrouble(undefined);
    try {
      setMade((await ask<NewApiKey>(path, { method: 'POST', body: requestOf(given) })).secret);
      setGiven(empty);
      onMade();
    } catch (error) {
      setTrouble(troubleOf(error));
    }
  };
  return (
    <div class="form">
      <div class="fields">
        {(Object.keys(fields) as Field[]).map((name) => (
          <div key={name} class="field">
            <label for={`key-${name}`}>{fields[name][0]}</label>
            <input
              id={`key-${name}`}
              value={given[name]}
              placeholder={fields[name][1]}
              onInput={(event) => setGiven({ ...given, [name]: event.currentTarget.value })}
            />
          </div>
        ))}
      </div>
      <ActionButton
        reason={given.principalId.trim() === '' ? 'Say whose it is.' : undefined}
        onClick={() => void make()}
      >
        Make a key
      </ActionButton>
      <div role="status" class={made === undefined ? 'quiet-status' : 'note good'}>
        {made !== undefined && (
          <p>
            Copy it now, it is not shown again: <code>{made}</code>
          </p>
        )}
      </div>
      {trouble !== undefined && <TroubleNote trouble={trouble} />}
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
