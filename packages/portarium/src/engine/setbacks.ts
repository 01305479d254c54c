/**
 * What went wrong lately and is not worth trying at once again, by name. Kept in memory only: after a restart everything
 * gets a fresh chance, and pauses again if the reason is still there.
 */
export class Setbacks {
  readonly #known = new Map<string, { readonly failures: number; readonly until: number }>();
  readonly #firstMs: number;
  readonly #longestMs: number;

  constructor({ firstMs, longestMs }: { readonly firstMs: number; readonly longestMs: number }) {
    this.#firstMs = firstMs;
    this.#longestMs = longestMs;
  }

  /** One more failure; gives how many there were in a row and how long to leave it alone. */
  add(name: string, now: number): { readonly failures: number; readonly pauseMs: number } {
    const failures = (this.#known.get(name)?.failures ?? 0) + 1;
    const pauseMs = Math.min(this.#longestMs, this.#firstMs * 2 ** (failures - 1));
    // What has not failed for long was seen to by somebody else.
    for (const [other, { until }] of this.#known) if (until + this.#longestMs < now) this.#known.delete(other);
    this.#known.set(name, { failures, until: now + pauseMs });
    return { failures, pauseMs };
  }

  forget(name: string): void {
    this.#known.delete(name);
  }

  isPausing(name: string, now: number): boolean {
    return (this.#known.get(name)?.until ?? 0) > now;
  }

  get size(): number {
    return this.#known.size;
  }

  /** When the first of them may be tried again. */
  next(): number | undefined {
    const times = this.#times();
    return times.length === 0 ? undefined : Math.min(...times);
  }

  /** When all of them may be tried again. */
  last(): number | undefined {
    const times = this.#times();
    return times.length === 0 ? undefined : Math.max(...times);
  }

  #times(): readonly number[] {
    return [...this.#known.values()].map(({ until }) => until);
  }
}
