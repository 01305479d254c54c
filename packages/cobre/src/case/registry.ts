import type { z } from 'zod';
import { type FilesOf, membersBy } from '../equipment/members.js';
import { commonFiles } from './common-files.js';
import type { CaseFileSpec, ContentsOf } from './file-spec.js';
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

/** What the files of one case say, file by file, with types checked and nothing resolved yet. */
export type RawCase = ContentsOf<typeof caseFiles>;

/** The schema of every file by its path, for export as JSON Schema. */
export const caseSchemas: Readonly<Record<string, z.ZodType>> = Object.fromEntries(
  Object.values(caseFiles).map((spec: CaseFileSpec) => [
    spec.path,
    spec.format === 'json' ? spec.schema : rowSchema(spec.table),
  ]),
);
