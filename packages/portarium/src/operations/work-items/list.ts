import * as z from 'zod';
import { listOf } from '../../answers/said.js';
import { WorkItemView } from '../../answers/work-items.js';
import { listWorkItems as list } from '../../app/work-items.js';
import { mcpStatuses, workItemStatuses } from '../../domain/work-item.js';
import { rows, workItemRow } from '../brief.js';
import { define } from '../define.js';
import { given, page, saidWorkspace } from '../fields.js';

export const listWorkItems = define({
  name: 'portarium_work_items_list',
  title: 'List work items',
  description: 'List work items: what people have to do or look at, for one run or the whole workspace.',
  effect: 'read',
  narrower: 'name one run, or a status.',
  needs: 'work-item:read',
  tool: {
    input: z.object({
      workspaceId: saidWorkspace,
      runId: z.string().optional().describe('Only items of this run'),
      status: z.enum(mcpStatuses).optional().describe('Only items in this state'),
    }),
  },
  input: {
    ...page,
    runId: z.string().optional(),
    itemStatus: z.enum(workItemStatuses).optional(),
    status: z.enum(mcpStatuses).optional().describe('The words of the MCP tool for the same thing'),
    owner: z.string().optional(),
  },
  output: listOf(WorkItemView),
  rest: {
    method: 'GET',
    path: '/work-items',
    summary: 'List work items',
    tag: 'Work items',
    fields: { itemStatus: 'status', status: 'mcpStatus', owner: 'ownerUserId' },
  },
  cli: { verb: 'work-item list', names: { itemStatus: 'status', status: 'mcpStatus' }, show: rows(workItemRow) },
  run: (deps, caller, { status, itemStatus, ...request }) =>
    list(deps, caller, { ...request, ...given({ mcpStatus: status, status: itemStatus }) }),
});
