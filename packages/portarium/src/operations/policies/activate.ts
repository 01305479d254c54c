import * as z from 'zod';
import { activatePolicy as activate } from '../../app/policies.js';
import { define } from '../define.js';
import { id } from '../fields.js';
import { PolicyAnswer } from './answers.js';

export const activatePolicy = define({
  name: 'portarium_policy_activate',
  title: 'Activate a policy',
  description: 'Make one version count',
  effect: 'write',
  needs: 'policy:write',
  input: { policyId: id, version: z.int().min(1) },
  output: PolicyAnswer,
  rest: { method: 'POST', path: '/policies/{policyId}:activate', operationId: 'activatePolicy', tag: 'Policies' },
  run: activate,
});
