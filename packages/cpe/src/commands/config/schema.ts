import { configJsonSchema, configJsonSchemaText } from '../../config/json-schema.js';
import type { CliCommand } from '../command.js';

export const configSchema: CliCommand = {
  name: 'config schema',
  description: 'Print the JSON Schema of the configuration file, for editors',

  async run() {
    return { text: configJsonSchemaText(), value: configJsonSchema() };
  },
};
