import { RetentionPlan } from '../../answers/retention.js';
import { planRetention as plan } from '../../app/retention/retention.js';
import { define } from '../define.js';

export const planRetention = define({
  name: 'portarium_retention_plan',
  title: 'What would be removed',
  description: 'Say what would be removed now, and what is in the way of more; removes nothing',
  effect: 'read',
  needs: 'workspace:admin',
  output: RetentionPlan,
  timeoutMs: 600_000,
  rest: { method: 'GET', path: '/retention/plan', tag: 'Retention' },
  cli: { verb: 'retention dry-run' },
  run: plan,
});
