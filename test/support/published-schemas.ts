/**
 * What three publishers say of their formats, as JSON Schemas in our own words: the registry of MCP servers (server.json of
 * 2025-12-11), plugins of Claude Code (manifest reference) and extensions of Gemini (extension reference). Only the parts that we use,
 * and nothing besides them is allowed.
 */
const text = (maxLength: number) => ({ type: 'string', minLength: 1, maxLength });
const version = { type: 'string', pattern: '^\\d+\\.\\d+\\.\\d+$', maxLength: 255 };
const kebabCase = { type: 'string', pattern: '^[a-z0-9]+(-[a-z0-9]+)*$' };

function strict(required: object, optional: object = {}): object {
  const properties = { ...required, ...optional };
  return { type: 'object', required: Object.keys(required), properties, additionalProperties: false };
}

const input = {
  description: text(1000),
  format: { enum: ['string', 'number', 'boolean', 'filepath'] },
  isRequired: { type: 'boolean' },
  default: { type: 'string' },
  value: { type: 'string' },
  choices: { type: 'array', items: { type: 'string' }, minItems: 1 },
};

const packageArgument = {
  oneOf: [
    strict({ type: { const: 'positional' }, value: { type: 'string' } }),
    strict({ type: { const: 'named' }, name: { type: 'string', pattern: '^--[a-z-]+$' } }, input),
  ],
};

export const registrySchema = strict({
  $schema: { const: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json' },
  name: { type: 'string', pattern: '^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$', minLength: 3, maxLength: 200 },
  title: text(100),
  description: text(100),
  version,
  packages: {
    type: 'array',
    minItems: 1,
    items: strict(
      {
        registryType: { const: 'npm' },
        identifier: text(200),
        version,
        runtimeHint: { const: 'npx' },
        transport: strict({ type: { const: 'stdio' } }),
        packageArguments: { type: 'array', items: packageArgument },
      },
      { environmentVariables: { type: 'array', items: strict({ name: { type: 'string' } }, input) } },
    ),
  },
});

const startedServers = {
  type: 'object',
  minProperties: 1,
  additionalProperties: strict({
    command: text(200),
    args: { type: 'array', items: { type: 'string' } },
    env: { type: 'object', additionalProperties: { type: 'string' } },
  }),
};

export const pluginSchema = strict({
  name: kebabCase,
  version,
  description: text(1000),
  author: strict({ name: text(200) }),
  license: { const: 'MIT' },
  keywords: { type: 'array', items: text(50) },
  userConfig: {
    type: 'object',
    additionalProperties: strict(
      {
        type: { enum: ['string', 'number', 'boolean', 'directory', 'file'] },
        title: text(100),
        description: text(1000),
      },
      { required: { type: 'boolean' }, default: {} },
    ),
  },
  mcpServers: startedServers,
});

export const geminiExtensionSchema = strict({
  name: kebabCase,
  version,
  description: text(1000),
  settings: {
    type: 'array',
    items: strict({
      name: text(100),
      description: text(1000),
      envVar: { type: 'string', pattern: '^[A-Z][A-Z0-9_]*$' },
    }),
  },
  mcpServers: startedServers,
});
