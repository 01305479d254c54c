/** The manifest of the bundle (MCPB 0.3): what hosts show, how they start the server, what they ask the person for. */
export interface PackageFacts {
  readonly version: string;
  readonly license: string;
  readonly engines: { readonly node: string };
}

export interface NamedTool {
  readonly name: string;
  readonly title?: string;
}

/** A place the host fills in when it starts the server. */
function filledIn(name: string): string {
  return `\${${name}}`;
}

export function manifestOf(facts: PackageFacts, tools: readonly NamedTool[], platform: NodeJS.Platform) {
  return {
    manifest_version: '0.3',
    name: 'cobre',
    display_name: 'Cobre: hydrothermal planning',
    version: facts.version,
    description: 'Validate, train, simulate, query and explain hydrothermal power system studies.',
    long_description:
      'Reads cases of a hydrothermal power system, trains a policy by stochastic dual dynamic programming, simulates it, and answers questions about the results. It uses only the directory you choose, and writes there only if you allow it.',
    author: { name: 'Quadrivium' },
    license: facts.license,
    keywords: ['energy', 'hydropower', 'sddp', 'optimisation'],
    server: {
      type: 'node',
      entry_point: 'server/cobre-mcp.js',
      mcp_config: {
        command: 'node',
        args: [`${filledIn('__dirname')}/server/cobre-mcp.js`, '--allowed-dirs', filledIn('user_config.directory')],
        env: {
          COBRE_MCP_ALLOW_WRITE: filledIn('user_config.allow_write'),
          COBRE_MCP_TOOL_NAMES: 'portable',
        },
      },
    },
    user_config: {
      directory: {
        type: 'directory',
        title: 'Studies',
        description: 'The directory with your cases; nothing outside it is read or written.',
        required: true,
      },
      allow_write: {
        type: 'boolean',
        title: 'Allow runs and exports',
        description: 'Lets the server write results below the case that is run.',
        default: false,
      },
    },
    tools: tools.map(({ name, title }) => ({
      name: name.replaceAll(/[^A-Za-z0-9_-]/g, '_'),
      ...(title === undefined ? {} : { description: title }),
    })),
    // Prompts are made from what the server finds, so the manifest cannot hold their text.
    prompts_generated: true,
    compatibility: { platforms: [platform], runtimes: { node: facts.engines.node } },
  };
}
