import type { Run, Step } from '../domain/run.js';
import type { Tx } from '../domain/store-port.js';
import { renderString } from '../domain/template.js';
import type { WorkItem } from '../domain/work-item.js';
import { stepKind } from './step-kind.js';

/** Opens a work item that belongs to a step of a run. */
export async function openWorkItem(
  tx: Tx,
  run: Run,
  step: Step,
  fields: Pick<WorkItem, 'kind' | 'title'> &
    Partial<Pick<WorkItem, 'instructions' | 'owner' | 'dueAt' | 'outcomeSchema'>>,
): Promise<WorkItem> {
  const item: WorkItem = {
    workspaceId: tx.workspaceId,
    workItemId: tx.newId('wi'),
    ...fields,
    status: 'Open',
    runId: run.runId,
    stepId: step.stepId,
    links: { runIds: [run.runId], workflowIds: [run.workflowId], approvalIds: [], externalRefs: [] },
    createdBy: run.initiatedBy,
    createdAt: tx.now,
  };
  await tx.workItems.put(item);
  tx.emit({
    type: 'workItem.WorkItemTransitioned',
    subject: `workItems/${item.workItemId}`,
    correlationId: run.correlationId,
    runId: run.runId,
    actionId: step.actionId,
    data: { workItemId: item.workItemId, kind: item.kind, title: item.title, status: item.status },
  });
  return item;
}

/** Opens a case, and waits for its resolution when told to. */
export const workItemCreate = stepKind<'work-item:create'>({
  operation: 'work-item:create',
  does: 'settle',
  templates: ({ title, owner }) => ({ title, owner: owner ?? '' }),
  async enter({ tx, run, step, action, scope }) {
    const item = await openWorkItem(tx, run, step, {
      kind: 'case',
      title: renderString(action.title, scope),
      ...(action.owner === undefined ? {} : { owner: renderString(action.owner, scope) }),
      ...(action.dueInMs === undefined ? {} : { dueAt: tx.now + action.dueInMs }),
    });
    const { workItemId } = item;
    if (action.wait) return { state: 'WaitingForManualCompletion', workItemId };
    return { state: 'Succeeded', output: { workItemId }, workItemId };
  },
});

/** Work that a person does. The run goes on when it is completed with the token that claiming it gave. */
export const humanTask = stepKind<'human:task'>({
  operation: 'human:task',
  does: 'settle',
  templates: ({ instructions, assignee }) => ({ instructions, assignee: assignee ?? '' }),
  async enter({ tx, run, step, action, scope }) {
    const instructions = renderString(action.instructions, scope);
    const item = await openWorkItem(tx, run, step, {
      kind: 'human-task',
      title: instructions.split('\n')[0]?.slice(0, 200) ?? action.actionId,
      instructions,
      ...(action.assignee === undefined ? {} : { owner: renderString(action.assignee, scope) }),
      ...(action.dueInMs === undefined ? {} : { dueAt: tx.now + action.dueInMs }),
      ...(action.outcomeSchema === undefined ? {} : { outcomeSchema: action.outcomeSchema }),
    });
    return { state: 'WaitingForManualCompletion', workItemId: item.workItemId };
  },
});
