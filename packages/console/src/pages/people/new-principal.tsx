import type { Page as List, PrincipalView } from '@quadrivium/portarium/answers';
import { useState } from 'preact/hooks';
import { Loaded } from '../../parts/notes.js';
import { Outcome } from '../../parts/outcome.js';
import { SchemaForm } from '../../parts/schema-form.js';
import { useAction } from '../../state/use-action.js';
import { useResource } from '../../state/use-resource.js';
import { bodySchema, without } from '../../wire/api-schema.js';
import { ask } from '../../wire/rest.js';

/** Somebody who has to be known before they can have a key. What can be said is what the server says it takes. */
export function NewPrincipal({ path, onMade }: { path: string; onMade: () => void }) {
  const [round, setRound] = useState(0);
  const action = useAction();
  const schema = useResource('putPrincipal', async (signal) =>
    without(await bodySchema('putPrincipal', signal), 'active'),
  );
  const save = (body: Record<string, unknown>): Promise<void> =>
    action.run(async () => {
      await ask(path, { method: 'POST', body: { ...(await unsaidOf(path, body.principalId)), ...body } });
      setRound(round + 1);
      onMade();
      return `${body.principalId} is saved. Make them a key below, and hand it to them.`;
    });
  return (
    <details>
      <summary>Add or change somebody</summary>
      <Loaded resource={schema} what="what can be said">
        {(asked) => (
          <SchemaForm
            key={round}
            schema={asked}
            submitLabel="Save"
            busy={action.busy}
            onSubmit={(body) => void save(body)}
          />
        )}
      </Loaded>
      <Outcome action={action} />
    </details>
  );
}

/** What of somebody known stays unless it is said: nobody is let in again, or ceases to act for a person, by other roles. */
async function unsaidOf(path: string, principalId: unknown): Promise<Partial<PrincipalView>> {
  const { items } = await ask<List<PrincipalView>>(path);
  const known = items.find((one) => one.principalId === principalId);
  if (known === undefined) return {};
  const { kind, active, onBehalfOf } = known;
  return { kind, active, ...(onBehalfOf === undefined ? {} : { onBehalfOf }) };
}
