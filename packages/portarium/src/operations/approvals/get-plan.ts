import { getPlan as read } from '../../app/approvals.js';
import { define } from '../define.js';
import { id } from '../fields.js';
import { PlanAnswer } from './answers.js';

export const getPlan = define({
  name: 'portarium_plan_get',
  title: 'One plan',
  effect: 'read',
  needs: 'approval:read',
  input: { planId: id },
  output: PlanAnswer,
  rest: {
    method: 'GET',
    path: '/plans/{planId}',
    operationId: 'getPlan',
    summary: 'A plan, and how what was done compares with it',
    tag: 'Approvals',
  },
  run: (deps, caller, { planId }) => read(deps, caller, planId),
});
