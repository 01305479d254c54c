import { existsSync, writeFileSync } from 'node:fs';
import { optionalArgument, textValue } from '@quadrivium/kernel/shell';
import { stringify } from 'yaml';
import { importServers } from '../../config/import/import-servers.js';
import { importSources } from '../../config/import/index.js';
import { cpeFault } from '../../faults.js';
import { type CliCommand, textOption } from '../command.js';

export const importCommand: CliCommand = {
  name: 'mcp import',
  description: 'Bring the servers of another program into a configuration for cpe',
  arguments: { file: optionalArgument('configuration of the other program; where it keeps its own when left out') },
  options: {
    from: textValue(
      'from',
      `one of ${importSources.map(({ name }) => name).join(', ')}; found out when left out`,
      'program',
    ),
    output: textValue('output', 'write the configuration there instead of to stdout; readable by you alone', 'file'),
  },

  async run({ world, args: [file], options }) {
    const { servers, notes, title, ...found } = importServers(world, { file, from: textOption(options, 'from') });
    const text = stringify({ version: '1.0', mcpServers: servers });
    for (const note of notes) world.err(`note: ${note}\n`);
    const value = { from: title, file: found.file, servers, notes };
    const output = textOption(options, 'output');
    if (output === undefined) return { text, value };
    if (existsSync(output)) throw cpeFault('Usage', `${output} exists already and is left as it is.`);
    writeFileSync(output, text, { mode: 0o600, flag: 'wx' });
    return { text: `${Object.keys(servers).length} servers of ${title} written to ${output}\n`, value };
  },
};
