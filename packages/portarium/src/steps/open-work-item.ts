import type { Run } from '../domain/run.js';
import type { Step } from '../domain/step.js';
import type { Tx } from '../domain/store-port.js';
import type { WorkItem } from '../domain/work-item.js';

/** Opens a work item that belongs to a run, and to a step of it if there is one to name. */
export async function openWorkItem(
  tx: Tx,
  run: Run,
  step: Step | undefined,
  fields: Pick<WorkItem, 'kind' | 'title'> &
    Partial<Pick<WorkItem, 'instructions' | 'owner' | 'dueAt' | 'outcomeSchema'>>,
): Promise<WorkItem> {
  const item: WorkItem = {
    workspaceId: tx.workspaceId,
    workItemId: tx.newId('wi'),
    ...fields,
    status: 'Open',
    runId: run.runId,
    ...(step === undefined ? {} : { stepId: step.stepId }),
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
    ...(step === undefined ? {} : { actionId: step.actionId }),
    data: { workItemId: item.workItemId, kind: item.kind, title: item.title, status: item.status },
  });
  return item;
}
