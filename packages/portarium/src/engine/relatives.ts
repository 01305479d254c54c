/**
 * Runs that started each other. What happened to one is written here, and those it concerns are told in the same
 * transaction, so that none of them can miss it.
 */
import { isTerminal } from '../domain/run.js';
import { RunBook } from './book.js';
import { applySignal } from './signal.js';

/** Writes the run. One that has ended leaves no runs behind that work for it, and tells the one that waits for it. */
export async function saveRun(book: RunBook): Promise<void> {
  // Written first: a child that ends tells its parent, and must find that this one has ended.
  await book.save();
  if (!isTerminal(book.run.status)) return;
  await cancelChildren(book);
  await tellParent(book);
}

async function cancelChildren({ tx, steps }: RunBook): Promise<void> {
  for (const { state, childRunId } of steps) {
    if (state !== 'Cancelled' || childRunId === undefined) continue;
    const child = await RunBook.open(tx, childRunId);
    if (isTerminal(child.run.status)) continue;
    const reason = 'The run that started it has ended.';
    await applySignal(child, { kind: 'cancel', by: 'portarium-engine', reason });
    await saveRun(child);
  }
}

async function tellParent({ run, tx }: RunBook): Promise<void> {
  if (run.parent === undefined) return;
  const { runId, stepId } = run.parent;
  const parent = await RunBook.open(tx, runId);
  if (isTerminal(parent.run.status) || parent.find(stepId)?.state !== 'WaitingForRun') return;
  const message = run.failure?.message ?? `It was ${run.status.toLowerCase()}.`;
  await applySignal(
    parent,
    run.status === 'Succeeded'
      ? { kind: 'step-succeeded', stepId, output: run.output ?? null }
      : { kind: 'step-failed', stepId, message: `Run ${run.runId} did not succeed. ${message}` },
  );
  await saveRun(parent);
}
