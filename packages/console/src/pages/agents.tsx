import type { AgentView as Agent, Page as List } from '@quadrivium/portarium/answers';
import { Badge } from '../parts/badge.js';
import { CopyId } from '../parts/copy-id.js';
import { Moment } from '../parts/moment.js';
import { Empty, Loaded } from '../parts/notes.js';
import { Page } from '../parts/page.js';
import { Table } from '../parts/table.js';
import { inWorkspace } from '../state/session.js';
import { useResource } from '../state/use-resource.js';
import { ask } from '../wire/rest.js';

export function Agents() {
  const path = inWorkspace('/agents');
  const agents = useResource(path, (signal) => ask<List<Agent>>(path, { signal }), {
    on: (event) => /\.(agent|task|machine)\./.test(event.type),
    // Silence is no event: an agent goes stale because nothing happens.
    everyMs: 10_000,
  });
  return (
    <Page title="Agents" lead="Who works for this workspace, and when they last gave a sign of life.">
      <Loaded resource={agents} what="the agents">
        {({ items }) => (items.length === 0 ? <NoAgents /> : <AgentTable items={items} />)}
      </Loaded>
    </Page>
  );
}

function NoAgents() {
  return (
    <Empty title="No agent is registered.">
      <p>
        An agent registers itself with the tool <code>portarium_agent_register</code> and then sends heartbeats.
      </p>
    </Empty>
  );
}

function AgentTable({ items }: { items: readonly Agent[] }) {
  return (
    <Table
      caption="Agents"
      head={['Agent', 'Liveness', 'Last heartbeat', 'Lease', 'Machine', 'Can do', 'Tier']}
      rows={items.map((agent) => ({
        key: agent.agentId,
        cells: [
          <span key="name">
            <strong>{agent.displayName}</strong> <CopyId id={agent.agentId} of={agent.displayName} />
          </span>,
          <>
            <Badge state={agent.liveness} /> {agent.quarantineReason ?? agent.statusMessage ?? ''}
          </>,
          agent.lastHeartbeatAtIso === undefined ? 'never' : <Moment iso={agent.lastHeartbeatAtIso} />,
          agent.leaseExpiresAtIso === undefined ? '–' : <Moment iso={agent.leaseExpiresAtIso} />,
          agent.machineId,
          agent.capabilities.join(', ') || '–',
          agent.policyTier,
        ],
      }))}
    />
  );
}
