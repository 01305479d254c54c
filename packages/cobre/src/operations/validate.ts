import * as z from 'zod';
import { validate as validateCase } from '../service/cases/validate.js';
import { errorRecord, integer, record } from '../service/seed-schema.js';
import { operation } from './operation.js';
import { caseDir } from './shared-fields.js';

const problem = errorRecord.meta({ id: 'ErrorRecord' });

const report = record({
  valid: z.boolean(),
  errors: z.array(problem),
  warnings: z.array(problem),
  summary: record({
    files_checked: integer(),
    entities_validated: integer(),
    layers_completed: integer(),
    error_count: integer(),
    warning_count: integer(),
  }),
  not_listed: record({ errors: integer(), warnings: integer() })
    .optional()
    .describe(
      'How many more there are than the 100 errors and 100 warnings that are listed; only where there are more',
    ),
});

export const validate = operation({
  name: 'cobre/validate',
  title: 'Validate a case',
  description:
    'Checks a case directory in five layers (files, schemas, references, coverage, physics and settings) without running the solver. A case that is not valid is a normal answer with valid: false and the problems found (the first 100, and how many more there are), each with its file, entity and field and what to try.',
  effect: 'read',
  narrower: 'mend the first findings and ask again; many of the others follow from them.',
  timeoutMs: 60_000,
  input: z.strictObject({ case_dir: caseDir }),
  output: report,
  run: ({ case_dir }, { files }) => validateCase(files, case_dir),
});
