/**
 * The record of calls. A call that changes something is kept in the transaction of the change; everything else (reads,
 * refusals) is written in batches, so that looking at something does not cost a commit.
 */
import type { CallDraft } from '../domain/evidence.js';
import type { Store } from '../domain/store-port.js';
import { isRefusal } from './refusable.js';

const withinMs = 100;

export class CallLog {
  readonly #store: Store;
  #waiting = new Map<string, CallDraft[]>();
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();
  #failures = 0;

  constructor(store: Store) {
    this.#store = store;
  }

  /** How often a batch could not be written; what it held is tried again with the next. */
  get failures(): number {
    return this.#failures;
  }

  /** Written before long, and at the latest when the control plane closes. */
  keep(workspaceId: string, draft: CallDraft): void {
    const drafts = this.#waiting.get(workspaceId) ?? [];
    drafts.push(draft);
    this.#waiting.set(workspaceId, drafts);
    this.#soon();
  }

  #soon(): void {
    this.#timer ??= setTimeout(() => void this.flush().catch(() => this.#soon()), withinMs);
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
        await this.#store.transact(workspaceId, async (tx) => {
          for (const draft of drafts) tx.called(draft);
        });
      } catch (error) {
        this.#failures += 1;
        this.#waiting.set(workspaceId, [...drafts, ...(this.#waiting.get(workspaceId) ?? [])]);
        problems.push(error);
      }
    }
    if (problems.length > 0) throw problems[0];
  }
}

/** What a front says about the call under way. */
export interface OpenCall {
  draft(): CallDraft;
  /** The record is where it belongs, for good. */
  kept(): void;
}

/** Transactions of one call: the first that commits what was asked for keeps the record of the call. */
export function recordedIn(transact: Store['transact'], call: OpenCall): Store['transact'] {
  let isKept = false;
  return async (workspaceId, work) => {
    if (isKept) return transact(workspaceId, work);
    const result = await transact(workspaceId, async (tx) => {
      const found = await work(tx);
      if (!isRefusal(found)) tx.called(call.draft());
      return found;
    });
    if (!isRefusal(result)) {
      isKept = true;
      call.kept();
    }
    return result;
  };
}
