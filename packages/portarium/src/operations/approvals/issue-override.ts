import * as z from 'zod';
import { OverrideView } from '../../answers/approvals.js';
import { issueOverride as issue } from '../../app/approvals/overrides.js';
import { define } from '../define.js';
import { id, longText, text } from '../fields.js';

export const issueOverride = define({
  name: 'portarium_override_issue',
  title: 'Issue an override',
  description: 'Let one person decide one approval against separation of duties; expires and is evidenced',
  effect: 'write',
  needs: 'approval:override',
  input: {
    approvalId: id,
    reason: longText,
    principalId: text.optional().describe('Who may decide; the caller when omitted'),
    expiresInMs: z.int().positive().optional(),
  },
  output: OverrideView,
  rest: { method: 'POST', path: '/approvals/{approvalId}/overrides', tag: 'Approvals', status: 201 },
  cli: { verb: 'approve override' },
  run: issue,
});
