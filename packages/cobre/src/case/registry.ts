import type { z } from 'zod';
import { type FilesOf, membersBy } from '../equipment/members.js';
import { type CaseFileSpec, type ContentsOf, optional, parquet, required } from './file-spec.js';
import { configFile } from './schema/config.js';
import { initialConditionsFile } from './schema/initial-conditions.js';
import { penaltiesFile } from './schema/penalties.js';
import { correlationFile, genericConstraintsFile } from './schema/scenarios.js';
import { stagesFile } from './schema/stages.js';
import { rowSchema } from './table/column.js';
import * as tables from './table/tables.js';

/** Files that belong to no equipment. */
const commonFiles = {
  config: required('config.json', configFile),
  penalties: required('penalties.json', penaltiesFile),
  stages: required('stages.json', stagesFile),
  initialConditions: required('initial_conditions.json', initialConditionsFile),
  correlation: optional('scenarios/correlation.json', correlationFile),
  noiseOpenings: parquet('scenarios/noise_openings.parquet', tables.noiseOpenings),
  genericConstraints: optional('constraints/generic_constraints.json', genericConstraintsFile),
  genericBounds: parquet('constraints/generic_constraint_bounds.parquet', tables.genericConstraintBounds),
} as const;

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
