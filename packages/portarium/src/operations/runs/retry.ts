import { StartedRun } from '../../answers/runs.js';
import { retryRun as retry } from '../../app/runs/retry-run.js';
import { runRow } from '../brief.js';
import { define } from '../define.js';
import { id, idempotencyKey, keyHeader } from '../fields.js';

export const retryRun = define({
  name: 'portarium_run_retry',
  title: 'Retry a failed run from its failed step',
  description:
    'Go on from where a run failed, as a new run: steps that succeeded keep their outputs and are not done again, the failed one and what follows it are. Refused where a call may have taken effect unseen, or where what was done is undone.',
  effect: 'write',
  needs: 'run:start',
  input: { runId: id, idempotencyKey },
  output: StartedRun,
  rest: {
    method: 'POST',
    path: '/runs/{runId}/retry',
    summary: 'Go on from where a run failed, as a new run',
    tag: 'Runs',
    status: 201,
    headers: keyHeader,
    location: '/v1/workspaces/{workspaceId}/runs/{runId}',
  },
  cli: { show: runRow },
  run: retry,
});
