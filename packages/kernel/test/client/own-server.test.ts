import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';
import { type Connection, connect, type Mode } from '../../src/client/index.js';
import { silentLogger } from '../../src/index.js';
import { serve } from '../../src/serve/index.js';
import { exampleDefinition, type Witness } from '../http/example.js';
import { faultOf } from './misbehaving.js';

const cleanups: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

interface Pair {
  readonly connection: Connection;
  readonly witness: Witness;
}

/** Our client against our server in this process, over real sockets. */
async function overHttp(type: 'http' | 'sse', mode: Mode): Promise<Pair> {
  const witness: Witness = { started: 0, finished: 0, aborted: 0, identities: [] };
  const home = await mkdtemp(join(tmpdir(), 'own-server-'));
  cleanups.push(() => rm(home, { recursive: true, force: true }));
  const options = { signals: false, log: silentLogger, workingDirectory: home };
  const server = await serve(exampleDefinition(witness), ['--transport', 'all-http', '--port', '0'], {}, options);
  cleanups.push(() => server.close());
  const url = new URL(type === 'sse' ? '/sse' : '/mcp', server.url).href;
  const connection = await connect({ type, url }, { mode });
  cleanups.push(() => connection.close());
  return { connection, witness };
}

async function expectService(connection: Connection): Promise<void> {
  const names = (await connection.tools()).tools.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['echo', 'count']));
  const echoed = await connection.callTool('echo', { text: 'to and fro' });
  expect(echoed).toMatchObject({ structuredContent: { text: 'to and fro' }, isError: false, problems: [] });
  expect((await connection.callTool('echo', { text: 5 })).isError).toBe(true);
  expect((await faultOf(connection.callTool('nothing'))).kind).toBe('RpcError');
  const news: number[] = [];
  await connection.callTool('count', { to: 3, everyMs: 150 }, { onProgress: ({ progress }) => news.push(progress) });
  expect(news.length).toBeGreaterThan(0);
  expect(news).toEqual([...news].sort((a, b) => a - b));
}

describe('our client and our server', () => {
  test.each([
    ['http', 'legacy'],
    ['http', 'modern'],
    ['sse', 'legacy'],
  ] as const)('agree over %s, %s era, and a cancelled call stops', async (type, mode) => {
    const { connection, witness } = await overHttp(type, mode);
    expect(connection.info.era).toBe(mode);
    await expectService(connection);
    const cancel = new AbortController();
    const onProgress = (): void => cancel.abort();
    const call = connection.callTool('count', { to: 500, everyMs: 50 }, { signal: cancel.signal, onProgress });
    expect((await faultOf(call)).kind).toBe('Cancelled');
    await expect.poll(() => witness.aborted).toBe(1);
  });

  test('meet in the newer era over http when nothing is asked for', async () => {
    const { connection } = await overHttp('http', 'auto');
    expect(connection.info).toMatchObject({ era: 'modern', serverInfo: { name: 'example', version: '1.2.3' } });
  });

  test.each(['auto', 'legacy'] as const)('agree over stdio, %s', async (mode) => {
    const script = fileURLToPath(new URL('../serve/example-server.ts', import.meta.url));
    const args = ['--conditions=quadrivium-source', '--import', 'tsx', script];
    const connection = await connect({ type: 'stdio', command: process.execPath, args }, { mode });
    cleanups.push(() => connection.close());
    expect(connection.info.era).toBe(mode === 'auto' ? 'modern' : 'legacy');
    await expectService(connection);
  });
});
