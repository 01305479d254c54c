import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';

import { newSecret, writeWhole } from '../essentials/index.js';

/**
 * Writes beside the target and renames, so that a reader sees the old bytes or the new ones and a crash leaves no half
 * file under the name. `anchor` is a directory path that is already proven to be inside the sandbox.
 */
export async function writeBeside(anchor: string, name: string, data: string | Uint8Array): Promise<void> {
  await writeWhole(join(anchor, name), data, { mode: 0o644, draft: join(anchor, `.${newSecret(9)}.tmp`) });
  await syncDirectory(anchor);
}

/** The rename itself survives a power cut only once the directory is on disk; some systems cannot, and that is fine. */
async function syncDirectory(anchor: string): Promise<void> {
  const directory = await open(anchor, constants.O_RDONLY).catch(() => undefined);
  try {
    await directory?.sync().catch(() => {});
  } finally {
    await directory?.close();
  }
}
