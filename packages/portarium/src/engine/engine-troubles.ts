/**
 * What goes wrong where no caller waits for an answer: counted, told, and left alone for longer and longer. A run at which
 * the engine fails again and again is stopped in the end, so that a person sees it and no other run waits for it.
 */
import { wellFormed } from '../domain/invalid-value.js';
import type { Timer } from '../domain/store-port.js';
import { Fault, isAway } from '../faults.js';
import { blockRun } from './block-run.js';
import type { EngineProblems, JournalEngineOptions } from './engine-options.js';
import { Setbacks } from './setbacks.js';
import type { RunKey } from './workflow-context.js';

type About = Readonly<Record<string, unknown>>;
type Options = Pick<JournalEngineOptions, 'store' | 'surroundings' | 'patience' | 'onProblem'>;

export class EngineTroubles {
  readonly runs = new Setbacks({ firstMs: 200, longestMs: 30_000 });
  readonly #timers = new Setbacks({ firstMs: 1000, longestMs: 60_000 });
  readonly #database = new Setbacks({ firstMs: 100, longestMs: 2000 });
  readonly #options: Options;
  #failures = 0;
  #blocked = 0;

  constructor(options: Options) {
    this.#options = options;
  }

  get counts(): EngineProblems {
    return { failures: this.#failures, pausing: this.runs.size + this.#timers.size, blocked: this.#blocked };
  }

  /** How many timers are left alone. */
  get timers(): number {
    return this.#timers.size;
  }

  /** Until when the database is left alone, if it is. */
  get databaseUntil(): number | undefined {
    return this.#database.last();
  }

  /** When the first run or timer that is left alone is tried again. */
  next(): readonly number[] {
    return [this.runs.next(), this.#timers.next()].filter((time) => time !== undefined);
  }

  isPausing(timer: Timer, now: number): boolean {
    return this.#timers.isPausing(nameOf(timer), now);
  }

  fired(timer: Timer): void {
    this.#timers.forget(nameOf(timer));
  }

  timerFailed(timer: Timer, error: unknown): void {
    if (isAway(error)) throw error;
    const { kind, target, workspaceId } = timer;
    const setback = this.#timers.add(nameOf(timer), this.#now());
    this.#report(error, { timer: kind, target, workspaceId, ...setback });
  }

  /** The database took, or gave, what was asked of it. */
  databaseWorks(at: 'read' | 'write'): void {
    this.#database.forget(at);
  }

  /** Told at the first failure, and again whenever the pause has grown. */
  databaseFailed(error: unknown, at: 'read' | 'write' = 'write'): void {
    const now = this.#now();
    if (!this.#database.isPausing(at, now)) this.#report(error, { ...this.#database.add(at, now) });
  }

  /** Losing a run to another engine is part of the plan, and a database that is away is nobody's fault. */
  async runFailed(key: RunKey, error: unknown): Promise<void> {
    if (error instanceof Fault && error.kind === 'StaleLease') return;
    if (isAway(error)) return this.databaseFailed(error);
    const { store, patience = 8 } = this.#options;
    const setback = this.runs.add(key.runId, this.#now());
    this.#report(error, { ...key, ...setback });
    if (setback.failures < patience) return;
    try {
      await blockRun(store, key, wellFormed((error as Error).message));
      this.#blocked += 1;
      this.runs.forget(key.runId);
    } catch (failure) {
      this.#report(failure, { ...key, while: 'stopping the run' });
    }
  }

  tell(error: unknown, about: About): void {
    this.#options.onProblem?.(error, about);
  }

  #report(error: unknown, about: About): void {
    this.#failures += 1;
    this.tell(error, about);
  }

  #now(): number {
    return this.#options.surroundings.now();
  }
}

const nameOf = ({ workspaceId, kind, target }: Timer): string => `${workspaceId} ${kind} ${target}`;
