import { join } from 'node:path';
import type { ResultKind } from './result-kinds.js';

/** The little this part needs to know about a file system. Paths are the caller's words. */
export interface ResultFiles {
  exists(path: string): Promise<boolean>;
  resolve(path: string): Promise<string>;
  entries(path: string): Promise<readonly { readonly name: string; isDirectory(): boolean; isFile(): boolean }[]>;
}

export interface FoundFiles {
  readonly files: readonly string[];
  readonly partitioned: boolean;
}

/**
 * The files of a table: one folder per scenario, or a single file as older descriptions of the format have it. Null when
 * there is neither. `directory` is the caller's word for the output directory, `root` its canonical path.
 */
export async function findFiles(
  files: ResultFiles,
  directory: string,
  root: string,
  { folder }: ResultKind,
  scenarios?: readonly [number, number],
): Promise<FoundFiles | null> {
  const single = folder.endsWith('.parquet') ? folder : `${folder}.parquet`;
  if (!folder.endsWith('.parquet') && (await files.exists(join(directory, folder)))) {
    const partitions = await findPartitions(files, join(directory, folder), scenarios);
    if (partitions !== null) return { files: partitions.map((name) => join(root, folder, name)), partitioned: true };
  }
  if (!(await files.exists(join(directory, single)))) return null;
  return { files: [join(root, single)], partitioned: false };
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
