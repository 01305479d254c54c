import type * as z from 'zod';
import { type FilesOf, membersBy } from '../equipment/members.js';
import { commonFiles } from './common-files.js';
import { type CaseFileSpec, type ContentsOf, existsIn } from './file-spec.js';
import type { Generation } from './generation/generation.js';
import { rowSchema } from './table/column.js';

const folders = ['system', 'scenarios', 'constraints'];
const folderOf = ([, { path }]: readonly [string, CaseFileSpec]) => folders.indexOf(path.split('/')[0]!);

/** The files a case may have, folder by folder, under the names the rest of this package uses for them. */
export const caseFiles = Object.fromEntries(
  [commonFiles, ...membersBy('file').map(({ files }) => files)]
    .flatMap((files) => Object.entries<CaseFileSpec>(files))
    .sort((a, b) => folderOf(a) - folderOf(b)),
) as unknown as typeof commonFiles & FilesOf;

export type CaseFileKey = keyof typeof caseFiles;

/**
 * What the files of one case say, file by file, with types checked and nothing resolved yet. Whatever the generation, it is
 * said in the same words (those of release 0.5.1, and new ones for what is new).
 */
export type RawCase = ContentsOf<typeof caseFiles> & { readonly generation: Generation };

/** The schema of every file by its path as cases of a generation write it, for export as JSON Schema. */
export function caseSchemas(generation: Generation): Readonly<Record<string, z.ZodType>> {
  return Object.fromEntries(specsIn(generation).map((spec) => [spec.path, schemaIn(spec, generation)]));
}

/** The paths alone, for which no schema is made. */
export function casePaths(generation: Generation): string[] {
  return specsIn(generation).map(({ path }) => path);
}

function specsIn(generation: Generation): CaseFileSpec[] {
  return Object.values<CaseFileSpec>(caseFiles).filter((spec) => existsIn(spec, generation));
}

function schemaIn(spec: CaseFileSpec, generation: Generation): z.ZodType {
  if (spec.format === 'parquet') return rowSchema(spec.table, generation);
  return (generation === 'current' && spec.current?.schema) || spec.schema;
}
