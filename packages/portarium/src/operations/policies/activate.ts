import * as z from 'zod';
import { PolicyView } from '../../answers/policies.js';
import { activatePolicy as activate } from '../../app/policies/policies.js';
import { policyRow } from '../brief.js';
import { define } from '../define.js';
import { id } from '../fields.js';
import { seen } from './seen.js';

export const activatePolicy = define({
  name: 'portarium_policy_activate',
  title: 'Activate a policy',
  description: 'Make one version count',
  effect: 'write',
  needs: 'policy:write',
  input: { policyId: id, version: z.int().min(1), ...seen },
  output: PolicyView,
  rest: { method: 'POST', path: '/policies/{policyId}:activate', tag: 'Policies' },
  cli: { words: ['version'], show: policyRow },
  run: activate,
});
