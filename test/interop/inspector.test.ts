import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bundledKitchen } from '../../packages/kernel/test/fixtures/bundle.js';
import { toolSet } from '../support/tool-sets.js';
import { kitchenOnHttp } from './kitchen-on-http.js';

const peers = toolSet('peers');
const root = join(import.meta.dirname, '../..');

interface Run {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

describe.skipIf(peers.absent)('the Inspector CLI (needs: node scripts/tools.mjs peers)', () => {
  /** It keeps a catalogue in its home, which must not be the developer's. */
  const home = mkdtempSync(join(tmpdir(), 'quadrivium-inspector-'));
  let server: Awaited<ReturnType<typeof kitchenOnHttp>>;
  beforeAll(async () => {
    server = await kitchenOnHttp();
  });
  afterAll(async () => {
    await server.close();
    rmSync(home, { recursive: true, force: true });
  });

  function inspect(...args: string[]): Promise<Run> {
    const options = { env: { ...process.env, HOME: home }, cwd: root, maxBuffer: 1 << 26 };
    return new Promise((resolve) => {
      execFile(peers.path('.bin/mcp-inspector'), ['--cli', ...args], options, (error, out, err) => {
        resolve({ code: typeof error?.code === 'number' ? error.code : error ? 1 : 0, out, err });
      });
    });
  }

  const overHttp = (era: string) => [`${server.url}/mcp`, '--transport', 'http', '--protocol-era', era];
  test.each(['legacy', 'modern'])('finds no fault in the tool list over HTTP, %s era, strict', async (era) => {
    const run = await inspect(...overHttp(era), '--method', 'tools/list', '--strict', '--format', 'json', '-q');
    expect(run, run.err).toMatchObject({ code: 0 });
    expect(run.out).toContain('kitchen_echo');
  });

  test('lists the seed names over stdio', async () => {
    const run = await inspect(
      process.execPath,
      await bundledKitchen(),
      '--method',
      'tools/list',
      '--format',
      'json',
      '-q',
    );
    expect(run, run.err).toMatchObject({ code: 0 });
    expect(run.out).toContain('kitchen/echo');
  });

  test.each(['legacy', 'modern'])('calls a tool and reads a resource, %s era', async (era) => {
    const call = ['--method', 'tools/call', '--tool-name', 'kitchen_echo', '--tool-args-json', '{"text":"hello"}'];
    const called = await inspect(...overHttp(era), ...call, '--format', 'json', '-q');
    expect(called, called.err).toMatchObject({ code: 0 });
    expect(called.out).toContain('hello');
    const read = ['--method', 'resources/read', '--uri', 'kitchen://case/%2Fdata%2Fone/config'];
    const found = await inspect(...overHttp(era), ...read, '--format', 'json', '-q');
    expect(found, found.err).toMatchObject({ code: 0 });
    expect(found.out).toContain('/data/one');
  });

  test('gives a failing tool its exit code for tool errors', async () => {
    const call = ['--method', 'tools/call', '--tool-name', 'kitchen_fail', '--tool-args-json', '{"how":"fault"}'];
    expect((await inspect(...overHttp('legacy'), ...call, '--format', 'json', '-q')).code).toBe(5);
  });
});
