import type { GateTerms } from '../domain/approval.js';
import type { Scope } from '../domain/expression.js';
import { InvalidValue } from '../domain/invalid-value.js';
import { lastError, type Step } from '../domain/step.js';
import type { Action } from '../domain/workflow.js';
import { kindOf } from '../steps/index.js';
import type { Settled } from '../steps/step-kind.js';
import { blockStep } from './block-step.js';
import type { RunBook } from './book.js';
import { startChild } from './child-run.js';
import { supersede } from './coverage.js';
import { enterCall } from './enter-call.js';
import { failStep } from './fail-step.js';
import { openGate } from './gate.js';
import type { PrepareContext } from './prepare-call.js';
import { type Dispatch, useApproval } from './write-intent.js';

/** Lets a step that is ready do what its kind does. What it computes and cannot be kept fails it. */
export async function enterStep(...entering: Parameters<typeof enterKind>): Promise<boolean> {
  try {
    return await enterKind(...entering);
  } catch (error) {
    if (!(error instanceof InvalidValue)) throw error;
    const [book, , , step] = entering;
    failStep(book, book.step(step.stepId), { kind: 'InvalidValue', message: error.message, retryable: false });
    return true;
  }
}

async function enterKind(
  book: RunBook,
  context: PrepareContext,
  action: Action,
  step: Step,
  scope: Scope,
  dispatches: Dispatch[],
): Promise<boolean> {
  const kind = kindOf(action);
  if (kind.does === 'call') {
    const entered = await enterCall(book, context, action, step, scope);
    if (typeof entered === 'object') dispatches.push(entered);
    return entered === 'changed';
  }
  if (kind.does === 'start') {
    await startChild(book, context, step, kind.start(action, scope));
    return true;
  }
  if (kind.does === 'gate') return enterGate(book, context, step, kind.gate(action, scope));
  const { tx, run } = book;
  const started = book.note(step.stepId, { startedAt: tx.now });
  applySettled(book, started, await kind.enter({ tx, run, step: started, action, scope }));
  return true;
}

async function enterGate(
  book: RunBook,
  context: PrepareContext,
  step: Step,
  { prompt, terms }: { readonly prompt: string; readonly terms: GateTerms },
): Promise<boolean> {
  const { approvalId } = step;
  const asked = approvalId === undefined ? undefined : await book.tx.approvals.get(approvalId);
  const given = asked?.status === 'Approved' || asked?.status === 'Executing';
  if (given && asked.expiresAt > book.tx.now) {
    await useApproval(book, asked.approvalId);
    succeed(book, step, { approvalId, approved: true });
    return true;
  }
  if (given) await supersede(book, asked, 'it expired before the run went on');
  const reason = 'The workflow asks here.';
  const superseded = given ? { supersedes: asked.approvalId } : {};
  const opened = await openGate(book, context, { step, prompt, reason, terms, ...superseded });
  if (typeof opened === 'string') await blockStep(book, step, opened);
  return true;
}

function applySettled(book: RunBook, step: Step, settled: Settled): void {
  const { stepId } = step;
  if (settled.state === 'Failed') failStep(book, step, settled.error);
  else if (settled.state !== 'Succeeded') book.move(stepId, settled);
  if (settled.state !== 'Succeeded') return;
  const { output, workItemId } = settled;
  book.move(
    stepId,
    { state: 'Succeeded', output, endedAt: book.tx.now },
    workItemId === undefined ? {} : { workItemId },
  );
  book.evidence({ category: 'Action', type: 'StepSucceeded', summary: 'A step has ended.', links: { stepId } });
}

/** A wait that is over has succeeded; a retry or a quota that is due makes the step ready again. */
export function wakeUp(book: RunBook, action: Action, step: Step): boolean {
  if (step.state !== 'WaitingForTimer' || step.availableAt > book.tx.now) return false;
  const kind = kindOf(action);
  if (kind.does === 'settle' && kind.woken !== undefined) succeed(book, step, kind.woken(book.tx.now));
  else book.move(step.stepId, { state: 'Pending', ...lastError(step) });
  return true;
}

export function succeed(book: RunBook, step: Step, output: unknown): void {
  book.move(step.stepId, { state: 'Succeeded', output, endedAt: book.tx.now });
}
