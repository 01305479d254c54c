import type { RuleOf } from './stopping-rule.js';

export const iterationLimit: RuleOf<'iteration_limit'> = ({ limit }) => ({
  reason: 'iteration_limit',
  converges: false,
  reached: ({ iteration }) => iteration >= limit,
});
