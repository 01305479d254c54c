import { callChain, engineActor } from '../../domain/evidence.js';
import { isoTime } from '../../domain/surroundings.js';
import { signingOf } from '../../store/signing.js';
import type { Deps } from '../deps.js';

/** How signing goes in this process. */
export interface SigningHealth {
  readonly failures: number;
  /** What stands in the way at the moment, by chain. */
  readonly problems: Readonly<Record<string, string>>;
}

interface CheckpointerOptions {
  readonly everyMs?: number | undefined;
  readonly onProblem?: ((error: unknown) => void) | undefined;
}

/** Signs where every chain stands, now and then and at the end, so that a tail that was cut off is noticed. */
export class Checkpointer {
  readonly #deps: Deps;
  readonly #options: CheckpointerOptions;
  readonly #problems = new Map<string, string>();
  readonly #recorded = new Map<string, string>();
  #failures = 0;
  #timer: NodeJS.Timeout | undefined;
  #signing: Promise<void> = Promise.resolve();

  constructor(deps: Deps, options: CheckpointerOptions = {}) {
    this.#deps = deps;
    this.#options = options;
  }

  get health(): SigningHealth {
    return { failures: this.#failures, problems: Object.fromEntries(this.#problems) };
  }

  run(): void {
    if (this.#deps.signer === undefined) return;
    this.#timer = setInterval(() => this.#soon(), this.#options.everyMs ?? 600_000);
    this.#timer.unref();
  }

  async stop(): Promise<void> {
    if (this.#timer === undefined) return;
    clearInterval(this.#timer);
    this.#soon();
    await this.#signing;
  }

  #soon(): void {
    this.#signing = this.#signing
      .then(() => this.#signAll())
      .catch((error: unknown) => {
        this.#count(error);
      });
  }

  /** One chain that cannot be signed does not keep the others from it, nor does a refusal that cannot be recorded. */
  async #signAll(): Promise<void> {
    for (const { workspaceId } of await this.#deps.store.workspaces()) {
      await this.#sign(workspaceId, workspaceId);
      await this.#sign(callChain(workspaceId), workspaceId);
    }
  }

  async #sign(chain: string, workspaceId: string): Promise<void> {
    try {
      await checkpoint(this.#deps, chain);
      this.#problems.delete(chain);
      this.#recorded.delete(chain);
    } catch (error) {
      const message = this.#count(error);
      this.#problems.set(chain, message);
      await this.#recordOnce(workspaceId, chain, message).catch((failure: unknown) => this.#count(failure));
    }
  }

  #count(error: unknown): string {
    this.#failures += 1;
    this.#options.onProblem?.(error);
    return this.#deps.redact((error as Error).message);
  }

  /** In the workspace's chain, once per problem, so that whoever verifies it later knows why its end is not signed. */
  async #recordOnce(workspaceId: string, chain: string, message: string): Promise<void> {
    if (this.#recorded.get(chain) === message) return;
    if ((await signingOf(this.#deps.store.ledger, workspaceId)).problem?.message !== message)
      await this.#record(workspaceId, chain, message);
    this.#recorded.set(chain, message);
  }

  async #record(workspaceId: string, chain: string, message: string): Promise<void> {
    await this.#deps.store.transact(workspaceId, async (tx) => {
      tx.evidence({
        category: 'System',
        type: 'CheckpointFailed',
        summary: 'The evidence could not be signed.',
        actor: engineActor,
        detail: { message, chain },
      });
      tx.emit({ type: 'evidence.CheckpointFailed', subject: `workspaces/${workspaceId}`, data: { message } });
    });
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
