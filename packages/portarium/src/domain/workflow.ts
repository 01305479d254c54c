/**
 * What every workflow says, whatever its steps do. What a step says beyond this is said by its kind, in `steps/`, and
 * `steps/workflow-definition.ts` puts the two together: the published JSON Schema, the check at the door and the types
 * all come from there.
 */

import * as z from 'zod';
import type { PrincipalId, WorkflowId, WorkspaceId } from './ids.js';
import { tiers } from './tier.js';

const name = z.string().regex(/^[A-Za-z][\w-]{0,99}$/, 'must begin with a letter and hold letters, digits, - and _');
export const expression = z.string().min(1).max(2000);
export const template = z.unknown().describe('JSON; texts may hold {{ expression }}');
export const milliseconds = z.int().positive();

export const effects = ['readOnly', 'idempotent', 'nonIdempotent'] as const;
export type Effect = (typeof effects)[number];

export const RetryPolicy = z.strictObject({
  maxAttempts: z.int().min(1).max(10).default(3).describe('Counts the first attempt'),
  initialBackoffMs: milliseconds.default(1000),
  backoffMultiplier: z.number().min(1).max(10).default(2),
  maxBackoffMs: milliseconds.default(30_000),
});
export type RetryPolicy = z.output<typeof RetryPolicy>;

/** What a request over HTTP says; everything but the method may hold expressions. */
export const httpRequestFields = {
  method: z.enum(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']).default('GET'),
  url: z.string().min(1),
  headers: z.record(z.string(), z.string()).optional(),
  body: template.optional(),
  credential: z.string().optional().describe('Name of a configured credential; its header is added when sending'),
};

const undoingFields = {
  effect: z.enum(effects).optional(),
  timeoutMs: milliseconds.max(86_400_000).optional(),
  retry: RetryPolicy.optional(),
};

/** The call that undoes what a step has done: of a tool, or over HTTP. It may read `output`, what the step came to. */
const Compensation = z.union(
  [
    z.strictObject({
      server: z.string().min(1),
      tool: z.string().min(1),
      arguments: z.record(z.string(), template).optional().describe('May read `output`, what the step came to'),
      ...undoingFields,
    }),
    z.strictObject({ ...httpRequestFields, ...undoingFields }),
  ],
  'says the server and tool that undo the step, or the url of a request, and nothing unknown',
);
export type Compensation = z.output<typeof Compensation>;

/** What any step may say. */
export const actionFields = {
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
  compensation: Compensation.optional().describe('Undoes the step when the run fails or is cancelled after it'),
  description: z.string().max(2000).optional(),
  portFamily: z.string().optional(),
};

/** A step as the engine sees it. What else it says is between it and its kind. */
export type Action = z.output<z.ZodObject<typeof actionFields & { readonly operation: z.ZodString }>>;

/** The schema of definitions whose steps fit this one. */
export const definitionOf = <Step extends z.ZodType<Action>>(action: Step) =>
  z.strictObject({
    schemaVersion: z.literal([1, 2]).default(2),
    workflowId: z.string().min(1).max(100).optional().describe('Made from the name when omitted'),
    name: z.string().min(1).max(200),
    description: z.string().max(5000).optional(),
    executionTier: z.enum(tiers).optional().describe('HumanApprove when omitted, Auto in dev'),
    inputSchema: z.record(z.string(), z.unknown()).optional().describe('JSON Schema of the input of a run'),
    deadlineMs: milliseconds.optional().describe('A run that takes longer fails'),
    maxToolCalls: z.int().min(1).optional().describe('Budget of one run'),
    actions: z.array(action).min(1).max(200),
    output: template.optional().describe('The output of the run; that of the last step when omitted'),
  });
export type WorkflowDefinition = z.output<ReturnType<typeof definitionOf<z.ZodType<Action>>>>;

export interface Workflow {
  readonly workspaceId: WorkspaceId;
  readonly workflowId: WorkflowId;
  readonly version: number;
  readonly active: boolean;
  readonly archived?: boolean;
  readonly definition: WorkflowDefinition;
  readonly definitionHash: string;
  readonly createdBy: PrincipalId;
  readonly createdAtIso: string;
}
