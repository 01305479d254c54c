import { own } from '@quadrivium/kernel/essentials';
import { Fault } from '@quadrivium/kernel/fault';
import * as z from 'zod';
import { type Generation, generationNames, generations } from '../../case/generation/generation.js';
import { casePaths, caseSchemas } from '../../case/registry.js';

export type JsonSchemaDocument = Readonly<Record<string, unknown>>;

/** Every file a case may have. */
export const caseFileNames = [...new Set(generations.flatMap(casePaths))] as [string, ...string[]];

/** The JSON Schema of any file of a case by its path; a table's schema describes one row. */
export function caseFileSchema(path: string, generation: Generation = 'cobre-0.5'): JsonSchemaDocument | null {
  const schema = own(caseSchemas(generation), path);
  return schema === undefined
    ? null
    : (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', override: tellEffect }) as JsonSchemaDocument);
}

/** What a key without effect would say is followed by why it says nothing. */
function tellEffect({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  const { noEffect, description } = jsonSchema;
  if (typeof noEffect !== 'string') return;
  delete jsonSchema.noEffect;
  jsonSchema.description =
    description === undefined ? `No effect: ${noEffect}` : `${description}; no effect: ${noEffect}`;
}

/** The schema somebody asks for: of `config.json` unless told, and as the first generation writes it that has such a file. */
export function schemaOf(path = 'config.json', generation?: Generation): JsonSchemaDocument {
  const asked = generation === undefined ? generations : [generation];
  for (const form of asked) {
    const schema = caseFileSchema(path, form);
    if (schema !== null) return schema;
  }
  throw new Fault('InvalidArguments', `Cases of ${generationNames[asked[0]!]} have no ${path}`, {
    context: { field: 'file', value: path },
    suggestion: 'Ask for it without generation; the other form of the format has the file.',
  });
}
