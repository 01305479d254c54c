import { RunAnswer } from '../client/answers.js';
import { GetRun } from '../client/arguments.js';
import { clientTool } from './client-tool.js';

export const runGetTool = clientTool({
  name: 'portarium_run_get',
  method: 'getRun',
  title: 'Query run status',
  description:
    'Query run status: the steps, the approvals that wait (with the exact calls they would allow), the output and how much evidence there is.',
  effect: 'read',
  input: GetRun,
  output: RunAnswer,
});
