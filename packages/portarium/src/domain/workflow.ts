/**
 * What a workflow may say. The zod schemas are the only definition: the published JSON Schema, the check at the door and
 * the types all come from here.
 */
import { z } from 'zod';
import { tiers } from './tier.js';

const name = z.string().regex(/^[A-Za-z][\w-]{0,99}$/, 'must begin with a letter and hold letters, digits, - and _');
const expression = z.string().min(1).max(2000);
const template = z.unknown().describe('JSON; texts may hold {{ expression }}');
const milliseconds = z.int().positive();

export const effects = ['readOnly', 'idempotent', 'nonIdempotent'] as const;
export type Effect = (typeof effects)[number];

export const RetryPolicy = z.strictObject({
  maxAttempts: z.int().min(1).max(10).default(3).describe('Counts the first attempt'),
  initialBackoffMs: milliseconds.default(1000),
  backoffMultiplier: z.number().min(1).max(10).default(2),
  maxBackoffMs: milliseconds.default(30_000),
});
export type RetryPolicy = z.output<typeof RetryPolicy>;

const gate = {
  prompt: z.string().max(2000).optional(),
  required: z.int().min(1).max(10).optional().describe('How many different people must approve'),
  roles: z.array(z.string()).optional().describe('Only holders of one of these roles may decide'),
  expiresInMs: milliseconds.optional(),
  dueInMs: milliseconds.optional().describe('Nobody decided by then: the approval is escalated, and goes on waiting'),
  escalateTo: z.array(z.string()).optional().describe('Roles that are told then, and may decide from then on'),
};

const shared = {
  actionId: name,
  order: z.int().min(1).optional().describe('Position from 1; the place in the list when omitted'),
  dependsOn: z.array(name).optional().describe('Steps to wait for; the one before when omitted, none when empty'),
  when: expression.optional().describe('Skips the step when this is false'),
  forEach: expression.optional().describe('Runs the step once for each member of this list; see `item` and `index`'),
  maxParallel: z.int().min(1).max(100).optional().describe('How many members of forEach run at once'),
  executionTierOverride: z.enum(tiers).optional().describe('May only be stricter than the tier of the workflow'),
  effect: z.enum(effects).optional().describe('What repeating the call would do; found out from the tool when omitted'),
  timeoutMs: milliseconds.max(86_400_000).optional(),
  retry: RetryPolicy.optional(),
  description: z.string().max(2000).optional(),
  portFamily: z.string().optional(),
};

const Mcp = z.strictObject({
  ...shared,
  operation: z.literal('mcp:call'),
  server: z.string().min(1),
  tool: z.string().min(1),
  arguments: z.record(z.string(), template).optional(),
});
const Http = z.strictObject({
  ...shared,
  operation: z.literal('http:call'),
  method: z.enum(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']).default('GET'),
  url: z.string().min(1),
  headers: z.record(z.string(), z.string()).optional(),
  body: template.optional(),
  credential: z.string().optional().describe('Name of a configured credential; its header is added when sending'),
});
const ApprovalRequest = z.strictObject({ ...shared, operation: z.literal('approval:request'), ...gate });
const WorkItemCreate = z.strictObject({
  ...shared,
  operation: z.literal('work-item:create'),
  title: z.string().min(1).max(500),
  owner: z.string().optional(),
  dueInMs: milliseconds.optional(),
  wait: z.boolean().default(false).describe('Whether the run goes on only when the item is resolved'),
});
const HumanTask = z.strictObject({
  ...shared,
  operation: z.literal('human:task'),
  instructions: z.string().min(1).max(10_000),
  assignee: z.string().optional(),
  dueInMs: milliseconds.optional(),
  outcomeSchema: z.record(z.string(), z.unknown()).optional(),
});
const AgentTask = z.strictObject({
  ...shared,
  operation: z.literal('agent:task'),
  capability: z.string().min(1).describe('entity:verb; only agents that declare it are offered the task'),
  agentId: z.string().optional().describe('Only this agent'),
  payload: template.optional(),
  leaseMs: milliseconds.default(300_000),
  maxClaims: z.int().min(1).max(20).default(5),
});
const Wait = z.strictObject({
  ...shared,
  operation: z.literal('timer:wait'),
  durationMs: z.union([milliseconds, z.string()]).optional(),
  untilIso: z.string().optional(),
});
const Emit = z.strictObject({
  ...shared,
  operation: z.literal('event:emit'),
  type: z.string().regex(/^[A-Za-z][\w.-]{0,99}$/),
  data: template.optional(),
});
const Condition = z.strictObject({
  ...shared,
  operation: z.literal('flow:condition'),
  expression,
  otherwise: z.enum(['continue', 'fail']).default('continue').describe('What a false value means for the run'),
});

const StartRun = z.strictObject({
  ...shared,
  operation: z.literal('run:start'),
  workflow: z.string().min(1).describe('Id of an active workflow; the step waits for the end of its run'),
  input: z.record(z.string(), template).optional(),
});

export const Action = z.discriminatedUnion('operation', [
  Mcp,
  Http,
  ApprovalRequest,
  WorkItemCreate,
  HumanTask,
  AgentTask,
  Wait,
  Emit,
  Condition,
  StartRun,
]);
export type Action = z.output<typeof Action>;
export type Operation = Action['operation'];
export type ActionOf<Op extends Operation> = Extract<Action, { operation: Op }>;

export const WorkflowDefinition = z.strictObject({
  schemaVersion: z.literal([1, 2]).default(2),
  workflowId: z.string().min(1).max(100).optional().describe('Made from the name when omitted'),
  name: z.string().min(1).max(200),
  description: z.string().max(5000).optional(),
  executionTier: z.enum(tiers).optional().describe('HumanApprove when omitted, Auto in dev'),
  inputSchema: z.record(z.string(), z.unknown()).optional().describe('JSON Schema of the input of a run'),
  deadlineMs: milliseconds.optional().describe('A run that takes longer fails'),
  maxToolCalls: z.int().min(1).optional().describe('Budget of one run'),
  actions: z.array(Action).min(1).max(200),
  output: template.optional().describe('The output of the run; that of the last step when omitted'),
});
export type WorkflowDefinition = z.output<typeof WorkflowDefinition>;

export interface Workflow {
  readonly workspaceId: string;
  readonly workflowId: string;
  readonly version: number;
  readonly active: boolean;
  readonly archived?: boolean;
  readonly definition: WorkflowDefinition;
  readonly definitionHash: string;
  readonly createdBy: string;
  readonly createdAtIso: string;
}

/** The JSON Schema that editors and other languages check against. */
export function workflowJsonSchema(): Record<string, unknown> {
  return z.toJSONSchema(WorkflowDefinition, { io: 'input' }) as Record<string, unknown>;
}
