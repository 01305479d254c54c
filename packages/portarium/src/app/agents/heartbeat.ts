import type * as view from '../../answers/index.js';
import { type Agent, type HeartbeatStatus, livenessOf } from '../../domain/agent.js';
import type { Caller } from '../../domain/principal.js';
import type { Tx } from '../../domain/store-port.js';
import { isoTime } from '../../domain/surroundings.js';
import { notFound } from '../../faults.js';
import type { Deps } from '../deps.js';
import { taskView } from '../to-view.js';
import { knownAgent, requireOwn } from './agents.js';

export async function agentHeartbeat(
  deps: Deps,
  caller: Caller,
  request: { machineId: string; agentId: string; status?: HeartbeatStatus; statusMessage?: string },
): Promise<view.HeartbeatAnswer> {
  const { agentId, machineId, status = 'healthy', statusMessage } = request;
  requireOwn(caller, agentId);
  return deps.transact(caller.workspaceId, async (tx) => {
    const before = await knownAgent(tx, agentId);
    if (before.machineId !== machineId) throw notFound('agent', agentId, 'The agent belongs to another machine.');
    const { staleSince: _, ...alive } = before;
    const leaseUntil = tx.now + deps.agentLeaseMs;
    const agent: Agent = {
      ...alive,
      status,
      ...(statusMessage === undefined ? {} : { statusMessage }),
      lastHeartbeatAt: tx.now,
      leaseUntil,
      directives: [],
    };
    await tx.agents.put(agent);
    await tx.timers.put({
      workspaceId: tx.workspaceId,
      kind: 'agent-lease',
      target: agent.agentId,
      fireAt: leaseUntil,
    });
    if (before.staleSince !== undefined || before.leaseUntil === undefined) {
      tx.emit({ type: 'agent.AgentOnline', subject: `agents/${agentId}`, data: { agentId, status } });
    }
    const quarantined = agent.quarantine === undefined ? [] : ['quarantined: wait for review'];
    return {
      acknowledgedAtIso: isoTime(tx.now),
      leaseExpiresAtIso: isoTime(leaseUntil),
      nextHeartbeatInMs: Math.floor(deps.agentLeaseMs / 3),
      liveness: livenessOf(agent, tx.now),
      directives: [...before.directives, ...quarantined],
      assignedWork: await workFor(tx, agent),
    };
  });
}

/** What the agent holds, and, if it takes work, what it could claim. */
async function workFor(tx: Tx, agent: Agent): Promise<readonly view.TaskView[]> {
  const held = await tx.tasks.find({ where: { state: 'Claimed', claimed_by: agent.agentId } });
  if (agent.quarantine !== undefined || agent.status === 'draining') return held.map(taskView);
  const where = { state: 'Queued', capability: { in: agent.capabilities } };
  const offered = await tx.tasks.find({ where, limit: 20 });
  const mine = offered.filter(({ onlyAgentId }) => onlyAgentId === undefined || onlyAgentId === agent.agentId);
  return [...held, ...mine].map(taskView);
}
