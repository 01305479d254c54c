import { isoTime } from '../domain/surroundings.js';
import type { Deps } from './deps.js';

const everyMs = 600_000;

/** Signs where every chain stands, now and then and at the end, so that a tail that was cut off is noticed. */
export class Checkpointer {
  readonly #deps: Deps;
  #timer: NodeJS.Timeout | undefined;
  #signing: Promise<void> = Promise.resolve();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  run(): void {
    if (this.#deps.signer === undefined) return;
    this.#timer = setInterval(() => this.#soon(), everyMs);
    this.#timer.unref();
  }

  async stop(): Promise<void> {
    if (this.#timer === undefined) return;
    clearInterval(this.#timer);
    this.#soon();
    await this.#signing;
  }

  #soon(): void {
    // A database that is away is the engine's news; the next turn signs more.
    this.#signing = this.#signing.then(() => this.#signAll()).catch(() => {});
  }

  async #signAll(): Promise<void> {
    for (const { workspaceId } of await this.#deps.store.workspaces()) await checkpoint(this.#deps, workspaceId);
  }
}

/** Signs the head of one chain, unless that was done already or there is nobody to sign. */
export async function checkpoint(deps: Deps, chain: string) {
  const { signer, store, surroundings } = deps;
  if (signer === undefined) return undefined;
  const { seq } = await store.ledger.head(chain);
  if (seq === 0) return undefined;
  const last = (await store.ledger.checkpoints(chain)).at(-1);
  if (last?.seq === seq && last.publicKey === signer.publicKey) return last;
  return store.ledger.checkpoint({ chain, at: isoTime(surroundings.now()), signer });
}
