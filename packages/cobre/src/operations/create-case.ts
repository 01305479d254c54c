import * as z from 'zod';
import { createCase as create, templateNames } from '../service/cases/create-case.js';
import { validate } from '../service/cases/validate.js';
import { errorRecord, record } from '../service/seed-schema.js';
import { operationOfThisProcess } from './operation.js';
import { caseDir } from './shared-fields.js';

export const createCase = operationOfThisProcess({
  name: 'cobre/create-case',
  title: 'Create a case',
  description:
    'Writes a case: the files of a template, files you give, or a template with some of its files replaced. Files of JSON are given as objects, tables as lists of rows, which are written as Parquet. Templates are written in the current form; the schemas are those of cobre/get-config-schema with file and generation "current". The answer says whether the case is valid and what is wrong with it.',
  effect: 'write',
  narrower: 'cobre/inspect-case tells what was made without its findings.',
  idempotent: true,
  timeoutMs: 60_000,
  input: z.strictObject({
    case_dir: caseDir,
    template: z.enum(templateNames).optional().describe('An example to start from'),
    files: z
      .record(z.string(), z.unknown())
      .optional()
      .describe('By path, such as system/hydros.json: an object, the rows of a table, or null to leave a file out'),
    replace: z.boolean().default(false).describe('Write into a directory that is not empty'),
  }),
  output: record({
    case_dir: z.string(),
    files: z.array(z.string()),
    valid: z.boolean(),
    errors: z.array(errorRecord),
    warnings: z.array(errorRecord),
  }),
  async run({ case_dir, template, files: contents, replace }, { files }) {
    const written = await create(files, {
      directory: case_dir,
      ...(template === undefined ? {} : { template }),
      contents: contents ?? {},
      replace,
    });
    const { valid, errors, warnings } = await validate(files, case_dir);
    return { case_dir, files: [...written], valid, errors: [...errors], warnings: [...warnings] };
  },
});
