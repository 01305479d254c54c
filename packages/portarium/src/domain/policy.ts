import * as z from 'zod';
import type { PolicyId, PrincipalId, WorkspaceId } from './ids.js';
import { PolicyTest } from './policy-test.js';
import { environments, tiers } from './tier.js';
import { type ToolClass, toolClasses } from './tool-class.js';

const glob = z.string().min(1).max(200).describe('* stands for any text');

export const ArgumentCondition = z.strictObject({
  path: z.string().min(1).max(200).describe('Where in the arguments, as in order.amount or items[0].sku'),
  op: z.enum(['eq', 'ne', 'lt', 'lte', 'gt', 'gte', 'in', 'glob', 'lengthGt', 'exists']),
  value: z.unknown().optional(),
});
export type ArgumentCondition = z.output<typeof ArgumentCondition>;

/** Every part that is given must match. */
export const RuleMatch = z.strictObject({
  tools: z.array(glob).optional(),
  servers: z.array(glob).optional(),
  classes: z.array(z.enum(toolClasses)).optional(),
  tiers: z.array(z.enum(tiers)).optional(),
  environments: z.array(z.enum(environments)).optional(),
  agents: z.array(glob).optional().describe('Ids of agents on whose behalf the call is made'),
  roles: z.array(z.string()).optional().describe('Roles of whoever started the run'),
  workflows: z.array(glob).optional(),
  hoursUtc: z
    .tuple([z.int().min(0).max(23), z.int().min(0).max(24)])
    .optional()
    .describe('From, until (exclusive)'),
  arguments: z.array(ArgumentCondition).optional(),
});
export type RuleMatch = z.output<typeof RuleMatch>;

export const ApprovalTerms = z.strictObject({
  required: z.int().min(1).max(10).default(1),
  roles: z.array(z.string()).default([]),
  expiresInMs: z.int().positive().optional(),
  dueInMs: z.int().positive().optional().describe('Nobody decided by then: the approval is escalated'),
  escalateTo: z.array(z.string()).default([]).describe('Roles that are told then, and may decide from then on'),
  agentApprovers: z.array(z.string()).default([]),
  passkey: z
    .boolean()
    .optional()
    .describe('Only an approval counts that the passkey of whoever approves has signed, over the digest of the plan'),
});
export type ApprovalTerms = z.output<typeof ApprovalTerms>;

export const PolicyRule = z.strictObject({
  ruleId: z.string().min(1).max(100),
  description: z.string().max(1000).optional(),
  match: RuleMatch,
  effect: z.enum(['Allow', 'RequireApproval', 'Deny']),
  approval: ApprovalTerms.optional(),
  reason: z.string().max(500).optional(),
});
export type PolicyRule = z.output<typeof PolicyRule>;

export const Budget = z.strictObject({
  scope: z.enum(['Run', 'Workspace']),
  metric: z.enum(['ToolCalls', 'OutboundActions', 'ApprovalRequests']),
  hardStopAt: z.int().min(0),
});

export const Quota = z.strictObject({
  tools: z.array(glob).min(1),
  requestsPerMinute: z.int().min(1).optional(),
  requestsPerDay: z.int().min(1).optional(),
});
export type Quota = z.output<typeof Quota>;

export const PolicyBody = z.strictObject({
  policyId: z.string().regex(/^[A-Za-z][\w.-]{0,99}$/),
  name: z.string().min(1).max(200),
  description: z.string().max(5000).optional(),
  rules: z.array(PolicyRule).max(500).default([]),
  cedar: z.string().min(1).max(200_000).optional().describe('Statements of Cedar, beside the rules; a forbid wins'),
  cedarUncovered: z
    .enum(['Deny', 'Abstain'])
    .optional()
    .describe('What no statement permits: denied, as Cedar has it, or left to the other rules; Deny when omitted'),
  budgets: z.array(Budget).default([]),
  quotas: z.array(Quota).default([]),
  tests: z.array(PolicyTest).max(1000).optional().describe('Must pass before it counts'),
});
export type PolicyBody = z.output<typeof PolicyBody>;

export interface Policy {
  readonly workspaceId: WorkspaceId;
  readonly policyId: PolicyId;
  readonly version: number;
  readonly active: boolean;
  readonly body: PolicyBody;
  readonly createdBy: PrincipalId;
  readonly createdAtIso: string;
}

/** Which of our own tools whom may see; the first rule whose pattern fits decides. */
export const ToolExposure = z.strictObject({
  defaultEffect: z.enum(['Allow', 'Deny']).default('Allow'),
  rules: z
    .array(
      z.strictObject({
        toolPattern: glob,
        allowedRoles: z.array(z.string()).default([]).describe('Empty means everyone'),
        minimumTier: z.enum(tiers).optional(),
      }),
    )
    .default([]),
});
export type ToolExposure = z.output<typeof ToolExposure>;

/** A tool of another server as it was when it was last looked at and accepted. */
export interface PinnedTool {
  readonly workspaceId: WorkspaceId;
  readonly server: string;
  readonly tool: string;
  readonly schemaHash: string;
  readonly class: ToolClass;
  /** An administrator's word; stronger than annotations and names. */
  readonly classOverride?: ToolClass;
  readonly effect: 'readOnly' | 'idempotent' | 'nonIdempotent';
  readonly pinnedAt: number;
  /** Who accepted it as it is. A server that comes back with another definition takes that away. */
  readonly reviewedBy?: PrincipalId;
  /** The hash the server offers now, when it is not the pinned one. Calls are blocked until somebody has looked. */
  readonly drift?: string;
}

export const defaultApprovalMs = 86_400_000;
