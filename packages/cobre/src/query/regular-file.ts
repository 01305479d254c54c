import { constants } from 'node:fs';
import { open } from 'node:fs/promises';

/**
 * The engine opens files with a call that waits: a pipe without a writer would hold its thread for ever. So each file is
 * opened without waiting first, and the handle is asked what it is.
 */
export async function requireRegularFile(path: string): Promise<void> {
  const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK).catch(() => null);
  // What cannot be opened at all the engine tells in its own words.
  if (handle === null) return;
  try {
    if (!(await handle.stat()).isFile()) throw new TypeError(`${path} is not a regular file`);
  } finally {
    await handle.close();
  }
}
