import * as z from 'zod';
import { ApprovalAnswer, SubmitApprovalAnswer } from '../../client/answers.js';
import { approvalStatuses, decisions } from '../../domain/approval.js';
import { defineRoute } from '../route.js';
import { given, items, json, listOf, longText, page, text } from './fields.js';

const tag = 'Approvals';
const Override = z.looseObject({ overrideId: z.string(), approvalId: z.string(), reviewed: z.boolean() });

const PlannedCall = z.looseObject({
  stepId: z.string(),
  tool: z.string(),
  arguments: z.unknown().describe('Exactly as they would be sent'),
  effect: z.string(),
  digest: z.string(),
});

/** Everything a person needs to decide, and whether this person can. */
const ApprovalCard = ApprovalAnswer.extend({
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

export const approvalRoutes = [
  defineRoute({
    method: 'GET',
    path: '/approvals',
    operationId: 'listApprovals',
    summary: 'List approvals',
    tag,
    query: z.strictObject({ ...page, status: z.enum(approvalStatuses).optional(), runId: z.string().optional() }),
    answer: listOf(ApprovalCard),
    run: ({ plane, caller, query }) => plane.listApprovals(caller, given(query)),
  }),
  defineRoute({
    method: 'GET',
    path: '/approvals/{approvalId}',
    operationId: 'getApproval',
    summary: 'An approval with the exact calls it would allow',
    tag,
    answer: ApprovalCard,
    run: ({ plane, caller, params }) => plane.getApproval(caller, params.approvalId),
  }),
  defineRoute({
    method: 'POST',
    path: '/approvals/{approvalId}/decide',
    operationId: 'decideApproval',
    summary: 'Approve, deny, or ask for changes',
    tag,
    body: z.strictObject({
      decision: z.enum(decisions),
      rationale: longText.optional().describe('Needed for Denied and RequestChanges'),
    }),
    keyed: true,
    answer: SubmitApprovalAnswer,
    run: ({ plane, caller, params, body: { decision, rationale }, keyed }) =>
      plane.decideApproval(caller, { approvalId: params.approvalId, decision, ...given({ rationale }), ...keyed }),
  }),
  defineRoute({
    method: 'POST',
    path: '/approvals/{approvalId}/revise',
    operationId: 'revisePlan',
    summary: 'Answer a request for changes with new arguments; makes a new plan and a new approval',
    tag,
    body: z.strictObject({ arguments: z.record(z.string(), json).describe('New arguments by step') }),
    answer: ApprovalCard,
    run: ({ plane, caller, params, body }) =>
      plane.revisePlan(caller, { approvalId: params.approvalId, arguments: body.arguments }),
  }),
  defineRoute({
    method: 'POST',
    path: '/approvals/{approvalId}/overrides',
    operationId: 'issueOverride',
    summary: 'Let one person decide one approval against separation of duties; expires and is evidenced',
    tag,
    body: z.strictObject({
      reason: longText,
      principalId: text.optional().describe('Who may decide; the caller when omitted'),
      expiresInMs: z.int().positive().optional(),
    }),
    status: 201,
    answer: Override,
    run: ({ plane, caller, params, body: { reason, principalId, expiresInMs } }) =>
      plane.issueOverride(caller, {
        approvalId: params.approvalId,
        reason,
        ...given({ principalId, expiresInMs }),
      }),
  }),
  defineRoute({
    method: 'GET',
    path: '/overrides',
    operationId: 'listOverrides',
    summary: 'List overrides',
    tag,
    query: z.strictObject({ unreviewed: z.stringbool().optional() }),
    answer: listOf(Override),
    run: ({ plane, caller, query }) => items(plane.listOverrides(caller, given(query))),
  }),
  defineRoute({
    method: 'POST',
    path: '/overrides/{overrideId}/review',
    operationId: 'reviewOverride',
    summary: 'Say that somebody has looked at an override',
    tag,
    answer: Override,
    run: ({ plane, caller, params }) => plane.reviewOverride(caller, params.overrideId),
  }),
  defineRoute({
    method: 'GET',
    path: '/plans/{planId}',
    operationId: 'getPlan',
    summary: 'A plan, and how what was done compares with it',
    tag,
    answer: z.looseObject({ planId: z.string(), digest: z.string(), calls: z.array(z.unknown()) }),
    run: ({ plane, caller, params }) => plane.getPlan(caller, params.planId),
  }),
];
