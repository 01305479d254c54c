import type { RunId, WorkspaceId } from '../domain/ids.js';
import { lastError } from '../domain/step.js';
import type { Store, Tx } from '../domain/store-port.js';
import { callKindOf, serversOf } from '../steps/index.js';
import type { CallOutcome } from '../steps/ports.js';
import type { CallPorts } from '../steps/step-kind.js';
import { advance } from './advance.js';
import type { RunBook } from './book.js';
import type { Standing } from './carry-run.js';
import type { ToolCatalog } from './catalog.js';
import { claimRun, heldRun, settleLease, standingOf } from './lease.js';
import { closeAttempt, recordOutcome } from './outcome.js';
import { prepareContext } from './prepare-context.js';
import { recover } from './recover.js';
import { saveRun } from './relatives.js';
import { settingsOf } from './settings.js';
import type { Dispatch } from './write-intent.js';

export interface DriverOptions extends CallPorts {
  readonly store: Store;
  readonly catalog: ToolCatalog;
  readonly workspaceId: WorkspaceId;
  readonly runId: RunId;
  readonly leaseMs?: number;
  readonly cancelGraceMs?: number;
}

/** Takes one run as far as it goes now. Several calls of it may be under way at once. */
export class Driver {
  readonly #options: DriverOptions;
  readonly #leaseMs: number;
  readonly #calls = new Map<string, { readonly effect: string; readonly controller: AbortController }>();
  #servers: readonly string[] = [];
  #owner = '';
  #epoch = 0;
  #draining = false;
  #renewing = false;
  #standing: Standing = { is: 'over', children: [] };

  constructor(options: DriverOptions) {
    this.#options = options;
    this.#leaseMs = options.leaseMs ?? 30_000;
  }

  async drive(owner: string): Promise<Standing> {
    const { store, workspaceId, runId } = this.#options;
    this.#owner = owner;
    this.#standing = { is: 'over', children: [] };
    const seen = await store.read(workspaceId, (tables) => tables.runs.get(runId));
    if (seen === undefined) return this.#standing;
    this.#servers = serversOf(seen.definition);
    await this.#lookAtTools();
    const first = await this.#advance(async (tx) => {
      const claim = await claimRun(tx, runId, owner, this.#leaseMs);
      if (!('book' in claim)) {
        this.#standing = claim;
        return undefined;
      }
      const { book } = claim;
      this.#epoch = book.run.epoch;
      await recover(book);
      return book;
    });
    const renewal = setInterval(() => void this.#renew(), this.#leaseMs / 3);
    try {
      await Promise.all(first.map((dispatch) => this.#perform(dispatch)));
    } finally {
      clearInterval(renewal);
    }
    return this.#standing;
  }

  /** Calls that may be repeated are broken off; one that must not be is waited for, so that its outcome is known. */
  cancel(): void {
    for (const { effect, controller } of this.#calls.values()) {
      if (effect !== 'nonIdempotent') controller.abort();
      else setTimeout(() => controller.abort(), this.#options.cancelGraceMs ?? 10_000).unref();
    }
  }

  /** No new step is begun; what is under way ends. */
  drain(): void {
    this.#draining = true;
  }

  /** Goes as far as it can from what `open` gives, in as many transactions as that takes. */
  async #advance(open: (tx: Tx) => Promise<RunBook | undefined>): Promise<readonly Dispatch[]> {
    const { store, workspaceId, runId } = this.#options;
    const all: Dispatch[] = [];
    for (let next = open, more = true; more; next = (tx) => heldRun(tx, runId, this.#epoch)) {
      more = await store.transact(workspaceId, async (tx) => {
        const book = await next(tx);
        if (book === undefined) return false;
        all.push(...(await this.#goOn(tx, book)));
        return book.hasMore && !this.#draining;
      });
    }
    return all;
  }

  async #goOn(tx: Tx, book: RunBook): Promise<readonly Dispatch[]> {
    const context = await prepareContext(tx, book.run, this.#options.catalog);
    const dispatches = this.#draining ? [] : await advance(book, context);
    settleLease(book, context.settings.workspace.frozen !== undefined);
    // Somebody else may take up at once what we do not begin any more.
    if (this.#draining && book.inFlight.length === 0) book.changeRun({ wakeAt: tx.now });
    await saveRun(book);
    this.#standing = { ...standingOf(book.run), children: [...this.#standing.children, ...book.children] };
    return dispatches;
  }

  async #perform(dispatch: Dispatch): Promise<void> {
    const { runId } = this.#options;
    if (dispatch.effect === 'nonIdempotent' && !(await this.#markDispatched(dispatch))) return;
    const outcome = await this.#call(dispatch);
    await this.#lookAtTools();
    const next = await this.#advance(async (tx) => {
      const book = await heldRun(tx, runId, this.#epoch);
      await recordOutcome(book, dispatch.stepId, outcome);
      return book;
    });
    await Promise.all(next.map((following) => this.#perform(following)));
  }

  /** The last moment at which nothing has happened yet: a cancel, a freeze or a new owner stops the call here. */
  #markDispatched({ stepId }: Dispatch): Promise<boolean> {
    const { store, workspaceId, runId } = this.#options;
    return store.transact(workspaceId, async (tx) => {
      const book = await heldRun(tx, runId, this.#epoch);
      const settings = await settingsOf(tx);
      const step = book.step(stepId);
      const last = step.attempts.at(-1);
      const stopped =
        book.run.ending !== undefined || book.run.pausedBy !== undefined || settings.workspace.frozen !== undefined;
      if (last === undefined || step.state !== 'Running' || stopped) {
        closeAttempt(book, step, { outcome: 'abandoned' });
        if (step.state === 'Running') book.move(stepId, { state: 'Pending', ...lastError(step) });
        await this.#goOn(tx, book);
        return false;
      }
      book.note(stepId, { attempts: [...step.attempts.slice(0, -1), { ...last, dispatchedAt: tx.now }] });
      await book.save();
      return true;
    });
  }

  async #call(dispatch: Dispatch): Promise<CallOutcome> {
    const { stepId, request, idempotencyKey, timeoutMs, effect } = dispatch;
    const { workspaceId } = this.#options;
    const controller = new AbortController();
    this.#calls.set(stepId, { effect, controller });
    const { signal } = controller;
    try {
      return await callKindOf(dispatch).perform(this.#options, {
        workspaceId,
        request,
        idempotencyKey,
        timeoutMs,
        signal,
      });
    } catch (error) {
      const { message } = error as Error;
      return { ok: false, certainty: 'unknown', error: { kind: 'CallFailed', message, retryable: true } };
    } finally {
      this.#calls.delete(stepId);
    }
  }

  #lookAtTools(): Promise<void> {
    return this.#options.catalog.refresh(this.#servers);
  }

  /** Keeps the lease while calls are under way, and notices what other processes decided about the run. */
  async #renew(): Promise<void> {
    const { store, workspaceId, runId } = this.#options;
    // One at a time: on a database that has become slow, renewals would otherwise queue up and keep everything else out.
    if (this.#renewing) return;
    this.#renewing = true;
    try {
      const ending = await store.transact(workspaceId, async (tx) => {
        const book = await heldRun(tx, runId, this.#epoch);
        if (book.inFlight.length === 0) return false;
        book.changeRun({ lease: { owner: this.#owner, until: tx.now + this.#leaseMs } });
        await book.save();
        return book.run.ending !== undefined;
      });
      if (ending) this.cancel();
    } catch {
      // Lost to another engine, or the database is away: the calls go on, and their results are judged by the epoch.
    } finally {
      this.#renewing = false;
    }
  }
}
