import type * as view from '../answers/index.js';
import { type Agent, type HeartbeatStatus, livenessOf, type Machine } from '../domain/agent.js';
import { idOf, type PrincipalId } from '../domain/ids.js';
import { type Caller, permits, requirePermission } from '../domain/principal.js';
import type { Collections, Tx } from '../domain/store-port.js';
import { isoTime } from '../domain/surroundings.js';
import type { Tier } from '../domain/tier.js';
import { requeue } from '../engine/sweep.js';
import { invalidInput, notFound, portariumFault } from '../faults.js';
import { actorOf, type Deps, identified } from './deps.js';
import { agentView, machineView, taskView } from './to-view.js';
import { resumeBlocked } from './tool-review.js';

export async function listMachines(deps: Deps, caller: Caller): Promise<readonly view.MachineView[]> {
  return (await deps.store.read(caller.workspaceId, (tables) => tables.machines.find())).map(machineView);
}

export async function getMachine(deps: Deps, caller: Caller, machineId: string): Promise<view.MachineView> {
  const machine = await deps.store.read(caller.workspaceId, (tables) => tables.machines.get(idOf(machineId)));
  if (machine === undefined) throw notFound('machine', machineId);
  return machineView(machine);
}

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

export async function registerMachine(
  deps: Deps,
  caller: Caller,
  request: { machineId: string; displayName?: string; capabilities?: readonly string[] },
): Promise<view.MachineView & { readonly created: boolean }> {
  return deps.transact(caller.workspaceId, async (tx) => {
    const before = await tx.machines.get(idOf(request.machineId));
    if (before !== undefined && !permits(caller, 'agent:review')) return { ...machineView(before), created: false };
    const {
      machineId,
      displayName = before?.displayName ?? machineId,
      capabilities = before?.capabilities ?? [],
    } = request;
    const machine = await putMachine(tx, caller, { machineId: idOf(machineId), displayName, capabilities }, before);
    return { ...machineView(machine), created: before === undefined };
  });
}

async function putMachine(
  tx: Tx,
  caller: Caller,
  fields: Pick<Machine, 'machineId' | 'displayName' | 'capabilities'>,
  before: Machine | undefined,
): Promise<Machine> {
  const machine: Machine = {
    active: true,
    registeredBy: caller.principalId,
    registeredAt: tx.now,
    ...before,
    workspaceId: tx.workspaceId,
    ...fields,
  };
  await tx.machines.put(machine);
  const { machineId } = machine;
  tx.evidence({
    category: 'System',
    type: 'MachineRegistered',
    summary: 'A machine was registered.',
    actor: actorOf(caller),
    links: { machineId },
  });
  tx.emit({ type: 'agent.MachineRegistered', subject: `machines/${machineId}`, data: { machineId } });
  return machine;
}

export async function machineHeartbeat(
  deps: Deps,
  caller: Caller,
  request: { machineId: string; status?: HeartbeatStatus },
) {
  return deps.transact(caller.workspaceId, async (tx) => {
    const machine = await tx.machines.get(idOf(request.machineId));
    if (machine === undefined) throw notFound('machine', request.machineId);
    await tx.machines.put({ ...machine, lastHeartbeatAt: tx.now, status: request.status ?? 'healthy' });
    return { acknowledgedAtIso: isoTime(tx.now) };
  });
}

export interface Registration {
  readonly machineId: string;
  readonly agentId: string;
  readonly displayName: string;
  readonly capabilities?: readonly string[];
  readonly allowedTools?: readonly string[];
  readonly policyTier?: Tier;
}

export async function registerAgent(deps: Deps, caller: Caller, request: Registration): Promise<view.RegisteredAgent> {
  requireOwn(caller, request.agentId);
  refuseOwnTerms(caller, request);
  return deps.transact(caller.workspaceId, async (tx) => {
    const who = await identified(tx, caller);
    const machine = await machineFor(tx, caller, request);
    const before = await tx.agents.get(idOf(request.agentId));
    const capabilities = request.capabilities ?? before?.capabilities ?? machine.capabilities;
    refuseUndeclared(machine, capabilities);
    if (before !== undefined) return registeredAgain(tx, caller, before, machine, { ...request, capabilities });
    const agent: Agent = {
      workspaceId: tx.workspaceId,
      agentId: idOf(request.agentId),
      machineId: machine.machineId,
      displayName: request.displayName,
      capabilities,
      policyTier: request.policyTier ?? 'HumanApprove',
      allowedTools: request.allowedTools ?? [],
      registeredBy: caller.principalId,
      registeredAt: tx.now,
      status: 'healthy',
      directives: [],
    };
    await tx.agents.put(agent);
    await principalFor(tx, agent, who);
    record(tx, caller, agent.agentId, 'AgentRegistered');
    return { ...agentView(agent, tx.now), created: true };
  });
}

/** How much control surrounds an agent, and what it may use, is said by people. */
function refuseOwnTerms(caller: Caller, { policyTier, allowedTools }: Registration): void {
  if (caller.kind !== 'agent' || (policyTier === undefined && allowedTools === undefined)) return;
  throw portariumFault('Forbidden', 'An agent does not choose its own tier or tools.', {
    suggestion: 'Let an administrator register it with policyTier and allowedTools.',
  });
}

/** The seven tools cannot create machines, so registering an agent does when the machine is new. */
async function machineFor(tx: Tx, caller: Caller, { machineId, capabilities = [] }: Registration): Promise<Machine> {
  const known = await tx.machines.get(idOf(machineId));
  return (
    known ?? putMachine(tx, caller, { machineId: idOf(machineId), displayName: machineId, capabilities }, undefined)
  );
}

function refuseUndeclared(machine: Machine, capabilities: readonly string[]): void {
  const missing = capabilities.filter((capability) => !machine.capabilities.includes(capability));
  if (missing.length === 0) return;
  const message = `Machine "${machine.machineId}" does not declare: ${missing.join(', ')}.`;
  throw invalidInput(message, { capabilities: missing.map((it) => `${it} is not declared by the machine`) });
}

/** The agent counts as the person it acts for. Whoever registers it is that person, unless somebody else was named. */
async function principalFor(tx: Tx, agent: Agent, who: Caller & { readonly person: PrincipalId }): Promise<void> {
  const before = await tx.principals.get(agent.agentId);
  if (before !== undefined) return;
  await tx.principals.put({
    workspaceId: tx.workspaceId,
    principalId: agent.agentId,
    kind: 'agent',
    displayName: agent.displayName,
    roles: ['agent'],
    active: true,
    onBehalfOf: who.person,
    createdAtIso: isoTime(tx.now),
  });
}

/** Coming back with other abilities is how a stolen identity would look: no work until somebody has looked. */
async function registeredAgain(
  tx: Tx,
  caller: Caller,
  before: Agent,
  machine: Machine,
  request: Registration & { readonly capabilities: readonly string[] },
): Promise<view.RegisteredAgent> {
  const offered = [...request.capabilities].sort();
  const same =
    JSON.stringify([...before.capabilities].sort()) === JSON.stringify(offered) &&
    before.machineId === machine.machineId;
  if (same) {
    const { policyTier = before.policyTier, allowedTools = before.allowedTools } = request;
    const terms = permits(caller, 'agent:review') ? { policyTier, allowedTools } : {};
    const agent = { ...before, displayName: request.displayName, ...terms };
    await tx.agents.put(agent);
    return { ...agentView(agent, tx.now), created: false };
  }
  const reason = 'The agent came back with other capabilities or on another machine.';
  const agent = { ...before, quarantine: { at: tx.now, reason, proposedCapabilities: request.capabilities } };
  await tx.agents.put(agent);
  await takeBackTasks(tx, agent.agentId, 'its agent is in quarantine');
  record(tx, caller, agent.agentId, 'AgentQuarantined');
  return {
    ...agentView(agent, tx.now),
    created: false,
    capabilityDrift: { registered: before.capabilities, offered: request.capabilities },
  };
}

function record(tx: Tx, caller: Caller, agentId: string, type: string): void {
  tx.evidence({ category: 'System', type, summary: `${type}.`, actor: actorOf(caller), links: { agentId } });
  tx.emit({ type: `agent.${type}`, subject: `agents/${agentId}`, data: { agentId } });
}

async function takeBackTasks(tx: Tx, agentId: string, why: string): Promise<void> {
  const held = await tx.tasks.find({ where: { state: 'Claimed', claimed_by: agentId } });
  for (const task of held) await requeue(tx, task, why);
}

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
