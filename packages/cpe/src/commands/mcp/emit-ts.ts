import { writeFileSync } from 'node:fs';
import type { Catalog, ToolTypes } from '@quadrivium/codemode/declarations';
import { anyArguments, textValue } from '@quadrivium/kernel/shell';
import { type CliCommand, textOption } from '../command.js';
import { withHost } from '../with-host.js';

/** `cpe mcp emit-ts`: the tools of servers as functions of a TypeScript program of one's own. */
export const emitTs: CliCommand = {
  name: 'mcp emit-ts',
  description: 'Write a typed client for the tools of servers, as a TypeScript file',
  arguments: { servers: anyArguments('only these; all configured servers when left out') },
  options: { output: textValue('output', 'write the file there instead of to stdout', 'file') },

  async run(context) {
    const names = context.args.filter((name) => name !== undefined);
    const { catalogOf } = await import('@quadrivium/codemode/declarations');
    return withHost(context, { ask: true, ...(names.length === 0 ? {} : { only: names }) }, async (host) => {
      const text = await clientText(catalogOf(host.everyTool()));
      const output = textOption(context.options, 'output');
      const value = { tools: host.everyTool().length, ...(output === undefined ? { text } : { file: output }) };
      if (output === undefined) return { text, value };
      writeFileSync(output, text);
      return { text: `${host.everyTool().length} tools written to ${output}\n`, value };
    });
  },
};

/** Where the client finds what connects. */
const PACKAGE = '@quadrivium/cpe';

const HEAD = `/** Made by cpe mcp emit-ts from what the servers say about themselves; make it anew when they change. */
import { connectTools, type Tool, type ToolClient, type ToolClientOptions } from ${JSON.stringify(PACKAGE)};
`;

const TAIL = `/** Connects to the servers; close the client when done. */
export function connect(options: ToolClientOptions = {}): Promise<ToolClient<Tools>> {
  return connectTools<Tools>(names, options);
}
`;

async function clientText(catalog: Catalog): Promise<string> {
  const { aliasText, declareTools, memberText } = await import('@quadrivium/codemode/declarations');
  const { tools, aliases } = declareTools(catalog);
  const servers = [...new Set(tools.map(({ entry }) => entry.server))];
  const members = (server: string): ToolTypes[] => tools.filter(({ entry }) => entry.server === server);
  const interfaces = servers.map(
    (server) =>
      `  ${server}: {\n${members(server)
        .map((each) => memberText(each, '    '))
        .join('\n')}\n  };`,
  );
  const names = Object.fromEntries(servers.map((server) => [server, namesOf(members(server))]));
  return [
    HEAD,
    aliasText(aliases).replace(/^type /gm, 'export type '),
    `export interface Tools {\n${interfaces.join('\n')}\n}\n`,
    `const names = ${JSON.stringify(names, null, 2)};\n`,
    TAIL,
  ].join('\n');
}

function namesOf(members: readonly ToolTypes[]) {
  const tools = members.map(({ entry }) => [entry.name, entry.tool.name]);
  return { server: members[0]?.entry.tool.server ?? '', tools: Object.fromEntries(tools) };
}
