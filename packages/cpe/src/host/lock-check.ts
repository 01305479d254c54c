import { cpeFault } from '../faults.js';
import { changeText, LOCK_FILE, lockChanges, lockFault, parseLock } from './lockfile.js';
import type { ListedTool } from './tool-registry.js';

export interface LockWish {
  /** The text of the lock file, undefined where there is none. */
  readonly text: string | undefined;
  /** Every difference is refused; otherwise it is a warning. */
  readonly frozen: boolean;
}

/** Compares what these servers offer with what was agreed to. */
export function compareWithLock(
  { text, frozen }: LockWish,
  tools: readonly ListedTool[],
  servers: readonly string[],
  warn: (warning: string) => void,
): void {
  if (text === undefined) {
    if (frozen)
      throw cpeFault('LockChanged', `There is no ${LOCK_FILE}.`, { suggestion: 'Make one with cpe mcp lock.' });
    return;
  }
  const changes = lockChanges(parseLock(text), tools, servers);
  if (frozen && changes.length > 0) throw lockFault(changes);
  for (const change of changes) warn(`tool differs from ${LOCK_FILE}: ${changeText(change)}`);
}
