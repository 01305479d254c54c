/**
 * What a run that goes on for another one has of it: the steps that are done, with their outputs, and the members of lists
 * that are done. Calls are made under approvals of the new run, so a gate is asked again where a call behind it is open.
 */
import type { StepId } from '../domain/ids.js';
import { isPassed, outputOf, type Step } from '../domain/step.js';
import type { Action } from '../domain/workflow.js';
import { kindOf } from '../steps/index.js';
import type { RunBook } from './book.js';
import { listOf } from './for-each.js';
import { scopeOf } from './graph.js';

/** Both books must hold the members of all lists. Gives the steps that are not done again. */
export function carryOver(from: RunBook, to: RunBook): readonly StepId[] {
  const carried = from.actions.filter((action) => isCarried(from, action));
  for (const { actionId } of carried) keep(to, from.step(actionId));
  for (const action of from.actions) if (!carried.includes(action)) keepMembers(from, to, action);
  return to.steps.filter(({ state }) => isPassed(state)).map(({ stepId }) => stepId);
}

function isCarried(book: RunBook, action: Action): boolean {
  if (!isPassed(book.step(action.actionId).state)) return false;
  return kindOf(action).does !== 'gate' || !hasOpenCalls(book, action);
}

/** Whether a call up to the next gate is still to be made. */
function hasOpenCalls(book: RunBook, gate: Action): boolean {
  const behind = book.actions.slice(book.actions.indexOf(gate) + 1);
  const next = behind.findIndex((action) => kindOf(action).does === 'gate');
  const own = next === -1 ? behind : behind.slice(0, next);
  return own.some((action) => kindOf(action).does === 'call' && !isPassed(book.step(action.actionId).state));
}

function keep(to: RunBook, step: Step): void {
  const endedAt = step.state === 'Succeeded' || step.state === 'Skipped' ? step.endedAt : to.tx.now;
  const { startedAt, input } = step;
  const also = { ...(startedAt === undefined ? {} : { startedAt }), ...(input === undefined ? {} : { input }) };
  if (step.state === 'Skipped') to.move(step.stepId, { state: 'Skipped', endedAt }, also);
  else to.move(step.stepId, { state: 'Succeeded', output: outputOf(step), endedAt }, also);
}

/** A list of which some members are done goes on with the others. */
function keepMembers(from: RunBook, to: RunBook, action: Action): void {
  const members = from.members(action.actionId);
  if (!members.some(({ state }) => isPassed(state))) return;
  const list = listOf(action, scopeOf(from.run, from.steps));
  if (typeof list === 'string') return;
  const parent = to.step(action.actionId);
  to.addMembers(
    parent,
    members.map(({ item }) => item?.value),
    0,
  );
  for (const member of members) if (isPassed(member.state)) keep(to, member);
  const open = members.flatMap(({ state, item }) => (isPassed(state) || item === undefined ? [] : [item.index]));
  const turns = { opened: members.length, begun: members.length, open };
  to.move(parent.stepId, { state: 'Running', members: list.length, turns }, { startedAt: to.tx.now });
}
