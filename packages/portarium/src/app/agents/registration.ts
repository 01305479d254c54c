import type * as view from '../../answers/index.js';
import type { Agent, Machine } from '../../domain/agent.js';
import { idOf, type PrincipalId } from '../../domain/ids.js';
import { type Caller, permits } from '../../domain/principal.js';
import type { Tx } from '../../domain/store-port.js';
import { isoTime } from '../../domain/surroundings.js';
import type { Tier } from '../../domain/tier.js';
import { invalidInput, portariumFault } from '../../faults.js';
import { type Deps, identified } from '../deps.js';
import { agentView } from '../to-view.js';
import { record, requireOwn, takeBackTasks } from './agents.js';
import { putMachine } from './machines.js';

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
