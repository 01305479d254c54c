import * as z from 'zod';
import { Config } from './schema.js';

type JsonObject = Record<string, unknown>;

/** What each transport needs and refuses, which the list of fields alone cannot say. */
const BY_TYPE: readonly { types: string[]; needs: string; refuses: string[] }[] = [
  { types: ['stdio'], needs: 'command', refuses: ['url', 'headers', 'oauth'] },
  { types: ['http', 'sse'], needs: 'url', refuses: ['command', 'args', 'env', 'cwd'] },
];

/** The JSON Schema of the configuration file, for editors. Made from the schema that cpe itself checks with. */
export function configJsonSchema(): JsonObject {
  const schema = z.toJSONSchema(Config, { io: 'input', unrepresentable: 'any' }) as JsonObject;
  const properties = schema.properties as JsonObject;
  const servers = properties.mcpServers as { additionalProperties: JsonObject };
  servers.additionalProperties.allOf = [
    ...BY_TYPE.map(condition),
    { not: { required: ['enabledTools', 'disabledTools'] } },
  ];
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Configuration of cpe',
    ...schema,
    patternProperties: { '^x-': {} },
  };
}

export function configJsonSchemaText(): string {
  return `${JSON.stringify(configJsonSchema(), null, 2)}\n`;
}

function condition({ types, needs, refuses }: (typeof BY_TYPE)[number]): JsonObject {
  const refused = Object.fromEntries(refuses.map((field) => [field, false]));
  return {
    if: { properties: { type: { enum: types } }, required: ['type'] },
    // biome-ignore lint/suspicious/noThenProperty: this is the keyword of JSON Schema.
    then: { required: [needs], properties: refused },
  };
}
