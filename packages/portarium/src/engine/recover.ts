import { lastError, type Step } from '../domain/step.js';
import type { RunBook } from './book.js';
import { closeAttempt, recordUnknown } from './outcome.js';

/**
 * A run that changed hands may hold attempts of an owner that is gone. What certainly did not leave, and what may be
 * repeated, becomes ready again; what left and must not be repeated becomes a question for a person. The same goes for
 * attempts of this owner that nobody carries: their commit was taken for a failure.
 */
export async function recover(book: RunBook, isCarried: (step: Step) => boolean): Promise<void> {
  for (const step of book.inFlight) {
    const last = step.attempts.at(-1);
    if (last === undefined || (last.epoch >= book.run.epoch && isCarried(step))) continue;
    const left = last.dispatchedAt !== undefined;
    const error = {
      kind: 'EngineStopped',
      message: 'The engine stopped while the call was under way.',
      retryable: true,
    };
    if (left && step.call?.effect === 'nonIdempotent') {
      await recordUnknown(book, step, error);
      continue;
    }
    closeAttempt(book, step, { outcome: 'abandoned', error });
    book.move(step.stepId, { state: 'Pending', ...lastError(step) });
    book.evidence({
      category: 'Action',
      type: 'AttemptAbandoned',
      summary: left ? 'A call that may be repeated will be made again.' : 'A call that had not left will be made.',
      links: { stepId: step.stepId },
      detail: { attempt: last.attempt, left },
    });
  }
}
