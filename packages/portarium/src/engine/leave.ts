import type { StepId } from '../domain/ids.js';
import { lastError, type Step } from '../domain/step.js';
import type { RunBook } from './book.js';
import { closeAttempt } from './outcome.js';
import { settingsOf } from './settings.js';

/** The last moment at which nothing has happened yet: a cancel, a freeze, an approval that ran out or a new owner stops the call here. */
export async function leave(book: RunBook, stepId: StepId, hasTurn: boolean): Promise<boolean> {
  const step = book.step(stepId);
  const last = step.attempts.at(-1);
  const leaves = hasTurn && last !== undefined && step.state === 'Running' && (await mayLeave(book, step));
  if (leaves) {
    book.note(stepId, { attempts: [...step.attempts.slice(0, -1), { ...last, dispatchedAt: book.tx.now }] });
  } else {
    closeAttempt(book, step, { outcome: 'abandoned' });
    if (step.state === 'Running') book.move(stepId, { state: 'Pending', ...lastError(step) });
  }
  await book.save();
  return leaves;
}

async function mayLeave({ run, tx }: RunBook, { approvalId }: Step): Promise<boolean> {
  const { workspace } = await settingsOf(tx);
  if (run.ending !== undefined || run.pausedBy !== undefined || workspace.frozen !== undefined) return false;
  const approval = approvalId === undefined ? undefined : await tx.approvals.get(approvalId);
  return approval === undefined || approval.expiresAt > tx.now;
}
