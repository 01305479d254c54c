import type { Approval } from '../domain/approval.js';
import type { StepId, WorkItemId } from '../domain/ids.js';
import { isTerminal, type RunFailure } from '../domain/run.js';
import { isStepDone, lastError, outputOf } from '../domain/step.js';
import { render } from '../domain/template.js';
import type { RunBook } from './book.js';
import { compensate } from './compensate.js';
import { clearTimers } from './gate.js';
import { scopeOf } from './graph.js';
import { allMembers } from './members.js';

/** Decides that the run is to end. It does end once the calls under way have ended. */
export function beginEnding(book: RunBook, status: 'Failed' | 'Cancelled', failure?: RunFailure): void {
  if (isTerminal(book.run.status) || book.run.ending !== undefined) return;
  book.changeRun({ ending: { status, at: book.tx.now, ...(failure === undefined ? {} : { failure }) } });
}

/**
 * Ends the run and closes everything that belongs to it, so that nothing can point at a run that is over. The runs above
 * and below hear of it when it is written; see `relatives.ts`.
 */
export async function finish(book: RunBook): Promise<void> {
  const output = book.run.ending === undefined ? outputOfRun(book) : undefined;
  const { ending } = book.run;
  const status = ending?.status ?? 'Succeeded';
  // A run that was waiting or paused must be running before it can succeed.
  if (status === 'Succeeded') book.moveRun('Running');
  book.moveRun(status);
  if (status !== 'Succeeded') {
    await allMembers(book);
    closeSteps(book);
  }
  await closeApprovals(book);
  await closeTasks(book);
  await closeWorkItems(book);
  const { failure } = ending ?? {};
  book.changeRun({
    output,
    failure,
    endedAt: book.tx.now,
    ending: undefined,
    controlState: undefined,
    waitingFor: undefined,
    wakeAt: undefined,
    lease: undefined,
  });
  const type = `Run${status}`;
  book.evidence({
    category: 'Run',
    type,
    summary: `The run has ended: ${status}.`,
    ...(failure ? { detail: { failure } } : {}),
  });
  book.emit(`run.${type}`, { status, ...(failure === undefined ? {} : { failure }) });
  await compensate(book);
}

function outputOfRun(book: RunBook): unknown {
  const { output } = book.run.definition;
  try {
    if (output !== undefined) return render(output, scopeOf(book.run, book.steps));
  } catch (error) {
    // Also definitions of earlier versions, which were kept without looking at their output.
    const { message } = error as Error;
    beginEnding(book, 'Failed', { kind: 'WorkflowInvalid', message: `The output of the run: ${message}` });
    return undefined;
  }
  const last = book.actions.at(-1);
  return last === undefined ? null : outputOf(book.step(last.actionId));
}

function closeSteps(book: RunBook): void {
  for (const step of book.steps) {
    if (isStepDone(step.state) || step.state === 'UnknownOutcome') continue;
    book.move(step.stepId, { state: 'Cancelled', endedAt: book.tx.now, ...lastError(step) });
  }
}

async function closeApprovals(book: RunBook): Promise<void> {
  const where = { run_id: book.run.runId, status: { in: ['Pending', 'Approved', 'RequestChanges'] } };
  for (const approval of await book.tx.approvals.find({ where })) await closeApproval(book, approval, 'run-ended');
  const used = await book.tx.approvals.find({ where: { run_id: book.run.runId, status: 'Executing' } });
  for (const approval of used) {
    // What nobody knows the end of is not done.
    const open = book.steps.some((it) => it.approvalId === approval.approvalId && it.state === 'UnknownOutcome');
    if (approval.status === 'Executing' && !open) await book.tx.approvals.put({ ...approval, status: 'Executed' });
  }
}

export async function closeApproval(book: RunBook, approval: Approval, why: string): Promise<void> {
  const { approvalId } = approval;
  await book.tx.approvals.put({ ...approval, status: 'Expired', closedBecause: why });
  await clearTimers(book.tx, approvalId);
  book.evidence({
    category: 'Approval',
    type: 'ApprovalClosed',
    summary: 'An approval was closed without a decision.',
    links: { approvalId },
    detail: { why, was: approval.status },
  });
  book.emit('approval.ApprovalExpired', { approvalId, reason: why }, approval.stepId);
}

async function closeTasks(book: RunBook): Promise<void> {
  const where = { run_id: book.run.runId, state: { in: ['Queued', 'Claimed'] } };
  for (const task of await book.tx.tasks.find({ where })) {
    await book.tx.tasks.put({ ...task, state: 'Cancelled', epoch: task.epoch + 1, endedAt: book.tx.now });
    await book.tx.timers.remove('task-lease', task.taskId);
  }
}

async function closeWorkItems(book: RunBook): Promise<void> {
  const waiting = new Set(['human-task', 'manual-call', 'unknown-outcome', 'blocked-run']);
  const where = { run_id: book.run.runId, status: { in: ['Open', 'InProgress', 'Blocked'] } };
  for (const item of await book.tx.workItems.find({ where })) {
    if (!waiting.has(item.kind) && !isAwaited(book, item.workItemId)) continue;
    if (item.kind === 'unknown-outcome' && hasUnknown(book, item.stepId)) continue;
    await book.tx.workItems.put({ ...item, status: 'Closed', outcome: 'cancelled', resolvedAt: book.tx.now });
  }
}

function isAwaited(book: RunBook, workItemId: WorkItemId): boolean {
  return book.steps.some((step) => step.workItemId === workItemId && step.state !== 'Succeeded');
}

/** Whether the effect happened is still worth finding out after a cancel; that item stays open. */
function hasUnknown(book: RunBook, stepId: StepId | undefined): boolean {
  return stepId !== undefined && book.find(stepId)?.state === 'UnknownOutcome';
}
