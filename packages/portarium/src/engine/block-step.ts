import type { Step } from '../domain/step.js';
import { openWorkItem } from '../steps/open-work-item.js';
import type { RunBook } from './book.js';

/** Stops the run at this step until a person has done something about it; says what in a work item. */
export async function blockStep(book: RunBook, step: Step, because: string): Promise<void> {
  const { stepId, actionId } = step;
  if (step.state === 'Blocked' && step.blockedBecause === because) return;
  const item = await openWorkItem(book.tx, book.run, step, {
    kind: 'blocked-run',
    title: `Step "${stepId}" is stopped: ${because}`,
    instructions: 'Remove the reason, then resume the run; or cancel it.',
  });
  book.move(stepId, { state: 'Blocked', blockedBecause: because, workItemId: item.workItemId });
  book.evidence({
    category: 'Policy',
    type: 'StepBlocked',
    summary: 'A step was stopped before it was dispatched.',
    links: { stepId, workItemId: item.workItemId },
    detail: { because },
  });
  book.emit('action.ActionBlocked', { stepId, because }, actionId);
}
