import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expectGolden } from '@quadrivium/kernel/testing';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { servers } from '../scripts/servers.js';

/** What others build on must not change unseen. UPDATE_GOLDEN=1 writes the files anew. */
test.each(servers.map((server) => [server.binary, server.definition] as const))(
  'the tools of %s are as recorded',
  (binary, definition) => {
    expectGolden(definition, join(import.meta.dirname, 'golden', binary));
  },
);

/** Clients check the schemas themselves before they offer a tool; one that is none costs the tool, or all of them. */
test.each(servers.map(({ binary }) => binary))('the schemas of %s are JSON schemas', (binary) => {
  const folder = join(import.meta.dirname, 'golden', binary);
  const ajv = new Ajv2020({ strict: false, logger: false });
  for (const name of readdirSync(folder)) {
    const { inputSchema, outputSchema = {} } = JSON.parse(readFileSync(join(folder, name), 'utf8'));
    for (const schema of [inputSchema, outputSchema]) {
      void ajv.validateSchema(schema);
      expect(ajv.errors ?? [], name).toEqual([]);
    }
  }
});
