import * as z from 'zod';
import { PolicyTestView } from '../../answers/policies.js';
import { testPolicy as test } from '../../app/policies/check-policy.js';
import { define } from '../define.js';
import { source } from '../fields.js';

/** Its command is `policy test`, which needs no database (`cli/commands/policy-test.ts`). */
export const testPolicy = define({
  name: 'portarium_policy_test',
  title: 'Test a policy',
  description: 'What a policy says about calls that are written down, and whether that is what was expected',
  effect: 'read',
  needs: 'policy:read',
  input: {
    source,
    tests: source.optional().describe('Those of the policy itself when omitted'),
    alone: z.boolean().optional().describe('False to test it beside the active policies; alone when omitted'),
  },
  output: PolicyTestView,
  rest: { method: 'POST', path: '/policies:test', tag: 'Policies' },
  cli: false,
  run: test,
});
