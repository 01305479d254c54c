/**
 * The interpreter: given a run and its steps, what can happen now? Everything it decides is written in the transaction it
 * runs in. Calls are not made here: it writes the intent and hands back what is to be dispatched once that is committed.
 */
import { evaluate, parseExpression, type Scope, truthy } from '../domain/expression.js';
import { defaultApprovalMs } from '../domain/policy.js';
import { isStepDone, isTerminal, type Step } from '../domain/run.js';
import type { Action } from '../domain/workflow.js';
import { kindOf } from '../steps/index.js';
import type { Settled } from '../steps/step-kind.js';
import { blockStep } from './block-step.js';
import type { RunBook } from './book.js';
import { startChild } from './child-run.js';
import { type Dispatch, enterCall } from './enter-call.js';
import { failStep } from './fail-step.js';
import { beginEnding, finish } from './finish.js';
import { openGate } from './gate.js';
import { dependenciesOf, scopeOf } from './graph.js';
import { closeAttempt } from './outcome.js';
import type { PrepareContext } from './prepare-call.js';
import { settleStatus } from './settle-status.js';

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
    book.change(stepId, { state: 'Cancelled', endedAt: book.tx.now });
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
  return settings.workspace.frozen === undefined && run.pausedBy === undefined;
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
    if (book.run.ending !== undefined || isBlocked(book)) return false;
    const step = book.step(action.actionId);
    if (isStepDone(step.state)) continue;
    if (await progress(book, context, action, step, dispatches)) changed = true;
  }
  return changed;
}

const isBlocked = (book: RunBook): boolean =>
  book.steps.some(({ state }) => state === 'UnknownOutcome' || state === 'Blocked');

async function progress(
  book: RunBook,
  context: PrepareContext,
  action: Action,
  step: Step,
  dispatches: Dispatch[],
): Promise<boolean> {
  if (step.members !== undefined) return progressMembers(book, context, action, step, dispatches);
  if (step.state === 'WaitingForTimer') return wakeUp(book, step);
  if (step.state !== 'Pending' || !isReady(book, action)) return false;
  const scope = scopeOf(book.run, book.steps);
  // Asked once: a step that waited for an approval or a retry was already let in.
  if (
    step.startedAt === undefined &&
    action.when !== undefined &&
    !truthy(evaluate(parseExpression(action.when), scope))
  ) {
    book.change(step.stepId, { state: 'Skipped', endedAt: book.tx.now });
    return true;
  }
  if (action.forEach !== undefined) return openMembers(book, action, step, scope);
  return enter(book, context, action, step, scope, dispatches);
}

function isReady(book: RunBook, action: Action): boolean {
  return dependenciesOf(action, book.actions).every((actionId) => {
    const { state } = book.step(actionId);
    return state === 'Succeeded' || state === 'Skipped';
  });
}

/** A wait that is over has succeeded; a retry or a quota that is due makes the step ready again. */
function wakeUp(book: RunBook, step: Step): boolean {
  if ((step.availableAt ?? 0) > book.tx.now) return false;
  if (step.operation === 'timer:wait') succeed(book, step, { firedAt: book.tx.now });
  else book.change(step.stepId, { state: 'Pending', availableAt: undefined as never });
  return true;
}

function succeed(book: RunBook, step: Step, output: unknown): void {
  book.change(step.stepId, { state: 'Succeeded', output, endedAt: book.tx.now });
}

function openMembers(book: RunBook, action: Action, step: Step, scope: Scope): boolean {
  const list = evaluate(parseExpression(action.forEach ?? 'null'), scope);
  if (!Array.isArray(list) || list.length > 10_000) {
    failStep(book, step, {
      kind: 'InvalidList',
      message: `"${action.forEach}" does not give a list of at most 10,000 members.`,
      retryable: false,
    });
    return true;
  }
  for (const [index, value] of list.entries()) {
    const { workspaceId, runId, actionId, operation, seq } = step;
    const stepId = `${actionId}[${index}]`;
    book.putStep({
      workspaceId,
      runId,
      stepId,
      actionId,
      seq: seq + index + 1,
      operation,
      state: 'Pending',
      item: { index, value },
      attempts: [],
    });
  }
  if (list.length === 0) succeed(book, step, []);
  else book.change(step.stepId, { state: 'Running', members: list.length, startedAt: book.tx.now });
  return true;
}

async function progressMembers(
  book: RunBook,
  context: PrepareContext,
  action: Action,
  parent: Step,
  dispatches: Dispatch[],
): Promise<boolean> {
  let changed = false;
  const atOnce = action.maxParallel ?? 10;
  for (const { stepId } of book.members(action.actionId)) {
    const member = book.step(stepId);
    if (book.run.ending !== undefined || isBlocked(book)) return changed;
    if (member.state === 'WaitingForTimer') changed = wakeUp(book, member) || changed;
    const busy = book.members(action.actionId).filter(({ state }) => !isStepDone(state) && state !== 'Pending').length;
    if (book.step(stepId).state !== 'Pending' || busy >= atOnce) continue;
    const scope = scopeOf(book.run, book.steps, member.item);
    changed = (await enter(book, context, action, book.step(stepId), scope, dispatches)) || changed;
  }
  const members = book.members(action.actionId);
  if (!members.every(({ state }) => state === 'Succeeded' || state === 'Skipped')) return changed;
  succeed(
    book,
    parent,
    members.map(({ output }) => output ?? null),
  );
  return true;
}

async function enter(
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
    await startChild(book, context, action, step, scope);
    return true;
  }
  if (kind.does === 'gate') return enterGate(book, context, action, step, kind.prompt(action as never, scope));
  const { tx, run } = book;
  const started = book.change(step.stepId, { startedAt: tx.now });
  applySettled(book, started, await kind.enter({ tx, run, step: started, action: action as never, scope }));
  return true;
}

async function enterGate(
  book: RunBook,
  context: PrepareContext,
  action: Action,
  step: Step,
  prompt: string,
): Promise<boolean> {
  if (action.operation !== 'approval:request') return false;
  if (step.approvalId !== undefined) {
    const approval = await book.tx.approvals.get(step.approvalId);
    if (approval?.status === 'Approved' || approval?.status === 'Executing')
      return passGate(book, step, approval.approvalId);
  }
  const { required = 1, roles = [], expiresInMs = defaultApprovalMs, dueInMs, escalateTo = [] } = action;
  const due = dueInMs === undefined ? {} : { dueInMs };
  const terms = { required, roles, expiresInMs, agentApprovers: [], escalateTo, ...due };
  const opened = await openGate(book, context, { step, prompt, reason: 'The workflow asks here.', terms });
  if (typeof opened === 'string') await blockStep(book, step, opened);
  return true;
}

function passGate(book: RunBook, step: Step, approvalId: string): boolean {
  succeed(book, step, { approvalId, approved: true });
  return true;
}

export function applySettled(book: RunBook, step: Step, settled: Settled): void {
  const { stepId } = step;
  if (settled.state === 'Failed') failStep(book, step, settled.error);
  else if (settled.state !== 'Succeeded') book.change(stepId, settled);
  if (settled.state !== 'Succeeded') return;
  book.change(stepId, { ...settled, endedAt: book.tx.now });
  book.evidence({ category: 'Action', type: 'StepSucceeded', summary: 'A step has ended.', links: { stepId } });
}
