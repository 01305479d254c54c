import type * as view from '../../answers/index.js';
import type { AgentTask } from '../../domain/agent.js';
import { idOf } from '../../domain/ids.js';
import type { Caller } from '../../domain/principal.js';
import type { Tx } from '../../domain/store-port.js';
import { type Fault, notFound, portariumFault } from '../../faults.js';
import { knownAgent, requireOwn } from '../agents/agents.js';
import { actorOf, type Deps } from '../deps.js';
import type { Refusable } from '../refusable.js';
import { taskView } from '../to-view.js';

export interface HeldTask {
  readonly agentId: string;
  readonly taskId: string;
  readonly epoch: number;
}

export const renewTask = (deps: Deps, caller: Caller, request: HeldTask): Promise<view.TaskView> =>
  withTask(deps, caller, request, async (tx, task) => lease(tx, { ...task, leaseUntil: tx.now + task.leaseMs }));

export const completeTask = (
  deps: Deps,
  caller: Caller,
  request: HeldTask & { readonly result?: unknown },
): Promise<view.TaskView> =>
  withTask(deps, caller, request, (tx, task) =>
    endTask(deps, tx, caller, { ...task, state: 'Completed', result: request.result ?? null, endedAt: tx.now }),
  );

export const failTask = (
  deps: Deps,
  caller: Caller,
  request: HeldTask & { readonly error: string },
): Promise<view.TaskView> =>
  withTask(deps, caller, request, (tx, task) =>
    endTask(deps, tx, caller, { ...task, state: 'Failed', error: request.error, endedAt: tx.now }),
  );

export async function listTasks(
  deps: Deps,
  caller: Caller,
  request: { runId?: string; state?: string } = {},
): Promise<readonly view.TaskView[]> {
  const where = {
    ...(request.runId === undefined ? {} : { run_id: request.runId }),
    ...(request.state === undefined ? {} : { state: request.state }),
  };
  const tasks = await deps.store.read(caller.workspaceId, (tables) => tables.tasks.find({ where, limit: 200 }));
  const visible = caller.kind === 'agent' ? tasks.filter(({ claimedBy }) => claimedBy === caller.principalId) : tasks;
  return deps.redact(visible.map(taskView));
}

/** Gives the oldest task that fits, or none. The transaction makes sure that only one agent gets it. */
export async function claimTask(
  deps: Deps,
  caller: Caller,
  request: { agentId: string; taskId?: string; capability?: string },
): Promise<view.TaskView | undefined> {
  const { agentId, taskId, capability } = request;
  requireOwn(caller, agentId);
  return deps.transact(caller.workspaceId, async (tx) => {
    const agent = await knownAgent(tx, agentId);
    if (agent.quarantine !== undefined) throw portariumFault('Forbidden', `Agent "${agentId}" is in quarantine.`);
    if (agent.status === 'draining') return undefined;
    const able = capability === undefined ? agent.capabilities : agent.capabilities.filter((it) => it === capability);
    const queued = await tx.tasks.find({ where: { state: 'Queued', capability: { in: able } }, limit: 200 });
    const task = queued.find(
      (it) =>
        (taskId === undefined || it.taskId === taskId) && (it.onlyAgentId === undefined || it.onlyAgentId === agentId),
    );
    if (task === undefined) return undefined;
    const claimed = await lease(tx, {
      ...task,
      state: 'Claimed',
      claimedBy: idOf(agentId),
      epoch: task.epoch + 1,
      claims: task.claims + 1,
      leaseUntil: tx.now + task.leaseMs,
    });
    record(tx, caller, claimed, 'TaskClaimed');
    return taskView(claimed);
  });
}

async function lease(tx: Tx, task: AgentTask): Promise<AgentTask> {
  await tx.tasks.put(task);
  const { taskId, leaseUntil = tx.now } = task;
  await tx.timers.put({ workspaceId: tx.workspaceId, kind: 'task-lease', target: taskId, fireAt: leaseUntil });
  return task;
}

function record(
  tx: Tx,
  caller: Caller,
  task: AgentTask,
  type: string,
  detail: Readonly<Record<string, unknown>> = {},
): void {
  const { taskId, runId, stepId, epoch } = task;
  const links = { taskId, stepId };
  tx.evidence({
    category: 'Action',
    type,
    summary: `${type}.`,
    actor: actorOf(caller),
    runId,
    links,
    detail: { epoch, ...detail },
  });
  tx.emit({ type: `task.${type}`, subject: `tasks/${taskId}`, runId, actionId: stepId, data: { taskId, epoch } });
}

/** Only the present holder, under the present number, is heard. What comes late is refused, and that is recorded. */
async function withTask(
  deps: Deps,
  caller: Caller,
  request: HeldTask,
  work: (tx: Tx, task: AgentTask) => Promise<AgentTask>,
): Promise<view.TaskView> {
  const { agentId, taskId, epoch } = request;
  requireOwn(caller, agentId);
  const result = await deps.transact(caller.workspaceId, async (tx): Promise<Refusable<AgentTask>> => {
    const task = await tx.tasks.get(idOf(taskId));
    if (task === undefined) throw notFound('task', taskId);
    const late = task.leaseUntil !== undefined && task.leaseUntil <= tx.now;
    if (task.state !== 'Claimed' || task.claimedBy !== agentId || task.epoch !== epoch || late) {
      record(tx, caller, task, 'LateResultRefused', { givenEpoch: epoch, by: agentId });
      return { refused: staleFault(task, epoch) };
    }
    return { answer: await work(tx, task) };
  });
  if ('refused' in result) throw result.refused;
  return deps.redact(taskView(result.answer));
}

function staleFault(task: AgentTask, epoch: number): Fault {
  return portariumFault('StaleLease', `The task is no longer yours: it is ${task.state} under number ${task.epoch}.`, {
    context: { taskId: task.taskId, epoch, current: task.epoch, state: task.state },
    suggestion: 'Drop this work; claim a task again.',
  });
}

export async function endTask(deps: Deps, tx: Tx, caller: Caller, task: AgentTask): Promise<AgentTask> {
  const { taskId, runId, stepId, state, result, error } = task;
  await tx.tasks.put(task);
  await tx.timers.remove('task-lease', taskId);
  record(tx, caller, task, state === 'Completed' ? 'TaskCompleted' : 'TaskFailed');
  const actor = actorOf(caller, await tx.principals.get(caller.principalId));
  if (state === 'Completed')
    await deps.engine.signal(tx, runId, { kind: 'step-succeeded', stepId, output: result }, actor);
  else
    await deps.engine.signal(tx, runId, { kind: 'step-failed', stepId, message: error ?? 'The agent gave up.' }, actor);
  return task;
}
