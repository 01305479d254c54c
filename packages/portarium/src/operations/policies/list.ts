import { PolicyView } from '../../answers/policies.js';
import { listOf } from '../../answers/said.js';
import { listPolicies as list } from '../../app/policies/policies.js';
import { policyRow, rows } from '../brief.js';
import { define } from '../define.js';
import { items } from '../fields.js';

export const listPolicies = define({
  name: 'portarium_policy_list',
  title: 'List policies',
  description: 'List policies',
  effect: 'read',
  needs: 'policy:read',
  output: listOf(PolicyView),
  rest: { method: 'GET', path: '/policies', tag: 'Policies' },
  cli: { show: rows(policyRow) },
  run: (deps, caller) => items(list(deps, caller)),
});
