import { readdir, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';

/** Long enough to come back to a conversation after a holiday. */
const KEPT_MS = 30 * 24 * 3_600_000;

/**
 * Takes away results that nobody has asked for in a month. Done beside the work of a session: a file that cannot be taken
 * away now is one for the next time.
 */
export async function removeOldResults(folder: string, now: Date): Promise<number> {
  const names = await readdir(folder).catch(() => []);
  const removed = await Promise.all(names.map((name) => removeIfOld(join(folder, name), now)));
  return removed.filter((each) => each).length;
}

async function removeIfOld(path: string, now: Date): Promise<boolean> {
  try {
    const found = await stat(path);
    const lastUse = Math.max(found.atimeMs, found.mtimeMs);
    if (!found.isFile() || now.getTime() - lastUse < KEPT_MS) return false;
    await unlink(path);
    return true;
  } catch {
    return false;
  }
}
