import type { Stats } from 'node:fs';
import { type FileHandle, open, readdir, readFile, realpath, stat, unlink } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { makeFolder, writeWhole } from '@quadrivium/kernel/essentials';
import { Fault } from '@quadrivium/kernel/fault';
import { toldWriting } from './told-writing.js';

/** What is in a directory. */
export interface FileEntry {
  readonly name: string;
  isFile(): boolean;
  isDirectory(): boolean;
  isSymbolicLink(): boolean;
}

/**
 * How this service reaches files. The server gives its sandbox, which fits as it is; the command line gives the whole
 * file system. Paths are the caller's own words, so that refusals can repeat them and nothing else.
 */
export interface Files {
  /** The canonical path of something that exists. */
  resolve(path: string): Promise<string>;
  /** The canonical path something would get; refuses what lies outside. */
  resolveNew(path: string): Promise<string>;
  exists(path: string): Promise<boolean>;
  stat(path: string): Promise<Stats>;
  /** A regular file, open for reading; the caller closes it. */
  open(path: string): Promise<FileHandle>;
  readFile(path: string): Promise<Buffer>;
  /** Sorted by name; links are not followed. */
  entries(path: string): Promise<readonly FileEntry[]>;
  mkdir(path: string): Promise<string>;
  writeFileAtomic(path: string, data: string | Uint8Array): Promise<string>;
  /** A new file, open for writing. */
  create(path: string): Promise<FileHandle>;
  removeFile(path: string): Promise<void>;
}

/** Every file the user may use, for the command line. Relative paths start at `base`. */
export function plainFiles(base: string): Files {
  const at = (path: string) => resolve(base, path);
  return {
    async resolve(path) {
      return realpath(at(path)).catch((cause) => {
        throw new Fault('MissingFile', `Path '${path}' does not exist`, {
          context: { path },
          suggestion: 'Check the spelling.',
          cause,
        });
      });
    },
    resolveNew: (path) => nearestReal(at(path)),
    exists: (path) => stat(at(path)).then(yes, no),
    stat: (path) => stat(at(path)),
    open: (path) => open(at(path), 'r'),
    readFile: (path) => readFile(at(path)),
    async entries(path) {
      const entries = await readdir(at(path), { withFileTypes: true });
      return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
    },
    async mkdir(path) {
      await toldWriting(path, async () => makeFolder(at(path)), { kept: 'nothing was written' });
      return realpath(at(path));
    },
    async writeFileAtomic(path, data) {
      await writeWhole(at(path), data);
      return at(path);
    },
    create: (path) => open(at(path), 'wx'),
    removeFile: (path) => unlink(at(path)),
  };
}

async function nearestReal(path: string): Promise<string> {
  const real = await realpath(path).catch(() => null);
  if (real !== null || path === dirname(path)) return real ?? path;
  return join(await nearestReal(dirname(path)), path.slice(dirname(path).length));
}

const yes = () => true;
const no = () => false;
