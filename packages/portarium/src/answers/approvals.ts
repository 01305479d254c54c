/** What the operations about approvals, plans and overrides answer. */
import * as z from 'zod';
import { approvalStatuses, decisions } from '../domain/approval.js';
import { runStatuses } from '../domain/run.js';
import { type Said, time } from './said.js';

const PlannedCall = z.looseObject({
  stepId: z.string(),
  tool: z.string(),
  arguments: z.unknown().describe('To whoever may decide exactly as they would be sent, but for what `masked` names'),
  masked: z
    .array(z.looseObject({ path: z.string(), why: z.string() }))
    .optional()
    .describe('Where the arguments shown differ from those that would be sent'),
  effect: z.string(),
  digest: z.string(),
  actionId: z.string(),
  operation: z.string(),
  server: z.string().optional(),
  schemaHash: z.string(),
});
export type PlannedCallView = Said<z.output<typeof PlannedCall>>;

const YourDecision = z.discriminatedUnion('possible', [
  z.looseObject({
    possible: z.literal(true),
    overrideId: z.string().optional(),
    cannotApprove: z.string().optional().describe('Why it can be denied or sent back, but not approved'),
  }),
  z.looseObject({ possible: z.literal(false), code: z.string(), reason: z.string() }),
]);
export type YourDecision = Said<z.output<typeof YourDecision>>;

export const DecisionView = z.looseObject({
  decidedByUserId: z.string(),
  decision: z.enum(decisions),
  rationale: z.string().optional(),
  decidedAtIso: time,
  overrideId: z.string().optional(),
  passkeyId: z.string().optional().describe('The passkey that signed it; the signature is in the evidence'),
});

/** Everything a person needs to decide, and whether this person can. */
export const ApprovalView = z.looseObject({
  approvalId: z.string(),
  runId: z.string(),
  status: z.enum(approvalStatuses),
  prompt: z.string(),
  planDigest: z.string().describe('What an approval is bound to'),
  plan: z.array(PlannedCall).describe('The exact calls this approval would allow'),
  reason: z.string().describe('Why there is a gate'),
  requestedByUserId: z.string(),
  requestedAtIso: time,
  expiresAtIso: time,
  dueAtIso: time.optional().describe('When it is escalated: further roles may decide from then on'),
  escalatedAtIso: time.optional(),
  requiredApprovals: z.number(),
  remainingApprovals: z.number(),
  requiredRoles: z.array(z.string()),
  decisions: z.array(DecisionView),
  yourDecision: YourDecision.optional().describe(
    'Whether the caller could decide at this moment, and if not, why; left out where nobody asks',
  ),
  passkey: z.literal(true).optional().describe('Only an approval that a passkey has signed counts'),
  workspaceId: z.string(),
  stepId: z.string(),
  actionId: z.string(),
  planId: z.string(),
  policyVersion: z.string(),
  closedBecause: z.string().optional(),
  requestedFor: z.string(),
  escalateTo: z.array(z.string()).optional(),
  decidedAtIso: time.optional(),
  supersedes: z.string().optional(),
  supersededBy: z.string().optional(),
});
export type ApprovalView = Said<z.output<typeof ApprovalView>>;

export const DecidedApproval = ApprovalView.extend({
  run: z.looseObject({ runId: z.string(), status: z.enum(runStatuses) }),
  replayed: z.boolean(),
});
export type DecidedApproval = Said<z.output<typeof DecidedApproval>>;

export const OverrideView = z.looseObject({
  overrideId: z.string(),
  approvalId: z.string(),
  reviewed: z.boolean(),
  principalId: z.string(),
  reason: z.string(),
  issuedByUserId: z.string(),
  expiresAtIso: time,
  usedAtIso: time.optional(),
});
export type OverrideView = Said<z.output<typeof OverrideView>>;

export const PlanView = z.looseObject({
  planId: z.string(),
  digest: z.string(),
  calls: z.array(PlannedCall),
  runId: z.string(),
  policyVersion: z.string(),
  diff: z.looseObject({
    clean: z.boolean(),
    calls: z.array(
      z.looseObject({
        stepId: z.string(),
        status: z.enum(['Matched', 'Missing', 'Unexpected', 'OperationMismatch']),
      }),
    ),
  }),
  createdByUserId: z.string(),
  createdAtIso: time,
});
export type PlanView = Said<z.output<typeof PlanView>>;
