import type { Webhook } from '../domain/event.js';
import { type Delivery, deliverTo } from './webhook-delivery.js';

type Delivering = Omit<Delivery, 'sealer' | 'signal'> & { readonly sealer: Delivery['sealer'] | undefined };

/** Sends after commits, and looks again now and then for retries that are due. Every receiver is served by itself. */
export class WebhookSender {
  readonly #delivering: Delivering;
  readonly #underWay = new Map<string, Promise<unknown>>();
  readonly #stopping = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<unknown> = Promise.resolve();
  #queued = false;
  #unsubscribe: () => void = () => {};

  constructor(delivering: Delivering) {
    this.#delivering = delivering;
  }

  /** Without a key no webhook can be made, and none that is there can be signed. */
  run(): void {
    if (this.#delivering.sealer === undefined) return;
    this.#unsubscribe = this.#delivering.store.onCommit(() => this.#soon());
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
      const { store, now } = this.#delivering;
      // A database that is away is the engine's news; the next look tries again.
      for (const due of await store.dueWebhooks(now()).catch(() => [])) this.#begin(due);
    });
  }

  /** A receiver that is being served is not begun a second time: it goes on by itself while there is more. */
  #begin(webhook: Webhook): void {
    const { webhookId } = webhook;
    const { sealer, ...rest } = this.#delivering;
    if (sealer === undefined || this.#underWay.has(webhookId)) return;
    const delivery = { ...rest, sealer, signal: this.#stopping.signal };
    const serving = deliverTo(delivery, webhook)
      .catch(() => 0)
      .then((arrived) => {
        this.#underWay.delete(webhookId);
        if (arrived > 0) this.#soon();
      });
    this.#underWay.set(webhookId, serving);
  }
}
