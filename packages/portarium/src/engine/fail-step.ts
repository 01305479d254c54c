import type { RunFailure } from '../domain/run.js';
import type { Step, StepError } from '../domain/step.js';
import type { RunBook } from './book.js';
import { beginEnding } from './finish.js';

/** One failed step fails the run; a run that undoes another waits for a person instead. */
export function failStep(book: RunBook, step: Step, error: StepError, kind: RunFailure['kind'] = 'ActionFailed'): void {
  const { stepId, actionId } = step;
  if (stopsUndoing(book, step, error)) return;
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

/**
 * What comes before it may rest on it: nothing else is undone until somebody has looked and lets it be tried again. False
 * where nothing is undone, or somebody has said already that the rest is to stay as it is.
 */
export function stopsUndoing(book: RunBook, step: Step, error: StepError): boolean {
  if (book.run.compensates === undefined || book.run.ending !== undefined) return false;
  const { stepId, actionId } = step;
  const { description = stepId } = book.action(actionId);
  const because = `"${description}" failed: ${error.message}`;
  book.move(stepId, { state: 'Pending', error }, { tries: 0 });
  book.changeRun({ stopped: because });
  book.evidence({
    category: 'Action',
    type: 'CompensationFailed',
    summary: 'A call that undoes a step has failed.',
    links: { stepId },
    detail: { error },
  });
  book.emit('run.CompensationFailed', { stepId, error }, actionId);
  book.askPerson(stepId, {
    kind: 'blocked-run',
    title: `Undoing stopped: ${because}`.slice(0, 500),
    instructions:
      'Remove the reason, then resume the run: the call is made again. Or undo it by hand and cancel the run.',
  });
  return true;
}
