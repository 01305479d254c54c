import type * as view from '../../answers/index.js';
import type { Agent } from '../../domain/agent.js';
import { idOf } from '../../domain/ids.js';
import { type Caller, requirePermission } from '../../domain/principal.js';
import type { Collections, Tx } from '../../domain/store-port.js';
import { requeue } from '../../engine/sweep.js';
import { notFound, portariumFault } from '../../faults.js';
import { actorOf, type Deps } from '../deps.js';
import { agentView } from '../to-view.js';
import { resumeBlocked } from '../tool-review.js';

export async function listAgents({ store, surroundings }: Deps, caller: Caller): Promise<readonly view.AgentView[]> {
  const agents = await store.read(caller.workspaceId, (tables) => tables.agents.find());
  return agents.map((agent) => agentView(agent, surroundings.now()));
}

/** Agents may look at themselves. */
export async function getAgent(
  { store, surroundings }: Deps,
  caller: Caller,
  agentId: string,
): Promise<view.AgentView> {
  if (caller.principalId !== agentId) requirePermission(caller, 'agent:read');
  return store.read(caller.workspaceId, async (tables) =>
    agentView(await knownAgent(tables, agentId), surroundings.now()),
  );
}

export const quarantineAgent = (
  deps: Deps,
  caller: Caller,
  { agentId, reason }: { agentId: string; reason: string },
): Promise<view.AgentView> =>
  changeAgent(deps, caller, agentId, 'AgentQuarantined', async (tx, agent) => {
    await takeBackTasks(tx, agentId, 'its agent is in quarantine');
    return { ...agent, quarantine: { at: tx.now, reason } };
  });

/** Ends a quarantine; `accept` takes over the capabilities the agent came back with. */
export const reviewAgent = (
  deps: Deps,
  caller: Caller,
  { agentId, accept }: { agentId: string; accept: boolean },
): Promise<view.AgentView> =>
  changeAgent(deps, caller, agentId, 'AgentReviewed', async (tx, agent) => {
    const { quarantine, ...free } = agent;
    // Written first: runs that go on look the agent up again.
    await tx.agents.put(free);
    await resumeBlocked(deps, tx, `agent "${agentId}" is in quarantine`);
    const capabilities = accept ? (quarantine?.proposedCapabilities ?? agent.capabilities) : agent.capabilities;
    return { ...free, capabilities };
  });

export const directAgent = (
  deps: Deps,
  caller: Caller,
  { agentId, directive }: { agentId: string; directive: string },
): Promise<view.AgentView> =>
  changeAgent(deps, caller, agentId, 'AgentDirected', async (_, agent) => ({
    ...agent,
    directives: [...agent.directives, directive],
  }));

export async function knownAgent(tables: Collections, agentId: string): Promise<Agent> {
  const agent = await tables.agents.get(idOf(agentId));
  if (agent === undefined) throw notFound('agent', agentId);
  return agent;
}

/** An agent's own credential speaks for that agent and for no other; who has none speaks for those it looks after. */
export function requireOwn(caller: Caller, agentId: string): void {
  if (caller.kind !== 'agent' || caller.unproven || caller.principalId === agentId) return;
  throw portariumFault('Forbidden', 'A credential of one agent cannot be used for another.');
}

/** Everybody may see what became of an agent. */
export function record(tx: Tx, caller: Caller, agentId: string, type: string): void {
  tx.evidence({ category: 'System', type, summary: `${type}.`, actor: actorOf(caller), links: { agentId } });
  tx.emit({ type: `agent.${type}`, subject: `agents/${agentId}`, data: { agentId } });
}

/** Work that an agent holds goes back into the queue. */
export async function takeBackTasks(tx: Tx, agentId: string, why: string): Promise<void> {
  const held = await tx.tasks.find({ where: { state: 'Claimed', claimed_by: agentId } });
  for (const task of held) await requeue(tx, task, why);
}

async function changeAgent(
  deps: Deps,
  caller: Caller,
  agentId: string,
  type: string,
  change: (tx: Tx, agent: Agent) => Promise<Agent>,
): Promise<view.AgentView> {
  return deps.transact(caller.workspaceId, async (tx) => {
    const agent = await change(tx, await knownAgent(tx, agentId));
    await tx.agents.put(agent);
    record(tx, caller, agentId, type);
    return agentView(agent, tx.now);
  });
}
