import { asTask } from '@quadrivium/kernel';
import { StartRunAnswer } from '../client/answers.js';
import { StartRun } from '../client/arguments.js';
import { clientTool } from './client-tool.js';
import { startedOutcome, taskState } from './run-task.js';

export const runStartTool = clientTool({
  name: 'portarium_run_start',
  method: 'startRun',
  title: 'Start a workflow run',
  description:
    'Start a workflow run. The answer comes at once; ask portarium_run_get for progress. Without an idempotencyKey, calling again starts a second run.',
  effect: 'write',
  input: StartRun,
  output: StartRunAnswer,
  // The run is read once more: it may have come to its gate, or to its end, in the meantime.
  task: async (client, { workspaceId, runId }, tool) =>
    asTask(taskState(await client.getRun({ workspaceId, runId }), tool, startedOutcome)),
});
