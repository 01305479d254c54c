import { setTimeout as sleep } from 'node:timers/promises';
import { type SpanStart, traceContextFrom, traced } from '@quadrivium/kernel/telemetry';
import type { RunId, WorkspaceId } from '../domain/ids.js';
import type { Run } from '../domain/run.js';
import { lastError, type Step } from '../domain/step.js';
import type { Store, Tx } from '../domain/store-port.js';
import { isAway } from '../faults.js';
import { callKindOf, serversOf } from '../steps/index.js';
import type { CallOutcome } from '../steps/ports.js';
import type { CallPorts } from '../steps/step-kind.js';
import { advance } from './advance.js';
import type { RunBook } from './book.js';
import type { Standing } from './carry-run.js';
import type { ToolCatalog } from './catalog.js';
import type { FairTurns } from './fair-turns.js';
import { claimRun, heldRun, settleLease, standingOf } from './lease.js';
import { closeAttempt, recordOutcome } from './outcome.js';
import { prepareContext } from './prepare-context.js';
import { recover } from './recover.js';
import { saveRun } from './relatives.js';
import { settingsOf } from './settings.js';
import { within } from './within.js';
import type { Dispatch } from './write-intent.js';

export interface DriverOptions extends CallPorts {
  readonly store: Store;
  readonly catalog: ToolCatalog;
  readonly workspaceId: WorkspaceId;
  readonly runId: RunId;
  /** How many calls of a server may be under way at once, for all runs that are carried here. */
  readonly turns: FairTurns;
  /** Told when nothing is left to do here but to wait for somebody outside. */
  readonly onWaiting?: () => void;
  /** Told of every call that was made. */
  readonly onCall?: (made: MadeCall) => void;
  /** Told that something could not be written and is tried again. */
  readonly onAway?: (error: unknown) => void;
  readonly leaseMs?: number;
  readonly cancelGraceMs?: number;
}

/** A server that does not list its tools keeps what is already known from being written no longer than this. */
const listingMs = 1000;

/** What could not be written for so long, when everything was told to stop, is judged by whoever takes the run up. */
const stopPatienceMs = 5000;

/** A call that was made, for whoever counts. */
export interface MadeCall {
  readonly server: string;
  readonly outcome: 'ok' | 'failed' | 'unknown';
  readonly seconds: number;
}

interface OpenCall {
  readonly effect: string;
  readonly controller: AbortController;
  /** Ends the waiting for a turn; nothing has left by then. */
  readonly waiting: AbortController;
}

/** Takes one run as far as it goes now. Several calls of it may be under way at once. */
export class Driver {
  readonly #options: DriverOptions;
  readonly #leaseMs: number;
  readonly #calls = new Map<string, OpenCall>();
  /** Attempts that are carried here. Others that this owner began were committed without our knowing. */
  readonly #carried = new Set<string>();
  #servers: readonly string[] = [];
  #origin: Pick<Run, 'trace' | 'workflowId'> | undefined;
  #owner = '';
  #epoch = 0;
  #isOurs = false;
  #drainedAt: number | undefined;
  #renewing = false;
  #writing = 0;
  #outside = 0;
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
    this.#origin = seen;
    await this.#lookAtTools();
    const first = await this.#advance(async (tx) => {
      const claim = await claimRun(tx, runId, owner, this.#leaseMs);
      if (!('book' in claim)) {
        this.#standing = claim;
        return undefined;
      }
      const { book } = claim;
      await recover(book, () => false);
      return book;
    });
    const renewal = setInterval(() => void this.#renew(), this.#leaseMs / 3);
    try {
      await this.#performAll(first);
    } finally {
      clearInterval(renewal);
    }
    return this.#standing;
  }

  /** Whether there is nothing to do here but to wait for somebody outside. */
  get isWaiting(): boolean {
    return this.#outside > 0 && this.#writing === 0;
  }

  /** Calls that may be repeated are broken off; one that must not be is waited for, so that its outcome is known. */
  cancel(): void {
    for (const { effect, controller, waiting } of this.#calls.values()) {
      waiting.abort();
      if (effect !== 'nonIdempotent') controller.abort();
      else setTimeout(() => controller.abort(), this.#options.cancelGraceMs ?? 10_000).unref();
    }
  }

  /** No new step is begun; what is under way ends. */
  drain(): void {
    this.#drainedAt = performance.now();
    for (const { waiting } of this.#calls.values()) waiting.abort();
  }

  get #draining(): boolean {
    return this.#drainedAt !== undefined;
  }

  /** Goes as far as it can from what `open` gives, in as many transactions as that takes. */
  async #advance(open: (tx: Tx) => Promise<RunBook | undefined>): Promise<readonly Dispatch[]> {
    const all: Dispatch[] = [];
    for (let next = open, more = true; more; next = this.#held) {
      const made = await this.#written((again) => this.#part(next, again));
      this.#isOurs = true;
      all.push(...made.dispatches);
      more = made.more;
    }
    return all;
  }

  /** One transaction of it. What it begins counts as carried here from before the commit, unless that fails. */
  async #part(open: (tx: Tx) => Promise<RunBook | undefined>, again: boolean) {
    const begun: string[] = [];
    try {
      return await this.#transact(async (tx) => {
        const book = await open(tx);
        if (book === undefined) return { dispatches: [], more: false };
        // The commit that failed may have been one after all: what it began was never made.
        if (again) await recover(book, (step) => this.#carried.has(nameOf(step, step.attempts.length)));
        const dispatches = await this.#goOn(tx, book);
        begun.push(...dispatches.map((dispatch) => nameOf(dispatch, dispatch.attempt)));
        for (const name of begun) this.#carried.add(name);
        this.#epoch = book.run.epoch;
        return { dispatches, more: book.hasMore && !this.#draining };
      });
    } catch (error) {
      for (const name of begun) this.#carried.delete(name);
      throw error;
    }
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

  /** All of them come to their end, also when one cannot: nothing is left behind that nobody waits for. */
  async #performAll(dispatches: readonly Dispatch[]): Promise<void> {
    const ends = await Promise.allSettled(dispatches.map((dispatch) => this.#perform(dispatch)));
    const failed = ends.find((end) => end.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
  }

  async #perform(dispatch: Dispatch): Promise<void> {
    const next = await this.#make(dispatch).finally(() => {
      this.#calls.delete(dispatch.stepId);
      this.#carried.delete(nameOf(dispatch, dispatch.attempt));
    });
    await this.#performAll(next);
  }

  /** Waits for its turn, makes the call and writes down how it ended; gives what can be done next. */
  async #make(dispatch: Dispatch): Promise<readonly Dispatch[]> {
    const { turns, workspaceId } = this.#options;
    const { stepId, request, effect } = dispatch;
    const call = { effect, controller: new AbortController(), waiting: new AbortController() };
    this.#calls.set(stepId, call);
    if (this.#draining) call.waiting.abort();
    const coming = turns.take(request.server, workspaceId, call.waiting.signal);
    const waits = coming instanceof Promise;
    const turn = waits ? await this.#awayFor(coming) : coming;
    try {
      if ((waits || effect === 'nonIdempotent') && !(await this.#leave(dispatch, turn !== undefined)))
        return await this.#advance(this.#held);
      const outcome = await this.#awayFor(this.#measured(dispatch, call.controller.signal));
      turn?.();
      return await this.#record(dispatch, outcome);
    } finally {
      turn?.();
    }
  }

  /** The last moment at which nothing has happened yet: a cancel, a freeze, an approval that ran out or a new owner stops the call here. */
  #leave({ stepId }: Dispatch, hasTurn: boolean): Promise<boolean> {
    return this.#written(() =>
      this.#transact(async (tx) => {
        const book = await this.#held(tx);
        const step = book.step(stepId);
        const last = step.attempts.at(-1);
        const leaves = hasTurn && last !== undefined && step.state === 'Running' && (await mayLeave(book, step));
        if (leaves) book.note(stepId, { attempts: [...step.attempts.slice(0, -1), { ...last, dispatchedAt: tx.now }] });
        else {
          closeAttempt(book, step, { outcome: 'abandoned' });
          if (step.state === 'Running') book.move(stepId, { state: 'Pending', ...lastError(step) });
        }
        await book.save();
        return leaves;
      }),
    );
  }

  /** An attempt of a step is a span in the trace of whoever started the run, and its duration is counted. */
  #measured(dispatch: Dispatch, signal: AbortSignal): Promise<CallOutcome> {
    const begun = performance.now();
    return traced(this.#spanOf(dispatch), async (span) => {
      const outcome = await this.#call(dispatch, signal);
      if (!outcome.ok) span?.failed(outcome.error.kind);
      const seconds = (performance.now() - begun) / 1000;
      this.#options.onCall?.({ server: dispatch.request.server, outcome: howItWent(outcome), seconds });
      return outcome;
    });
  }

  #spanOf({ stepId, attempt, operation, request }: Dispatch): SpanStart {
    const { workspaceId, runId } = this.#options;
    const { trace = {}, workflowId = '' } = this.#origin ?? {};
    const attributes = {
      'portarium.workspace.id': workspaceId,
      'portarium.workflow.id': workflowId,
      'portarium.run.id': runId,
      'portarium.step.id': stepId,
      'portarium.step.attempt': attempt,
      'mcp.server.name': request.server,
      'gen_ai.tool.name': request.tool,
    };
    const parent = traceContextFrom({ ...trace }) ?? null;
    return { name: `step ${operation}`, kind: 'internal', attributes, parent };
  }

  async #call(dispatch: Dispatch, signal: AbortSignal): Promise<CallOutcome> {
    const { request, idempotencyKey, timeoutMs } = dispatch;
    const { workspaceId } = this.#options;
    try {
      const how = { workspaceId, request, idempotencyKey, timeoutMs, signal };
      return await callKindOf(dispatch).perform(this.#options, how);
    } catch (error) {
      const { message } = error as Error;
      return { ok: false, certainty: 'unknown', error: { kind: 'CallFailed', message, retryable: true } };
    }
  }

  /** Written together with what follows from it; alone when what follows needs a server that does not answer. */
  async #record(dispatch: Dispatch, outcome: CallOutcome): Promise<readonly Dispatch[]> {
    const { stepId, attempt } = dispatch;
    const open = async (tx: Tx): Promise<RunBook> => {
      const book = await this.#held(tx);
      const last = book.step(stepId).attempts.at(-1);
      if (last?.attempt === attempt && last.outcomeAt === undefined) await recordOutcome(book, stepId, outcome);
      return book;
    };
    const listed = this.#lookAtTools();
    if (await within(listed, listingMs)) return this.#advance(open);
    await this.#written(() => this.#transact(async (tx) => (await open(tx)).save()));
    await listed;
    return this.#advance(this.#held);
  }

  readonly #held = (tx: Tx): Promise<RunBook> => heldRun(tx, this.#options.runId, this.#epoch);

  /** Once a run is ours, what is to be written of it is kept here for as long as the database is away. */
  async #written<T>(work: (again: boolean) => Promise<T>): Promise<T> {
    const beganAt = performance.now();
    for (let tries = 0; ; tries += 1) {
      try {
        return await work(tries > 0);
      } catch (error) {
        // A call may have ended long after the stop: its outcome has the same time from then on.
        const waitedFrom = Math.max(beganAt, this.#drainedAt ?? Number.POSITIVE_INFINITY);
        const late = performance.now() - waitedFrom > stopPatienceMs;
        if (!isAway(error) || !this.#isOurs || late) throw error;
        this.#options.onAway?.(error);
      }
      await sleep(Math.min(1000, 50 * 2 ** tries));
    }
  }

  async #transact<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    this.#writing += 1;
    try {
      return await this.#options.store.transact(this.#options.workspaceId, work);
    } finally {
      this.#writing -= 1;
      if (this.isWaiting) this.#options.onWaiting?.();
    }
  }

  async #awayFor<T>(work: Promise<T>): Promise<T> {
    this.#outside += 1;
    if (this.isWaiting) this.#options.onWaiting?.();
    return work.finally(() => {
      this.#outside -= 1;
    });
  }

  #lookAtTools(): Promise<void> {
    return this.#awayFor(this.#options.catalog.refresh(this.#servers));
  }

  /** Keeps the lease while calls are under way, and notices what other processes decided about the run. */
  async #renew(): Promise<void> {
    // One at a time: on a database that has become slow, renewals would otherwise queue up and keep everything else out.
    if (this.#renewing) return;
    this.#renewing = true;
    try {
      const ending = await this.#transact(async (tx) => {
        const book = await this.#held(tx);
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

const howItWent = (outcome: CallOutcome): MadeCall['outcome'] =>
  outcome.ok ? 'ok' : outcome.certainty === 'unknown' ? 'unknown' : 'failed';

const nameOf = ({ stepId }: Pick<Step, 'stepId'>, attempt: number): string => `${stepId} ${attempt}`;

async function mayLeave({ run, tx }: RunBook, { approvalId }: Step): Promise<boolean> {
  const { workspace } = await settingsOf(tx);
  if (run.ending !== undefined || run.pausedBy !== undefined || workspace.frozen !== undefined) return false;
  const approval = approvalId === undefined ? undefined : await tx.approvals.get(approvalId);
  return approval === undefined || approval.expiresAt > tx.now;
}
