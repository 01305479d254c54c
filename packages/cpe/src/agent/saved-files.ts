import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '@quadrivium/kernel/essentials';

/** Keeps files in a folder that only the user can read; each gets a name that no other has, and the path is given back. */
export interface SavedFiles {
  /** What a model cannot take; `data` is base64. */
  media(data: string, mimeType: string): Promise<string>;
  /** What a program made, under the name it chose. */
  named(bytes: Buffer, name: string): Promise<string>;
}

export function savingTo(folder: string, newId: () => string): SavedFiles {
  const write = async (name: string, bytes: Buffer): Promise<string> => {
    const path = join(folder, name);
    makeFolder(folder, 0o700);
    await writeFile(path, bytes, { mode: 0o600, flag: 'wx' });
    return path;
  };
  return {
    media: (data, mimeType) => write(`${newId()}.${endingOf(mimeType)}`, Buffer.from(data, 'base64')),
    named: (bytes, name) => write(`${newId()}-${name}`, bytes),
  };
}

function endingOf(mimeType: string): string {
  return /^[a-z]+\/([a-z0-9]+)/i.exec(mimeType)?.[1]?.replace(/^octet$/, 'bin') ?? 'bin';
}
