import { basename, dirname, join, sep } from 'node:path';
import type { ResultKind } from './result-kinds.js';

/** The little this part needs to know about a file system. Paths are the caller's words. */
export interface ResultFiles {
  exists(path: string): Promise<boolean>;
  resolve(path: string): Promise<string>;
  entries(path: string): Promise<readonly { readonly name: string; isDirectory(): boolean; isFile(): boolean }[]>;
}

export interface FoundFiles {
  readonly files: readonly string[];
  /** The scenario is in the name of the folder a file lies in. */
  readonly partitioned: boolean;
  /** The canonical directory all files lie in, however deep: all that an engine need be able to read. */
  readonly root: string;
}

/**
 * The files of a table: one for all scenarios, or one folder per scenario, as the original and earlier versions write
 * them. Null when there is neither. Links are followed as the caller's files allow it. `directory` is the caller's word
 * for the output directory, `root` its canonical path.
 */
export async function findFiles(
  files: ResultFiles,
  directory: string,
  root: string,
  { folder }: ResultKind,
  scenarios?: readonly [number, number],
): Promise<FoundFiles | null> {
  const single = folder.endsWith('.parquet') ? folder : `${folder}.parquet`;
  if (await isListed(files, join(directory, single))) {
    const file = await reached(files, directory, single);
    return { files: [file], partitioned: false, root: commonRoot(root, dirname(file)) };
  }
  if (folder.endsWith('.parquet') || !(await files.exists(join(directory, folder)))) return null;
  const partitions = await findPartitions(files, join(directory, folder), scenarios);
  if (partitions === null) return null;
  const place = await files.resolve(join(directory, folder));
  const found = await Promise.all(partitions.map((name) => reached(files, directory, join(folder, name))));
  return { files: found, partitioned: true, root: commonRoot(root, place) };
}

/** A link that leads to nothing that may be read is there all the same, and must not pass for an absent table. */
async function isListed(files: ResultFiles, path: string): Promise<boolean> {
  if (await files.exists(path)) return true;
  const entries = await files.entries(dirname(path)).catch(() => []);
  return entries.some(({ name }) => name === basename(path));
}

async function reached(files: ResultFiles, directory: string, path: string): Promise<string> {
  return files.resolve(join(directory, path)).catch(() => {
    throw new Error(`${path} is missing or leads to nothing that may be read`);
  });
}

/** Engines are kept by output directory; only where a link leads out of it, the place of the table has one of its own. */
function commonRoot(root: string, place: string): string {
  return place === root || place.startsWith(root + sep) ? root : place;
}

/** Null when the folder has no partition at all; empty when none is in the range. */
async function findPartitions(
  files: ResultFiles,
  folder: string,
  scenarios: readonly [number, number] | undefined,
): Promise<readonly string[] | null> {
  const numbered = (await files.entries(folder)).flatMap((entry) => {
    const match = /^scenario_id=(\d{1,9})$/.exec(entry.name);
    return match && entry.isDirectory() ? [{ name: entry.name, scenario: Number(match[1]) }] : [];
  });
  if (numbered.length === 0) return null;
  const [first, last] = scenarios ?? [0, Number.POSITIVE_INFINITY];
  return numbered
    .filter(({ scenario }) => first <= scenario && scenario <= last)
    .sort((a, b) => a.scenario - b.scenario)
    .map(({ name }) => `${name}/data.parquet`);
}
