import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';
import { type Connection, connect, type Progress } from '../../src/client/index.js';
import { faultOf, textOf } from './misbehaving.js';

/** Real servers of other people, fetched by `node scripts/tools.mjs peers`. */
const peers = fileURLToPath(new URL('../../../../.tools/peers/node_modules/', import.meta.url));
const absent = !existsSync(peers);
if (absent && process.env.CI) throw new Error('CI needs the peer servers: node scripts/tools.mjs peers');

const cleanups: (() => Promise<unknown> | unknown)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function open(...args: Parameters<typeof connect>): Promise<Connection> {
  const connection = await connect(...args);
  cleanups.push(() => connection.close());
  return connection;
}

const everything = join(peers, '@modelcontextprotocol/server-everything/dist/index.js');

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

async function serveEverything(transport: 'streamableHttp' | 'sse'): Promise<string> {
  const port = await freePort();
  const env = { ...process.env, PORT: String(port) };
  const child = spawn(process.execPath, [everything, transport], { env, stdio: 'ignore' });
  cleanups.push(async () => {
    const ended = once(child, 'exit');
    if (child.kill('SIGKILL')) await ended;
  });
  const url = `http://127.0.0.1:${port}/${transport === 'sse' ? 'sse' : 'mcp'}`;
  for (let tries = 0; tries < 800; tries += 1) {
    const up = await fetch(`http://127.0.0.1:${port}/`).then(
      () => true,
      () => false,
    );
    if (up) return url;
    await sleep(50);
  }
  throw new Error('server-everything did not start');
}

async function expectEverything(connection: Connection): Promise<void> {
  expect(connection.info).toMatchObject({ era: 'legacy', serverInfo: { name: expect.stringContaining('everything') } });
  const { tools, problems } = await connection.tools();
  expect(problems).toEqual([]);
  expect(tools.length).toBeGreaterThanOrEqual(10);
  expect(textOf(await connection.callTool('echo', { message: 'hi' }))).toContain('hi');
  const news: Progress[] = [];
  const onProgress = (each: Progress): number => news.push(each);
  await connection.callTool('trigger-long-running-operation', { duration: 0.2, steps: 4 }, { onProgress });
  expect(news.map(({ progress }) => progress)).toEqual([1, 2, 3, 4]);
  const { resources } = await connection.resources();
  const { contents } = await connection.readResource(resources[0]?.uri ?? '');
  expect(contents).toHaveLength(1);
  const { prompts } = await connection.prompts();
  expect(prompts.length).toBeGreaterThan(0);
  expect((await connection.getPrompt('simple-prompt')).messages).toHaveLength(1);
  expect((await connection.resourceTemplates()).resourceTemplates.length).toBeGreaterThan(0);
}

describe.skipIf(absent)('real servers', () => {
  test('server-everything over stdio', async () => {
    await expectEverything(await open({ type: 'stdio', command: process.execPath, args: [everything, 'stdio'] }));
  });

  test('server-everything over Streamable HTTP', async () => {
    await expectEverything(await open({ type: 'http', url: await serveEverything('streamableHttp') }));
  });

  test('server-everything over HTTP+SSE', async () => {
    await expectEverything(await open({ type: 'sse', url: await serveEverything('sse') }));
  });

  test('server-filesystem reads what it may and refuses the rest', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'quadrivium-peer-'));
    cleanups.push(() => rmSync(folder, { recursive: true }));
    writeFileSync(join(folder, 'note.txt'), 'a note');
    const file = join(peers, '@modelcontextprotocol/server-filesystem/dist/index.js');
    const connection = await open({ type: 'stdio', command: process.execPath, args: [file, folder] });
    expect(textOf(await connection.callTool('read_text_file', { path: join(folder, 'note.txt') }))).toBe('a note');
    expect((await connection.callTool('read_text_file', { path: '/etc/passwd' })).isError).toBe(true);
  });

  test('server-memory keeps what it is told', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'quadrivium-peer-'));
    cleanups.push(() => rmSync(folder, { recursive: true }));
    const file = join(peers, '@modelcontextprotocol/server-memory/dist/index.js');
    const env = { MEMORY_FILE_PATH: join(folder, 'memory.json') };
    const connection = await open({ type: 'stdio', command: process.execPath, args: [file], env });
    const entities = [{ name: 'Ada', entityType: 'person', observations: ['wrote the first program'] }];
    await connection.callTool('create_entities', { entities });
    expect((await connection.callTool('read_graph')).structuredContent).toMatchObject({ entities });
  });

  test('mongodb-mcp-server in the newer era', async () => {
    const file = join(peers, 'mongodb-mcp-server/dist/esm/index.js');
    const env = { MDB_MCP_TELEMETRY: 'disabled', MDB_MCP_READ_ONLY: 'true' };
    const connection = await open({ type: 'stdio', command: process.execPath, args: [file], env }, { probeMs: 30_000 });
    expect(connection.info).toMatchObject({ era: 'modern', protocolVersion: '2026-07-28' });
    const { tools, problems } = await connection.tools();
    expect(tools.length).toBeGreaterThan(5);
    expect(problems).toEqual([]);
    const fault = await faultOf(connection.callTool('no-such-tool'));
    expect(fault.kind).toBe('RpcError');
  });
});
