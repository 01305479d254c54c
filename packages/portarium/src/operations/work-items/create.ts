import * as z from 'zod';
import { WorkItemView } from '../../answers/work-items.js';
import { createWorkItem as create } from '../../app/work-items.js';
import { define } from '../define.js';
import { given, idempotencyKey, keyHeader, text } from '../fields.js';

export const createWorkItem = define({
  name: 'portarium_work_item_create',
  title: 'Open a work item',
  description: 'Open a work item',
  effect: 'write',
  needs: 'work-item:write',
  input: {
    title: text,
    owner: text.optional(),
    sla: z.strictObject({ dueAtIso: z.iso.datetime().optional() }).optional(),
    runIds: z.array(text).max(100).optional(),
    externalRefs: z.array(text).max(100).optional(),
    idempotencyKey,
  },
  output: WorkItemView,
  rest: {
    method: 'POST',
    path: '/work-items',
    tag: 'Work items',
    status: 201,
    fields: { owner: 'ownerUserId' },
    headers: keyHeader,
  },
  run: (deps, caller, { sla, ...request }) =>
    create(deps, caller, { ...request, ...given({ dueAtIso: sla?.dueAtIso }) }),
});
