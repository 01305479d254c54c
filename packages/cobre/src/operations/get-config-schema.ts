import * as z from 'zod';
import { generations } from '../case/generation/generation.js';
import { caseFileNames, schemaOf } from '../service/cases/config-schema.js';
import { anyObject, record } from '../service/seed-schema.js';
import { operationOfThisProcess } from './operation.js';

export const getConfigSchema = operationOfThisProcess({
  name: 'cobre/get-config-schema',
  title: 'Schema of config.json',
  description:
    'The JSON Schema (2020-12) of config.json, with every setting described; use it to write or check one. With file, that of any other file of a case. Cases are written in one of two forms: say generation "current" for that of today, which cobre/inspect-case tells of a case.',
  effect: 'read',
  narrower: 'name one file, such as system/hydros.json.',
  timeoutMs: 5_000,
  input: z.strictObject({
    file: z
      .enum(caseFileNames)
      .optional()
      .describe('Another file of a case; the schema of a table describes its rows. config.json unless given'),
    generation: z
      .enum(generations)
      .optional()
      .describe('Form of the case; cobre-0.5 unless given, or current where only that form has the file'),
  }),
  output: record({ schema: anyObject().describe('Complete JSON Schema for config.json') }),
  run: ({ file, generation }) => ({ schema: schemaOf(file, generation) }),
});
