import type { Deps } from '../deps.js';
import { retainWhereDue } from './retention.js';

interface JanitorOptions {
  readonly everyMs?: number | undefined;
  readonly onProblem?: ((error: unknown) => void) | undefined;
}

/** Looks now and then whether a workspace wants something old to be removed by itself. */
export class Janitor {
  readonly #deps: Deps;
  readonly #options: JanitorOptions;
  #timer: NodeJS.Timeout | undefined;
  #working: Promise<void> = Promise.resolve();

  constructor(deps: Deps, options: JanitorOptions = {}) {
    this.#deps = deps;
    this.#options = options;
  }

  run(): void {
    this.#timer = setInterval(() => this.look(), this.#options.everyMs ?? 600_000);
    this.#timer.unref();
  }

  look(): Promise<void> {
    this.#working = this.#working
      .then(() => retainWhereDue(this.#deps))
      .catch((error: unknown) => this.#options.onProblem?.(error));
    return this.#working;
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#working;
  }
}
