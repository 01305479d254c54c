import type { Tx } from '../domain/store-port.js';
import type { RunBook } from './book.js';
import type { RunWriting } from './run-writing.js';

interface KeptLease {
  readonly writing: RunWriting;
  readonly held: (tx: Tx) => Promise<RunBook>;
  readonly owner: string;
  readonly leaseMs: number;
  /** Told when somebody has decided that the run ends. */
  readonly onEnding: () => void;
}

/** Keeps the lease while calls are under way, and notices what other processes decided about the run, until it is let go. */
export function keepLease(kept: KeptLease): () => void {
  let renewing = false;
  const renew = async (): Promise<void> => {
    // One at a time: on a database that has become slow, renewals would otherwise queue up and keep everything else out.
    if (renewing) return;
    renewing = true;
    try {
      if (await renewed(kept)) kept.onEnding();
    } catch {
      // Lost to another engine, or the database is away: the calls go on, and their results are judged by the epoch.
    } finally {
      renewing = false;
    }
  };
  const renewal = setInterval(() => void renew(), kept.leaseMs / 3);
  return () => clearInterval(renewal);
}

/** Whether the run is ending. */
function renewed({ writing, held, owner, leaseMs }: KeptLease): Promise<boolean> {
  return writing.transact(async (tx) => {
    const book = await held(tx);
    if (book.inFlight.length === 0) return false;
    book.changeRun({ lease: { owner, until: tx.now + leaseMs } });
    await book.save();
    return book.run.ending !== undefined;
  });
}
