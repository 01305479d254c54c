import { ApprovalView } from '../../answers/approvals.js';
import { getApproval as read } from '../../app/approvals/approvals.js';
import { approvalCard } from '../brief.js';
import { define } from '../define.js';
import { id } from '../fields.js';

export const getApproval = define({
  name: 'portarium_approval_get',
  title: 'One approval',
  description: 'An approval with the exact calls it would allow',
  effect: 'read',
  needs: 'approval:read',
  input: { approvalId: id },
  output: ApprovalView,
  verbatim: 'but-secrets',
  rest: { method: 'GET', path: '/approvals/{approvalId}', tag: 'Approvals' },
  cli: { verb: 'approve show', show: approvalCard },
  run: (deps, caller, { approvalId }) => read(deps, caller, approvalId),
});
