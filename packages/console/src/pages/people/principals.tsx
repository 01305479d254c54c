import type { Page as List, PrincipalView } from '@quadrivium/portarium/answers';
import { Loaded } from '../../parts/notes.js';
import { Card } from '../../parts/page.js';
import { Table } from '../../parts/table.js';
import { inWorkspace } from '../../state/session.js';
import { useResource } from '../../state/use-resource.js';
import { ask } from '../../wire/rest.js';
import { NewPrincipal } from './new-principal.js';

export function Principals() {
  const path = inWorkspace('/users');
  const people = useResource(path, (signal) => ask<List<PrincipalView>>(path, { signal }));
  return (
    <Card title="People, agents and services">
      <Loaded resource={people} what="the people">
        {({ items }) => (
          <Table
            caption="People, agents and services"
            head={['Who', 'Kind', 'Roles', 'Acts for', 'State']}
            rows={items.map(({ principalId, displayName, kind, roles, onBehalfOf, active }) => ({
              key: principalId,
              cells: [
                <strong key="who">
                  {displayName === principalId ? principalId : `${displayName} (${principalId})`}
                </strong>,
                kind,
                roles.join(', ') || '–',
                onBehalfOf ?? '–',
                active ? 'active' : 'shut out',
              ],
            }))}
          />
        )}
      </Loaded>
      <NewPrincipal path={path} onMade={people.reload} />
    </Card>
  );
}
