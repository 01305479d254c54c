import { isTerminal } from '../domain/run.js';
import type { Tx } from '../domain/store-port.js';
import { portariumFault } from '../faults.js';
import { RunBook } from './book.js';

/** Takes a run that is due and that nobody holds. The higher epoch shuts out whoever held it before. */
export async function claimRun(tx: Tx, runId: string, owner: string, leaseMs: number): Promise<RunBook | undefined> {
  const run = await tx.runs.get(runId);
  if (run === undefined || isTerminal(run.status)) return undefined;
  if (run.wakeAt === undefined || run.wakeAt > tx.now) return undefined;
  if (run.lease !== undefined && run.lease.until > tx.now) return undefined;
  const book = await RunBook.open(tx, runId);
  book.changeRun({ lease: { owner, until: tx.now + leaseMs }, epoch: run.epoch + 1 });
  return book;
}

/** The book, if this owner still holds the run. Someone who was away too long finds out here and writes nothing. */
export async function heldRun(tx: Tx, runId: string, epoch: number): Promise<RunBook> {
  const book = await RunBook.open(tx, runId);
  if (book.run.epoch === epoch && !isTerminal(book.run.status)) return book;
  throw portariumFault('StaleLease', `Run ${runId} has passed to another engine; this result is not written.`, {
    context: { runId, epoch, current: book.run.epoch },
  });
}

/** Says when to look again, and lets go when nothing is under way. */
export function settleLease(book: RunBook, frozen: boolean): void {
  const { run, steps, tx } = book;
  if (isTerminal(run.status)) return;
  if (book.inFlight.length > 0) {
    // Due at once, but shut by the lease: if the holder dies, the run is found as soon as the lease has run out.
    book.changeRun({ wakeAt: tx.now });
    return;
  }
  const stopped = frozen || run.pausedBy !== undefined || run.status === 'Paused';
  const times = stopped
    ? []
    : steps.flatMap(({ state, availableAt }) => (state === 'WaitingForTimer' ? [availableAt ?? 0] : []));
  const due = [...times, ...(run.deadlineAt === undefined ? [] : [run.deadlineAt])];
  book.changeRun({ lease: undefined, wakeAt: due.length === 0 ? undefined : Math.min(...due) });
}
