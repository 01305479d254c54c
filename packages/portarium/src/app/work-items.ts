import { createHash, timingSafeEqual } from 'node:crypto';
import type * as view from '../answers/index.js';
import { idOf } from '../domain/ids.js';
import { inputProblems } from '../domain/json-schema.js';
import type { Caller } from '../domain/principal.js';
import type { Tx } from '../domain/store-port.js';
import type { McpStatus, WorkItem, WorkItemOutcome, WorkItemStatus } from '../domain/work-item.js';
import { conflict, invalidInput, notFound, portariumFault } from '../faults.js';
import { actorOf, type Deps, type Keyed, once, pageLimit, pageOf } from './deps.js';
import { workItemView } from './to-view.js';

export interface ListWorkItemsRequest extends view.PageRequest {
  readonly runId?: string;
  /** The MCP tool's words. */
  readonly mcpStatus?: McpStatus;
  readonly status?: WorkItemStatus;
  readonly owner?: string;
}

export async function getWorkItem(deps: Deps, caller: Caller, workItemId: string): Promise<view.WorkItemView> {
  const item = await deps.store.read(caller.workspaceId, (tables) => tables.workItems.get(idOf(workItemId)));
  if (item === undefined) throw notFound('work item', workItemId);
  return deps.redact(workItemView(item));
}

/** The MCP tool's words in terms of ours; whether a resolved item failed is in its outcome. */
function whereOf({ mcpStatus, status, runId, owner }: ListWorkItemsRequest) {
  const statuses: Readonly<Record<string, readonly WorkItemStatus[]>> = {
    pending: ['Open', 'Blocked'],
    'in-progress': ['InProgress'],
    completed: ['Resolved', 'Closed'],
    failed: ['Resolved', 'Closed'],
  };
  return {
    ...(runId === undefined ? {} : { run_id: runId }),
    ...(owner === undefined ? {} : { owner }),
    ...(status === undefined ? {} : { status }),
    ...(mcpStatus === undefined ? {} : { status: { in: statuses[mcpStatus] ?? [] } }),
    ...(mcpStatus === 'failed' ? { outcome: 'failed' } : {}),
    ...(mcpStatus === 'completed' ? { outcome: { in: ['succeeded', 'cancelled'] } } : {}),
  };
}

export async function listWorkItems(
  deps: Deps,
  caller: Caller,
  request: ListWorkItemsRequest = {},
): Promise<view.Page<view.WorkItemView>> {
  const limit = pageLimit(request.limit);
  const after = request.cursor === undefined ? {} : { after: request.cursor };
  const query = { where: whereOf(request), newest: true, limit: limit + 1, ...after };
  const items = await deps.store.read(caller.workspaceId, (tables) => tables.workItems.find(query));
  return deps.redact(pageOf(items, limit, ({ workItemId }) => workItemId, workItemView));
}

export async function createWorkItem(
  deps: Deps,
  caller: Caller,
  request: Keyed & {
    title: string;
    owner?: string;
    dueAtIso?: string;
    runIds?: readonly string[];
    externalRefs?: readonly string[];
  },
): Promise<view.WorkItemView> {
  const { idempotencyKey: key, ...input } = request;
  return deps.transact(caller.workspaceId, async (tx) => {
    const { replayed: _, ...answer } = await once(
      deps,
      tx,
      caller,
      { name: 'createWorkItem', key, input },
      async () => {
        const runIds = (request.runIds ?? []).map((id) => idOf<'run'>(id));
        for (const runId of runIds) if ((await tx.runs.get(runId)) === undefined) throw notFound('run', runId);
        const [runId] = runIds;
        const item: WorkItem = {
          workspaceId: tx.workspaceId,
          workItemId: tx.newId('wi'),
          kind: 'case',
          title: request.title,
          status: 'Open',
          ...(request.owner === undefined ? {} : { owner: request.owner }),
          ...(request.dueAtIso === undefined ? {} : { dueAt: Date.parse(request.dueAtIso) }),
          ...(runId === undefined ? {} : { runId }),
          links: { runIds, workflowIds: [], approvalIds: [], externalRefs: request.externalRefs ?? [] },
          createdBy: caller.principalId,
          createdAt: tx.now,
        };
        await tx.workItems.put(item);
        await record(tx, caller, item, 'WorkItemCreated');
        return workItemView(item);
      },
    );
    return answer;
  });
}

async function record(tx: Tx, caller: Caller, item: WorkItem, type: string): Promise<void> {
  const { workItemId, runId, status, outcome } = item;
  const actor = actorOf(caller, await tx.principals.get(caller.principalId));
  const run = runId === undefined ? {} : { runId };
  tx.evidence({
    category: 'System',
    type,
    summary: `A work item is ${status}.`,
    actor,
    ...run,
    links: { workItemId },
    detail: { status, outcome },
  });
  const data = { workItemId, status, ...(outcome === undefined ? {} : { outcome }) };
  tx.emit({ type: 'workItem.WorkItemTransitioned', subject: `workItems/${workItemId}`, ...run, data });
}

const isClosed = (item: WorkItem): boolean => item.status === 'Resolved' || item.status === 'Closed';

async function open(tx: Tx, workItemId: string): Promise<WorkItem> {
  const item = await tx.workItems.get(idOf(workItemId));
  if (item === undefined) throw notFound('work item', workItemId);
  if (isClosed(item)) throw conflict(`The work item is already ${item.status}.`, { workItemId, status: item.status });
  return item;
}

export async function updateWorkItem(
  deps: Deps,
  caller: Caller,
  request: { workItemId: string; status?: WorkItemStatus; owner?: string | null; title?: string },
): Promise<view.WorkItemView> {
  const { workItemId, status, owner, title } = request;
  return deps.transact(caller.workspaceId, async (tx) => {
    const { owner: before, ...item } = await open(tx, workItemId);
    if ((status === 'Resolved' || status === 'Closed') && item.stepId !== undefined) {
      throw conflict('A run waits for this item; complete it instead.', { workItemId });
    }
    const kept = owner === undefined ? before : (owner ?? undefined);
    const changed: WorkItem = {
      ...item,
      ...(kept === undefined ? {} : { owner: kept }),
      ...(status === undefined ? {} : { status }),
      ...(title === undefined ? {} : { title }),
      ...(status === 'Resolved' || status === 'Closed'
        ? { outcome: 'succeeded', resolvedAt: tx.now, resolvedBy: caller.principalId }
        : {}),
    };
    await tx.workItems.put(changed);
    await record(tx, caller, changed, 'WorkItemChanged');
    return deps.redact(workItemView(changed));
  });
}

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Takes a human task; the token it gives completes the task once. */
export async function claimWorkItem(deps: Deps, caller: Caller, workItemId: string) {
  const completionToken = deps.surroundings.newToken();
  return deps.transact(caller.workspaceId, async (tx) => {
    const item = await open(tx, workItemId);
    if (item.status === 'InProgress' && item.owner !== caller.principalId) {
      throw conflict(`"${item.owner}" is already working on it.`, { workItemId, owner: item.owner });
    }
    if (item.owner !== undefined && item.owner !== caller.principalId && !caller.roles.includes('admin')) {
      throw portariumFault('Forbidden', `The item is assigned to "${item.owner}".`);
    }
    const claimed: WorkItem = {
      ...item,
      status: 'InProgress',
      owner: caller.principalId,
      completionTokenHash: hashOf(completionToken),
    };
    await tx.workItems.put(claimed);
    await record(tx, caller, claimed, 'WorkItemClaimed');
    return { ...workItemView(claimed), completionToken };
  });
}

export async function completeWorkItem(
  deps: Deps,
  caller: Caller,
  request: { workItemId: string; outcome: WorkItemOutcome; completionToken?: string; output?: unknown; notes?: string },
): Promise<view.WorkItemView> {
  const { workItemId, outcome, output, notes } = request;
  return deps.transact(caller.workspaceId, async (tx) => {
    const item = await open(tx, workItemId);
    checkToken(item, request.completionToken);
    if (item.kind === 'unknown-outcome')
      throw conflict('Resolve the unknown outcome of the step instead.', { workItemId, runId: item.runId });
    const problems = outcome === 'succeeded' ? await inputProblems(item.outcomeSchema, output) : [];
    if (problems.length > 0)
      throw invalidInput('The output does not fit what the task asks for.', { output: problems });
    const { completionTokenHash: _, ...rest } = item;
    const done: WorkItem = {
      ...rest,
      status: 'Resolved',
      outcome,
      ...(output === undefined ? {} : { output }),
      ...(notes === undefined ? {} : { notes }),
      resolvedAt: tx.now,
      resolvedBy: caller.principalId,
    };
    await tx.workItems.put(done);
    await record(tx, caller, done, 'WorkItemCompleted');
    await tellRun(deps, tx, caller, done);
    return deps.redact(workItemView(done));
  });
}

/** Work of a run is completed with the token of whoever claimed it, once. */
function checkToken(item: WorkItem, token: string | undefined): void {
  const guarded = item.kind === 'human-task' || item.kind === 'manual-call';
  if (!guarded && item.completionTokenHash === undefined) return;
  const given = Buffer.from(hashOf(token ?? ''));
  const expected = Buffer.from(item.completionTokenHash ?? hashOf(''));
  if (item.completionTokenHash !== undefined && token !== undefined && timingSafeEqual(given, expected)) return;
  throw portariumFault('Forbidden', 'The completion token does not fit.', {
    suggestion: 'Claim the work item; the answer holds a token that completes it once.',
  });
}

async function tellRun(deps: Deps, tx: Tx, caller: Caller, item: WorkItem): Promise<void> {
  const { runId, stepId, workItemId, outcome, output, notes } = item;
  if (runId === undefined || stepId === undefined) return;
  const step = (await tx.steps.find({ where: { run_id: runId, step_id: stepId } }))[0];
  if (step?.workItemId !== workItemId || step.state !== 'WaitingForManualCompletion') return;
  const actor = actorOf(caller, await tx.principals.get(caller.principalId));
  if (outcome === 'succeeded') {
    await deps.engine.signal(
      tx,
      runId,
      { kind: 'step-succeeded', stepId, output: output ?? { workItemId, outcome } },
      actor,
    );
  } else {
    await deps.engine.signal(
      tx,
      runId,
      { kind: 'step-failed', stepId, message: notes ?? `The task ended as ${outcome}.` },
      actor,
    );
  }
}
