import { operation } from '@quadrivium/kernel';
import * as z from 'zod';
import { configSchema } from '../service/cases/config-schema.js';

export const getConfigSchemaTool = () =>
  operation({
    name: 'cobre/get-config-schema',
    title: 'Schema of config.json',
    description:
      'The JSON Schema (2020-12) of config.json, with every setting described; use it to write or check one.',
    effect: 'read',
    timeoutMs: 5_000,
    input: z.strictObject({}),
    output: {
      type: 'object',
      properties: { schema: { type: 'object', description: 'Complete JSON Schema for config.json' } },
      required: ['schema'],
    },
    run: () => ({ schema: configSchema() }),
  });
