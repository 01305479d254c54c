/**
 * The four members of an `AbortSignal` that the SDK uses. A real one registers with the garbage collector, which made it
 * a third of the CPU of a call (bench/client-cost); this one is a field and a list.
 */
export class LightSignal {
  aborted = false;
  reason: unknown;
  readonly #listeners = new Set<() => void>();

  addEventListener(_type: 'abort', listener: () => void): void {
    this.#listeners.add(listener);
  }

  removeEventListener(_type: 'abort', listener: () => void): void {
    this.#listeners.delete(listener);
  }

  abort(reason: unknown): void {
    if (this.aborted) return;
    this.aborted = true;
    this.reason = reason;
    for (const listener of [...this.#listeners]) listener();
  }

  /** For the SDK's eyes only: nothing else may be given this in place of a real signal. */
  asAbortSignal(): AbortSignal {
    return this as unknown as AbortSignal;
  }
}
