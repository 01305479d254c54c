/**
 * Where chains, streams and counters end, for as long as a group of transactions holds the lock of their workspace: asked
 * for once, and carried on from there by whoever appends.
 */
export class Tails {
  readonly #known = new Map<string, Promise<unknown>>();

  of<T>(name: string, find: () => Promise<T>): Promise<T> {
    const known = this.#known.get(name) ?? find();
    // Asked for ahead of time: whoever needs it hears of the failure, and nobody may.
    known.catch(() => {});
    this.#known.set(name, known);
    return known as Promise<T>;
  }

  set(name: string, tail: unknown): void {
    this.#known.set(name, Promise.resolve(tail));
  }

  /** What was appended since was taken back. */
  forget(): void {
    this.#known.clear();
  }
}
