/**
 * What the seven operations take. A tool lists the schema, the gate checks it, and the client method gets exactly the
 * checked object: a field that was left out stays out. Unknown fields are dropped, because the specification leaves the
 * schemas open and older clients send more than they need to.
 */
import * as z from 'zod';
import { heartbeatStatuses } from '../domain/agent.js';
import { decisions } from '../domain/approval.js';
import { mcpStatuses } from '../domain/work-item.js';

const text = (description: string) => z.string().trim().min(1).describe(description);
const workspaceId = text('Workspace to work in');

const idempotencyKey = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .optional()
  .describe('Makes a repeated call harmless: the same key and arguments give the first answer again, for 24 hours');

export const StartRun = z.object({
  workspaceId,
  workflowId: text('Workflow to run'),
  input: z.record(z.string(), z.unknown()).optional().describe('Input of the run, as the workflow describes it'),
  idempotencyKey,
});
export type StartRun = z.output<typeof StartRun>;

export const GetRun = z.object({ workspaceId, runId: text('Run to look at') });
export type GetRun = z.output<typeof GetRun>;

export const CancelRun = z.object({
  workspaceId,
  runId: text('Run to cancel'),
  reason: z.string().optional().describe('Why; kept with the evidence'),
});
export type CancelRun = z.output<typeof CancelRun>;

export const ListWorkItems = z.object({
  workspaceId,
  runId: z.string().optional().describe('Only items of this run'),
  status: z.enum(mcpStatuses).optional().describe('Only items in this state'),
});
export type ListWorkItems = z.output<typeof ListWorkItems>;

export const SubmitApproval = z.object({
  workspaceId,
  approvalId: text('Approval to decide; portarium_run_get lists those that wait'),
  decision: z.enum(decisions).describe('Denied ends the run; RequestChanges sends the plan back to its author'),
  comment: z.string().optional().describe('Why; needed for Denied and RequestChanges'),
  idempotencyKey,
});
export type SubmitApproval = z.output<typeof SubmitApproval>;

export const RegisterAgent = z.object({
  workspaceId,
  machineId: text('Machine the agent runs on; made known when it is not'),
  agentId: text('Id of the agent'),
  displayName: text('Name for people'),
  capabilities: z.array(z.string()).optional().describe('What the agent can do; those of its machine when omitted'),
});
export type RegisterAgent = z.output<typeof RegisterAgent>;

export const AgentHeartbeat = z.object({
  workspaceId,
  machineId: text('Machine the agent runs on'),
  agentId: text('Id of the agent'),
  status: z.enum(heartbeatStatuses).optional().describe('draining takes no new work; healthy when omitted'),
});
export type AgentHeartbeat = z.output<typeof AgentHeartbeat>;
