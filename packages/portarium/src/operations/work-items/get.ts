import { WorkItemView } from '../../answers/work-items.js';
import { getWorkItem as read } from '../../app/work-items.js';
import { define } from '../define.js';
import { id } from '../fields.js';

export const getWorkItem = define({
  name: 'portarium_work_item_get',
  title: 'One work item',
  description: 'One work item',
  effect: 'read',
  needs: 'work-item:read',
  input: { workItemId: id },
  output: WorkItemView,
  rest: { method: 'GET', path: '/work-items/{workItemId}', tag: 'Work items' },
  run: (deps, caller, { workItemId }) => read(deps, caller, workItemId),
});
