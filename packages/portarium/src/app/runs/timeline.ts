import type { Entry } from '@quadrivium/ledger';
import type * as view from '../../answers/index.js';
import type { Approval } from '../../domain/approval.js';
import type { StepId } from '../../domain/ids.js';
import type { Plan, PlannedCall } from '../../domain/plan.js';
import type { Run } from '../../domain/run.js';
import type { Step, StepDetails } from '../../domain/step.js';
import { isoTime } from '../../domain/surroundings.js';
import { defined } from '../../engine/book.js';

export interface RunStory {
  readonly run: Run;
  readonly steps: readonly Step[];
  /** In the order they were made. */
  readonly plans: readonly Plan[];
  readonly approvals: readonly Approval[];
  readonly entries: readonly Entry[];
}

/** What happened, from the evidence; what was to be done and what was done, from the plans and the journal. */
export function timelineOf(story: RunStory): view.RunTimeline {
  const { runId, status } = story.run;
  return { runId, status, entries: story.entries.map(lineOf), effects: effectsOf(story) };
}

function lineOf({ seq, at, type, actor, body }: Entry): view.RunTimeline['entries'][number] {
  const { category, summary, links, detail } = body as unknown as Partial<view.RunTimeline['entries'][number]>;
  return {
    seq,
    atIso: at,
    category: category ?? 'System',
    type,
    summary: summary ?? type,
    actor,
    links: links ?? {},
    detail: detail ?? {},
  };
}

function effectsOf({ steps, plans, approvals }: RunStory): view.EffectView[] {
  const planned = lastPlanned(plans);
  const calls = steps.filter(({ stepId, attempts }) => attempts.length > 0 || planned.has(stepId));
  const known = new Set(calls.map(({ stepId }) => stepId));
  const shown = calls.map((step) => effectOf(step, planned.get(step.stepId), approvals));
  // A plan may name members of a forEach that do not exist as steps yet.
  const ahead = [...planned].filter(([stepId]) => !known.has(stepId));
  return [...shown, ...ahead.map(([stepId, plan]) => effectOf({ stepId, attempts: [] }, plan, approvals))];
}

interface Planned {
  readonly plan: Plan;
  readonly call: PlannedCall;
}

/** A revised plan replaces the former one for the same step. */
function lastPlanned(plans: readonly Plan[]): Map<StepId, Planned> {
  const all = plans.flatMap((plan) => plan.calls.map((call) => [call.stepId, { plan, call }] as const));
  return new Map(all);
}

type Made = Pick<StepDetails, 'stepId' | 'attempts' | 'input' | 'output' | 'error'>;

function effectOf(step: Made, planned: Planned | undefined, approvals: readonly Approval[]): view.EffectView {
  const verified = verifiedOf(step);
  const { server, tool } = planned?.call ?? ((step.input ?? {}) as { server?: string; tool?: string });
  return defined({
    stepId: step.stepId,
    server,
    tool,
    status: statusOf(planned?.call, verified),
    planned: planned === undefined ? undefined : plannedOf(planned, approvals),
    verified,
  }) as view.EffectView;
}

function plannedOf({ plan, call }: Planned, approvals: readonly Approval[]): NonNullable<view.EffectView['planned']> {
  const approvalId = approvals.findLast(({ planId }) => planId === plan.planId)?.approvalId;
  const { planId } = plan;
  const { arguments: args, effect, digest } = call;
  return { planId, ...(approvalId === undefined ? {} : { approvalId }), arguments: args, effect, digest };
}

function verifiedOf({ attempts, output, error }: Made): view.EffectView['verified'] {
  const last = attempts.at(-1);
  if (last?.dispatchedAt === undefined) return undefined;
  return defined({
    digest: last.requestDigest,
    outcome: last.outcome ?? 'under way',
    attempts: attempts.length,
    atIso: isoTime(last.outcomeAt ?? last.dispatchedAt),
    output,
    error,
  }) as NonNullable<view.EffectView['verified']>;
}

function statusOf(call: PlannedCall | undefined, verified: view.EffectView['verified']): view.EffectView['status'] {
  if (call === undefined) return 'Unplanned';
  if (verified === undefined) return 'Missing';
  return verified.digest === call.digest ? 'Matched' : 'OperationMismatch';
}
