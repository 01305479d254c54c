import type { Sealer } from '../domain/sealer.js';
import type { Store } from '../domain/store-port.js';
import type { Surroundings } from '../domain/surroundings.js';
import { deliverWebhooks, type Post } from './webhooks.js';

const fetchPost: Post = async (url, init) => {
  const response = await fetch(url, { method: 'POST', redirect: 'error', ...init });
  await response.body?.cancel();
  return { status: response.status };
};

/** Sends after commits, and looks again now and then for retries that are due. */
export class WebhookSender {
  readonly #store: Store;
  readonly #surroundings: Surroundings;
  readonly #sealer: Sealer | undefined;
  readonly #post: Post;
  #timer: NodeJS.Timeout | undefined;
  #sending: Promise<unknown> = Promise.resolve();
  #queued = false;
  #unsubscribe: () => void = () => {};

  constructor(store: Store, surroundings: Surroundings, sealer: Sealer | undefined, post: Post = fetchPost) {
    this.#store = store;
    this.#surroundings = surroundings;
    this.#sealer = sealer;
    this.#post = post;
  }

  /** Without a key no webhook can be made, and none that is there can be signed. */
  run(): void {
    if (this.#sealer === undefined) return;
    this.#unsubscribe = this.#store.onCommit(() => this.#soon());
    this.#timer = setInterval(() => this.#soon(), 1000);
    this.#timer.unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#unsubscribe();
    await this.#sending;
  }

  /** One round at a time; what is committed during a round gets the next one. */
  #soon(): void {
    const sealer = this.#sealer;
    if (this.#queued || sealer === undefined) return;
    this.#queued = true;
    this.#sending = this.#sending.then(async () => {
      this.#queued = false;
      // A database that is away is the engine's news; the next round tries again.
      const { now } = this.#surroundings;
      await deliverWebhooks({ store: this.#store, sealer, now, post: this.#post }).catch(() => {});
    });
  }
}
