import * as z from 'zod';
import { CancelledRun } from '../../answers/runs.js';
import { cancelRun as cancel } from '../../app/runs/runs.js';
import { runRow } from '../brief.js';
import { define } from '../define.js';
import { id, longText, said, saidWhy, saidWorkspace } from '../fields.js';

export const cancelRun = define({
  name: 'portarium_run_cancel',
  title: 'Cancel an active run',
  description:
    'Cancel an active run. Nothing further is started; a call that has already left is waited for. A run that has ended is left as it is and the call is refused.',
  effect: 'destructive',
  narrower: 'portarium_run_get tells how far it came.',
  idempotent: true,
  needs: 'run:cancel',
  tool: {
    input: z.object({
      workspaceId: saidWorkspace,
      runId: said('Run to cancel'),
      reason: saidWhy('Why; kept with the evidence'),
    }),
  },
  input: { runId: id, reason: longText.optional() },
  output: CancelledRun,
  rest: {
    method: 'POST',
    path: '/runs/{runId}/cancel',
    summary: 'Cancel an active run',
    tag: 'Runs',
    fields: { reason: 'rationale' },
  },
  cli: { show: runRow },
  run: cancel,
});
