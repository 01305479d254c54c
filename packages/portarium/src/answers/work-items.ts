/** What the operations about work items answer. */
import * as z from 'zod';
import { mcpStatuses, workItemKinds, workItemOutcomes, workItemStatuses } from '../domain/work-item.js';
import { type Said, time } from './said.js';

const ids = z.array(z.string());

export const WorkItemView = z.looseObject({
  workItemId: z.string(),
  title: z.string(),
  status: z.enum(workItemStatuses),
  mcpStatus: z.enum(mcpStatuses),
  workspaceId: z.string(),
  kind: z.enum(workItemKinds),
  instructions: z.string().optional(),
  outcome: z.enum(workItemOutcomes).optional(),
  ownerUserId: z.string().optional(),
  dueAtIso: time.optional(),
  runId: z.string().optional(),
  stepId: z.string().optional(),
  links: z.looseObject({ runIds: ids, workflowIds: ids, approvalIds: ids, externalRefs: ids }),
  output: z.unknown().optional(),
  notes: z.string().optional(),
  createdByUserId: z.string(),
  createdAtIso: time,
  resolvedAtIso: time.optional(),
  resolvedByUserId: z.string().optional(),
});
export type WorkItemView = Said<z.output<typeof WorkItemView>>;

export const ClaimedWorkItem = WorkItemView.extend({ completionToken: z.string() });
export type ClaimedWorkItem = Said<z.output<typeof ClaimedWorkItem>>;
