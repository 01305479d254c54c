import { useState } from 'preact/hooks';
import { Act } from '../../parts/act.js';
import { Choice } from '../../parts/choice.js';
import { Field } from '../../parts/field.js';
import { Card } from '../../parts/page.js';
import { useAction } from '../../state/use-action.js';
import { career } from '../../wire/operations.js';
import type { Names } from './names.js';
import { inPlainWords } from './refusals.js';

const somebodyNew = '';

/** Whom to write to and what about; the same person twice is known by the name that was chosen. */
export function StartOutreach({ names, onChanged }: { names: Names; onChanged: () => void }) {
  const [contact, setContact] = useState(somebodyNew);
  const [name, setName] = useState('');
  const [org, setOrg] = useState('');
  const [about, setAbout] = useState('');
  const action = useAction();
  const opportunity_id = about || (names.opportunities[0]?.[0] ?? '');
  const start = () =>
    action.run(async () => {
      const contact_id = contact === somebodyNew ? await added(name, org) : contact;
      onChanged();
      try {
        await career('create_interaction', { contact_id, opportunity_id });
      } catch (error) {
        return inPlainWords(error, { contact_id, name: contact === somebodyNew ? name : names.contact(contact) });
      }
      setName('');
      onChanged();
      return 'It stands in Draft.';
    });
  return (
    <Card title="Write to somebody">
      <div class="form">
        <div class="fields">
          <Choice
            id="outreach-contact"
            title="Whom"
            options={{ [somebodyNew]: 'Somebody new', ...Object.fromEntries(names.contacts) }}
            value={contact}
            onChange={setContact}
          />
          {contact === somebodyNew && <Field id="outreach-name" title="Name" value={name} onInput={setName} />}
          {contact === somebodyNew && <Field id="outreach-org" title="Company" value={org} onInput={setOrg} />}
          <Choice
            id="outreach-about"
            title="What about"
            options={Object.fromEntries(names.opportunities)}
            value={opportunity_id}
            onChange={setAbout}
          />
        </div>
        <Act tone="primary" action={action} reason={missing(contact, name, opportunity_id)} onClick={start}>
          Start it
        </Act>
      </div>
    </Card>
  );
}

function missing(contact: string, name: string, opportunityId: string): string | undefined {
  if (opportunityId === '') return 'Bring in a posting first.';
  return contact === somebodyNew && name.trim() === '' ? 'Say whom first.' : undefined;
}

async function added(name: string, org: string): Promise<string> {
  const said = { name: name.trim(), ...(org.trim() === '' ? {} : { org: org.trim() }) };
  return (await career('add_contact', said)).contact_id;
}
