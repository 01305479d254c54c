import { useId, useState } from 'preact/hooks';
import { Field } from '../../parts/field.js';
import { Loaded } from '../../parts/notes.js';
import { Outcome } from '../../parts/outcome.js';
import { Card } from '../../parts/page.js';
import { SchemaForm } from '../../parts/schema-form.js';
import { inWorkspace } from '../../state/session.js';
import { useAction } from '../../state/use-action.js';
import { useResource } from '../../state/use-resource.js';
import { bodySchema, without } from '../../wire/api-schema.js';
import { ask } from '../../wire/rest.js';

/** Tells somebody by mail or in Slack. What can be said is what the server says it takes. */
export function NewNotice({ onMade }: { onMade: () => void }) {
  const id = useId();
  const [name, setName] = useState('');
  const [round, setRound] = useState(0);
  const action = useAction();
  const schema = useResource('putNotice', async (signal) => without(await bodySchema('putNotice', signal), 'active'));
  const save = (body: object): Promise<void> =>
    action.run(async () => {
      await ask(inWorkspace(`/notices/${encodeURIComponent(name.trim())}`), { method: 'PUT', body });
      setName('');
      setRound(round + 1);
      onMade();
      return `${name.trim()} is saved.`;
    });
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return (
    <Card title="Tell somebody">
      <Field id={id} title="Name of the notice" value={name} placeholder="duty" onInput={setName} />
      <Loaded resource={schema} what="what can be said">
        {(asked) => (
          <SchemaForm
            key={round}
            schema={asked}
            initial={{ topics: 'approval', timeZone }}
            submitLabel="Save the notice"
            busy={action.busy}
            onSubmit={(body) => void save(body)}
          />
        )}
      </Loaded>
      <Outcome action={action} />
    </Card>
  );
}
