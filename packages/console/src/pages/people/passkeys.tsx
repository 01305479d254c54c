import type { Page as List, PasskeyView } from '@quadrivium/portarium/answers';
import { useState } from 'preact/hooks';
import { ActionButton } from '../../parts/action-button.js';
import { Field } from '../../parts/field.js';
import { Moment } from '../../parts/moment.js';
import { Loaded, TroubleNote } from '../../parts/notes.js';
import { Card } from '../../parts/page.js';
import { Table } from '../../parts/table.js';
import { may } from '../../state/session.js';
import { useAction } from '../../state/use-action.js';
import { useResource } from '../../state/use-resource.js';
import { ask } from '../../wire/rest.js';
import { addPasskey, passkeyHindrance, passkeysPath } from '../passkeys.js';

/** The passkeys of whoever looks; an administrator sees everybody's. */
export function Passkeys() {
  const path = passkeysPath();
  const passkeys = useResource(path, (signal) => ask<List<PasskeyView>>(path, { signal }));
  const [label, setLabel] = useState('');
  const action = useAction();
  const run = (work: () => Promise<unknown>) => action.run(work).then(passkeys.reload);
  const hindrance = may('approval:decide') ? passkeyHindrance() : 'Only people who may decide need a passkey.';
  const unnamed = label.trim() === '' ? 'Give it a name first.' : undefined;
  return (
    <Card title="Passkeys">
      <p class="soft">
        A passkey signs your approvals on your own device. Not even this server can sign in your place, and anybody with
        the evidence can check it.
      </p>
      <Loaded resource={passkeys} what="the passkeys">
        {({ items }) => <PasskeyTable items={items} onRevoke={(id) => void run(() => revoke(id))} />}
      </Loaded>
      <Field id="passkey-label" title="Name of a new passkey" value={label} placeholder="my phone" onInput={setLabel} />
      <ActionButton
        tone="primary"
        reason={hindrance ?? unnamed}
        busy={action.busy}
        onClick={() => void run(() => addPasskey(label.trim()))}
      >
        Register a passkey
      </ActionButton>
      {action.trouble !== undefined && <TroubleNote trouble={action.trouble} />}
    </Card>
  );
}

const revoke = (passkeyId: string): Promise<unknown> =>
  ask(`${passkeysPath()}/${passkeyId}/revoke`, { method: 'POST', body: {} });

function PasskeyTable({ items, onRevoke }: { items: readonly PasskeyView[]; onRevoke: (id: string) => void }) {
  if (items.length === 0) return <p>No passkey is registered.</p>;
  return (
    <Table
      caption="Passkeys"
      head={['Passkey', 'Whose', 'Registered', 'Known to verifiers as', 'Use']}
      rows={items.map(({ passkeyId, label, principalId, registeredAtIso, revokedAtIso }) => ({
        key: passkeyId,
        cells: [
          <strong key="label">{label}</strong>,
          principalId,
          <Moment key="registered" iso={registeredAtIso} />,
          <code key="id" class="digest">{`${principalId}:${passkeyId}`}</code>,
          revokedAtIso === undefined ? (
            <button key="revoke" type="button" class="button plain small" onClick={() => onRevoke(passkeyId)}>
              Revoke {label}
            </button>
          ) : (
            'revoked'
          ),
        ],
      }))}
    />
  );
}
