/** The manifest of a bundle (MCPB 0.3): what hosts show, how they start the server, what they ask the person for. */
import { type Choice, filledIn, type PackedServer, variableOf } from './packed-server.js';

export interface PackageFacts {
  readonly version: string;
  readonly license: string;
  readonly engines: { readonly node: string };
}

export interface NamedTool {
  readonly name: string;
  readonly title?: string;
}

export function manifestOf(server: PackedServer, facts: PackageFacts, tools: readonly NamedTool[]): object {
  const entry = `server/${server.program}.js`;
  return {
    manifest_version: '0.3',
    name: server.name,
    display_name: server.title,
    version: facts.version,
    description: server.description,
    long_description: server.details,
    author: { name: 'Quadrivium' },
    license: facts.license,
    keywords: server.keywords,
    server: {
      type: 'node',
      entry_point: entry,
      mcp_config: { command: 'node', args: [`${filledIn('__dirname')}/${entry}`], env: variables(server) },
    },
    user_config: Object.fromEntries(Object.entries(server.choices).map(([key, choice]) => [key, asked(choice)])),
    tools: tools.map(({ name, title }) => ({
      name: name.replaceAll(/[^A-Za-z0-9_-]/g, '_'),
      ...(title === undefined ? {} : { description: title }),
    })),
    // Prompts are made from what the server finds, so the manifest cannot hold their text.
    ...(server.hasPrompts ? { prompts_generated: true } : {}),
    compatibility: { platforms: [process.platform], runtimes: { node: facts.engines.node } },
  };
}

function variables(server: PackedServer): Record<string, string> {
  const chosen = Object.entries(server.choices).map(([key, { flag }]) => [flag, filledIn(`user_config.${key}`)]);
  return Object.fromEntries(
    [...chosen, ...Object.entries(server.fixed)].map(([flag = '', value = '']) => [variableOf(server, flag), value]),
  );
}

/** A host's working directory is nobody's choice, so files that have a standard place lie in the person's home. */
function asked({ kind, title, description, standard }: Choice): object {
  if (kind === 'boolean') return { type: kind, title, description, default: standard === 'true' };
  if (standard === undefined) return { type: kind, title, description, required: true };
  return { type: 'string', title, description, default: `${filledIn('HOME')}/${standard}` };
}
