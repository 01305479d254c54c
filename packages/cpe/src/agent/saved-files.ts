import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Saves what a model cannot take into a folder that only the user can read. */
export function savingTo(folder: string, newId: () => string): (data: string, mimeType: string) => Promise<string> {
  return async (data, mimeType) => {
    const ending = /^[a-z]+\/([a-z0-9]+)/i.exec(mimeType)?.[1]?.replace(/^octet$/, 'bin') ?? 'bin';
    const path = join(folder, `${newId()}.${ending}`);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(path, Buffer.from(data, 'base64'), { mode: 0o600, flag: 'wx' });
    return path;
  };
}
