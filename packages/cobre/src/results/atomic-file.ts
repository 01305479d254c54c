import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Writes a file so that it is there whole or not at all: to a name of its own first, flushed, then moved. */
export async function writeAtomically(path: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const draft = `${path}.${process.pid}.tmp`;
  try {
    const file = await open(draft, 'w');
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

export function writeJson(path: string, value: unknown): Promise<void> {
  return writeAtomically(path, `${JSON.stringify(value, null, 2)}\n`);
}
