import { type FileHandle, lstat, open, readdir, realpath, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder, writeWhole } from '@quadrivium/kernel/essentials';
import { Fault } from '@quadrivium/kernel/fault';
import { type BoundDirectory, enterDirectory, openDirectory, placeOf } from './bound-directory.js';

/** Folders of an output directory that are links: their path below it, and the canonical directory they may lead to. */
export type LinkedFolders = ReadonlyMap<string, string>;

/**
 * Where a run writes. Every folder is opened once and written through what was opened; a link that appears while the run
 * goes on is refused or leads nowhere. Links that were there before are followed only as the caller says.
 */
export class OutputFolder {
  /** For messages and for readers; nothing is written by it. */
  readonly path: string;
  readonly #directory: BoundDirectory;
  readonly #links: LinkedFolders;
  readonly #inside: string;
  readonly #folders = new Map<string, Promise<OutputFolder>>();

  private constructor(directory: BoundDirectory, path: string, inside: string, links: LinkedFolders) {
    this.#directory = directory;
    this.path = path;
    this.#inside = inside;
    this.#links = links;
  }

  /** Makes the directory when it is not there. */
  static async open(path: string, links: LinkedFolders = new Map()): Promise<OutputFolder> {
    makeFolder(path);
    const real = await realpath(path);
    return new OutputFolder(await openDirectory(real), real, '', links);
  }

  /** A folder inside, however deep; made when it is not there. */
  async folder(path: string): Promise<OutputFolder> {
    const [first = '', ...rest] = path.split('/');
    const known = this.#folders.get(first);
    const child = known ?? this.#enter(first);
    if (known === undefined) this.#folders.set(first, child);
    const entered = await child;
    return rest.length === 0 ? entered : entered.folder(rest.join('/'));
  }

  /** A file that is there with all of its content or not at all. */
  async write(path: string, content: string | Uint8Array): Promise<void> {
    const { folder, name } = await this.#holding(path);
    await writeWhole(await folder.#directory.at(name), content);
  }

  async writeJson(path: string, value: unknown): Promise<void> {
    await this.write(path, `${JSON.stringify(value, null, 2)}\n`);
  }

  /** A new file, open for writing. The caller closes it. */
  async create(name: string): Promise<FileHandle> {
    return open(await this.#directory.at(name), 'wx');
  }

  /** Gives something in this folder a name in another one; what bore it before is gone. */
  async move(name: string, to: OutputFolder, as = name): Promise<void> {
    await this.leave(name);
    await to.leave(as);
    await rename(await this.#directory.at(name), await to.#directory.at(as));
  }

  /** Takes away a file, a link or a folder with all it holds; nothing there is fine. */
  async remove(path: string): Promise<void> {
    const { folder, name } = await this.#holding(path);
    await folder.leave(name);
    await rm(await folder.#directory.at(name), { recursive: true, force: true });
  }

  /** Closes a folder inside, which may be entered again. */
  async leave(name: string): Promise<void> {
    const known = this.#folders.get(name);
    this.#folders.delete(name);
    await known?.then((child) => child.close()).catch(() => {});
  }

  /** Sorted; empty folders are listed as well. */
  async names(): Promise<string[]> {
    return (await readdir(await this.#directory.at(''))).sort();
  }

  /** Refuses to go on when something else has taken the place of a folder that was opened. */
  async requirePlace(): Promise<void> {
    const [opened, found] = await Promise.all([
      stat(await this.#directory.at('.')),
      lstat(this.path).catch(() => undefined),
    ]);
    if (opened.ino !== found?.ino || opened.dev !== found.dev) throw replaced(this.path);
    const folders = await Promise.allSettled(this.#folders.values());
    for (const folder of folders) if (folder.status === 'fulfilled') await folder.value.requirePlace();
  }

  async close(): Promise<void> {
    const folders = await Promise.allSettled(this.#folders.values());
    this.#folders.clear();
    for (const folder of folders) if (folder.status === 'fulfilled') await folder.value.close();
    await this.#directory.close();
  }

  async #holding(path: string): Promise<{ folder: OutputFolder; name: string }> {
    const cut = path.lastIndexOf('/');
    if (cut < 0) return { folder: this, name: path };
    return { folder: await this.folder(path.slice(0, cut)), name: path.slice(cut + 1) };
  }

  async #enter(name: string): Promise<OutputFolder> {
    const inside = this.#inside === '' ? name : `${this.#inside}/${name}`;
    const target = this.#links.get(inside);
    if (target === undefined) {
      const directory = await enterDirectory(this.#directory, name);
      return new OutputFolder(directory, join(this.path, name), inside, this.#links);
    }
    const directory = await openDirectory(target);
    if ((await placeOf(directory, target)) === target) return new OutputFolder(directory, target, inside, this.#links);
    await directory.close();
    throw replaced(join(this.path, name));
  }
}

export function replaced(path: string): Fault {
  return new Fault('CheckpointFailed', `Something else took the place of ${path} while the run was writing`, {
    context: { checkpoint_path: path, operation: 'write', detail: 'a folder was moved, or became a link' },
    suggestion: 'Put it back, and run the case again; nothing was written through a link.',
  });
}
