import type { RunId } from '../domain/ids.js';
import type { Step } from '../domain/step.js';
import type { Tx } from '../domain/store-port.js';
import { advance } from './advance.js';
import type { RunBook } from './book.js';
import type { Standing } from './carry-run.js';
import type { ToolCatalog } from './catalog.js';
import { claimRun, heldRun, settleLease, standingOf } from './lease.js';
import { prepareContext } from './prepare-context.js';
import { recover } from './recover.js';
import { saveRun } from './relatives.js';
import type { RunWriting } from './run-writing.js';
import type { Dispatch } from './write-intent.js';

export interface GoingOnOptions {
  readonly runId: RunId;
  readonly catalog: ToolCatalog;
}

/** One claim of a run: how far it goes in transactions, and which calls those begin. */
export class GoingOn {
  readonly #options: GoingOnOptions;
  readonly #writing: RunWriting;
  /** Attempts that are carried here. Others that this owner began were committed without our knowing. */
  readonly #carried = new Set<string>();
  #epoch = 0;
  #standing: Standing = { is: 'over', children: [] };

  constructor(options: GoingOnOptions, writing: RunWriting) {
    this.#options = options;
    this.#writing = writing;
  }

  get standing(): Standing {
    return this.#standing;
  }

  /** The run's book for this owner; nothing when somebody else has it, or when it is not due. */
  claim(owner: string, leaseMs: number): Promise<readonly Dispatch[]> {
    return this.advance(async (tx) => {
      const claim = await claimRun(tx, this.#options.runId, owner, leaseMs);
      if (!('book' in claim)) {
        this.#standing = claim;
        return undefined;
      }
      await recover(claim.book, () => false);
      return claim.book;
    });
  }

  readonly held = (tx: Tx): Promise<RunBook> => heldRun(tx, this.#options.runId, this.#epoch);

  /** The attempt has come to its end here. */
  drop(dispatch: Dispatch): void {
    this.#carried.delete(nameOf(dispatch, dispatch.attempt));
  }

  /** Goes as far as it can from what `open` gives, in as many transactions as that takes. */
  async advance(open: (tx: Tx) => Promise<RunBook | undefined> = this.held): Promise<readonly Dispatch[]> {
    const all: Dispatch[] = [];
    for (let next = open, more = true; more; next = this.held) {
      const made = await this.#writing.patiently((again) => this.#part(next, again));
      this.#writing.own();
      all.push(...made.dispatches);
      more = made.more;
    }
    return all;
  }

  /** One transaction of it. What it begins counts as carried here from before the commit, unless that fails. */
  async #part(open: (tx: Tx) => Promise<RunBook | undefined>, again: boolean) {
    const begun: string[] = [];
    try {
      return await this.#writing.transact(async (tx) => {
        const book = await open(tx);
        if (book === undefined) return { dispatches: [], more: false };
        // The commit that failed may have been one after all: what it began was never made.
        if (again) await recover(book, (step) => this.#carried.has(nameOf(step, step.attempts.length)));
        const dispatches = await this.#goOn(tx, book);
        begun.push(...dispatches.map((dispatch) => nameOf(dispatch, dispatch.attempt)));
        for (const name of begun) this.#carried.add(name);
        this.#epoch = book.run.epoch;
        return { dispatches, more: book.hasMore && !this.#writing.isStopped };
      });
    } catch (error) {
      for (const name of begun) this.#carried.delete(name);
      throw error;
    }
  }

  async #goOn(tx: Tx, book: RunBook): Promise<readonly Dispatch[]> {
    const context = await prepareContext(tx, book.run, this.#options.catalog);
    const { isStopped } = this.#writing;
    const dispatches = isStopped ? [] : await advance(book, context);
    settleLease(book, context.settings.workspace.frozen !== undefined);
    // Somebody else may take up at once what we do not begin any more.
    if (this.#writing.isStopped && book.inFlight.length === 0) book.changeRun({ wakeAt: tx.now });
    await saveRun(book);
    this.#standing = { ...standingOf(book.run), children: [...this.#standing.children, ...book.children] };
    return dispatches;
  }
}

const nameOf = ({ stepId }: Pick<Step, 'stepId'>, attempt: number): string => `${stepId} ${attempt}`;
