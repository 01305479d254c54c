/** The last part of a call's way: limits, the use of its approval, and the intent that is committed before it leaves. */
import type { ApprovalId } from '../domain/ids.js';
import type { Run } from '../domain/run.js';
import { type Attempt, lastError, type Step } from '../domain/step.js';
import type { Action } from '../domain/workflow.js';
import { limitsOn } from '../policy/limits.js';
import { blockStep } from './block-step.js';
import type { RunBook } from './book.js';
import type { PrepareContext, PreparedCall } from './prepare-call.js';
import { lineOf, rootOf } from './prepare-context.js';

/** A call whose intent is written. It may leave once the transaction is committed. */
export type Dispatch = Awaited<ReturnType<typeof writeIntent>>;

/** Within the limits of the run and of policy: writes the intent and gives what is to be sent. */
export async function dispatchCall(
  book: RunBook,
  { settings }: PrepareContext,
  action: Action,
  step: Step,
  call: PreparedCall,
  approval: { readonly approvalId: ApprovalId } | undefined,
): Promise<Dispatch | 'changed'> {
  const { tx, run } = book;
  const line = await lineOf(tx, run);
  const spent = await spentBudget(book, line);
  if (spent !== undefined) {
    await blockStep(book, step, spent);
    return 'changed';
  }
  const mutating = call.effect !== 'readOnly';
  const limits = limitsOn(settings.policies, {
    runId: rootOf(line).runId,
    tool: call.request.tool,
    mutating,
    at: tx.now,
  });
  for (const { counter, limit, kind, retryAt, label } of limits) {
    if ((await tx.count(counter)) < limit) continue;
    if (kind === 'budget') await blockStep(book, step, `${label} is used up`);
    else defer(book, step, retryAt ?? tx.now + 60_000, label);
    return 'changed';
  }
  for (const counter of new Set(limits.map((usage) => usage.counter))) await tx.raise(counter);
  for (const { runId } of line.slice(1)) await tx.raise(callsBelow(runId));
  return writeIntent(book, action, step, call, approval);
}

const callsBelow = (runId: string): string => `calls-below:${runId}`;

/** A run pays for what it started: starting other runs must not be a way round its budget. */
async function spentBudget({ tx }: RunBook, line: readonly Run[]): Promise<string | undefined> {
  for (const { runId, definition, toolCalls } of line) {
    const { maxToolCalls } = definition;
    if (maxToolCalls === undefined || toolCalls + (await tx.count(callsBelow(runId))) < maxToolCalls) continue;
    const whose = runId === line[0]?.runId ? 'this run' : `run ${runId}, which started this one,`;
    return `the budget of ${maxToolCalls} calls of ${whose} is used up`;
  }
  return undefined;
}

function defer(book: RunBook, step: Step, retryAt: number, label: string): void {
  const blockedBecause = `${label} is used up`;
  book.move(step.stepId, { state: 'WaitingForTimer', availableAt: retryAt, blockedBecause, ...lastError(step) });
  book.evidence({
    category: 'Policy',
    type: 'StepDeferred',
    summary: 'A step waits until a quota has room again.',
    links: { stepId: step.stepId },
    detail: { retryAt, label },
  });
}

const defaultTimeoutMs = 300_000;

async function writeIntent(
  book: RunBook,
  action: Action,
  step: Step,
  call: PreparedCall,
  approval: { readonly approvalId: ApprovalId } | undefined,
) {
  const { tx, run } = book;
  const { stepId, actionId } = step;
  const approvalId = approval?.approvalId;
  if (approvalId !== undefined) await useApproval(book, approvalId);
  const number = step.attempts.length + 1;
  const idempotencyKey = step.call?.idempotencyKey ?? `${run.runId}:${stepId}`;
  const attempt: Attempt = {
    attempt: number,
    epoch: run.epoch,
    intentAt: tx.now,
    // What may be repeated needs no second mark: if we do not know, we simply call again.
    ...(call.effect === 'nonIdempotent' ? {} : { dispatchedAt: tx.now }),
    requestDigest: call.planned.digest,
  };
  book.move(
    stepId,
    { state: 'Running', ...lastError(step) },
    {
      input: call.request,
      call: { effect: call.effect, idempotencyKey, toolSchemaHash: call.planned.schemaHash },
      attempts: [...step.attempts, attempt],
      startedAt: step.startedAt ?? tx.now,
      ...(approvalId === undefined ? {} : { approvalId }),
    },
  );
  book.changeRun({ toolCalls: run.toolCalls + 1 });
  const { server, tool } = call.request;
  book.evidence({
    category: 'Action',
    type: 'IntentWritten',
    summary: 'A call is about to be made.',
    links: { stepId, ...(approvalId === undefined ? {} : { approvalId }) },
    detail: { attempt: number, server, tool, effect: call.effect, digest: call.planned.digest, idempotencyKey },
  });
  book.emit('action.ActionDispatched', { stepId, attempt: number, server, tool }, actionId);
  return {
    stepId,
    attempt: number,
    operation: action.operation,
    request: call.request,
    effect: call.effect,
    idempotencyKey,
    timeoutMs: action.timeoutMs ?? defaultTimeoutMs,
  };
}

/** Approved becomes Executing together with the first intent, or where a gate of its own lets the run pass; if the engine cannot start, nothing was used up. */
export async function useApproval(book: RunBook, approvalId: ApprovalId): Promise<void> {
  const approval = await book.tx.approvals.get(approvalId);
  if (approval?.status !== 'Approved') return;
  await book.tx.approvals.put({ ...approval, status: 'Executing', consumedAt: book.tx.now });
  book.evidence({
    category: 'Approval',
    type: 'ApprovalConsumed',
    summary: 'An approval was used.',
    links: { approvalId },
  });
}
