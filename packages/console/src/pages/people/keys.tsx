import type { ApiKeyView, Page as List } from '@quadrivium/portarium/answers';
import { Moment } from '../../parts/moment.js';
import { Loaded } from '../../parts/notes.js';
import { Card } from '../../parts/page.js';
import { Table } from '../../parts/table.js';
import { inWorkspace } from '../../state/session.js';
import { useResource } from '../../state/use-resource.js';
import { ask } from '../../wire/rest.js';
import { NewKey } from './new-key.js';

export function Keys() {
  const path = inWorkspace('/api-keys');
  const keys = useResource(path, (signal) => ask<List<ApiKeyView>>(path, { signal }));
  const revoke = async (keyId: string): Promise<void> => {
    await ask(`${path}/${keyId}/revoke`, { method: 'POST', body: {} });
    keys.reload();
  };
  return (
    <Card title="Keys">
      <Loaded resource={keys} what="the keys">
        {({ items }) => <KeyTable items={items} onRevoke={(keyId) => void revoke(keyId)} />}
      </Loaded>
      <NewKey path={path} onMade={keys.reload} />
    </Card>
  );
}

function KeyTable({ items, onRevoke }: { items: readonly ApiKeyView[]; onRevoke: (keyId: string) => void }) {
  return (
    <Table
      caption="Keys"
      head={['Key', 'Whose', 'Scopes', 'Made', 'Ends', 'Use']}
      rows={items.map(({ keyId, label, principalId, scopes, createdAtIso, expiresAtIso, revokedAtIso }) => ({
        key: keyId,
        cells: [
          <span key="key">
            <code>qk_{keyId}_…</code> {label ?? ''}
          </span>,
          principalId,
          scopes?.join(', ') ?? 'all that its owner may do',
          <Moment key="made" iso={createdAtIso} />,
          expiresAtIso === undefined ? 'never' : <Moment iso={expiresAtIso} />,
          revokedAtIso === undefined ? (
            <button key="revoke" type="button" class="button plain small" onClick={() => onRevoke(keyId)}>
              Revoke {label ?? keyId}
            </button>
          ) : (
            'revoked'
          ),
        ],
      }))}
    />
  );
}
