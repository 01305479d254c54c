/**
 * Whole cases as directories: one that is written appears under its name when every file of it is on disk, and not before.
 *
 * A directory cannot be exchanged for another in one step. To replace a case, the new one is first made whole beside it
 * (`.NAME.migrated`), then the old one is renamed to `NAME.old`, then the new one takes its name. Whoever is killed in
 * between leaves both of them whole, and the next call finishes the last rename.
 */
import { copyFile, cp, link, lstat, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
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

/** Writes a case where nothing is yet. */
export async function putInPlace(files: Files, directory: string, written: readonly WrittenFile[]): Promise<void> {
  const place = await files.resolveNew(directory);
  if (await isFile(place))
    throw refusal(`'${directory}' is a file`, 'target_dir', directory, 'Choose another name for the directory.');
  if ((await entriesOf(place)).length > 0)
    throw refusal(`'${directory}' is not empty`, 'target_dir', directory, 'Choose another directory.');
  const draft = await files.resolveNew(namesBeside(place).draft);
  await whole(directory, draft, written, async () => {
    await rm(place, { recursive: true, force: true });
    await rename(draft, place);
  });
}

async function isFile(place: string): Promise<boolean> {
  const found = await lstat(place).catch(() => null);
  return found !== null && !found.isDirectory();
}

/** Writes a case in the place of another, which is kept; gives where. Whatever else lies there stays there. */
export async function replaceWith(files: Files, directory: string, written: readonly WrittenFile[]): Promise<string> {
  const place = await files.resolve(directory);
  const { kept } = namesBeside(directory);
  if (await files.exists(kept))
    throw refusal(`'${kept}' exists, so the old case cannot be kept there`, 'in_place', kept, 'Move it away first.');
  const names = namesBeside(place);
  const [draft, ready] = [await files.resolveNew(names.draft), await files.resolveNew(names.ready)];
  const moved = await files.resolveNew(names.kept);
  await rm(ready, { recursive: true, force: true });
  await whole(directory, draft, written, async () => {
    for (const name of await foreignFiles(place)) await linkTree(join(place, name), join(draft, name));
    await rename(draft, ready);
    await rename(place, moved);
    await rename(ready, place);
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
  const found: string[] = [];
  for (const name of await entriesOf(place)) {
    const isShared = [...known].some((path) => path.startsWith(`${name}/`));
    const below = isShared ? (await entriesOf(join(place, name))).map((inner) => `${name}/${inner}`) : [name];
    found.push(...below.filter((path) => !known.has(path)));
  }
  return found.sort();
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
    kept: 'nothing of it was kept, and the old case is as it was',
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
async function linkTree(from: string, to: string): Promise<void> {
  const entry = await lstat(from);
  if (entry.isSymbolicLink()) return cp(from, to, { verbatimSymlinks: true });
  if (!entry.isDirectory()) return link(from, to).catch(() => copyFile(from, to));
  makeFolder(to);
  for (const name of await readdir(from)) await linkTree(join(from, name), join(to, name));
}

const entriesOf = (directory: string): Promise<string[]> => readdir(directory).catch(() => []);

function refusal(message: string, field: string, value: unknown, suggestion: string): Fault<'InvalidArguments'> {
  return new Fault('InvalidArguments', message, { context: { field, value }, suggestion });
}
