import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { inputRequired } from '@quadrivium/kernel';
import { connect } from '@quadrivium/kernel/client';
import { expect, onTestFinished, test, vi } from 'vitest';
import { bundledSource } from '../../../../test/support/bundled-source.js';
import { temporaryFolder } from '../app/plane.js';
import { world } from '../http/world.js';
import { serverOf, tool } from './governed.js';

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
    const code = 'return (await tools.notes.notes_read({ topic: "taps" })).notes;';
    expect(JSON.stringify((await gateway.callTool('run_program', { code })).raw)).toContain('about taps');
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

const colours: Readonly<Record<string, string>> = { door: 'red', fence: 'green' };

/** Asks for a colour once everybody who will be under way is, and answers with what it was told. */
function paintsTogether() {
  const begun = new Set<unknown>();
  return tool('paint', async ({ what }, { client }) => {
    const told = client.inputResponses?.colour;
    if (told !== undefined) return { what, told };
    begun.add(what);
    await vi.waitFor(() => expect(begun.size).toBe(2), { timeout: 60_000, interval: 20 });
    const properties = { colour: { type: 'string' as const } };
    const question = {
      message: `Which colour for the ${what}?`,
      requestedSchema: { type: 'object' as const, properties },
    };
    return inputRequired({ inputRequests: { colour: inputRequired.elicit({ mode: 'form', ...question }) } });
  });
}

test.each(['legacy', 'modern'] as const)(
  'two questions at once over one pipe: a %s caller is asked both, each call hears its own answer, and others are answered meanwhile',
  async (mode) => {
    const { url } = await serverOf([paintsTogether()]);
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'servers.json'), JSON.stringify({ servers: { shop: { type: 'http', url } } }));
    const asked: string[] = [];
    let answer: () => void = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const gateway = await connect(
      {
        type: 'stdio',
        command: process.execPath,
        args: [bundledSource(bin), 'gateway', '--servers', 'servers.json', '--log-level', 'silent'],
        cwd: folder,
        env: { PORTARIUM_TOKEN: '' },
      },
      {
        mode,
        startupTimeoutMs: 100_000,
        handlers: {
          elicitation: async ({ message }) => {
            asked.push(message);
            await answered;
            const [, what = ''] = /the (\w+)\?/.exec(message) ?? [];
            return { action: 'accept', content: { colour: colours[what] ?? 'none' } };
          },
        },
      },
    );
    onTestFinished(() => gateway.close());
    const calls = Object.keys(colours).map((what) => gateway.callTool('shop__paint', { what }));
    await vi.waitFor(() => expect(asked).toHaveLength(2), { timeout: 60_000, interval: 20 });
    expect([...asked].sort()).toEqual(['Which colour for the door?', 'Which colour for the fence?']);
    // Both questions are open: whoever asks something else is not kept waiting by them.
    expect((await gateway.tools()).tools.map(({ name }) => name)).toContain('shop__paint');
    answer();
    const results = await Promise.all(calls);
    expect(results.map(({ structuredContent }) => structuredContent)).toMatchObject(
      Object.entries(colours).map(([what, colour]) => ({ what, told: { action: 'accept', content: { colour } } })),
    );
    expect(asked).toHaveLength(2);
  },
);
