/** Lets a number of things happen at once; whoever comes later waits, first come first served, or gives up. */
export class Turns {
  readonly #limit: number;
  readonly #waiting: (() => void)[] = [];
  #taken = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Resolves to the function that gives the turn back, or to nothing when the signal came first. */
  async take(signal: AbortSignal): Promise<(() => void) | undefined> {
    while (this.#taken >= this.#limit) {
      if (signal.aborted) return undefined;
      await this.#next(signal);
    }
    if (signal.aborted) {
      this.#waiting.shift()?.();
      return undefined;
    }
    this.#taken += 1;
    return () => {
      this.#taken -= 1;
      this.#waiting.shift()?.();
    };
  }

  #next(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const go = (): void => {
        signal.removeEventListener('abort', stop);
        resolve();
      };
      const stop = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(go), 1);
        resolve();
      };
      this.#waiting.push(go);
      signal.addEventListener('abort', stop, { once: true });
    });
  }
}
