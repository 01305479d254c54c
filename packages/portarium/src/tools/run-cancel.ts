import { CancelRunAnswer } from '../client/answers.js';
import { CancelRun } from '../client/arguments.js';
import { clientTool } from './client-tool.js';

export const runCancelTool = clientTool({
  name: 'portarium_run_cancel',
  method: 'cancelRun',
  title: 'Cancel an active run',
  description:
    'Cancel an active run. Nothing further is started; a call that has already left is waited for. A run that has ended is left as it is and the call is refused.',
  effect: 'destructive',
  idempotent: true,
  input: CancelRun,
  output: CancelRunAnswer,
});
