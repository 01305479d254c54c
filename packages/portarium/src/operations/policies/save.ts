import * as z from 'zod';
import { PolicyView } from '../../answers/policies.js';
import { putPolicy } from '../../app/policies/policies.js';
import { policyRow } from '../brief.js';
import { define } from '../define.js';
import { source } from '../fields.js';
import { seen } from './seen.js';

export const savePolicy = define({
  name: 'portarium_policy_save',
  title: 'Save a policy',
  description: 'Save a policy; it counts once it is active',
  effect: 'write',
  needs: 'policy:write',
  input: { source, activate: z.boolean().optional(), ...seen },
  output: PolicyView,
  rest: { method: 'POST', path: '/policies', tag: 'Policies', status: 201 },
  cli: { verb: 'policy apply', words: ['source'], files: ['source'], show: policyRow },
  run: putPolicy,
});
