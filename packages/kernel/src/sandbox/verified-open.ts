/**
 * Opening is where a checked path can still be swapped for another: between check and open somebody may replace a
 * directory by a symbolic link. So the descriptor itself is asked where it leads, and everything that creates or renames
 * works relative to a directory descriptor that was asked the same question.
 */
import { constants, type Stats } from 'node:fs';
import { type FileHandle, lstat, open, readlink, realpath } from 'node:fs/promises';

import { insideAny, type Root } from './containment.js';
import { outsideRoots, unfit } from './refusal.js';

/** What to open, under which name to speak of it, and where it must lie. */
export interface Target {
  readonly path: string;
  readonly asked: string;
  readonly roots: readonly Root[];
}

/** Links are not followed at the last step, and a pipe nobody writes to does not hang the server. */
const careful = constants.O_NOFOLLOW | constants.O_NONBLOCK;

const descriptors = '/proc/self/fd';

/** Opens a canonical path (for reading, unless told otherwise) and proves that the descriptor lies inside the roots. */
export async function openVerified(target: Target, flags: number = constants.O_RDONLY): Promise<FileHandle> {
  const handle = await openOrRefuse(target, flags | careful);
  try {
    if (!insideAny(target.roots, await realPathOf(handle, target))) throw outsideRoots(target.asked);
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Runs `work` with a path that stays bound to the verified directory, whatever happens to its name meanwhile. */
export async function insideDirectory<T>(target: Target, work: (anchor: string) => Promise<T>): Promise<T> {
  if (process.platform === 'win32') return await insideNamedDirectory(target, work);
  const handle = await openVerified(target, constants.O_RDONLY | constants.O_DIRECTORY);
  try {
    return await work(process.platform === 'linux' ? `${descriptors}/${handle.fd}` : target.path);
  } finally {
    await handle.close();
  }
}

/** Windows opens no directories as files, so the name is resolved again right before it is used. */
async function insideNamedDirectory<T>(
  { path, asked, roots }: Target,
  work: (anchor: string) => Promise<T>,
): Promise<T> {
  const real = await realpath(path).catch(() => undefined);
  if (real === undefined || !insideAny(roots, real)) throw outsideRoots(asked);
  if (!(await lstat(real)).isDirectory()) throw unfit(asked, 'not-a-directory');
  return await work(real);
}

/** Where the descriptor leads now. Without /proc the name is resolved again and must be the very same file. */
async function realPathOf(handle: FileHandle, target: Target): Promise<string> {
  if (process.platform === 'linux') return await readlink(`${descriptors}/${handle.fd}`);
  const real = await realpath(target.path);
  if (!sameFile(await lstat(real), await handle.stat())) throw outsideRoots(target.asked);
  return real;
}

function sameFile(one: Stats, other: Stats): boolean {
  return one.ino === other.ino && one.dev === other.dev;
}

async function openOrRefuse({ path, asked }: Target, flags: number): Promise<FileHandle> {
  try {
    return await open(path, flags);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'EACCES' || code === 'EPERM') throw unfit(asked, 'not-permitted');
    if (code === 'EEXIST') throw unfit(asked, 'exists');
    if (code === 'ENOTDIR') throw unfit(asked, 'not-a-directory');
    if (code === 'ENXIO' || code === 'EISDIR') throw unfit(asked, 'not-a-file');
    if (code === 'EMFILE' || code === 'ENFILE' || code === 'ENOSPC' || code === 'EROFS') throw error;
    // Anything else (ELOOP, ENOENT) means the path changed after it was checked.
    throw outsideRoots(asked);
  }
}
