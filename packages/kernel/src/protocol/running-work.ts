import { setTimeout as sleep } from 'node:timers/promises';

/** Handlers that have not settled, so that a shutdown can let them write their checkpoint first. */
export class RunningWork {
  #count = 0;
  readonly #waiting = new Set<() => void>();

  get count(): number {
    return this.#count;
  }

  add(work: Promise<unknown>): void {
    this.#count += 1;
    const done = (): void => this.#done();
    work.then(done, done);
  }

  /** True once nothing runs, false when that took longer than the grace. */
  async settled(graceMs: number): Promise<boolean> {
    if (this.#count === 0) return true;
    const patience = new AbortController();
    const idle = new Promise<boolean>((resolve) => {
      this.#waiting.add(() => resolve(true));
    });
    const tooLong = sleep(graceMs, false, { signal: patience.signal }).catch(() => false);
    const inTime = await Promise.race([idle, tooLong]);
    patience.abort();
    return inTime;
  }

  #done(): void {
    this.#count -= 1;
    if (this.#count > 0) return;
    for (const release of this.#waiting) release();
    this.#waiting.clear();
  }
}
