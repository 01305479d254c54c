import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { chmod, constants, copyFile, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { makeFolder } from './make-folder.js';
import { newSecret } from './present.js';

export interface WriteWholeOptions {
  /** Who may read it; the usual when left out. */
  readonly mode?: number;
  /**
   * The name it has until it is whole; one beside it when left out, which stays when the process is killed over it. Who
   * knows that nobody else writes the file names one: what a kill left there is replaced.
   */
  readonly draft?: string;
}

/**
 * A file that is there with all of its content or not at all, whenever the process or the power ends: written to a name
 * of its own first, flushed, then moved.
 */
export async function writeWhole(
  path: string,
  content: string | Uint8Array,
  { mode = 0o666, draft = draftOf(path) }: WriteWholeOptions = {},
): Promise<void> {
  makeFolder(dirname(path));
  await rm(draft, { force: true });
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

/** The same for a copy of a file, however large; `beforehand` is done when it is whole, and before it has its name. */
export async function copyWhole(
  from: string,
  path: string,
  { mode = 0o666, draft = draftOf(path) }: WriteWholeOptions,
  beforehand?: () => Promise<void>,
): Promise<void> {
  try {
    // Made before there is anything in it: the copy would be as open as its source, which may have come from anywhere.
    await (await open(draft, 'w', mode)).close();
    await chmod(draft, mode);
    await copyFile(from, draft, constants.COPYFILE_FICLONE);
    await chmod(draft, mode);
    await flushed(draft);
    await beforehand?.();
    await rename(draft, path);
  } catch (cause) {
    await rm(draft, { force: true }).catch(() => {});
    throw cause;
  }
}

async function flushed(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** The same for whoever cannot wait. */
export function writeWholeNow(
  path: string,
  content: string,
  { mode = 0o666, draft = draftOf(path) }: WriteWholeOptions = {},
): void {
  rmSync(draft, { force: true });
  try {
    writeFileSync(draft, content, { mode, flag: 'wx', flush: true });
    renameSync(draft, path);
  } catch (cause) {
    rmSync(draft, { force: true });
    throw cause;
  }
}

function draftOf(path: string): string {
  return `${path}.${process.pid}-${newSecret(3, 'hex')}.draft`;
}
