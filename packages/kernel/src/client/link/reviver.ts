import { AsyncResource } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RespawnPolicy } from '../config/options.js';
import type { Link } from './link.js';

export interface ReviverSetup {
  readonly policy: RespawnPolicy;
  /** Opens the next link; told what is known from the one before. */
  readonly open: (previous: Link | undefined) => Promise<Link>;
  /** Stops an opening that is under way. */
  readonly abandon: () => void;
  readonly onReopen: (link: Link) => void;
  readonly onEnd: (link: Link) => void;
  readonly givenUp: (ends: number) => Error;
  readonly isClosed: () => Error;
}

/**
 * Holds the current link and opens a new one when it is needed: not when the old one ends, because a server that nobody
 * asks anything need not run, but on the next request. What was under way is never repeated here; only its sender knows
 * whether that is safe.
 */
export class Reviver {
  readonly #setup: ReviverSetup;
  /** A link outlives the request that opens it: what comes over it is not to be taken for part of that request. */
  readonly #outside = AsyncResource.bind((work: () => Promise<Link>) => work());
  #current: Link | undefined;
  #previous: Link | undefined;
  #opening: Promise<Link> | undefined;
  #ends = 0;
  #lastEnd = 0;
  #closed = false;

  constructor(setup: ReviverSetup) {
    this.#setup = setup;
  }

  get closed(): boolean {
    return this.#closed;
  }

  /** The link in use, or the last one there was. */
  get latest(): Link | undefined {
    return this.#current ?? this.#previous;
  }

  live(): Promise<Link> {
    if (this.#closed) return Promise.reject(this.#setup.isClosed());
    if (this.#current !== undefined) return Promise.resolve(this.#current);
    this.#opening ??= this.#outside(() => this.#reopen()).finally(() => {
      this.#opening = undefined;
    });
    return this.#opening;
  }

  /** A request succeeded: the server is well, and ends before this one no longer count. */
  wentWell(): void {
    this.#ends = 0;
  }

  /** Gives up a link that the server has forgotten. */
  async drop(link: Link): Promise<void> {
    if (this.#current === link) this.#current = undefined;
    await link.close(true);
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#setup.abandon();
    const link = this.#current ?? (await this.#opening?.catch(() => undefined));
    await link?.close();
  }

  async #reopen(): Promise<Link> {
    const { policy, open, givenUp, isClosed } = this.#setup;
    if (this.#ends > policy.limit) throw givenUp(this.#ends);
    const delayMs = this.#delayMs();
    if (delayMs > 0) await sleep(delayMs);
    if (this.#closed) throw isClosed();
    const link = await open(this.#previous).catch((error: unknown) => {
      this.#countEnd();
      throw this.#closed ? isClosed() : error;
    });
    this.#adopt(link);
    return link;
  }

  #adopt(link: Link): void {
    const first = this.#previous === undefined;
    this.#current = link;
    this.#previous = link;
    if (!first) this.#setup.onReopen(link);
    void link.ended.then(() => {
      if (this.#current === link) {
        this.#current = undefined;
        if (!this.#closed) this.#countEnd();
      }
      this.#setup.onEnd(link);
    });
  }

  #countEnd(): void {
    this.#ends += 1;
    this.#lastEnd = performance.now();
  }

  /** The first new start is immediate; each further one waits twice as long, counted from the end. */
  #delayMs(): number {
    const { firstDelayMs, maxDelayMs } = this.#setup.policy;
    if (this.#ends < 2) return 0;
    const delay = Math.min(maxDelayMs, firstDelayMs * 2 ** (this.#ends - 2));
    return Math.max(0, this.#lastEnd + delay - performance.now());
  }
}
