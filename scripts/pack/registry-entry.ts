/** What the MCP registry is told of a server (`server.json`, schema of 2025-12-11). */
import { type Choice, type PackedServer, variableOf } from './packed-server.js';

/** What registries call the publisher; `mcpName` in the package of each server says the same. */
export const registryName = (server: PackedServer): string => `io.quadrivium/${server.name}`;

export function registryEntry(server: PackedServer, version: string): object {
  const { title, description, word, choices } = server;
  const named = Object.values(choices).filter(({ kind }) => kind !== 'boolean');
  const switches = Object.values(choices).filter(({ kind }) => kind === 'boolean');
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    name: registryName(server),
    title,
    description,
    version,
    packages: [
      {
        registryType: 'npm',
        identifier: `@quadrivium/${server.name}`,
        version,
        runtimeHint: 'npx',
        transport: { type: 'stdio' },
        packageArguments: [
          { type: 'positional', value: word },
          ...named.map(namedArgument),
          ...Object.entries(server.fixed).map(([flag, value]) => ({ type: 'named', name: `--${flag}`, value })),
        ],
        ...(switches.length === 0 ? {} : { environmentVariables: switches.map((each) => variable(server, each)) }),
      },
    ],
  };
}

function namedArgument({ flag, description, standard }: Choice): object {
  return {
    ...{ type: 'named', name: `--${flag}`, description, format: 'filepath' },
    ...(standard === undefined ? { isRequired: true } : { default: standard }),
  };
}

/** A flag without a value cannot be left out by a host that fills in arguments, so a switch is a variable. */
function variable(server: PackedServer, { flag, description, standard }: Choice): object {
  return {
    ...{ name: variableOf(server, flag), description, format: 'boolean' },
    ...{ choices: ['true', 'false'], default: standard },
  };
}
