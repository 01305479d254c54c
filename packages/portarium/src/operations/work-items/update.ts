import * as z from 'zod';
import { WorkItemView } from '../../answers/work-items.js';
import { updateWorkItem as update } from '../../app/work-items.js';
import { workItemStatuses } from '../../domain/work-item.js';
import { define } from '../define.js';
import { id, text } from '../fields.js';

export const updateWorkItem = define({
  name: 'portarium_work_item_update',
  title: 'Change a work item',
  description: 'Change status, owner or title',
  effect: 'write',
  needs: 'work-item:write',
  input: {
    workItemId: id,
    status: z.enum(workItemStatuses).optional(),
    owner: text.nullable().optional(),
    title: text.optional(),
  },
  output: WorkItemView,
  rest: {
    method: 'PATCH',
    path: '/work-items/{workItemId}',
    tag: 'Work items',
    fields: { owner: 'ownerUserId' },
    needsBody: true,
  },
  run: update,
});
