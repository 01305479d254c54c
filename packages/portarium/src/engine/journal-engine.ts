/**
 * The engine whose journal is our own database. It looks for runs that are due and has them carried: intent, call, outcome,
 * each in its own transaction. Whatever kills the process, the journal says how far it came. Who carries is exchangeable:
 * this process, or a distributed engine that calls back wherever it likes.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import type { EvidenceActor } from '../domain/evidence.js';
import type { RunId, WorkspaceId } from '../domain/ids.js';
import type { Run } from '../domain/run.js';
import type { Step } from '../domain/step.js';
import type { Store, Tx } from '../domain/store-port.js';
import type { Surroundings } from '../domain/surroundings.js';
import { Fault } from '../faults.js';
import type { Downstream, HttpCaller } from '../steps/ports.js';
import { RunBook } from './book.js';
import { ToolCatalog } from './catalog.js';
import type { Engine, RunState } from './engine.js';
import { freeRuns } from './lease.js';
import { type Carrier, LocalCarrier, type LocalCarrierOptions } from './local-carrier.js';
import { saveRun } from './relatives.js';
import { applySignal, type Signal } from './signal.js';
import { fireTimer } from './sweep.js';
import type { RunKey } from './workflow-context.js';

export interface JournalEngineOptions {
  readonly store: Store;
  readonly surroundings: Surroundings;
  readonly downstream: Downstream;
  readonly http: HttpCaller;
  /** Names this process in leases. */
  readonly owner: string;
  /** Whether the engine of this name is certainly dead; nobody waits for its leases then. */
  readonly isGone?: (owner: string) => boolean;
  readonly leaseMs?: number;
  /** How long another process's work may go unnoticed. */
  readonly pollMs?: number;
  readonly concurrency?: number;
  readonly catalogMaxAgeMs?: number;
  /** How long a call that must not be repeated may go on after a cancel before it is given up. */
  readonly cancelGraceMs?: number;
  readonly onProblem?: (error: unknown) => void;
  /** This process itself when omitted. */
  readonly carrier?: (options: LocalCarrierOptions) => Carrier;
}

export class JournalEngine implements Engine {
  readonly catalog: ToolCatalog;
  readonly #options: JournalEngineOptions;
  readonly #carrier: Carrier;
  readonly #active = new Map<string, Promise<void>>();
  #running = false;
  #freed = false;
  #wake: (() => void) | undefined;
  #poked = false;
  #loop: Promise<void> = Promise.resolve();
  #unsubscribe: () => void = () => {};

  constructor(options: JournalEngineOptions) {
    this.#options = options;
    const { downstream, surroundings, catalogMaxAgeMs = 2000 } = options;
    this.catalog = new ToolCatalog(downstream, surroundings.now, catalogMaxAgeMs);
    const own = { ...options, catalog: this.catalog };
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
    this.poke();
    await this.#loop;
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
      } catch (error) {
        this.#report(error);
      }
      await this.#rest();
    }
  }

  /** Fires what is due and takes up runs; gives how much there was. */
  async #look(): Promise<number> {
    const { store, surroundings, concurrency = 32 } = this.#options;
    const now = surroundings.now();
    await this.#free(now);
    const timers = await store.dueTimers(now, 100);
    for (const timer of timers) await fireTimer(store, timer);
    const room = concurrency - this.#active.size;
    const due = room <= 0 ? [] : await store.dueRuns(now, room + this.#active.size);
    const free = due.filter(({ runId }) => !this.#active.has(runId)).slice(0, room);
    for (const key of free) this.#takeUp(key);
    return timers.length + free.length;
  }

  /** Once is enough: whoever is certainly dead was so before we began. */
  async #free(now: number): Promise<void> {
    const { store, isGone } = this.#options;
    if (this.#freed || isGone === undefined) return;
    await freeRuns(store, now, isGone);
    this.#freed = true;
  }

  #takeUp(key: RunKey): void {
    const done = this.#carrier
      .carry(key)
      .catch((error: unknown) => this.#report(error))
      .finally(() => {
        this.#active.delete(key.runId);
        this.poke();
      });
    this.#active.set(key.runId, done);
  }

  /** Losing a run to another engine is part of the plan; everything else is worth telling. */
  #report(error: unknown): void {
    if (error instanceof Fault && error.kind === 'StaleLease') return;
    this.#options.onProblem?.(error);
  }

  async #rest(): Promise<void> {
    const { store, surroundings, pollMs = 500 } = this.#options;
    if (this.#poked || !this.#running) return;
    const next = await store.nextDue().catch(() => undefined);
    const pause = Math.min(pollMs, Math.max(5, (next ?? Infinity) - surroundings.now()));
    const controller = new AbortController();
    this.#wake = () => controller.abort();
    if (this.#poked) return;
    await sleep(pause, undefined, { signal: controller.signal }).catch(() => {});
    this.#wake = undefined;
  }
}
