import { join } from 'node:path';
import { expectGolden } from '@quadrivium/kernel/testing';
import { test } from 'vitest';
import { servers } from '../scripts/servers.js';

/** What others build on must not change unseen. UPDATE_GOLDEN=1 writes the files anew. */
test.each(servers.map((server) => [server.binary, server.definition] as const))(
  'the tools of %s are as recorded',
  (binary, definition) => {
    expectGolden(definition, join(import.meta.dirname, 'golden', binary));
  },
);
