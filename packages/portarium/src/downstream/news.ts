/** Something may have changed: whoever waits looks again. */
export class News {
  readonly #waiting = new Set<() => void>();

  tell(): void {
    for (const go of [...this.#waiting]) go();
  }

  /** Resolves at the next news, or at the signal. */
  next(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const go = (): void => {
        this.#waiting.delete(go);
        signal.removeEventListener('abort', go);
        resolve();
      };
      this.#waiting.add(go);
      signal.addEventListener('abort', go);
      if (signal.aborted) go();
    });
  }
}
