import { deactivatePolicy as deactivate } from '../../app/policies/policies.js';
import { define } from '../define.js';
import { id } from '../fields.js';
import { seen } from './seen.js';

export const deactivatePolicy = define({
  name: 'portarium_policy_deactivate',
  title: 'Deactivate a policy',
  description: 'Take a policy out of use',
  effect: 'destructive',
  needs: 'policy:write',
  input: { policyId: id, ...seen },
  rest: { method: 'POST', path: '/policies/{policyId}:deactivate', tag: 'Policies', status: 204 },
  run: deactivate,
});
