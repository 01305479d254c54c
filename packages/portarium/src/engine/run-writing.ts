/** The transactions of one run. What they hold waits for a database that is away, and whether anything is left to write is known here. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { WorkspaceId } from '../domain/ids.js';
import type { Store, Tx } from '../domain/store-port.js';
import { isAway } from '../faults.js';

export interface RunWritingOptions {
  readonly store: Store;
  readonly workspaceId: WorkspaceId;
  /** Told when nothing is left to do here but to wait for somebody outside. */
  readonly onWaiting?: () => void;
  /** Told that something could not be written and is tried again. */
  readonly onAway?: (error: unknown) => void;
}

/** What could not be written for so long, when everything was told to stop, is judged by whoever takes the run up. */
const stopPatienceMs = 5000;

export class RunWriting {
  readonly #options: RunWritingOptions;
  #isOurs = false;
  #stoppedAt: number | undefined;
  #writing = 0;
  #outside = 0;

  constructor(options: RunWritingOptions) {
    this.#options = options;
  }

  /** Whether there is nothing to do here but to wait for somebody outside. */
  get isWaiting(): boolean {
    return this.#outside > 0 && this.#writing === 0;
  }

  get isStopped(): boolean {
    return this.#stoppedAt !== undefined;
  }

  stop(): void {
    this.#stoppedAt = performance.now();
  }

  /** From now on what is to be written of the run is nobody else's to write. */
  own(): void {
    this.#isOurs = true;
  }

  /** Once a run is ours, what is to be written of it is kept here for as long as the database is away. */
  async patiently<T>(work: (again: boolean) => Promise<T>): Promise<T> {
    const beganAt = performance.now();
    for (let tries = 0; ; tries += 1) {
      try {
        return await work(tries > 0);
      } catch (error) {
        // A call may have ended long after the stop: its outcome has the same time from then on.
        const waitedFrom = Math.max(beganAt, this.#stoppedAt ?? Number.POSITIVE_INFINITY);
        const late = performance.now() - waitedFrom > stopPatienceMs;
        if (!isAway(error) || !this.#isOurs || late) throw error;
        this.#options.onAway?.(error);
      }
      await sleep(Math.min(1000, 50 * 2 ** tries));
    }
  }

  async transact<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    this.#writing += 1;
    try {
      return await this.#options.store.transact(this.#options.workspaceId, work);
    } finally {
      this.#writing -= 1;
      if (this.isWaiting) this.#options.onWaiting?.();
    }
  }

  /** Work of somebody outside, for whom the run waits. */
  async outside<T>(work: Promise<T>): Promise<T> {
    this.#outside += 1;
    if (this.isWaiting) this.#options.onWaiting?.();
    return work.finally(() => {
      this.#outside -= 1;
    });
  }
}
