import type { RunId } from '../domain/ids.js';
import { isTerminal, type Run } from '../domain/run.js';
import type { Store, Tx } from '../domain/store-port.js';
import { portariumFault } from '../faults.js';
import { RunBook } from './book.js';
import type { Standing } from './carry-run.js';

/**
 * Takes a run that is due and that nobody else holds. The higher epoch shuts out whoever held it before, also an earlier
 * self: an engine that calls again after a crash does so under the same name.
 */
export async function claimRun(
  tx: Tx,
  runId: RunId,
  owner: string,
  leaseMs: number,
): Promise<Standing | { readonly book: RunBook }> {
  const run = await tx.runs.get(runId);
  if (run === undefined || isTerminal(run.status)) return { is: 'over', children: [] };
  const { lease, wakeAt } = run;
  if (lease !== undefined && lease.owner !== owner && lease.until > tx.now)
    return { is: 'held', until: lease.until, children: [] };
  if (wakeAt === undefined || wakeAt > tx.now) return standingOf(run);
  const book = await RunBook.open(tx, runId);
  book.changeRun({ lease: { owner, until: tx.now + leaseMs }, epoch: run.epoch + 1 });
  return { book };
}

export function standingOf({ status, wakeAt }: Pick<Run, 'status' | 'wakeAt'>): Standing {
  if (isTerminal(status)) return { is: 'over', children: [] };
  return { is: 'waiting', ...(wakeAt === undefined ? {} : { until: wakeAt }), children: [] };
}

/** The book, if this owner still holds the run. Someone who was away too long finds out here and writes nothing. */
export async function heldRun(tx: Tx, runId: RunId, epoch: number): Promise<RunBook> {
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
  if (book.inFlight.length > 0 || book.hasMore) {
    // Due at once, but shut by the lease: if the holder dies, the run is found as soon as the lease has run out.
    book.changeRun({ wakeAt: tx.now });
    return;
  }
  const stopped = frozen || run.pausedBy !== undefined || run.status === 'Paused';
  const times = stopped ? [] : steps.flatMap((step) => (step.state === 'WaitingForTimer' ? [step.availableAt] : []));
  const due = [...times, ...(run.deadlineAt === undefined ? [] : [run.deadlineAt])];
  book.changeRun({ lease: undefined, wakeAt: due.length === 0 ? undefined : Math.min(...due) });
}

/** Takes runs out of the hands of the dead. What they had under way is judged by whoever takes a run up, as ever. */
export async function freeRuns(store: Store, now: number, isGone: (owner: string) => boolean): Promise<void> {
  for (const { workspaceId, runId } of await store.heldRuns(now)) {
    await store.transact(workspaceId, async (tx) => {
      const run = await tx.runs.get(runId);
      if (run?.lease === undefined || !isGone(run.lease.owner)) return;
      const { lease: _, ...free } = run;
      await tx.runs.put({ ...free, rev: run.rev + 1 });
    });
  }
}
