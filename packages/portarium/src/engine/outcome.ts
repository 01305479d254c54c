/** How a call ended, written down: success, failure, another attempt, or the admission that nobody knows. */
import type { StepId } from '../domain/ids.js';
import { valueProblem } from '../domain/invalid-value.js';
import { digestOf } from '../domain/json.js';
import { isSingleCall } from '../domain/run.js';
import type { Attempt, Step, StepError } from '../domain/step.js';
import { timeAfter } from '../domain/surroundings.js';
import { type Action, RetryPolicy } from '../domain/workflow.js';
import { openWorkItem } from '../steps/open-work-item.js';
import type { CallOutcome } from '../steps/ports.js';
import type { RunBook } from './book.js';
import { failStep } from './fail-step.js';

export async function recordOutcome(book: RunBook, stepId: StepId, called: CallOutcome): Promise<void> {
  const outcome = keepable(called);
  if (outcome.result !== undefined && isSingleCall(book.run)) book.note(stepId, { result: outcome.result });
  const step = book.step(stepId);
  if (outcome.ok) return recordSuccess(book, step, outcome.output);
  const { error, certainty } = outcome;
  if (certainty === 'unknown' && step.call?.effect === 'nonIdempotent') return recordUnknown(book, step, error);
  closeAttempt(book, step, { outcome: 'failed', error });
  const repeatable = certainty === 'not-sent' || step.call?.effect !== 'nonIdempotent';
  if (error.retryable && repeatable) retryLater(book, book.action(step.actionId), book.step(stepId), error);
  else {
    await verify(book, book.step(stepId), 'failed');
    failStep(book, book.step(stepId), error);
  }
}

/** An answer that cannot be recorded is an answer all the same: the call was made, and is not made again. */
function keepable(outcome: CallOutcome): CallOutcome {
  const problem = (outcome.ok ? valueProblem(outcome.output) : undefined) ?? valueProblem(outcome.result ?? null);
  if (problem === undefined) return outcome;
  const message = `The call was made, but its answer cannot be kept: ${problem}.`;
  return { ok: false, certainty: 'answered', error: { kind: 'InvalidAnswer', message, retryable: false } };
}

async function recordSuccess(book: RunBook, step: Step, output: unknown): Promise<void> {
  const responseDigest = digestOf(JSON.parse(JSON.stringify(output ?? null)));
  closeAttempt(book, step, { outcome: 'succeeded', responseDigest });
  const { stepId, actionId } = step;
  book.move(stepId, { state: 'Succeeded', output, endedAt: book.tx.now });
  await verify(book, book.step(stepId), 'succeeded');
  book.evidence({
    category: 'Action',
    type: 'OutcomeRecorded',
    summary: 'A call was answered.',
    links: { stepId },
    detail: { attempt: step.attempts.length, outcome: 'succeeded', responseDigest },
  });
  book.emit('action.ActionCompleted', { stepId, attempt: step.attempts.length }, actionId);
}

/** The call may or may not have had its effect. A person finds out; the engine does not guess. */
export async function recordUnknown(book: RunBook, step: Step, error: StepError): Promise<void> {
  closeAttempt(book, step, { outcome: 'unknown', error });
  const { stepId, actionId } = step;
  const item = await openWorkItem(book.tx, book.run, step, {
    kind: 'unknown-outcome',
    title: `Did the call of step "${stepId}" take effect?`,
    instructions: `${error.message}\nSay whether it happened (with its output), did not happen (it is then made once), or fail the run.`,
  });
  book.move(stepId, { state: 'UnknownOutcome', error, workItemId: item.workItemId });
  book.evidence({
    category: 'Action',
    type: 'OutcomeUnknown',
    summary: 'Nobody knows whether a call took effect.',
    links: { stepId, workItemId: item.workItemId },
    detail: { attempt: step.attempts.length, error },
  });
  book.emit('action.ActionOutcomeUnknown', { stepId, workItemId: item.workItemId }, actionId);
}

export function closeAttempt(book: RunBook, step: Step, fields: Partial<Attempt>): void {
  const last = step.attempts.at(-1);
  if (last === undefined) return;
  const closed = { ...last, outcomeAt: book.tx.now, ...fields };
  book.note(step.stepId, { attempts: [...step.attempts.slice(0, -1), closed] });
}

/** Plans another attempt after a pause that grows, or gives up. */
export function retryLater(book: RunBook, action: Action, step: Step, error: StepError): 'changed' {
  const policy = action.retry ?? RetryPolicy.parse({});
  const tries = step.tries + 1;
  if (tries >= policy.maxAttempts) {
    failStep(book, step, error);
    return 'changed';
  }
  const grown = Math.round(policy.initialBackoffMs * policy.backoffMultiplier ** (tries - 1));
  const pause = Math.min(policy.maxBackoffMs, grown);
  const startedAt = step.startedAt ?? book.tx.now;
  book.move(
    step.stepId,
    { state: 'WaitingForTimer', availableAt: timeAfter(book.tx.now, pause), error },
    { tries, startedAt },
  );
  book.evidence({
    category: 'Action',
    type: 'RetryPlanned',
    summary: 'A step will be tried again.',
    links: { stepId: step.stepId },
    detail: { tries, pause, error },
  });
  return 'changed';
}

/** Notes beside the plan what was really done, and closes the approval when all of it is. */
async function verify(book: RunBook, step: Step, outcome: string): Promise<void> {
  if (step.approvalId === undefined) return;
  const approval = await book.tx.approvals.get(step.approvalId);
  const plan = approval === undefined ? undefined : await book.tx.plans.get(approval.planId);
  if (approval === undefined || plan === undefined) return;
  const digest = step.attempts.at(-1)?.requestDigest ?? '';
  const verified = [...(plan.verified ?? []), { stepId: step.stepId, digest, outcome }];
  await book.tx.plans.put({ ...plan, verified });
  const done = plan.calls.every(({ stepId }) => verified.some((effect) => effect.stepId === stepId));
  if (done && approval.status === 'Executing') await book.tx.approvals.put({ ...approval, status: 'Executed' });
}
