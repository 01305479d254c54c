import * as z from 'zod';
import { DecidedApproval } from '../../answers/approvals.js';
import { decideApproval as decide } from '../../app/approvals/approvals.js';
import { decisions } from '../../domain/approval.js';
import { approvalRow } from '../brief.js';
import { define } from '../define.js';
import {
  bytes,
  given,
  id,
  idempotencyKey,
  keyHeader,
  longText,
  said,
  saidKey,
  saidWhy,
  saidWorkspace,
} from '../fields.js';

export const decideApproval = define({
  name: 'portarium_approval_submit',
  title: 'Submit an approval decision',
  description:
    'Submit approval decision for a run that waits. Nobody decides on what they asked for themselves, and agents do not decide unless a policy names them.',
  effect: 'destructive',
  narrower: 'portarium_run_get tells what the run waits for next.',
  needs: 'approval:decide',
  tool: {
    input: z.object({
      workspaceId: saidWorkspace,
      approvalId: said('Approval to decide; portarium_run_get lists those that wait'),
      decision: z.enum(decisions).describe('Denied ends the run; RequestChanges sends the plan back to its author'),
      comment: saidWhy('Why; needed for Denied and RequestChanges'),
      idempotencyKey: saidKey,
    }),
  },
  input: {
    approvalId: id,
    decision: z.enum(decisions),
    comment: longText.optional().describe('Needed for Denied and RequestChanges'),
    passkey: z
      .object({
        id: bytes,
        response: z.object({ clientDataJSON: bytes, authenticatorData: bytes, signature: bytes }),
      })
      .optional()
      .describe(
        'AuthenticationResponseJSON of WebAuthn; its challenge is the hash of the decision and the digest of the plan',
      ),
    idempotencyKey,
  },
  output: DecidedApproval,
  verbatim: 'but-secrets',
  rest: {
    method: 'POST',
    path: '/approvals/{approvalId}/decide',
    summary: 'Approve, deny, or ask for changes',
    tag: 'Approvals',
    fields: { comment: 'rationale' },
    headers: keyHeader,
  },
  cli: { verb: 'approve decide', names: { comment: 'rationale' }, given: ['passkey'], show: approvalRow },
  run: (deps, caller, { comment, ...request }) =>
    decide(deps, caller, { ...request, ...given({ rationale: comment }) }),
});
