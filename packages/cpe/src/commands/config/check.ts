import { loadConfig } from '../../config/load.js';
import type { CliCommand } from '../command.js';

export const configCheck: CliCommand = {
  name: 'config check',
  description: 'Check the configuration file without connecting to anything',

  async run({ world, options }) {
    const { path, config, skipped } = loadConfig(world, options.config);
    const counts = { servers: Object.keys(config.mcpServers).length, models: config.models.length };
    const notes = [...skipped.values()].map((reason) => `skipped: ${reason}\n`).join('');
    const text = `${path} is valid: ${counts.servers} servers, ${counts.models} models.\n${notes}`;
    return { text, value: { path, ...counts, skipped: Object.fromEntries(skipped) } };
  },
};
