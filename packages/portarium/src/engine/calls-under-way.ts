import type { StepId } from '../domain/ids.js';
import type { Dispatch } from './write-intent.js';

interface OpenCall {
  readonly effect: Dispatch['effect'];
  readonly controller: AbortController;
  /** Ends the waiting for a turn; nothing has left by then. */
  readonly waiting: AbortController;
}

/** The calls of one run that wait for their turn or have left, and who breaks them off. */
export class CallsUnderWay {
  readonly #cancelGraceMs: number;
  readonly #calls = new Map<StepId, OpenCall>();
  #isDraining = false;

  constructor(cancelGraceMs = 10_000) {
    this.#cancelGraceMs = cancelGraceMs;
  }

  begin({ stepId, effect }: Pick<Dispatch, 'stepId' | 'effect'>): OpenCall {
    const call = { effect, controller: new AbortController(), waiting: new AbortController() };
    this.#calls.set(stepId, call);
    if (this.#isDraining) call.waiting.abort();
    return call;
  }

  end(stepId: StepId): void {
    this.#calls.delete(stepId);
  }

  /** Calls that may be repeated are broken off; one that must not be is waited for, so that its outcome is known. */
  cancel(): void {
    for (const { effect, controller, waiting } of this.#calls.values()) {
      waiting.abort();
      if (effect !== 'nonIdempotent') controller.abort();
      else setTimeout(() => controller.abort(), this.#cancelGraceMs).unref();
    }
  }

  /** What waits for its turn does not get it any more; what has left ends. */
  drain(): void {
    this.#isDraining = true;
    for (const { waiting } of this.#calls.values()) waiting.abort();
  }
}
