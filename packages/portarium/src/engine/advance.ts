/**
 * The interpreter: given a run and its steps, what can happen now? Everything it decides is written in the transaction it
 * runs in. Calls are not made here: it writes the intent and hands back what is to be dispatched once that is committed.
 */
import { evaluate, parseExpression, truthy } from '../domain/expression.js';
import { isTerminal } from '../domain/run.js';
import { isPassed, isStepDone, lastError, type Step } from '../domain/step.js';
import type { Action } from '../domain/workflow.js';
import type { RunBook } from './book.js';
import { enterStep, wakeUp } from './enter-step.js';
import { beginEnding, finish } from './finish.js';
import { openMembers, progressMembers } from './for-each.js';
import { dependenciesOf, scopeOf } from './graph.js';
import { closeAttempt } from './outcome.js';
import type { PrepareContext } from './prepare-call.js';
import { settleStatus } from './settle-status.js';
import type { Dispatch } from './write-intent.js';

export async function advance(book: RunBook, context: PrepareContext): Promise<readonly Dispatch[]> {
  if (isTerminal(book.run.status)) return [];
  const dispatches: Dispatch[] = [];
  if (mayGoOn(book, context)) {
    if (book.run.status === 'Pending') begin(book);
    while (book.run.ending === undefined && (await pass(book, context, dispatches))) {
      // Each pass may have finished steps that others were waiting for.
    }
  }
  if (book.run.ending !== undefined) abandon(book, dispatches.splice(0));
  if (isOver(book)) await finish(book);
  else settleStatus(book, context.settings);
  return dispatches;
}

function isOver(book: RunBook): boolean {
  if (book.run.ending !== undefined) return book.inFlight.length === 0;
  return book.actions.every(({ actionId }) => isStepDone(book.step(actionId).state));
}

/** Intents of the very transaction in which the run turned out to end: these calls never leave. */
function abandon(book: RunBook, dispatches: readonly Dispatch[]): void {
  for (const { stepId } of dispatches) {
    closeAttempt(book, book.step(stepId), { outcome: 'abandoned' });
    book.move(stepId, { state: 'Cancelled', endedAt: book.tx.now, ...lastError(book.step(stepId)) });
  }
}

function mayGoOn(book: RunBook, { settings, tx }: PrepareContext): boolean {
  const { run } = book;
  if (run.ending !== undefined) return false;
  if (run.deadlineAt !== undefined && run.deadlineAt <= tx.now) {
    beginEnding(book, 'Failed', {
      kind: 'RunDeadlineExceeded',
      message: 'The run took longer than its deadline allows.',
    });
    return false;
  }
  return settings.workspace.frozen === undefined && run.pausedBy === undefined && run.stopped === undefined;
}

function begin(book: RunBook): void {
  book.moveRun('Running');
  book.changeRun({ startedAt: book.tx.now });
  book.evidence({ category: 'Run', type: 'RunBegan', summary: 'The engine took up the run.' });
  book.emit('run.RunBegan', { status: 'Running' });
}

/** One look at every step; true when something changed that others may depend on. */
async function pass(book: RunBook, context: PrepareContext, dispatches: Dispatch[]): Promise<boolean> {
  let changed = false;
  for (const action of book.actions) {
    if (book.run.ending !== undefined || book.isBlocked) return false;
    const step = book.step(action.actionId);
    if (isStepDone(step.state)) continue;
    if (await progress(book, context, action, step, dispatches)) changed = true;
  }
  return changed;
}

async function progress(
  book: RunBook,
  context: PrepareContext,
  action: Action,
  step: Step,
  dispatches: Dispatch[],
): Promise<boolean> {
  if (step.state === 'Running' && step.members !== undefined)
    return progressMembers(book, context, action, step, dispatches);
  if (step.state === 'WaitingForTimer') return wakeUp(book, action, step);
  if (step.state !== 'Pending' || !isReady(book, action)) return false;
  const scope = scopeOf(book.run, book.steps);
  // Asked once: a step that waited for an approval or a retry was already let in.
  if (
    step.startedAt === undefined &&
    action.when !== undefined &&
    !truthy(evaluate(parseExpression(action.when), scope))
  ) {
    book.move(step.stepId, { state: 'Skipped', endedAt: book.tx.now });
    return true;
  }
  if (action.forEach !== undefined) return openMembers(book, action, step, scope);
  return enterStep(book, context, action, step, scope, dispatches);
}

function isReady(book: RunBook, action: Action): boolean {
  return dependenciesOf(action, book.actions).every((actionId) => {
    return isPassed(book.step(actionId).state);
  });
}
