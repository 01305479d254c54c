import { RetentionView } from '../../answers/retention.js';
import { getRetention as get } from '../../app/retention/retention.js';
import { define } from '../define.js';

const everything =
  'Everything is kept for ever. Say otherwise, for instance: portarium retention set --succeeded-days 90 --evidence-days 400';

export const getRetention = define({
  name: 'portarium_retention_get',
  title: 'How long what has ended is kept',
  description: 'How long what has ended is kept; everything for ever when nothing is said',
  effect: 'read',
  needs: 'evidence:read',
  output: RetentionView,
  rest: { method: 'GET', path: '/retention', tag: 'Retention' },
  cli: {
    verb: 'retention show',
    show: (data) => (Object.keys(data.rule).length === 0 ? everything : data),
  },
  run: get,
});
