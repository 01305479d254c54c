import { isTerminal } from '../domain/run.js';
import type { Store } from '../domain/store-port.js';
import { openWorkItem } from '../steps/open-work-item.js';
import { RunBook } from './book.js';
import { settleLease } from './lease.js';
import { recover } from './recover.js';
import { saveRun } from './relatives.js';
import { settingsOf } from './settings.js';
import { settleStatus } from './settle-status.js';
import type { RunKey } from './workflow-context.js';

/**
 * Stops a run that the engine cannot carry, whatever it tries, until a person has looked and resumes it. What it had
 * under way is judged as if its engine had died, because that is what happened.
 */
export async function blockRun(store: Store, { workspaceId, runId }: RunKey, because: string): Promise<void> {
  await store.transact(workspaceId, async (tx) => {
    const book = await RunBook.open(tx, runId);
    const { run } = book;
    if (isTerminal(run.status) || run.stopped !== undefined) return;
    book.changeRun({ epoch: run.epoch + 1, stopped: because });
    await recover(book, () => false);
    const { workItemId } = await openWorkItem(tx, book.run, undefined, {
      kind: 'blocked-run',
      title: `The engine cannot carry this run: ${because}`.slice(0, 500),
      instructions: 'Nothing is lost. Remove the reason, then resume the run; or cancel it.',
    });
    book.evidence({
      category: 'Run',
      type: 'RunBlocked',
      summary: 'The engine failed at this run again and again, and stopped it.',
      links: { workItemId },
      detail: { because },
    });
    book.emit('run.RunBlocked', { because, workItemId });
    settleStatus(book, await settingsOf(tx));
    settleLease(book, false);
    await saveRun(book);
  });
}
