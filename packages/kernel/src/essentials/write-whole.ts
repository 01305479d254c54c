import { randomBytes } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { makeFolder } from './make-folder.js';

export interface WriteWholeOptions {
  /** Who may read it; the usual when left out. */
  readonly mode?: number;
}

/**
 * A file that is there with all of its content or not at all, whenever the process or the power ends: written to a name
 * of its own first, flushed, then moved.
 */
export async function writeWhole(
  path: string,
  content: string | Uint8Array,
  { mode = 0o666 }: WriteWholeOptions = {},
): Promise<void> {
  makeFolder(dirname(path));
  const draft = `${path}.${process.pid}-${randomBytes(3).toString('hex')}.draft`;
  try {
    const file = await open(draft, 'wx', mode);
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, path);
  } catch (cause) {
    await rm(draft, { force: true }).catch(() => {});
    throw cause;
  }
}
