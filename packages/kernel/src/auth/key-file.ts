import { open, readFile, rm, stat } from 'node:fs/promises';

import * as z from 'zod';

import { presentTime, writeWhole } from '../essentials/index.js';
import { Fault } from '../fault.js';
import { type ApiKeyGrant, ApiKeyRecord, mintKey } from './api-key.js';

const KeyFile = z.strictObject({ version: z.literal(1), keys: z.array(ApiKeyRecord) });

/** All keys of the file, revoked ones included; an absent file has none. */
export async function listKeys(file: string): Promise<readonly ApiKeyRecord[]> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
  return parseKeys(text, file);
}

/** Adds a key and returns it, for the one time it can be shown. */
export async function createKey(file: string, grant: ApiKeyGrant) {
  const minted = mintKey(grant);
  await update(file, (keys) => [...keys, minted.record]);
  return minted;
}

/** Takes a key out of use; its record stays as evidence. */
export async function revokeKey(file: string, id: string, { now = presentTime } = {}): Promise<void> {
  await update(file, (keys) => {
    if (!keys.some((key) => key.id === id)) {
      throw new Fault('UnknownKey', `There is no key with id ${id}.`, {
        suggestion: 'List the keys to see their ids.',
      });
    }
    return keys.map((key) => (key.id === id ? { ...key, revokedAt: key.revokedAt ?? now() } : key));
  });
}

function parseKeys(text: string, file: string): readonly ApiKeyRecord[] {
  try {
    return KeyFile.parse(JSON.parse(text)).keys;
  } catch (cause) {
    throw new Fault('BadKeyFile', `The key file ${file} cannot be read as a key file.`, {
      context: { file },
      suggestion: 'Restore it from a backup, or start a new one by creating a key in an absent file.',
      cause,
    });
  }
}

/** A lock file keeps two commands from losing each other's keys. */
async function update(file: string, change: (keys: readonly ApiKeyRecord[]) => readonly ApiKeyRecord[]): Promise<void> {
  const lock = `${file}.lock`;
  const handle = await open(lock, 'wx', 0o600).catch((cause: unknown) => {
    throw new Fault('KeyFileBusy', `The key file ${file} is being changed by somebody else.`, {
      context: { lock },
      suggestion: 'Try again; if no command is running, remove the lock file.',
      cause,
    });
  });
  try {
    const keys = change(await listKeys(file));
    await writeWhole(file, `${JSON.stringify({ version: 1, keys }, null, 2)}\n`, { mode: 0o600 });
  } finally {
    await handle.close();
    await rm(lock, { force: true });
  }
}

/** Changes whenever the file does. */
export async function fileStamp(file: string): Promise<string> {
  const found = await stat(file).catch(() => undefined);
  return found === undefined ? 'absent' : `${found.ino}:${found.mtimeMs}:${found.size}`;
}
