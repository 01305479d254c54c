import * as z from 'zod';
import { ApprovalView } from '../../answers/approvals.js';
import { listOf } from '../../answers/said.js';
import { listApprovals as list } from '../../app/approvals/approvals.js';
import { approvalStatuses } from '../../domain/approval.js';
import { approvalRow, rows } from '../brief.js';
import { define } from '../define.js';
import { page } from '../fields.js';

export const listApprovals = define({
  name: 'portarium_approval_list',
  title: 'List approvals',
  description: 'List approvals',
  effect: 'read',
  needs: 'approval:read',
  input: { ...page, status: z.enum(approvalStatuses).optional(), runId: z.string().optional() },
  output: listOf(ApprovalView),
  verbatim: 'but-secrets',
  rest: { method: 'GET', path: '/approvals', tag: 'Approvals' },
  cli: { verb: 'approve list', defaults: { status: 'Pending' }, show: rows(approvalRow) },
  run: list,
});
