import * as z from 'zod';
import { type Generation, generations } from '../../case/generation/generation.js';
import { casePaths, caseSchemas } from '../../case/registry.js';
import { configFile } from '../../case/schema/config.js';

export type JsonSchemaDocument = Readonly<Record<string, unknown>>;

/** The JSON Schema of `config.json`. */
export function configSchema(): JsonSchemaDocument {
  return z.toJSONSchema(configFile, { io: 'input' }) as JsonSchemaDocument;
}

/** Every file a case may have. */
export const caseFileNames = [...new Set(generations.flatMap(casePaths))] as [string, ...string[]];

/** The JSON Schema of any file of a case by its path; a table's schema describes one row. */
export function caseFileSchema(path: string, generation: Generation = 'cobre-0.5'): JsonSchemaDocument | null {
  const schema = caseSchemas(generation)[path];
  return schema === undefined
    ? null
    : (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchemaDocument);
}
