import * as z from 'zod';
import { defaultApprovalMs } from '../domain/policy.js';
import { renderString } from '../domain/template.js';
import { milliseconds } from '../domain/workflow.js';
import { stepKind } from './step-kind.js';

/** A gate of its own, whatever the tier: people see the calls that follow before any of them is made. */
export const approvalRequest = stepKind(
  'approval:request',
  {
    prompt: z.string().max(2000).optional(),
    required: z.int().min(1).max(10).optional().describe('How many different people must approve'),
    roles: z.array(z.string()).optional().describe('Only holders of one of these roles may decide'),
    expiresInMs: milliseconds.optional(),
    dueInMs: milliseconds.optional().describe('Nobody decided by then: the approval is escalated, and goes on waiting'),
    escalateTo: z.array(z.string()).optional().describe('Roles that are told then, and may decide from then on'),
    passkey: z.boolean().optional().describe('Only approvals that a passkey has signed count'),
  },
  {
    does: 'gate',
    templates: ({ prompt }) => prompt ?? '',
    gate: ({ actionId, prompt, required = 1, roles = [], expiresInMs = defaultApprovalMs, ...overdue }, scope) => ({
      prompt: prompt === undefined ? `May "${actionId}" go on?` : renderString(prompt, scope),
      terms: {
        required,
        roles,
        expiresInMs,
        agentApprovers: [],
        escalateTo: overdue.escalateTo ?? [],
        passkey: overdue.passkey ?? false,
        ...(overdue.dueInMs === undefined ? {} : { dueInMs: overdue.dueInMs }),
      },
    }),
  },
);
