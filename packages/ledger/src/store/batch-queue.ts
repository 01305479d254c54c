/**
 * Gathers what is asked for in the same turn of the event loop and hands it over as one batch, in order. A commit costs
 * a disk sync whatever its size, so a thousand concurrent appends then cost a few syncs instead of a thousand.
 */
export class BatchQueue<Item, Result> {
  readonly #write: (items: readonly Item[]) => readonly Result[];
  #waiting: Waiting<Item, Result>[] = [];

  constructor(write: (items: readonly Item[]) => readonly Result[]) {
    this.#write = write;
  }

  /** Resolves with one result per item, in order, once the batch was written. */
  push(items: readonly Item[]): Promise<readonly Result[]> {
    return new Promise((resolve, reject) => {
      if (this.#waiting.length === 0) setImmediate(() => this.flush());
      this.#waiting.push({ items, resolve, reject });
    });
  }

  flush(): void {
    const batch = this.#waiting;
    this.#waiting = [];
    if (batch.length === 0) return;
    try {
      const results = this.#write(batch.flatMap(({ items }) => items));
      let from = 0;
      for (const { items, resolve } of batch) {
        resolve(results.slice(from, from + items.length));
        from += items.length;
      }
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }
}

interface Waiting<Item, Result> {
  readonly items: readonly Item[];
  resolve(results: readonly Result[]): void;
  reject(error: unknown): void;
}
