/** What the operations about work items promise. */
import * as z from 'zod';
import type * as view from '../../app/views.js';
import { mcpStatuses, workItemStatuses } from '../../domain/work-item.js';
import { answer } from '../answer.js';
import { listOf } from '../fields.js';

const WorkItem = z.looseObject({
  workItemId: z.string(),
  title: z.string(),
  status: z.enum(workItemStatuses),
  mcpStatus: z.enum(mcpStatuses),
});

export const WorkItemAnswer = answer<view.WorkItemView>()(WorkItem);
export const WorkItemListAnswer = answer<view.Page<view.WorkItemView>>()(listOf(WorkItem));
export const ClaimedWorkItemAnswer = answer<view.WorkItemView & { readonly completionToken: string }>()(
  WorkItem.extend({ completionToken: z.string() }),
);
