/** A step that is done once for each member of a list. Each member is a step of its own; the parent ends when all have. */
import { evaluate, parseExpression, type Scope } from '../domain/expression.js';
import { valueProblem } from '../domain/invalid-value.js';
import { isStepDone, outputOf, type Step, type StepDetails, type Turns } from '../domain/step.js';
import type { Action } from '../domain/workflow.js';
import type { RunBook } from './book.js';
import { enterStep, succeed, wakeUp } from './enter-step.js';
import { failStep } from './fail-step.js';
import { scopeOf } from './graph.js';
import { allMembers, nextMembers, turnsOf } from './members.js';
import type { PrepareContext } from './prepare-call.js';
import type { Dispatch } from './write-intent.js';

/** More than this is not done in one transaction, so that everybody else gets a turn in between. */
const openedAtOnce = 1000;
const begunAtOnce = 100;

export function openMembers(book: RunBook, action: Action, step: Step, scope: Scope): boolean {
  const list = listOf(action, scope);
  if (typeof list === 'string') failStep(book, step, { kind: 'InvalidList', message: list, retryable: false });
  else if (list.length === 0) succeed(book, step, []);
  else {
    const turns = { opened: 0, begun: 0, open: [] };
    book.move(step.stepId, { state: 'Running', members: list.length, turns }, { startedAt: book.tx.now });
  }
  return true;
}

/** The list, or what is wrong with it. */
export function listOf(action: Action, scope: Scope): readonly unknown[] | string {
  const list = evaluate(parseExpression(action.forEach ?? 'null'), scope);
  const expected = `"${action.forEach}" does not give a list of at most 10,000 members`;
  if (!Array.isArray(list) || list.length > 10_000) return `${expected}.`;
  const problem = valueProblem(list);
  return problem === undefined ? list : `${expected} that can be used: ${problem}.`;
}

export async function progressMembers(
  book: RunBook,
  context: PrepareContext,
  action: Action,
  parent: Step,
  dispatches: Dispatch[],
): Promise<boolean> {
  const { members = 0 }: StepDetails = parent;
  const turns = turnsOf(parent) ?? earlierTurns(members);
  if (turns.opened < members) return openMore(book, action, parent, turns, members);
  let changed = await goOn(book, context, action, parent, dispatches);
  changed = (await beginMore(book, context, action, parent, turns, dispatches)) || changed;
  const now = turnsOf(book.step(parent.stepId)) ?? turns;
  if (now.begun < members || !underWay(book, action).every(({ state }) => isStepDone(state))) return changed;
  if (book.run.ending !== undefined) return changed;
  await allMembers(book, parent);
  succeed(book, parent, book.members(action.actionId).map(outputOf));
  return true;
}

/** Of a run that a version before this one began: all members have rows, and all of them are looked at. */
const earlierTurns = (members: number): Turns => ({ opened: members, begun: members, open: [] });

const underWay = (book: RunBook, { actionId }: Action): readonly Step[] => book.members(actionId);

function openMore(book: RunBook, action: Action, parent: Step, turns: Turns, members: number): boolean {
  const list = listOf(action, scopeOf(book.run, book.steps));
  if (typeof list === 'string' || list.length !== members) {
    const message = `The list of "${action.forEach}" changed while it was begun.`;
    failStep(book, parent, { kind: 'InvalidList', message, retryable: false });
    return true;
  }
  const opened = Math.min(members, turns.opened + openedAtOnce);
  book.addMembers(parent, list.slice(turns.opened, opened), turns.opened);
  book.setTurns(parent.stepId, { ...turns, opened });
  if (opened < members) book.hasMore = true;
  return opened === members;
}

/** Members that have had their turn and wait for a time, or were let through a gate. */
async function goOn(
  book: RunBook,
  context: PrepareContext,
  action: Action,
  parent: Step,
  dispatches: Dispatch[],
): Promise<boolean> {
  let changed = false;
  const { begun } = turnsOf(parent) ?? earlierTurns(Infinity);
  const had = book.members(action.actionId).filter(({ item }) => (item?.index ?? 0) < begun);
  for (const { stepId } of had) {
    if (book.run.ending !== undefined || book.isBlocked) return changed;
    const member = book.step(stepId);
    if (member.state === 'WaitingForTimer') changed = wakeUp(book, action, member) || changed;
    if (book.step(stepId).state !== 'Pending' || busy(book, action) >= atOnce(action)) continue;
    const scope = scopeOf(book.run, book.steps, member.item);
    changed = (await enterStep(book, context, action, book.step(stepId), scope, dispatches)) || changed;
  }
  return changed;
}

/** Members whose turn comes now, as many as may be under way at once. */
async function beginMore(
  book: RunBook,
  context: PrepareContext,
  action: Action,
  parent: Step,
  from: Turns,
  dispatches: Dispatch[],
): Promise<boolean> {
  let { begun } = from;
  let changed = false;
  const room = () => book.run.ending === undefined && !book.isBlocked && busy(book, action) < atOnce(action);
  const next = room() ? await nextMembers(book, parent, from, begunAtOnce) : [];
  for (const member of next) {
    if (!room()) break;
    begun += 1;
    const scope = scopeOf(book.run, book.steps, member.item);
    changed = (await enterStep(book, context, action, book.step(member.stepId), scope, dispatches)) || changed;
  }
  if (begun !== from.begun) book.setTurns(parent.stepId, { ...from, begun });
  // These were done on the spot; the next ones get a transaction of their own.
  if (begun - from.begun === begunAtOnce && room()) {
    book.hasMore = true;
    return false;
  }
  return changed;
}

const atOnce = ({ maxParallel = 10 }: Action): number => maxParallel;

const busy = (book: RunBook, { actionId }: Action): number =>
  book.members(actionId).filter(({ state }) => !isStepDone(state) && state !== 'Pending').length;
