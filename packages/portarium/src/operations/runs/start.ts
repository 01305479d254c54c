import { asTask } from '@quadrivium/kernel';
import * as z from 'zod';
import { StartedRun } from '../../answers/runs.js';
import { getRun } from '../../app/runs/read-runs.js';
import { startRun as start } from '../../app/runs/runs.js';
import { runRow } from '../brief.js';
import { define } from '../define.js';
import { idempotencyKey, json, keyHeader, said, saidKey, saidWorkspace, text, tier } from '../fields.js';
import { startedOutcome, taskState } from './run-task.js';

export const startRun = define({
  name: 'portarium_run_start',
  title: 'Start a workflow run',
  description:
    'Start a workflow run. The answer comes at once; ask portarium_run_get for progress. Without an idempotencyKey, calling again starts a second run.',
  effect: 'write',
  needs: 'run:start',
  tool: {
    input: z.object({
      workspaceId: saidWorkspace,
      workflowId: said('Workflow to run'),
      input: z.record(z.string(), z.unknown()).optional().describe('Input of the run, as the workflow describes it'),
      idempotencyKey: saidKey,
    }),
  },
  input: {
    workflowId: text,
    input: json.optional().describe('Input of the run'),
    executionTier: tier.optional().describe('May only be stricter than that of the workflow'),
    idempotencyKey,
  },
  output: StartedRun,
  rest: {
    method: 'POST',
    path: '/runs',
    summary: 'Start a run of a workflow',
    tag: 'Runs',
    status: 201,
    fields: { input: 'parameters' },
    headers: keyHeader,
    location: '/v1/workspaces/{workspaceId}/runs/{runId}',
  },
  cli: { words: ['workflowId', 'input'], names: { executionTier: 'tier' }, show: runRow },
  async run(deps, caller, request, { client }) {
    const started = await start(deps, caller, request);
    if (!client.acceptsTasks) return started;
    // The run is read once more: it may have come to its gate, or to its end, in the meantime.
    return asTask(taskState(await getRun(deps, caller, started.runId), 'portarium_run_start', startedOutcome));
  },
});
