import * as z from 'zod';
import { SimulationView } from '../../answers/policies.js';
import { simulatePolicy as simulate } from '../../app/policies/simulate-policy.js';
import { define } from '../define.js';
import { id, source } from '../fields.js';

export const simulatePolicy = define({
  name: 'portarium_policy_simulate',
  title: 'Try a policy on the past',
  description: 'Which past calls this policy, or doing without one, would have changed; writes nothing',
  effect: 'read',
  needs: 'policy:read',
  input: {
    source: source.optional(),
    without: id.optional().describe('A policy that is taken out of use, instead of one that is new'),
    sinceIso: z.iso.datetime().optional(),
    against: z
      .enum(['recorded', 'active'])
      .optional()
      .describe('What was decided then, or what the active policies would say now; recorded when omitted'),
  },
  output: SimulationView,
  rest: { method: 'POST', path: '/policies:simulate', tag: 'Policies' },
  cli: { words: ['source'], files: ['source'], names: { sinceIso: 'since' } },
  run: simulate,
});
