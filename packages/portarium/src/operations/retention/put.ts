import { RetentionView } from '../../answers/retention.js';
import { putRetention as put } from '../../app/retention/retention.js';
import { RetentionRule } from '../../domain/retention.js';
import { define } from '../define.js';

export const putRetention = define({
  name: 'portarium_retention_put',
  title: 'Say how long what has ended is kept',
  description: 'Say how long what has ended is kept; what is left out is kept for ever, and nothing is removed by this',
  effect: 'write',
  idempotent: true,
  needs: 'workspace:admin',
  input: { ...RetentionRule.shape },
  output: RetentionView,
  rest: { method: 'PUT', path: '/retention', tag: 'Retention' },
  cli: { verb: 'retention set' },
  run: put,
});
