import type * as view from '../../answers/index.js';
import type { HeartbeatStatus, Machine } from '../../domain/agent.js';
import { idOf } from '../../domain/ids.js';
import { type Caller, permits } from '../../domain/principal.js';
import type { Tx } from '../../domain/store-port.js';
import { isoTime } from '../../domain/surroundings.js';
import { notFound } from '../../faults.js';
import { actorOf, type Deps } from '../deps.js';
import { machineView } from '../to-view.js';

export async function listMachines(deps: Deps, caller: Caller): Promise<readonly view.MachineView[]> {
  return (await deps.store.read(caller.workspaceId, (tables) => tables.machines.find())).map(machineView);
}

export async function getMachine(deps: Deps, caller: Caller, machineId: string): Promise<view.MachineView> {
  const machine = await deps.store.read(caller.workspaceId, (tables) => tables.machines.get(idOf(machineId)));
  if (machine === undefined) throw notFound('machine', machineId);
  return machineView(machine);
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

/** Agents that come with a new machine make it known, too. */
export async function putMachine(
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
