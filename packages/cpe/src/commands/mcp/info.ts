import type { ConnectionInfo } from '@quadrivium/kernel/client';
import type { CliCommand } from '../command.js';
import { withServer } from '../with-host.js';

export const info: CliCommand = {
  path: ['mcp', 'info'],
  summary: 'Connect to a server and show what it says about itself',
  configure(command) {
    command.argument('<server>');
  },

  async run(context) {
    const [name = ''] = context.args;
    return withServer(context, name, { discover: false }, async ({ connection }) => ({
      text: `Connected to server: ${name}\n${details(connection.info).join('')}`,
      value: { server: name, ...connection.info },
    }));
  },
};

function details({ serverInfo, protocolVersion, era, capabilities, instructions }: ConnectionInfo): string[] {
  const rows: [string, string | undefined][] = [
    ['Name', serverInfo?.title === undefined ? serverInfo?.name : `${serverInfo.title} (${serverInfo.name})`],
    ['Version', serverInfo?.version],
    ['Protocol', `${protocolVersion} (${era})`],
    ['Capabilities', Object.keys(capabilities).sort().join(', ') || 'none'],
    ['Instructions', instructions],
  ];
  return rows.flatMap(([label, value]) => (value === undefined ? [] : [`${label}: ${value}\n`]));
}
