/**
 * How those who compute for long hear that they shall stop. A thread that solves one problem after the other hears nothing of
 * the world: signals, timers and messages wait for its event loop. So it gives the loop a turn now and then, between two
 * problems.
 */

/** Longer than this nobody's wish waits, but for the problem under way. */
const turnMs = 50;
/** The clock is worth a look this often; asking it costs as much as a part of a small problem. */
const lookMs = 10;
/** Problems between two looks at most: the next ones may be much larger. */
const mostBetween = 64;

/** A pass was told to stop before its end; nothing of it is of use. */
export class PassStopped extends Error {}

/** Asked between two problems. */
export interface Heed {
  isDue(): boolean;
  /** To be waited for when it is due; throws `PassStopped` when the pass is wanted no more. */
  look(): Promise<void>;
}

/** For those whom nobody can stop. */
export const heedless: Heed = { isDue: () => false, look: async () => {} };

/** Gives the event loop its turns. */
export class Turns {
  #between = 1;
  #left = 1;
  #lookedAt = performance.now();
  #turnAt = this.#lookedAt;

  isDue(): boolean {
    if (--this.#left > 0) return false;
    const now = performance.now();
    const each = (now - this.#lookedAt) / this.#between;
    this.#between = Math.max(1, Math.min(mostBetween, 2 * this.#between, Math.floor(lookMs / each)));
    this.#left = this.#between;
    this.#lookedAt = now;
    return now - this.#turnAt >= turnMs;
  }

  async give(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    this.#lookedAt = performance.now();
    this.#turnAt = this.#lookedAt;
  }
}

/** Whoever was given a signal stops when it is aborted. */
export function heedOf(signal: AbortSignal | undefined): Heed {
  if (signal === undefined) return heedless;
  const turns = new Turns();
  return {
    isDue: () => turns.isDue(),
    async look() {
      await turns.give();
      if (signal.aborted) throw new PassStopped();
    },
  };
}
