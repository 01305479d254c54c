import * as z from 'zod';
import { RetentionReport } from '../../answers/retention.js';
import { runRetention as run } from '../../app/retention/retention.js';
import { define } from '../define.js';

export const runRetention = define({
  name: 'portarium_retention_run',
  title: 'Remove what has been kept long enough',
  description:
    'Remove runs that ended long enough ago with all that belongs to them, cut old evidence off with a signed statement, and give back the room',
  effect: 'destructive',
  needs: 'workspace:admin',
  input: {
    evidenceUpTo: z.coerce
      .number()
      .int()
      .min(0)
      .optional()
      .describe('Remove no evidence after this entry: what was exported before, for instance'),
    compact: z.boolean().optional().describe('Write the database anew, which nobody can use meanwhile'),
  },
  output: RetentionReport,
  timeoutMs: 3_600_000,
  rest: { method: 'POST', path: '/retention:run', tag: 'Retention' },
  cli: false,
  run,
});
