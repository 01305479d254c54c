import { loadConfig } from '../../config/load.js';
import { timeoutNote } from '../../host/call-timeout.js';
import type { CliCommand } from '../command.js';

export const configCheck: CliCommand = {
  name: 'config check',
  description: 'Check the configuration file without connecting to anything',

  async run({ world, options }) {
    const { path, config, skipped } = loadConfig(world, options.config);
    const counts = { servers: Object.keys(config.mcpServers).length, models: config.models.length };
    const notes = Object.entries(config.mcpServers).flatMap(([name, server]) => {
      const note = timeoutNote(server);
      return note === undefined ? [] : [`mcpServers.${name}: ${note}`];
    });
    const lines = [
      `${path} is valid: ${counts.servers} servers, ${counts.models} models.`,
      ...[...skipped.values()].map((reason) => `skipped: ${reason}`),
      ...notes.map((note) => `note: ${note}`),
    ];
    return { text: `${lines.join('\n')}\n`, value: { path, ...counts, skipped: Object.fromEntries(skipped), notes } };
  },
};
