import { Fault } from '../../faults.js';
import type { Generator } from '../generator.js';

export interface RetryPolicy {
  /** How often a step is tried in all. */
  readonly tries: number;
  readonly firstWaitMs: number;
  /** No wait is longer, also when the provider asks for it. */
  readonly longestWaitMs: number;
}

export const RETRY_POLICY: RetryPolicy = { tries: 4, firstWaitMs: 500, longestWaitMs: 60_000 };

export type Sleep = (ms: number, signal: AbortSignal) => Promise<void>;

/**
 * The one place where anything is tried again: a step that failed because the provider is busy, broken or out of reach.
 * A step has no effect but its answer, so asking again is safe. The packages below are told not to retry.
 */
export function retrying(generator: Generator, sleep: Sleep, policy: RetryPolicy = RETRY_POLICY): Generator {
  return {
    model: generator.model,
    async step(request, listener, signal) {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await generator.step(request, listener, signal);
        } catch (error) {
          const waitMs = waitBefore(error, attempt, policy);
          if (waitMs === undefined || signal.aborted) throw error;
          listener.onRetry?.((error as Fault).message, waitMs);
          await sleep(waitMs, signal);
        }
      }
    },
  };
}

function waitBefore(error: unknown, attempt: number, policy: RetryPolicy): number | undefined {
  if (!(error instanceof Fault) || error.context.retry !== true || attempt >= policy.tries) return undefined;
  const asked = error.context.retryAfterMs;
  // Coming back before the time that was asked for only makes it worse.
  if (typeof asked === 'number') return asked <= policy.longestWaitMs ? asked : undefined;
  return Math.min(policy.longestWaitMs, policy.firstWaitMs * 2 ** (attempt - 1));
}
