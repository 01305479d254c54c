import { PlanView } from '../../answers/approvals.js';
import { getPlan as read } from '../../app/approvals/approvals.js';
import { define } from '../define.js';
import { id } from '../fields.js';

export const getPlan = define({
  name: 'portarium_plan_get',
  title: 'One plan',
  description: 'A plan, and how what was done compares with it',
  effect: 'read',
  needs: 'approval:read',
  input: { planId: id },
  output: PlanView,
  verbatim: 'but-secrets',
  rest: { method: 'GET', path: '/plans/{planId}', tag: 'Approvals' },
  run: (deps, caller, { planId }) => read(deps, caller, planId),
});
