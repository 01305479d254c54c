import type { RuleOf } from './stopping-rule.js';

export const timeLimit: RuleOf<'time_limit'> = ({ seconds }) => ({
  reason: 'time_limit',
  converges: false,
  reached: ({ elapsedSeconds }) => elapsedSeconds >= seconds,
});
