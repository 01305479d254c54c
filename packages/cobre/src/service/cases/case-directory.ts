/**
 * Whole cases as directories: one that is written appears under its name when every file of it is on disk, and not before.
 *
 * A directory cannot be exchanged for another in one step. To replace a case, the new one is first made whole beside it
 * (`.NAME.migrated`), then the old one is renamed to `NAME.old`, then the new one takes its name. Whoever is killed in
 * between leaves both of them whole, and the next call finishes the last rename.
 */
import { copyFile, link, lstat, mkdir, open, readdir, readlink, rename, rm, rmdir, symlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { makeFolder } from '@quadrivium/kernel/essentials';
import { Fault } from '@quadrivium/kernel/fault';
import type { CaseFileSpec } from '../../case/file-spec.js';
import { caseFiles } from '../../case/registry.js';
import type { Files } from '../files/files.js';
import { halfReplaced, namesBeside } from '../files/place.js';
import { toldWriting } from '../files/told-writing.js';

export interface WrittenFile {
  readonly path: string;
  readonly content: string | Uint8Array;
}

const known = new Set(
  (Object.values(caseFiles) as CaseFileSpec[]).flatMap((spec) => [
    spec.path,
    ...(spec.format === 'parquet' ? spec.aliases : []),
  ]),
);

export const isCaseFile = (path: string): boolean => known.has(path);

const notEmpty = (directory: string) =>
  refusal(`'${directory}' is not empty`, 'target_dir', directory, 'Choose another directory.');

/** Where nothing is yet; asked before work that would be for nothing otherwise. */
export async function vacantPlace(files: Files, directory: string): Promise<string> {
  const place = await files.resolveNew(directory);
  if (await isFile(place))
    throw refusal(`'${directory}' is a file`, 'target_dir', directory, 'Choose another name for the directory.');
  if ((await entriesOf(place)).length > 0) throw notEmpty(directory);
  return place;
}

/** Writes a case where nothing is yet. */
export async function putInPlace(files: Files, directory: string, written: readonly WrittenFile[]): Promise<void> {
  const place = await vacantPlace(files, directory);
  const inTheWay = () => notEmpty(directory);
  const draft = await newDraft(files, place);
  await whole(directory, draft, written, async () => {
    // Somebody may have put a case there meanwhile, which neither of these takes away.
    await rmdir(place).catch(unless('ENOENT', inTheWay));
    await rename(draft, place).catch(unless('', inTheWay));
  });
}

const taken = ['ENOTEMPTY', 'EEXIST'];

/** Nothing where the code is the one that does not matter, and another fault where something is in the way. */
function unless(harmless: string, inTheWay: () => Fault) {
  return (cause: NodeJS.ErrnoException): void => {
    if (cause.code === harmless) return;
    throw taken.includes(cause.code ?? '') ? inTheWay() : cause;
  };
}

async function isFile(place: string): Promise<boolean> {
  const found = await lstat(place).catch(() => null);
  return found !== null && !found.isDirectory();
}

/** Writes a case in the place of another, which is kept; gives where. Whatever else lies there stays there. */
export async function replaceWith(files: Files, directory: string, written: readonly WrittenFile[]): Promise<string> {
  const place = await files.resolve(directory);
  const names = namesBeside(place);
  const [ready, moved] = [await files.resolveNew(names.ready), await files.resolveNew(names.kept)];
  // Through a link the case lies elsewhere, and is kept there.
  const asked = namesBeside(directory).kept;
  const kept = (await files.resolveNew(asked)) === moved ? asked : moved;
  if (await files.exists(kept))
    throw refusal(`'${kept}' exists, so the old case cannot be kept there`, 'in_place', kept, 'Move it away first.');
  const draft = await newDraft(files, place);
  await rm(ready, { recursive: true, force: true });
  await whole(directory, draft, written, async () => {
    for (const name of await foreignEntries(place)) await linkTree(below(place, name), below(draft, name));
    await rename(draft, ready);
    await rename(place, moved);
    await rename(ready, place).catch(async (cause) => {
      await rename(moved, place);
      throw cause;
    });
  });
  return kept;
}

/** What a killed call left undone between the last two renames. Gives where the old case is, or null when nothing was. */
export async function finishReplacing(files: Files, directory: string): Promise<string | null> {
  const half = await halfReplaced(files, directory);
  if (half === null) return null;
  await rename(await files.resolveNew(half.ready), await files.resolveNew(directory));
  return half.kept;
}

/** What lies in a case directory and is no file of a case, such as notes and results. */
export async function foreignFiles(place: string): Promise<string[]> {
  return (await foreignEntries(place)).map(String).sort();
}

/** The same by the bytes of their names, which need not be text. */
async function foreignEntries(place: string): Promise<Buffer[]> {
  const found: Buffer[] = [];
  for (const name of await namesIn(place)) {
    const isShared = [...known].some((path) => path.startsWith(`${name}/`));
    const inside = isShared ? (await namesIn(below(place, name))).map((inner) => below(name, inner)) : [name];
    found.push(...inside.filter((path) => !known.has(String(path))));
  }
  return found;
}

const namesIn = (directory: string | Buffer): Promise<Buffer[]> =>
  readdir(directory, { encoding: 'buffer' }).catch(() => []);

function below(directory: string | Buffer, name: Buffer): Buffer {
  return Buffer.concat([Buffer.from(directory), Buffer.from('/'), name]);
}

let drafts = 0;

/** A place of this call alone, so that two at once cannot mix their files. What killed processes left is taken away. */
async function newDraft(files: Files, place: string): Promise<string> {
  const { drafts: prefix } = namesBeside(place);
  for (const name of await entriesOf(dirname(place))) {
    const owner = name.startsWith(basename(prefix)) ? ownerOf(name.slice(basename(prefix).length)) : null;
    if (owner !== null && !isRunning(owner)) await rm(join(dirname(place), name), { recursive: true, force: true });
  }
  return files.resolveNew(`${prefix}${process.pid}-${++drafts}`);
}

/** The process that made a draft; null for whatever else bears such a name, which is somebody's own. */
function ownerOf(ending: string): number | null {
  const [, process] = /^(\d+)-\d+$/.exec(ending) ?? [];
  return process === undefined ? null : Number(process);
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (cause) {
    return (cause as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function whole(
  directory: string,
  draft: string,
  written: readonly WrittenFile[],
  finish: () => Promise<void>,
): Promise<void> {
  const discard = () => rm(draft, { recursive: true, force: true });
  const write = async (): Promise<void> => {
    await discard();
    for (const { path, content } of written) await writeDurably(join(draft, path), content);
    await finish();
  };
  await toldWriting(directory, write, {
    undo: discard,
    kept: 'nothing of it was kept, and what was there before is as it was',
  });
}

async function writeDurably(path: string, content: string | Uint8Array): Promise<void> {
  makeFolder(dirname(path));
  const file = await open(path, 'wx');
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Results may be large, so files are shared and not copied wherever the disk allows it. */
async function linkTree(from: Buffer, to: Buffer): Promise<void> {
  const entry = await lstat(from);
  if (entry.isSymbolicLink()) return symlink(await readlink(from, { encoding: 'buffer' }), to);
  if (!entry.isDirectory()) return link(from, to).catch(() => copyFile(from, to));
  await mkdir(to);
  for (const name of await namesIn(from)) await linkTree(below(from, name), below(to, name));
}

const entriesOf = (directory: string): Promise<string[]> => readdir(directory).catch(() => []);

function refusal(message: string, field: string, value: unknown, suggestion: string): Fault<'InvalidArguments'> {
  return new Fault('InvalidArguments', message, { context: { field, value }, suggestion });
}
