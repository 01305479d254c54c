import * as z from 'zod';
import { WorkItemView } from '../../answers/work-items.js';
import { completeWorkItem as complete } from '../../app/work-items.js';
import { workItemRow } from '../brief.js';
import { define } from '../define.js';
import { id, longText } from '../fields.js';

export const completeWorkItem = define({
  name: 'portarium_work_item_complete',
  title: 'Complete a work item',
  description: 'Complete a human task or a work item',
  effect: 'write',
  needs: 'work-item:write',
  input: {
    workItemId: id,
    outcome: z.enum(['succeeded', 'failed', 'cancelled']),
    completionToken: z.string().optional(),
    output: z.unknown().optional(),
    notes: longText.optional(),
  },
  output: WorkItemView,
  rest: { method: 'POST', path: '/work-items/{workItemId}/complete', tag: 'Work items' },
  cli: {
    words: ['output'],
    names: { completionToken: 'token' },
    defaults: { outcome: 'succeeded' },
    show: workItemRow,
  },
  run: complete,
});
