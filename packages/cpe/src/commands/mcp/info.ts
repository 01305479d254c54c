import type { ConnectionInfo } from '@quadrivium/kernel/client';
import { optionalArgument } from '@quadrivium/kernel/shell';
import type { CliCommand } from '../command.js';
import { chosenServer, SERVER_HELP, serverOptions } from '../server-choice.js';
import { withServer } from '../with-host.js';

export const info: CliCommand = {
  name: 'mcp info',
  description: 'Connect to a server and show what it says about itself',
  arguments: { server: optionalArgument(SERVER_HELP) },
  options: serverOptions,

  async run(context) {
    const choice = chosenServer(context);
    const { name } = choice;
    return withServer(context, choice, { discover: false, ask: true }, async (session) => {
      const { info: said } = await session.open();
      return { text: `Connected to server: ${name}\n${details(said).join('')}`, value: { server: name, ...said } };
    });
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
