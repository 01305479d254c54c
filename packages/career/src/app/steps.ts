/**
 * Long work as steps: whoever has time takes them all at once, whoever serves others lets them be heard in between. The work
 * is the same, so the answer is the same byte for byte.
 */
import { careerFault } from '../faults.js';
import type { Step } from '../match/strategy.js';

export type Steps<Result> = Generator<Step, Result>;

export function atOnce<Result>(steps: Steps<Result>): Result {
  let next = steps.next();
  while (!next.done) next = steps.next();
  return next.value;
}

/** Steps of one part of a longer work, so that progress never goes back. */
export function* partOf<Result>(steps: Steps<Result>, part: number, parts: number): Steps<Result> {
  let next = steps.next();
  while (!next.done) {
    const { done, total } = next.value;
    yield { done: part + done / Math.max(1, total), total: parts };
    next = steps.next();
  }
  return next.value;
}

export interface Pace {
  readonly signal?: AbortSignal;
  readonly onProgress?: (step: Step) => void;
}

/** How long others may have to wait, in milliseconds. */
const longestStretch = 40;

export async function inTurns<Result>(steps: Steps<Result>, { signal, onProgress }: Pace): Promise<Result> {
  let since = performance.now();
  let next = steps.next();
  while (!next.done) {
    if (performance.now() - since > longestStretch) {
      onProgress?.(next.value);
      // Lets messages out and in: progress is seen, and a cancellation is heard.
      await new Promise<void>((resolve) => setImmediate(resolve));
      if (signal?.aborted) return cancelled(steps);
      since = performance.now();
    }
    next = steps.next();
  }
  return next.value;
}

/** The work hears of it where it stands, so that it can say that it failed. */
function cancelled<Result>(steps: Steps<Result>): Result {
  const fault = careerFault('CANCELLED', 'The work was cancelled; nothing of it is kept.');
  const end = steps.throw(fault);
  if (end.done) return end.value;
  throw fault;
}
