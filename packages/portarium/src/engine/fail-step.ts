import type { RunFailure } from '../domain/run.js';
import type { Step, StepError } from '../domain/step.js';
import type { RunBook } from './book.js';
import { beginEnding } from './finish.js';

/** One failed step fails the run. */
export function failStep(book: RunBook, step: Step, error: StepError, kind: RunFailure['kind'] = 'ActionFailed'): void {
  const { stepId, actionId } = step;
  book.move(stepId, { state: 'Failed', error, endedAt: book.tx.now });
  book.evidence({
    category: 'Action',
    type: 'StepFailed',
    summary: 'A step has failed.',
    links: { stepId },
    detail: { error },
  });
  book.emit('action.ActionFailed', { stepId, error }, actionId);
  beginEnding(book, 'Failed', { kind, message: error.message, actionId });
}
