/** What people, agents and timers tell a run. Each is applied in the transaction of whoever sends it. */

import { type EvidenceActor, engineActor } from '../domain/evidence.js';
import type { StepId } from '../domain/ids.js';
import { isTerminal } from '../domain/run.js';
import { lastError } from '../domain/step.js';
import { conflict } from '../faults.js';
import type { RunBook } from './book.js';
import { failStep, stopsUndoing } from './fail-step.js';
import { beginEnding, finish } from './finish.js';
import { settingsOf } from './settings.js';
import { settleStatus } from './settle-status.js';

export type Signal =
  | { readonly kind: 'approved' | 'denied' | 'expired'; readonly stepId: StepId; readonly message: string }
  | { readonly kind: 'step-succeeded'; readonly stepId: StepId; readonly output: unknown }
  | { readonly kind: 'step-failed'; readonly stepId: StepId; readonly message: string }
  | { readonly kind: 'it-happened'; readonly stepId: StepId; readonly output: unknown }
  | { readonly kind: 'it-did-not-happen'; readonly stepId: StepId }
  | { readonly kind: 'turn'; readonly stepId: StepId }
  | { readonly kind: 'give-up'; readonly stepId: StepId; readonly message: string }
  | { readonly kind: 'pause'; readonly by: string }
  | { readonly kind: 'resume' }
  | { readonly kind: 'cancel'; readonly by: string; readonly reason?: string }
  | { readonly kind: 'look-again' };

export async function applySignal(book: RunBook, signal: Signal, actor: EvidenceActor = engineActor): Promise<void> {
  if (isTerminal(book.run.status)) {
    throw conflict(`The run has already ended: ${book.run.status}.`, {
      runId: book.run.runId,
      status: book.run.status,
    });
  }
  take(book, signal, actor);
  if (signal.kind === 'resume') await closeReasons(book);
  if (book.run.ending !== undefined && book.inFlight.length === 0) return finish(book);
  settleStatus(book, await settingsOf(book.tx));
  book.changeRun({ wakeAt: book.tx.now });
}

function take(book: RunBook, signal: Signal, actor: EvidenceActor): void {
  switch (signal.kind) {
    case 'denied':
    case 'expired':
      endByApproval(book, signal);
      break;
    case 'step-succeeded':
    case 'it-happened':
      settleStep(book, signal.stepId, signal.output, actor);
      break;
    case 'step-failed':
      failStep(book, book.step(signal.stepId), { kind: 'TaskFailed', message: signal.message, retryable: false });
      break;
    case 'approved':
    case 'it-did-not-happen':
      book.move(signal.stepId, { state: 'Pending' });
      break;
    case 'turn':
      book.move(signal.stepId, { state: 'Pending' }, { turnGiven: true });
      break;
    case 'give-up':
      giveUp(book, signal);
      break;
    case 'pause':
      book.changeRun({ pausedBy: signal.by });
      break;
    case 'resume':
      resume(book);
      break;
    case 'cancel':
      cancel(book, signal, actor);
      break;
    case 'look-again':
      break;
  }
}

function endByApproval(
  book: RunBook,
  signal: { readonly kind: string; readonly stepId: StepId; readonly message: string },
): void {
  const kind = signal.kind === 'denied' ? 'ApprovalDenied' : 'ApprovalExpired';
  const step = book.step(signal.stepId);
  const { message } = signal;
  if (stopsUndoing(book, step, { kind, message, retryable: false })) return;
  beginEnding(book, 'Failed', { kind, message, actionId: step.actionId });
}

function giveUp(book: RunBook, { stepId, message }: { readonly stepId: StepId; readonly message: string }): void {
  failStep(book, book.step(stepId), { kind: 'UnknownOutcome', message, retryable: false }, 'UnknownOutcome');
}

function settleStep(book: RunBook, stepId: StepId, output: unknown, actor: EvidenceActor): void {
  book.move(stepId, { state: 'Succeeded', output: output ?? null, endedAt: book.tx.now });
  book.evidence({ category: 'Action', type: 'StepSucceeded', summary: 'A step has ended.', actor, links: { stepId } });
  book.emit('action.ActionCompleted', { stepId }, book.step(stepId).actionId);
}

/** What was stopped is judged anew; if the reason is still there, it stops again. */
function resume(book: RunBook): void {
  book.changeRun({ pausedBy: undefined, stopped: undefined });
  const stopped = book.steps.filter(({ state }) => state === 'Blocked');
  for (const { stepId } of stopped) book.move(stepId, { state: 'Pending' });
}

/** Whoever resumes a run has seen to what stopped it; if not, there will be a new item. */
async function closeReasons({ tx, run }: RunBook): Promise<void> {
  const open = await tx.workItems.find({
    where: { run_id: run.runId, status: { in: ['Open', 'InProgress', 'Blocked'] } },
  });
  for (const item of open) {
    if (item.kind !== 'blocked-run') continue;
    await tx.workItems.put({ ...item, status: 'Resolved', outcome: 'succeeded', resolvedAt: tx.now });
  }
}

function cancel(book: RunBook, { by, reason }: Extract<Signal, { kind: 'cancel' }>, actor: EvidenceActor): void {
  if (book.run.cancel !== undefined) return;
  book.changeRun({ cancel: { at: book.tx.now, by, ...(reason === undefined ? {} : { reason }) } });
  book.evidence({
    category: 'Run',
    type: 'RunCancelRequested',
    summary: 'Somebody asked to stop the run.',
    actor,
    detail: { ...(reason === undefined ? {} : { reason }), inFlight: book.inFlight.map(({ stepId }) => stepId) },
  });
  book.emit('run.RunCancelRequested', { by });
  beginEnding(book, 'Cancelled');
  // What has been promised but not sent is taken back; only what has left is waited for.
  for (const step of book.inFlight) {
    if (step.attempts.at(-1)?.dispatchedAt !== undefined) continue;
    book.move(step.stepId, { state: 'Cancelled', endedAt: book.tx.now, ...lastError(step) });
  }
}
