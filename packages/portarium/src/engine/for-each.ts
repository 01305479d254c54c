/** A step that is done once for each member of a list. Each member is a step of its own; the parent ends when all have. */
import { evaluate, parseExpression, type Scope } from '../domain/expression.js';
import { isPassed, isStepDone, outputOf, type Step } from '../domain/step.js';
import type { Action } from '../domain/workflow.js';
import type { RunBook } from './book.js';
import { enterStep, succeed, wakeUp } from './enter-step.js';
import { failStep } from './fail-step.js';
import { scopeOf } from './graph.js';
import type { PrepareContext } from './prepare-call.js';
import type { Dispatch } from './write-intent.js';

export function openMembers(book: RunBook, action: Action, step: Step, scope: Scope): boolean {
  const list = evaluate(parseExpression(action.forEach ?? 'null'), scope);
  if (!Array.isArray(list) || list.length > 10_000) {
    failStep(book, step, {
      kind: 'InvalidList',
      message: `"${action.forEach}" does not give a list of at most 10,000 members.`,
      retryable: false,
    });
    return true;
  }
  book.addMembers(step, list);
  if (list.length === 0) succeed(book, step, []);
  else book.move(step.stepId, { state: 'Running', members: list.length }, { startedAt: book.tx.now });
  return true;
}

export async function progressMembers(
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
    if (book.run.ending !== undefined || book.isBlocked) return changed;
    if (member.state === 'WaitingForTimer') changed = wakeUp(book, action, member) || changed;
    const busy = book.members(action.actionId).filter(({ state }) => !isStepDone(state) && state !== 'Pending').length;
    if (book.step(stepId).state !== 'Pending' || busy >= atOnce) continue;
    const scope = scopeOf(book.run, book.steps, member.item);
    changed = (await enterStep(book, context, action, book.step(stepId), scope, dispatches)) || changed;
  }
  const members = book.members(action.actionId);
  if (!members.every(({ state }) => isPassed(state))) return changed;
  succeed(book, parent, members.map(outputOf));
  return true;
}
