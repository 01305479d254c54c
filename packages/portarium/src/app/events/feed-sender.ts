import type { Subscriber } from '../../domain/event.js';
import type { Store } from '../../domain/store-port.js';
import { isAway } from '../../faults.js';
import { deliverTo, type Outlet } from './feed-delivery.js';

interface Sending<S extends Subscriber> {
  readonly store: Store;
  readonly now: () => number;
  readonly outlet: Outlet<S>;
  /** Told what goes wrong on our side; what a receiver says is kept with the subscriber. */
  readonly onProblem?: ((error: unknown) => void) | undefined;
}

/** Sends after commits, and looks again now and then for what is due by time. Every receiver is served by itself. */
export class FeedSender<S extends Subscriber> {
  readonly #sending: Sending<S>;
  readonly #underWay = new Map<string, Promise<unknown>>();
  readonly #stopping = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<unknown> = Promise.resolve();
  #queued = false;
  #unsubscribe: () => void = () => {};

  constructor(sending: Sending<S>) {
    this.#sending = sending;
  }

  run(): void {
    this.#unsubscribe = this.#sending.store.onCommit(() => this.#soon());
    this.#timer = setInterval(() => this.#soon(), 1000);
    this.#timer.unref();
  }

  /** What is under way is broken off: a receiver that takes its time gets the event again later. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#unsubscribe();
    this.#stopping.abort();
    await this.#looking;
    await Promise.all(this.#underWay.values());
  }

  /** One look at a time; what is committed during a look gets the next one. */
  #soon(): void {
    if (this.#queued || this.#stopping.signal.aborted) return;
    this.#queued = true;
    this.#looking = this.#looking.then(async () => {
      this.#queued = false;
      const { outlet, now } = this.#sending;
      // A database that is away is the engine's news; the next look tries again.
      for (const due of await outlet.due(now()).catch(() => [])) this.#begin(due);
    });
  }

  /** A receiver that is being served is not begun a second time: it goes on by itself while there is more. */
  #begin(subscriber: S): void {
    const { onProblem, ...rest } = this.#sending;
    const key = JSON.stringify([subscriber.workspaceId, rest.outlet.keyOf(subscriber)]);
    if (this.#underWay.has(key)) return;
    const serving = deliverTo({ ...rest, signal: this.#stopping.signal }, subscriber)
      .catch((error: unknown) => {
        if (!isAway(error)) onProblem?.(error);
        return 0;
      })
      .then((arrived) => {
        this.#underWay.delete(key);
        if (arrived > 0) this.#soon();
      });
    this.#underWay.set(key, serving);
  }
}
