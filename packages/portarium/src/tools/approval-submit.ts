import { SubmitApprovalAnswer } from '../client/answers.js';
import { SubmitApproval } from '../client/arguments.js';
import { clientTool } from './client-tool.js';

export const approvalSubmitTool = clientTool({
  name: 'portarium_approval_submit',
  method: 'submitApproval',
  title: 'Submit an approval decision',
  description:
    'Submit approval decision for a run that waits. Nobody decides on what they asked for themselves, and agents do not decide unless a policy names them.',
  effect: 'destructive',
  input: SubmitApproval,
  output: SubmitApprovalAnswer,
});
