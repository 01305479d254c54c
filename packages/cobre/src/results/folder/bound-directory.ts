/**
 * A directory that stays the one it was when it was opened, whatever happens to its name. Node has no call that works
 * relative to a descriptor, but on Linux the path `/proc/self/fd/N` is one, so that a link that takes the directory's
 * place leads nowhere. Elsewhere the name is used, and compared with what was opened right before.
 */
import { constants, type Stats } from 'node:fs';
import { type FileHandle, lstat, mkdir, open, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { Fault } from '@quadrivium/kernel/fault';

export interface BoundDirectory {
  /** A path for something in the directory, good for the next call only. */
  at(name: string): Promise<string>;
  close(): Promise<void>;
}

const directoryOnly = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;

/** `path` is canonical; something else than a directory there, above all a link, is refused. */
export async function openDirectory(path: string): Promise<BoundDirectory> {
  if (process.platform === 'win32') return named(path, await lstat(path));
  const handle = await open(path, directoryOnly).catch((cause) => {
    throw refusal(path, cause);
  });
  return process.platform === 'linux' ? bound(handle) : named(path, await handle.stat(), handle);
}

/** A directory in another one; made when nothing is there. */
export async function enterDirectory(parent: BoundDirectory, name: string): Promise<BoundDirectory> {
  const path = await parent.at(name);
  await mkdir(path).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'EEXIST') throw cause;
  });
  return openDirectory(path);
}

/** Where an open directory is now; only Linux can tell. */
export async function placeOf(directory: BoundDirectory, expected: string): Promise<string> {
  return process.platform === 'linux' ? readlink(await directory.at('')) : expected;
}

function bound(handle: FileHandle): BoundDirectory {
  return {
    at: async (name) => (name === '' ? `/proc/self/fd/${handle.fd}` : `/proc/self/fd/${handle.fd}/${name}`),
    close: () => handle.close(),
  };
}

function named(path: string, opened: Stats, handle?: FileHandle): BoundDirectory {
  return {
    async at(name) {
      const now = await lstat(path);
      if (now.ino !== opened.ino || now.dev !== opened.dev) throw refusal(path, undefined);
      return join(path, name);
    },
    close: async () => handle?.close(),
  };
}

function refusal(path: string, cause: unknown): unknown {
  const code = (cause as NodeJS.ErrnoException | undefined)?.code;
  if (cause !== undefined && code !== 'ELOOP' && code !== 'ENOTDIR') return cause;
  return new Fault('CheckpointFailed', `Something else took the place of the directory ${path}`, {
    context: { checkpoint_path: path, operation: 'write', detail: 'it is a link or no directory' },
    suggestion: 'Remove it and run the case again; nothing was written through it.',
    cause,
  });
}
