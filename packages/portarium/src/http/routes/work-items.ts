import * as z from 'zod';
import { WorkItemAnswer } from '../../client/answers.js';
import { mcpStatuses, workItemStatuses } from '../../domain/work-item.js';
import { defineRoute } from '../route.js';
import { given, listOf, longText, page, text } from './fields.js';

const tag = 'Work items';

export const workItemRoutes = [
  defineRoute({
    method: 'GET',
    path: '/work-items',
    operationId: 'listWorkItems',
    summary: 'List work items',
    tag,
    query: z.strictObject({
      ...page,
      runId: z.string().optional(),
      status: z.enum(workItemStatuses).optional(),
      mcpStatus: z.enum(mcpStatuses).optional().describe('The words of the MCP tool for the same thing'),
      ownerUserId: z.string().optional(),
    }),
    answer: listOf(WorkItemAnswer),
    run: ({ plane, caller, query: { ownerUserId, ...query } }) =>
      plane.listWorkItems(caller, given({ ...query, owner: ownerUserId })),
  }),
  defineRoute({
    method: 'POST',
    path: '/work-items',
    operationId: 'createWorkItem',
    summary: 'Open a work item',
    tag,
    body: z.strictObject({
      title: text,
      ownerUserId: text.optional(),
      sla: z.strictObject({ dueAtIso: z.iso.datetime().optional() }).optional(),
      runIds: z.array(text).max(100).optional(),
      externalRefs: z.array(text).max(100).optional(),
    }),
    keyed: true,
    status: 201,
    answer: WorkItemAnswer,
    run: ({ plane, caller, keyed, body: { title, ownerUserId, sla, runIds, externalRefs } }) =>
      plane.createWorkItem(caller, {
        title,
        ...given({ owner: ownerUserId, dueAtIso: sla?.dueAtIso, runIds, externalRefs }),
        ...keyed,
      }),
  }),
  defineRoute({
    method: 'GET',
    path: '/work-items/{workItemId}',
    operationId: 'getWorkItem',
    summary: 'One work item',
    tag,
    answer: WorkItemAnswer,
    run: ({ plane, caller, params }) => plane.getWorkItem(caller, params.workItemId),
  }),
  defineRoute({
    method: 'PATCH',
    path: '/work-items/{workItemId}',
    operationId: 'updateWorkItem',
    summary: 'Change status, owner or title',
    tag,
    body: z.strictObject({
      status: z.enum(workItemStatuses).optional(),
      ownerUserId: text.nullable().optional(),
      title: text.optional(),
    }),
    answer: WorkItemAnswer,
    run: ({ plane, caller, params, body: { status, ownerUserId, title } }) =>
      plane.updateWorkItem(caller, {
        workItemId: params.workItemId,
        ...given({ status, title, owner: ownerUserId }),
      }),
  }),
  defineRoute({
    method: 'POST',
    path: '/work-items/{workItemId}/claim',
    operationId: 'claimWorkItem',
    summary: 'Take a human task; the token in the answer completes it once',
    tag,
    answer: WorkItemAnswer.extend({ completionToken: z.string() }),
    reveals: ['completionToken'],
    run: ({ plane, caller, params }) => plane.claimWorkItem(caller, params.workItemId),
  }),
  defineRoute({
    method: 'POST',
    path: '/work-items/{workItemId}/complete',
    operationId: 'completeWorkItem',
    summary: 'Complete a human task or a work item',
    tag,
    body: z.strictObject({
      outcome: z.enum(['succeeded', 'failed', 'cancelled']),
      completionToken: z.string().optional(),
      output: z.unknown().optional(),
      notes: longText.optional(),
    }),
    answer: WorkItemAnswer,
    run: ({ plane, caller, params, body: { outcome, ...rest } }) =>
      plane.completeWorkItem(caller, { workItemId: params.workItemId, outcome, ...given(rest) }),
  }),
];
