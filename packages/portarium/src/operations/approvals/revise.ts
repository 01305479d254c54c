import * as z from 'zod';
import { ApprovalView } from '../../answers/approvals.js';
import { revisePlan as revise } from '../../app/runs/revise-plan.js';
import { approvalRow } from '../brief.js';
import { define } from '../define.js';
import { id, json } from '../fields.js';

export const revisePlan = define({
  name: 'portarium_approval_revise',
  title: 'Revise a plan',
  description: 'Answer a request for changes with new arguments; makes a new plan and a new approval',
  effect: 'write',
  needs: 'run:start',
  input: { approvalId: id, arguments: z.record(z.string(), json).describe('New arguments by step') },
  output: ApprovalView,
  verbatim: 'but-secrets',
  rest: { method: 'POST', path: '/approvals/{approvalId}/revise', tag: 'Approvals' },
  cli: { verb: 'approve revise', words: ['arguments'], show: approvalRow },
  run: revise,
});
