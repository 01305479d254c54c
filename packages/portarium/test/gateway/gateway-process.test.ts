import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { connect } from '@quadrivium/kernel/client';
import { expect, test } from 'vitest';
import { bundledSource } from '../../../../test/support/bundled-source.js';
import { world } from '../http/world.js';

const bin = join(import.meta.dirname, '../../src/bin/portarium.ts');

test('portarium gateway is a stdio server that calls others with credentials its callers never see', async () => {
  const w = await world();
  const file = join(dirname(w.db), 'servers.json');
  const notes = { type: 'http', url: w.notes.url, headers: { authorization: 'Bearer env:NOTES_TOKEN' } };
  writeFileSync(file, JSON.stringify({ servers: { notes }, allowedHosts: ['api.example'] }));
  const gateway = await connect({
    type: 'stdio',
    command: process.execPath,
    args: [...[bundledSource(bin), 'gateway'], ...['--db', w.db, '--servers', file, '--log-level', 'silent']],
    env: { PORTARIUM_TOKEN: w.keys['bot-1'], NOTES_TOKEN: 'notes-canary-0123456789' },
  });
  try {
    const { tools } = await gateway.tools();
    expect(tools.map(({ name }) => name)).toContain('notes__notes_read');
    const read = await gateway.callTool('notes__notes_read', { topic: 'pipes' });
    expect(read.structuredContent).toEqual({ notes: ['about pipes'] });
    expect(JSON.stringify([tools, read.raw])).not.toContain('notes-canary');
    const runs = (await w.rest('zoe', 'GET', '/runs')).body.items as {
      initiatedByUserId: string;
      initiatedVia: string;
    }[];
    expect(runs[0]).toMatchObject({ initiatedByUserId: 'bot-1', initiatedVia: 'gateway' });
  } finally {
    await gateway.close();
    await w.close();
  }
});
