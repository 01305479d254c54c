/**
 * What the seven operations answer. Objects are open: the control plane may say more than a caller relies on, and the
 * newer side of a connection must not break the older.
 */
import * as z from 'zod';
import { approvalStatuses } from '../domain/approval.js';
import { runStatuses } from '../domain/run.js';
import { stepStates } from '../domain/step.js';
import { tiers } from '../domain/tier.js';
import { mcpStatuses, workItemStatuses } from '../domain/work-item.js';

const time = z.string().describe('UTC, ISO 8601');

export const RunSummaryAnswer = z.looseObject({
  runId: z.string(),
  workspaceId: z.string(),
  workflowId: z.string(),
  status: z.enum(runStatuses),
  executionTier: z.enum(tiers),
  createdAtIso: time,
  startedAtIso: time.optional(),
  endedAtIso: time.optional(),
});

const StepView = z.looseObject({
  actionId: z.string(),
  operation: z.string(),
  state: z.enum(stepStates),
});

export const ApprovalAnswer = z.looseObject({
  approvalId: z.string(),
  runId: z.string(),
  status: z.enum(approvalStatuses),
  prompt: z.string(),
  planDigest: z.string().describe('What an approval is bound to'),
});

export const StartRunAnswer = RunSummaryAnswer.extend({
  pollAfterMs: z.number().describe('When to ask for the run again'),
  replayed: z.boolean().describe('True when the idempotency key was known and nothing new was started'),
});

export const RunAnswer = RunSummaryAnswer.extend({
  steps: z.array(StepView),
  pendingApprovals: z.array(ApprovalAnswer).describe('Each with the exact calls it would allow'),
  evidence: z.looseObject({ count: z.number(), headHash: z.string().optional() }),
});

export const CancelRunAnswer = RunSummaryAnswer.extend({
  cancellation: z.looseObject({
    requestedAtIso: time,
    effective: z.boolean().describe('False while a call under way still has to end'),
    inFlightActionIds: z.array(z.string()),
  }),
});

export const WorkItemAnswer = z.looseObject({
  workItemId: z.string(),
  title: z.string(),
  status: z.enum(workItemStatuses),
  mcpStatus: z.enum(mcpStatuses),
});

export const ListWorkItemsAnswer = z.looseObject({
  items: z.array(WorkItemAnswer),
  nextCursor: z.string().optional(),
});

export const SubmitApprovalAnswer = ApprovalAnswer.extend({
  run: z.looseObject({ runId: z.string(), status: z.enum(runStatuses) }),
  remainingApprovals: z.number(),
});

export const AgentAnswer = z.looseObject({
  agentId: z.string(),
  machineId: z.string(),
  displayName: z.string(),
  capabilities: z.array(z.string()),
});

export const RegisterAgentAnswer = AgentAnswer.extend({ created: z.boolean() });

export const AgentHeartbeatAnswer = z.looseObject({
  acknowledgedAtIso: time,
  leaseExpiresAtIso: time,
  nextHeartbeatInMs: z.number(),
  directives: z.array(z.unknown()),
  assignedWork: z.array(z.unknown()),
});
