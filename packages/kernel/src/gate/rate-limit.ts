/**
 * How many calls one caller may make: so many a minute, of which a quarter may come at once, so that a burst passes and a
 * flood does not. Counted where all calls pass, whatever the transport.
 */
import { Fault } from '../fault.js';
import type { Identity } from '../identity.js';

/** From this many on those who have been quiet are forgotten; it makes no difference to them. */
const mostRemembered = 10_000;

export interface RateLimitOptions {
  /** Milliseconds that never go backwards. */
  readonly now?: () => number;
  /** Whose calls are not counted: those that a neighbour in the same process makes for callers that were. */
  readonly isFree?: (caller: Identity) => boolean;
}

export class RateLimit {
  readonly #perMinute: number;
  /** How long one call takes up its caller's time, and how far ahead a caller may be. */
  readonly #callMs: number;
  readonly #aheadMs: number;
  readonly #now: () => number;
  readonly #isFree: (caller: Identity) => boolean;
  /** Until when the calls that each caller has made take up its time. */
  readonly #busyUntil = new Map<string, number>();

  constructor(perMinute: number, { now = () => performance.now(), isFree = () => false }: RateLimitOptions = {}) {
    this.#perMinute = perMinute;
    this.#callMs = 60_000 / perMinute;
    this.#aheadMs = Math.max(1, Math.floor(perMinute / 4)) * this.#callMs;
    this.#now = now;
    this.#isFree = isFree;
  }

  /** The fault of a call too many; undefined for one that may pass, which is counted. */
  take(caller: Identity): Fault<'RateLimited'> | undefined {
    if (this.#isFree(caller)) return undefined;
    const now = this.#now();
    const name = JSON.stringify([caller.workspaces ?? [], caller.subject]);
    const until = Math.max(now, this.#busyUntil.get(name) ?? 0) + this.#callMs;
    const retryAfterMs = Math.ceil(until - now - this.#aheadMs);
    if (retryAfterMs > 0) return this.#tooMany(caller, retryAfterMs);
    if (this.#busyUntil.size >= mostRemembered) this.#forgetQuiet(now);
    this.#busyUntil.set(name, until);
    return undefined;
  }

  #tooMany({ subject }: Identity, retryAfterMs: number): Fault<'RateLimited'> {
    return new Fault('RateLimited', `"${subject}" calls more often than ${this.#perMinute} times a minute.`, {
      context: { retryAfterMs },
      suggestion: `Wait ${Math.ceil(retryAfterMs / 1000)} s, and then call less often.`,
    });
  }

  #forgetQuiet(now: number): void {
    for (const [name, until] of this.#busyUntil) if (until <= now) this.#busyUntil.delete(name);
  }
}
