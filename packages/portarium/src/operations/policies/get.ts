import { PolicyView } from '../../answers/policies.js';
import { listOf } from '../../answers/said.js';
import { listPolicies } from '../../app/policies/policies.js';
import { notFound } from '../../faults.js';
import { policyRow, rows } from '../brief.js';
import { define } from '../define.js';
import { id } from '../fields.js';

export const getPolicy = define({
  name: 'portarium_policy_get',
  title: 'Versions of a policy',
  description: 'The versions of a policy, newest first',
  effect: 'read',
  needs: 'policy:read',
  input: { policyId: id },
  output: listOf(PolicyView),
  rest: { method: 'GET', path: '/policies/{policyId}', tag: 'Policies' },
  cli: { show: rows(policyRow) },
  async run(deps, caller, { policyId }) {
    const versions = (await listPolicies(deps, caller)).filter((policy) => policy.policyId === policyId);
    if (versions.length === 0) throw notFound('policy', policyId);
    return { items: versions.sort((a, b) => b.version - a.version) };
  },
});
