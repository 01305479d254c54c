import * as z from 'zod';
import { RunView } from '../../answers/runs.js';
import { getRun as read } from '../../app/runs/read-runs.js';
import { runText } from '../brief.js';
import { define } from '../define.js';
import { id, said, saidWorkspace } from '../fields.js';

export const getRun = define({
  name: 'portarium_run_get',
  title: 'Query run status',
  description:
    'Query run status: the steps, the approvals that wait (with the exact calls they would allow), the output and how much evidence there is.',
  effect: 'read',
  narrower: 'portarium_work_items_list tells what people have to do for it.',
  needs: 'run:read',
  tool: { input: z.object({ workspaceId: saidWorkspace, runId: said('Run to look at') }) },
  input: { runId: id },
  output: RunView,
  verbatim: 'but-secrets',
  rest: {
    method: 'GET',
    path: '/runs/{runId}',
    summary: 'A run with its steps and the approvals that wait',
    tag: 'Runs',
  },
  cli: { show: runText },
  run: (deps, caller, { runId }) => read(deps, caller, runId),
});
