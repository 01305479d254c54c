import { PolicySchemaView } from '../../answers/policies.js';
import { getPolicySchema as get } from '../../app/policies/check-policy.js';
import { define } from '../define.js';

export const getPolicySchema = define({
  name: 'portarium_policy_schema',
  title: 'Schema for Cedar',
  description: 'The schema that statements of Cedar are written against, from the tools as they are now',
  effect: 'read',
  needs: 'policy:read',
  output: PolicySchemaView,
  rest: { method: 'GET', path: '/policies:schema', tag: 'Policies' },
  cli: { show: ({ schema }) => schema },
  run: get,
});
