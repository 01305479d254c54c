/**
 * The one door to the file system. Every path a caller names passes here: it is canonicalised, compared with the allowed
 * directories, and verified again on the opened descriptor.
 */
import { constants, type Dirent, type Stats } from 'node:fs';
import { type FileHandle, lstat, mkdir, readdir, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

import { writeBeside } from './atomic-write.js';
import { type CanonicalPath, canonicalPath, existingPath, leadsInside } from './canonical-path.js';
import { openRoot, type Root } from './containment.js';
import { missingInside, tooLargeFile, unfit } from './refusal.js';
import { insideDirectory, openVerified, type Target } from './verified-open.js';

/** What is in a directory. Its place is left out: only paths that passed the sandbox may be used. */
export type SandboxEntry = Pick<Dirent, 'name' | 'isFile' | 'isDirectory' | 'isSymbolicLink'>;

export interface SandboxOptions {
  /** Relative paths start here; the first root by default. */
  readonly base?: string;
  /** The largest file `readFile` takes into memory, in bytes. */
  readonly largestRead?: number;
  /** What to do about a larger one, such as the flag by which an operator allows it. */
  readonly largestReadHint?: string;
}

const defaultLargestRead = 512 * 1024 * 1024;

/** Opens a sandbox over existing directories. */
export async function openSandbox(directories: readonly string[], options: SandboxOptions = {}): Promise<Sandbox> {
  return new Sandbox(await Promise.all(directories.map(openRoot)), options);
}

export class Sandbox {
  readonly #roots: readonly Root[];
  readonly #base: string;
  readonly #largestRead: number;
  readonly #largestReadHint: string;

  constructor(roots: readonly Root[], options: SandboxOptions) {
    this.#roots = roots;
    this.#base = options.base ?? roots[0]?.path ?? '/';
    this.#largestRead = options.largestRead ?? defaultLargestRead;
    this.#largestReadHint = options.largestReadHint ?? 'Give a smaller file.';
  }

  /** The real directories, for the server's own use (start-up log, engines with their own allow-list). Never send it. */
  get roots(): readonly string[] {
    return this.#roots.map((root) => root.path);
  }

  /** The canonical path of something that exists. Prefer `open` and its kin: a path can change after it was checked. */
  async resolve(path: string): Promise<string> {
    return (await this.#existing(path)).path;
  }

  /** The canonical path something new would get, or the one it already has. */
  async resolveNew(path: string): Promise<string> {
    return (await this.#canonical(path)).path;
  }

  /** True when the path leads to something inside; a refused path is as absent as a missing one. */
  async exists(path: string): Promise<boolean> {
    return await leadsInside(path, this.#roots, this.#base);
  }

  /** A regular file, open for reading. The caller closes it. */
  async open(path: string): Promise<FileHandle> {
    const handle = await openVerified(this.#target(await this.#existing(path)));
    if ((await handle.stat()).isFile()) return handle;
    await handle.close();
    throw unfit(path, 'not-a-file');
  }

  async stat(path: string): Promise<Stats> {
    const handle = await openVerified(this.#target(await this.#existing(path)));
    try {
      return await handle.stat();
    } finally {
      await handle.close();
    }
  }

  readFile(path: string): Promise<Buffer>;
  readFile(path: string, encoding: BufferEncoding): Promise<string>;
  async readFile(path: string, encoding?: BufferEncoding): Promise<Buffer | string> {
    const handle = await this.open(path);
    try {
      const { size } = await handle.stat();
      if (size > this.#largestRead) throw tooLargeFile(path, size, this.#largestRead, this.#largestReadHint);
      return await handle.readFile(encoding ?? null);
    } finally {
      await handle.close();
    }
  }

  /** Names in a directory, sorted, so that the same directory gives the same answer everywhere. */
  async readdir(path: string): Promise<string[]> {
    return (await this.entries(path)).map((entry) => entry.name);
  }

  /** Entries of a directory, sorted by name; links are reported as links and not followed. */
  async entries(path: string): Promise<readonly SandboxEntry[]> {
    const directory = this.#target(await this.#existing(path));
    const entries = await insideDirectory(directory, (anchor) => readdir(anchor, { withFileTypes: true }));
    return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** Creates the directory and its missing parents; one that exists is fine. Gives the canonical path. */
  async mkdir(path: string): Promise<string> {
    const found = await this.#canonical(path);
    await this.#ensureDirectory(found);
    return found.path;
  }

  /** Replaces or creates a file in one step, durable and never half-written; the parent must exist. */
  async writeFileAtomic(path: string, data: string | Uint8Array): Promise<string> {
    const found = await this.#canonical(path);
    if (found.exists && !(await lstat(found.path)).isFile()) throw unfit(path, 'not-a-file');
    await this.#inParent(found, (place) => writeBeside(dirname(place), basename(place), data));
    return found.path;
  }

  /** A new file, open for reading and writing; one that exists is refused. The caller closes it. */
  async create(path: string): Promise<FileHandle> {
    const found = await this.#canonical(path);
    if (found.exists) throw unfit(path, 'exists');
    const flags = constants.O_RDWR | constants.O_CREAT | constants.O_EXCL;
    return await this.#inParent(found, (place) => openVerified(this.#target({ ...found, path: place }), flags));
  }

  /** Removes a file, never a directory; a link is followed and its target inside the sandbox removed. */
  async removeFile(path: string): Promise<void> {
    const found = await this.#existing(path);
    if (!(await lstat(found.path)).isFile()) throw unfit(path, 'not-a-file');
    await this.#inParent(found, unlink);
  }

  #canonical(path: string): Promise<CanonicalPath> {
    return canonicalPath(path, this.#roots, this.#base);
  }

  #existing(path: string): Promise<CanonicalPath> {
    return existingPath(path, this.#roots, this.#base);
  }

  #target({ path, asked }: CanonicalPath): Target {
    return { path, asked, roots: this.#roots };
  }

  /** Gives `work` the path of the target below its verified parent directory. */
  async #inParent<T>(found: CanonicalPath, work: (place: string) => Promise<T>): Promise<T> {
    const parent = { ...found, path: dirname(found.path) };
    if (!found.exists && !(await isThere(parent.path))) throw missingInside(dirname(found.asked));
    return await insideDirectory(this.#target(parent), (anchor) => work(join(anchor, basename(found.path))));
  }

  /** Goes down from the nearest existing ancestor, one verified directory at a time. */
  async #ensureDirectory(found: CanonicalPath): Promise<void> {
    if (!found.exists) {
      const parent = { ...found, path: dirname(found.path) };
      await this.#ensureDirectory({ ...parent, exists: await isThere(parent.path) });
      await this.#inParent({ ...found, exists: true }, (place) => makeDirectory(place, found.asked));
    }
    await insideDirectory(this.#target(found), async () => {});
  }
}

async function isThere(path: string): Promise<boolean> {
  return await lstat(path).then(
    () => true,
    () => false,
  );
}

async function makeDirectory(place: string, asked: string): Promise<void> {
  try {
    await mkdir(place);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    // Somebody else made it meanwhile; the descriptor check that follows says whether it is a directory inside.
    if (code === 'EEXIST') return;
    throw code === 'EACCES' || code === 'EPERM' ? unfit(asked, 'not-permitted') : error;
  }
}
