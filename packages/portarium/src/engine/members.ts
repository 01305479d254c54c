/** Which steps of a run are read, and how the others are brought when their turn comes. */
import type { Run } from '../domain/run.js';
import { isStepDone, type Step, stepIdOf, type Turns } from '../domain/step.js';
import type { Tx } from '../domain/store-port.js';
import type { RunBook } from './book.js';

/** Numbers between two steps of a workflow; the members of a forEach stand there. */
const roomForMembers = 100_000;

/** The place of the step of the so-many-th action, in their order. */
export const seqOf = (position: number): number => (position + 1) * roomForMembers;

const seqsOf = ({ seq }: Step, indexes: readonly number[]): readonly number[] =>
  indexes.map((index) => seq + index + 1);

/** All steps of a run without lists; with them, the steps of the workflow and the members that are under way. */
export async function stepsAtHand(tx: Tx, { runId, definition: { actions } }: Run): Promise<readonly Step[]> {
  const all = () => tx.steps.find({ where: { run_id: runId } });
  if (actions.every(({ forEach }) => forEach === undefined)) return all();
  const own = await tx.steps.find({ where: { run_id: runId, seq: { in: actions.map((_, i) => seqOf(i)) } } });
  const lists = own.filter((step) => step.state === 'Running' && step.members !== undefined);
  // A run that a version before this one began does not say how far its lists are.
  if (lists.some((step) => turnsOf(step) === undefined)) return all();
  const open = lists.flatMap((step) => seqsOf(step, turnsOf(step)?.open ?? []));
  return open.length === 0 ? own : [...own, ...(await tx.steps.find({ where: { run_id: runId, seq: { in: open } } }))];
}

export function turnsOf(step: Step): Turns | undefined {
  return step.state === 'Running' ? step.turns : undefined;
}

/** The next members that have not had their turn. */
export async function nextMembers(book: RunBook, parent: Step, turns: Turns, most: number): Promise<readonly Step[]> {
  const { begun, opened } = turns;
  const ids = Array.from({ length: Math.min(most, opened - begun) }, (_, i) => stepIdOf(parent.actionId, begun + i));
  const missing = ids.flatMap((stepId, i) => (book.find(stepId) === undefined ? [begun + i] : []));
  if (missing.length > 0) {
    const where = { run_id: book.run.runId, seq: { in: seqsOf(parent, missing) } };
    book.bring(await book.tx.steps.find({ where }));
  }
  return ids.map((stepId) => book.step(stepId));
}

/** Brings every member of a list, or of all lists: for what is about all of them, such as their outputs or their end. */
export async function allMembers(book: RunBook, parent?: Step): Promise<void> {
  const { run, tx } = book;
  if (run.definition.actions.every(({ forEach }) => forEach === undefined)) return;
  const from = parent === undefined ? {} : { seq: { gte: parent.seq } };
  const most = parent?.state === 'Running' && parent.members !== undefined ? { limit: parent.members + 1 } : {};
  book.bring(await tx.steps.find({ where: { run_id: run.runId, ...from }, ...most }));
}

/** Writes down which members have not ended, together with what made them so. */
export function keepTurns(book: RunBook): void {
  for (const parent of book.steps) {
    const turns = turnsOf(parent);
    if (turns === undefined) continue;
    const under = book
      .members(parent.actionId)
      .filter(({ item, state }) => (item?.index ?? 0) < turns.begun && !isStepDone(state));
    const open = under.map(({ item }) => item?.index ?? 0);
    if (open.join() !== turns.open.join()) book.setTurns(parent.stepId, { ...turns, open });
  }
}
