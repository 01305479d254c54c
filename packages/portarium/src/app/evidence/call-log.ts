/**
 * The record of calls. A call that changes something is kept in the transaction of the change; everything else (reads,
 * refusals) is written in batches, so that looking at something does not cost a commit.
 */
import { type CallDraft, engineActor } from '../../domain/evidence.js';
import type { Store, TransactOptions, Tx } from '../../domain/store-port.js';
import { isRefusal } from '../refusable.js';

const withinMs = 100;
const mostMs = 10_000;
/** What waits for a database that takes nothing is bounded; what does not fit is counted, and told in the chain itself. */
const mostWaiting = 10_000;

/** How the record of calls is doing, for those who watch the process. */
export interface CallLogHealth {
  /** How often a batch could not be written; what it held is tried again with the next. */
  readonly failures: number;
  readonly waiting: number;
  /** Calls whose record was given up. */
  readonly lost: number;
}

export class CallLog {
  readonly #store: Store;
  #waiting = new Map<string, CallDraft[]>();
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();
  #failures = 0;
  #inARow = 0;
  #lost = 0;
  #isClosed = false;
  /** Per workspace, until its chain says so. */
  readonly #gaps = new Map<string, number>();

  constructor(store: Store) {
    this.#store = store;
  }

  get health(): CallLogHealth {
    const waiting = [...this.#waiting.values()].reduce((sum, { length }) => sum + length, 0);
    return { failures: this.#failures, waiting, lost: this.#lost };
  }

  /** Written before long, and at the latest when the control plane closes. */
  keep(workspaceId: string, draft: CallDraft): void {
    const drafts = this.#waiting.get(workspaceId) ?? [];
    drafts.push(draft);
    this.#wait(workspaceId, drafts);
    this.#soon();
  }

  #wait(workspaceId: string, drafts: CallDraft[]): void {
    const over = drafts.splice(0, Math.max(0, drafts.length - mostWaiting)).length;
    this.#waiting.set(workspaceId, drafts);
    if (over === 0) return;
    this.#lost += over;
    this.#gaps.set(workspaceId, (this.#gaps.get(workspaceId) ?? 0) + over);
  }

  /** One last time. What cannot be written now is lost with the process, which must not stay for it. */
  close(): Promise<void> {
    this.#isClosed = true;
    return this.flush();
  }

  #soon(): void {
    if (this.#isClosed) return;
    const delay = Math.min(mostMs, withinMs * 2 ** this.#inARow);
    this.#timer ??= setTimeout(() => void this.flush().catch(() => this.#soon()), delay);
  }

  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#writing = this.#writing.catch(() => {}).then(() => this.#write());
    return this.#writing;
  }

  async #write(): Promise<void> {
    const batches = this.#waiting;
    this.#waiting = new Map();
    const problems: unknown[] = [];
    // A workspace that cannot be written to must not cost the others their records.
    for (const [workspaceId, drafts] of batches) {
      try {
        const gap = this.#gaps.get(workspaceId);
        const work = async (tx: Tx): Promise<void> => {
          if (gap !== undefined) tx.called(lostCalls(gap));
          for (const draft of drafts) tx.called(draft);
        };
        await this.#store.transact(workspaceId, work, { isRepeatable: true });
        this.#gaps.delete(workspaceId);
        this.#inARow = 0;
      } catch (error) {
        this.#failures += 1;
        this.#inARow += 1;
        this.#wait(workspaceId, [...drafts, ...(this.#waiting.get(workspaceId) ?? [])]);
        problems.push(error);
      }
    }
    if (problems.length > 0) throw problems[0];
  }
}

const lostCalls = (lost: number): CallDraft => ({
  operation: '(not recorded)',
  actor: engineActor,
  body: { lost },
});

/** What a front says about the call under way. */
export interface OpenCall {
  draft(): CallDraft;
  /** The record is where it belongs, for good. */
  kept(): void;
}

/** Transactions of one call: the first that commits what was asked for keeps the record of the call. */
export function recordedIn(transact: Store['transact'], call: OpenCall): Store['transact'] {
  let isKept = false;
  return async <T>(workspaceId: string, work: (tx: Tx) => Promise<T>, options?: TransactOptions): Promise<T> => {
    if (isKept) return transact(workspaceId, work, options);
    const recorded = async (tx: Tx): Promise<T> => {
      const found = await work(tx);
      if (!isRefusal(found)) tx.called(call.draft());
      return found;
    };
    const result = await transact(workspaceId, recorded, options);
    if (!isRefusal(result)) {
      isKept = true;
      call.kept();
    }
    return result;
  };
}
