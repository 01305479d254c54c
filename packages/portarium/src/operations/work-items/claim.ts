import { ClaimedWorkItem } from '../../answers/work-items.js';
import { claimWorkItem as claim } from '../../app/work-items.js';
import { define } from '../define.js';
import { id } from '../fields.js';

export const claimWorkItem = define({
  name: 'portarium_work_item_claim',
  title: 'Claim a work item',
  description: 'Take a human task; the token in the answer completes it once',
  effect: 'write',
  needs: 'work-item:write',
  input: { workItemId: id },
  output: ClaimedWorkItem,
  reveals: ['completionToken'],
  rest: { method: 'POST', path: '/work-items/{workItemId}/claim', tag: 'Work items' },
  run: (deps, caller, { workItemId }) => claim(deps, caller, workItemId),
});
