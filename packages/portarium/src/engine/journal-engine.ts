/**
 * The engine whose journal is our own database. It looks for runs that are due and has them carried: intent, call, outcome,
 * each in its own transaction. Whatever kills the process, the journal says how far it came. Who carries is exchangeable:
 * this process, or a distributed engine that calls back wherever it likes.
 */

import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import type { EvidenceActor } from '../domain/evidence.js';
import type { RunId, WorkspaceId } from '../domain/ids.js';
import type { Run } from '../domain/run.js';
import type { Step } from '../domain/step.js';
import type { DueRun, Timer, Tx } from '../domain/store-port.js';
import { RunBook } from './book.js';
import { ToolCatalog } from './catalog.js';
import { ClockJumps } from './clock-jumps.js';
import type { Engine, RunState } from './engine.js';
import type { EngineProblems, JournalEngineOptions } from './engine-options.js';
import { EngineTroubles } from './engine-troubles.js';
import { FairTurns } from './fair-turns.js';
import { freeRuns } from './lease.js';
import { type Carrier, LocalCarrier } from './local-carrier.js';
import type { MadeCall } from './make-call.js';
import { Places } from './places.js';
import { saveRun } from './relatives.js';
import { applySignal, type Signal } from './signal.js';
import { fireTimer } from './sweep.js';

/** Calls that one server is given at once where nobody said otherwise. */
const usualCalls = 32;

export class JournalEngine implements Engine {
  readonly catalog: ToolCatalog;
  readonly #options: JournalEngineOptions;
  readonly #carrier: Carrier;
  readonly #active = new Map<RunId, Promise<void>>();
  readonly #places: Places;
  /** Runs were left alone because there were enough of them. */
  #crowded = false;
  readonly #troubles: EngineTroubles;
  readonly #stopping = new AbortController();
  #running = false;
  #freed = false;
  readonly #jumps: ClockJumps;
  readonly #callListeners = new Set<(made: MadeCall) => void>();
  #wake: (() => void) | undefined;
  #poked = false;
  #loop: Promise<void> = Promise.resolve();
  #unsubscribe: () => void = () => {};

  constructor(options: JournalEngineOptions) {
    this.#options = options;
    this.#troubles = new EngineTroubles(options);
    const { downstream, surroundings, catalogMaxAgeMs = 2000, concurrentCalls = {}, mostOpen = 256 } = options;
    this.catalog = new ToolCatalog(downstream, surroundings.now, catalogMaxAgeMs);
    this.#places = new Places(mostOpen, options.concurrentRuns);
    this.#jumps = new ClockJumps(surroundings, options.graceMs ?? 60_000, (fault, about) =>
      this.#troubles.tell(fault, about),
    );
    const calls = new Map(Object.entries(concurrentCalls));
    const turns = new FairTurns((server) => calls.get(server) ?? usualCalls);
    const onWaiting = (): void => {
      if (this.#crowded) this.poke();
    };
    const onAway = (error: unknown): void => this.#troubles.databaseFailed(error);
    const onCall = (made: MadeCall): void => {
      for (const listener of this.#callListeners) listener(made);
    };
    const own = { ...options, catalog: this.catalog, turns, onWaiting, onAway, onCall };
    this.#carrier = options.carrier?.(own) ?? new LocalCarrier(own);
  }

  async start(tx: Tx, run: Run): Promise<void> {
    const book = RunBook.begin(tx, run);
    await book.save();
  }

  async signal(tx: Tx, runId: RunId, signal: Signal, actor?: EvidenceActor): Promise<RunState> {
    const book = await RunBook.open(tx, runId);
    await applySignal(book, signal, actor);
    await saveRun(book);
    return { run: book.run, steps: book.steps };
  }

  async cancel(
    tx: Tx,
    runId: RunId,
    by: { readonly actor: EvidenceActor; readonly reason?: string },
  ): Promise<RunState> {
    const { actor, reason } = by;
    const signal = { kind: 'cancel', by: actor.id, ...(reason === undefined ? {} : { reason }) } as const;
    const state = await this.signal(tx, runId, signal, actor);
    this.#carrier.cancel(runId);
    return state;
  }

  query(workspaceId: WorkspaceId, runId: RunId): Promise<RunState | undefined> {
    return this.#options.store.read(workspaceId, async (tables) => {
      const run = await tables.runs.get(runId);
      return run === undefined ? undefined : { run, steps: await tables.steps.find({ where: { run_id: runId } }) };
    });
  }

  async history(workspaceId: WorkspaceId, runId: RunId): Promise<readonly Step['attempts'][number][]> {
    const state = await this.query(workspaceId, runId);
    const attempts = (state?.steps ?? []).flatMap((step) => step.attempts);
    return attempts.sort((a, b) => a.intentAt - b.intentAt);
  }

  get activeRuns(): number {
    return this.#active.size;
  }

  get problems(): EngineProblems {
    return this.#troubles.counts;
  }

  /** How often the clock of the machine has jumped. */
  get clockJumps(): number {
    return this.#jumps.count;
  }

  /** Hears of every call that a run made here. */
  onCall(listener: (made: MadeCall) => void): void {
    this.#callListeners.add(listener);
  }

  get isRunning(): boolean {
    return this.#running;
  }

  run(): void {
    if (this.#running) return;
    this.#running = true;
    this.#unsubscribe = this.#options.store.onCommit(() => this.poke());
    this.#loop = this.#keepLooking();
  }

  /** Looks now instead of at the next turn. */
  poke(): void {
    this.#poked = true;
    this.#wake?.();
  }

  async stop(): Promise<void> {
    this.#running = false;
    this.#unsubscribe();
    this.#stopping.abort();
    this.poke();
    await this.#loop;
    this.#jumps.end();
    this.#carrier.drain();
    await Promise.all(this.#active.values());
  }

  /** Goes on until nothing is due and nothing is under way. For tests and for command lines that wait. */
  async runUntilIdle(): Promise<void> {
    while ((await this.#look()) > 0 || this.#active.size > 0) {
      if (this.#active.size > 0) await Promise.race(this.#active.values());
    }
  }

  async #keepLooking(): Promise<void> {
    while (this.#running) {
      this.#poked = false;
      try {
        await this.#look();
        this.#troubles.databaseWorks('read');
      } catch (error) {
        this.#troubles.databaseFailed(error, 'read');
      }
      await this.#rest();
    }
  }

  /** Fires what is due and takes up runs; gives how much there was. */
  async #look(): Promise<number> {
    const { store, surroundings } = this.#options;
    const now = surroundings.now();
    await this.#free(now);
    const due = await store.dueTimers(now, 100 + this.#troubles.timers);
    const timers = due.filter((timer) => !this.#troubles.isPausing(timer, now) && !this.#jumps.excuses(timer, now));
    for (const timer of timers) await this.#fire(timer);
    return timers.length + (await this.#takeUpDue(now));
  }

  /** As many as there is room for, one of each workspace in turn. */
  async #takeUpDue(now: number): Promise<number> {
    const { concurrency = 32 } = this.#options;
    const waiting = [...this.#active.keys()].filter((runId) => this.#carrier.isWaiting?.(runId)).length;
    const room = Math.min(concurrency - (this.#active.size - waiting), this.#places.free);
    this.#crowded = room <= 0;
    if (room <= 0) return 0;
    const due = await this.#dueRuns(now, room);
    let taken = 0;
    for (const run of this.#places.inTurn(due)) {
      if (taken === room || !this.#places.hasRoomFor(run)) this.#crowded = true;
      else {
        this.#takeUp(run);
        taken += 1;
      }
    }
    return taken;
  }

  /** The first few of every workspace: those whose rows fill a page are passed over to see who else is there. */
  async #dueRuns(now: number, room: number): Promise<readonly DueRun[]> {
    const size = room + this.#active.size + this.#troubles.runs.size;
    const passed = new Set(this.#places.full());
    const found: DueRun[] = [];
    for (;;) {
      const page = await this.#options.store.dueRuns(now, size, [...passed], this.#jumps.leasesAt(now));
      found.push(...page.filter(({ runId }) => !this.#active.has(runId) && !this.#troubles.runs.isPausing(runId, now)));
      if (page.length < size) return found;
      for (const { workspaceId } of page) passed.add(workspaceId);
    }
  }

  /** One timer that cannot be fired keeps nothing else from being done. */
  async #fire(timer: Timer): Promise<void> {
    try {
      await fireTimer(this.#options.store, timer);
      this.#troubles.fired(timer);
    } catch (error) {
      this.#troubles.timerFailed(timer, error);
    }
  }

  /** Once is enough: whoever is certainly dead was so before we began. */
  async #free(now: number): Promise<void> {
    const { store, isGone } = this.#options;
    if (this.#freed || isGone === undefined) return;
    await freeRuns(store, now, isGone);
    this.#freed = true;
  }

  #takeUp(run: DueRun): void {
    const { workspaceId, runId } = run;
    const key = { workspaceId, runId };
    this.#places.enter(run);
    const done = this.#carrier
      .carry(key)
      .then(() => {
        this.#troubles.runs.forget(runId);
        this.#troubles.databaseWorks('write');
      })
      .catch((error: unknown) => this.#troubles.runFailed(key, error))
      .finally(() => {
        this.#active.delete(runId);
        this.#places.leave(run);
        this.poke();
      });
    this.#active.set(runId, done);
  }

  /** Always lets everything else in the process have a turn, however much there is to do. */
  async #rest(): Promise<void> {
    await turn();
    const { store, surroundings, pollMs = 500 } = this.#options;
    const now = surroundings.now();
    const pause = (this.#troubles.databaseUntil ?? now) - now;
    if (pause > 0) return this.#pause(pause, this.#stopping.signal);
    if (this.#poked || !this.#running) return;
    const next = await store.nextDue().catch(() => undefined);
    const controller = new AbortController();
    this.#wake = () => controller.abort();
    if (this.#poked) return;
    await this.#pause(Math.min(pollMs, Math.max(5, this.#notBefore(next ?? Infinity) - now)), controller.signal);
    this.#wake = undefined;
  }

  /** What is due and pauses is not worth waking up for before its pause is over. */
  #notBefore(due: number): number {
    const pausing = [...this.#troubles.next(), this.#jumps.until].filter((time) => time !== undefined);
    return pausing.length === 0 ? due : Math.max(due, Math.min(...pausing));
  }

  async #pause(milliseconds: number, signal: AbortSignal): Promise<void> {
    await sleep(milliseconds, undefined, { signal }).catch(() => {});
  }
}
