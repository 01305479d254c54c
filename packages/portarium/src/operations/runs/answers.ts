/** What the operations about runs promise. */
import * as z from 'zod';
import type * as view from '../../app/views.js';
import { runStatuses } from '../../domain/run.js';
import { stepStates } from '../../domain/step.js';
import { tiers } from '../../domain/tier.js';
import { answer } from '../answer.js';
import { ApprovalPromise } from '../approvals/answers.js';
import { listOf } from '../fields.js';

const time = z.string().describe('UTC, ISO 8601');

const RunSummary = z.looseObject({
  runId: z.string(),
  workspaceId: z.string(),
  workflowId: z.string(),
  status: z.enum(runStatuses),
  executionTier: z.enum(tiers),
  createdAtIso: time,
  startedAtIso: time.optional(),
  endedAtIso: time.optional(),
});

const Step = z.looseObject({
  actionId: z.string(),
  operation: z.string(),
  state: z.enum(stepStates),
});

export const RunSummaryAnswer = answer<view.RunSummary>()(RunSummary);
export const RunListAnswer = answer<view.Page<view.RunSummary>>()(listOf(RunSummary));

export const StartRunAnswer = answer<view.StartedRun>()(
  RunSummary.extend({
    pollAfterMs: z.number().describe('When to ask for the run again'),
    replayed: z.boolean().describe('True when the idempotency key was known and nothing new was started'),
  }),
);

export const RunAnswer = answer<view.RunView>()(
  RunSummary.extend({
    steps: z.array(Step),
    pendingApprovals: z.array(ApprovalPromise).describe('Each with the exact calls it would allow'),
    evidence: z.looseObject({ count: z.number(), headHash: z.string().optional() }),
  }),
);

export const CancelRunAnswer = answer<view.CancelledRun>()(
  RunSummary.extend({
    cancellation: z.looseObject({
      requestedAtIso: time,
      effective: z.boolean().describe('False while a call under way still has to end'),
      inFlightActionIds: z.array(z.string()),
    }),
  }),
);

export const StepListAnswer = answer<view.Page<view.StepView>>()(
  listOf(z.looseObject({ stepId: z.string(), state: z.string() })),
);

export const TimelineAnswer = answer<view.RunTimeline>()(
  z.looseObject({
    runId: z.string(),
    status: z.enum(runStatuses),
    entries: z.array(
      z.looseObject({
        seq: z.number().describe('Number of the entry in the chain of evidence'),
        atIso: z.string(),
        category: z.string(),
        type: z.string(),
        summary: z.string(),
        actor: z.looseObject({ kind: z.string(), id: z.string() }),
        links: z.record(z.string(), z.string()),
        detail: z.record(z.string(), z.unknown()),
      }),
    ),
    effects: z.array(
      z.looseObject({
        stepId: z.string(),
        status: z
          .enum(['Matched', 'Missing', 'OperationMismatch', 'Unplanned'])
          .describe('Missing: not made yet. Unplanned: policy let the call pass without a gate'),
        planned: z.looseObject({ planId: z.string(), arguments: z.unknown(), digest: z.string() }).optional(),
        verified: z.looseObject({ digest: z.string(), outcome: z.string(), atIso: z.string() }).optional(),
      }),
    ),
  }),
);
