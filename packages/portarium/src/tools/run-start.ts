import { StartRunAnswer } from '../client/answers.js';
import { StartRun } from '../client/arguments.js';
import { clientTool } from './client-tool.js';

export const runStartTool = clientTool({
  name: 'portarium_run_start',
  method: 'startRun',
  title: 'Start a workflow run',
  description:
    'Start a workflow run. The answer comes at once; ask portarium_run_get for progress. Without an idempotencyKey, calling again starts a second run.',
  effect: 'write',
  input: StartRun,
  output: StartRunAnswer,
});
