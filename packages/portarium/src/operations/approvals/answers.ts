/** What the operations about approvals promise. */
import * as z from 'zod';
import type * as view from '../../app/views.js';
import { approvalStatuses, decisions } from '../../domain/approval.js';
import { runStatuses } from '../../domain/run.js';
import { answer } from '../answer.js';
import { listOf } from '../fields.js';

export const ApprovalPromise = z.looseObject({
  approvalId: z.string(),
  runId: z.string(),
  status: z.enum(approvalStatuses),
  prompt: z.string(),
  planDigest: z.string().describe('What an approval is bound to'),
});

const PlannedCall = z.looseObject({
  stepId: z.string(),
  tool: z.string(),
  arguments: z.unknown().describe('Exactly as they would be sent'),
  effect: z.string(),
  digest: z.string(),
});

/** Everything a person needs to decide, and whether this person can. */
const ApprovalCard = ApprovalPromise.extend({
  plan: z.array(PlannedCall).describe('The exact calls this approval would allow'),
  reason: z.string().describe('Why there is a gate'),
  requestedByUserId: z.string(),
  requestedAtIso: z.string(),
  expiresAtIso: z.string(),
  dueAtIso: z.string().optional().describe('When it is escalated'),
  escalatedAtIso: z.string().optional(),
  requiredApprovals: z.number(),
  remainingApprovals: z.number(),
  requiredRoles: z.array(z.string()),
  decisions: z.array(z.looseObject({ decidedByUserId: z.string(), decision: z.enum(decisions) })),
  yourDecision: z
    .looseObject({ possible: z.boolean(), code: z.string().optional(), reason: z.string().optional() })
    .optional()
    .describe('Whether the caller could decide at this moment, and if not, why'),
});

export const ApprovalAnswer = answer<view.ApprovalView>()(ApprovalCard);
export const ApprovalListAnswer = answer<view.Page<view.ApprovalView>>()(listOf(ApprovalCard));

export const DecisionAnswer = answer<view.DecidedApproval>()(
  ApprovalPromise.extend({
    run: z.looseObject({ runId: z.string(), status: z.enum(runStatuses) }),
    remainingApprovals: z.number(),
  }),
);

const Override = z.looseObject({ overrideId: z.string(), approvalId: z.string(), reviewed: z.boolean() });
export const OverrideAnswer = answer<view.OverrideView>()(Override);
export const OverrideListAnswer = answer<view.Page<view.OverrideView>>()(listOf(Override));

export const PlanAnswer = answer<view.PlanView>()(
  z.looseObject({ planId: z.string(), digest: z.string(), calls: z.array(z.unknown()) }),
);
