import { constants } from 'node:fs';
import { type FileHandle, open, rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';

const createNew = constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY | constants.O_NOFOLLOW;

/**
 * Writes beside the target and renames, so that a reader sees the old bytes or the new ones and a crash leaves no half
 * file under the name. `anchor` is a directory path that is already proven to be inside the sandbox.
 */
export async function writeBeside(
  anchor: string,
  name: string,
  data: string | Uint8Array,
  unique: string,
): Promise<void> {
  const temporary = join(anchor, `.${unique}.tmp`);
  const handle = await open(temporary, createNew, 0o644);
  try {
    await writeDurably(handle, data);
    await rename(temporary, join(anchor, name));
  } catch (error) {
    await unlink(temporary).catch(() => {});
    throw error;
  }
  await syncDirectory(anchor);
}

async function writeDurably(handle: FileHandle, data: string | Uint8Array): Promise<void> {
  try {
    await handle.writeFile(data);
    await handle.sync();
  } finally {
    await handle.close();
  }
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
