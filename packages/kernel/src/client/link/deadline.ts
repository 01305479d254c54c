import { onAbort } from '../../essentials/on-abort.js';
import { LightSignal } from './light-signal.js';

/** What a timer can count; a longer time, such as infinity, would fire at once. */
const LONGEST_MS = 2 ** 31 - 1;

/** Why a phase ended before its work did. */
export type Expiry =
  | { readonly why: 'silent'; readonly ms: number }
  | { readonly why: 'total'; readonly ms: number }
  | { readonly why: 'cancelled' };

/** Thrown by `Deadline.race`; the phase that owns the deadline turns it into a fault. */
export class Expired extends Error {
  readonly expiry: Expiry;

  constructor(expiry: Expiry) {
    super(expiry.why === 'cancelled' ? 'cancelled by the caller' : `no answer within ${expiry.ms} ms`);
    this.expiry = expiry;
  }
}

export interface DeadlineLimits {
  /** Time without any sign of life. */
  readonly silentMs: number;
  /** Time in all, whatever happens. */
  readonly totalMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * An outer limit around one phase. It does not trust the work to notice: the race is lost at the limit even when the work
 * never settles, and `signal` tells the work to stop trying.
 */
export class Deadline {
  readonly #limits: DeadlineLimits;
  readonly #stop = new LightSignal();
  readonly #onAbort = (): void => this.#expire({ why: 'cancelled' });
  #start = performance.now();
  #heldSince: number | undefined;
  #timer: NodeJS.Timeout | undefined;
  #forget: (() => void) | undefined;
  #reject: ((error: Expired) => void) | undefined;
  #expired: Expired | undefined;

  readonly #running: Set<Deadline> | undefined;

  /** `running` holds the deadline until it is disposed of, so that an owner can hold all of them. */
  constructor(limits: DeadlineLimits, running?: Set<Deadline>) {
    this.#limits = limits;
    this.#running = running;
    running?.add(this);
    if (limits.signal?.aborted) this.#onAbort();
    else if (limits.signal !== undefined) this.#forget = onAbort(limits.signal, this.#onAbort);
    if (this.#expired === undefined) this.touch();
  }

  get signal(): AbortSignal {
    return this.#stop.asAbortSignal();
  }

  /** A sign of life: the silence starts anew, within the total. */
  touch(): void {
    const { silentMs, totalMs } = this.#limits;
    if (this.#expired !== undefined || this.#heldSince !== undefined) return;
    const leftMs = totalMs === undefined ? Number.POSITIVE_INFINITY : totalMs - (performance.now() - this.#start);
    if (this.#timer !== undefined && leftMs > silentMs) {
      this.#timer.refresh();
      return;
    }
    clearTimeout(this.#timer);
    const total = leftMs <= silentMs && totalMs !== undefined;
    const expiry: Expiry = total ? { why: 'total', ms: totalMs } : { why: 'silent', ms: silentMs };
    this.#timer = setTimeout(() => this.#expire(expiry), Math.max(0, Math.min(silentMs, leftMs, LONGEST_MS)));
  }

  /** Stops the clock while somebody on our side thinks: a person who fills in a form is not a silent server. */
  hold(): void {
    this.#heldSince ??= performance.now();
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  resume(): void {
    if (this.#heldSince === undefined) return;
    this.#start += performance.now() - this.#heldSince;
    this.#heldSince = undefined;
    this.touch();
  }

  async race<Value>(work: Promise<Value>): Promise<Value> {
    if (this.#expired !== undefined) {
      work.catch(() => undefined);
      throw this.#expired;
    }
    return new Promise<Value>((resolve, reject) => {
      this.#reject = reject;
      work.then(resolve, reject);
    });
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#forget?.();
    this.#running?.delete(this);
  }

  #expire(expiry: Expiry): void {
    this.#expired = new Expired(expiry);
    this.dispose();
    // The race is settled first: the work may react to the signal with an error that says less.
    this.#reject?.(this.#expired);
    this.#stop.abort(this.#expired.message);
  }
}
