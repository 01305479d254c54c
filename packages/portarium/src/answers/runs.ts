/** What the operations about runs answer. */
import * as z from 'zod';
import { controlStates, failureKinds, runStatuses } from '../domain/run.js';
import { stepStates } from '../domain/step.js';
import { tiers } from '../domain/tier.js';
import { ApprovalView } from './approvals.js';
import { json, type Said, time } from './said.js';

export const RunSummary = z.looseObject({
  runId: z.string(),
  workspaceId: z.string(),
  workflowId: z.string(),
  workflowName: z.string().optional().describe('As its author named it when the run began'),
  status: z.enum(runStatuses),
  executionTier: z.enum(tiers),
  createdAtIso: time,
  startedAtIso: time.optional(),
  endedAtIso: time.optional(),
  schemaVersion: z.literal(1),
  workflowVersion: z.number(),
  correlationId: z.string(),
  initiatedByUserId: z.string(),
  initiatedVia: z.string(),
  parentRunId: z.string().optional(),
  compensatesRunId: z.string().optional().describe('The run that this one undoes'),
  compensationRunId: z.string().optional().describe('The run that undoes this one'),
  retriesRunId: z.string().optional().describe('The run that this one goes on for, from where it failed'),
  retryRunId: z.string().optional().describe('The run that goes on from where this one failed'),
  controlState: z.enum(controlStates).optional(),
  waitingFor: z.string().optional(),
  failure: z
    .looseObject({ kind: z.enum(failureKinds), message: z.string(), actionId: z.string().optional() })
    .optional(),
  cancelRequestedAtIso: time.optional(),
});
export type RunSummary = Said<z.output<typeof RunSummary>>;

const StepError = z.looseObject({ kind: z.string(), message: z.string(), retryable: z.boolean() });

export const StepView = z.looseObject({
  actionId: z.string(),
  operation: z.string(),
  state: z.enum(stepStates),
  stepId: z.string(),
  attempt: z.number(),
  effect: z.string().optional(),
  input: z.unknown().optional(),
  output: z.unknown().optional(),
  error: StepError.optional(),
  blockedBecause: z.string().optional(),
  approvalId: z.string().optional(),
  workItemId: z.string().optional(),
  taskId: z.string().optional(),
  childRunId: z.string().optional(),
  availableAtIso: time.optional(),
  startedAtIso: time.optional(),
  endedAtIso: time.optional(),
});
export type StepView = Said<z.output<typeof StepView>>;

export const RunView = RunSummary.extend({
  steps: z.array(StepView),
  pendingApprovals: z.array(ApprovalView).describe('Each with the exact calls it would allow'),
  evidence: z.looseObject({ count: z.number(), headHash: z.string() }),
  input: json,
  output: z.unknown().optional(),
});
export type RunView = Said<z.output<typeof RunView>>;

export const StartedRun = RunSummary.extend({
  pollAfterMs: z.number().describe('When to ask for the run again'),
  replayed: z.boolean().describe('True when the idempotency key was known and nothing new was started'),
});
export type StartedRun = Said<z.output<typeof StartedRun>>;

export const CancelledRun = RunSummary.extend({
  cancellation: z.looseObject({
    requestedAtIso: time,
    effective: z.boolean().describe('False while a call under way still has to end'),
    inFlightActionIds: z.array(z.string()),
  }),
});
export type CancelledRun = Said<z.output<typeof CancelledRun>>;

/** A call of a run as it was planned beside the call as it was made. */
export const EffectView = z.looseObject({
  stepId: z.string(),
  status: z
    .enum(['Matched', 'Missing', 'OperationMismatch', 'Unplanned'])
    .describe('Missing: not made yet. Unplanned: policy let the call pass without a gate'),
  planned: z
    .looseObject({
      planId: z.string(),
      arguments: z.unknown(),
      digest: z.string(),
      approvalId: z.string().optional(),
      effect: z.string(),
    })
    .optional(),
  verified: z
    .looseObject({
      digest: z.string(),
      outcome: z.string(),
      atIso: time,
      attempts: z.number(),
      output: z.unknown().optional(),
      error: StepError.optional(),
    })
    .optional(),
  server: z.string().optional(),
  tool: z.string().optional(),
});
export type EffectView = Said<z.output<typeof EffectView>>;

export const RunTimeline = z.looseObject({
  runId: z.string(),
  status: z.enum(runStatuses),
  entries: z.array(
    z.looseObject({
      seq: z.number().describe('Number of the entry in the chain of evidence'),
      atIso: time,
      category: z.string(),
      type: z.string(),
      summary: z.string(),
      actor: z.looseObject({ kind: z.string(), id: z.string(), onBehalfOf: z.string().optional() }),
      links: z.record(z.string(), z.string()),
      detail: json,
    }),
  ),
  effects: z.array(EffectView),
});
export type RunTimeline = Said<z.output<typeof RunTimeline>>;
