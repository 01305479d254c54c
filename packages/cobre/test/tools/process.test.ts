import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { Agent, type IncomingMessage, request } from 'node:http';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { type ChildServer, startChildServer } from '@quadrivium/kernel/testing';
import { afterEach, describe, expect, test } from 'vitest';
import { sampled } from '../../../../test/support/sampling.js';
import { apartUnder, bundled } from '../cli/program.js';
import { newRoot, serveOverHttp, settings, writeStudy } from './served.js';

/** What can only be seen of the server as a process: how it is started, what it starts, where it listens. */
const children: ChildServer[] = [];

afterEach(async () => {
  for (const child of children.splice(0)) await child.kill();
});

async function start(program: 'cobre' | 'cobre-mcp', ...args: string[]): Promise<ChildServer> {
  const child = startChildServer(bundled(program), { args });
  children.push(child);
  await child.session.initialize('2025-03-26');
  return child;
}

async function listsOf({ session }: ChildServer): Promise<unknown[]> {
  const methods = ['tools/list', 'resources/list', 'resources/templates/list', 'prompts/list'];
  const replies = [];
  for (const method of methods) replies.push((await session.request(method, method)).result);
  return replies;
}

test('cobre-mcp, cobre serve and cobre serve --transport stdio offer the same tools, resources and prompts', async () => {
  const root = await newRoot();
  const standalone = await listsOf(await start('cobre-mcp', '--allowed-dirs', root));
  expect(await listsOf(await start('cobre', 'serve', '--allowed-dirs', root))).toEqual(standalone);
  const words = ['serve', '--transport', 'stdio', '--allowed-dirs', root];
  expect(await listsOf(await start('cobre', ...words))).toEqual(standalone);
});

test('a run is computed in this one process, without any message passing', async () => {
  const root = await newRoot();
  const caseDir = await writeStudy(root, 'case', { 'config.json': settings({ iterations: 200, scenarios: 0 }) });
  const child = await start('cobre-mcp', '--allowed-dirs', root, '--allow-write', '--threads', '3');
  const ran = child.session.call(1, 'cobre/run', { case_dir: caseDir }, { progressToken: 1 });
  await child.session.find((message) => (message as { method?: string }).method === 'notifications/progress');
  // The case was read by a process of its own before; that one only waits for the next question.
  expect(childrenOf(child.process.pid!).filter((id) => !isReader(id))).toEqual([]);
  await ran;
  const { distribution } = await metadataOf(caseDir);
  expect(distribution).toMatchObject({ backend: 'local', world_size: 1, ranks_participated: 1, num_nodes: 1 });
});

// A study has two forward passes, and training uses at most one thread for each.
const askedThreads: [string, string[], number][] = [
  ['--threads 3', ['--threads', '3'], 2],
  ['--threads 1', ['--threads', '1'], 1],
  ['no --threads', [], Math.min(2, availableParallelism())],
];
test.each(sampled('numbers of threads', askedThreads, 3))(
  'with %s as many threads work as can, and the bits are those of one',
  async (_, flags, threads) => {
    const root = await newRoot();
    const { caseDir, iterations } = await trainUntil(root, flags, threads);
    const alone = await start('cobre-mcp', '--allowed-dirs', root, '--allow-write', '--threads', '1');
    const twin = await writeStudy(root, 'twin', { 'config.json': settings({ iterations, scenarios: 0 }) });
    await alone.session.call(1, 'cobre/run', { case_dir: twin });
    expect(await cutsOf(caseDir)).toEqual(await cutsOf(twin));
  },
);

test('threads that never come to work are not told as having worked, whatever was asked for', async () => {
  const root = await newRoot();
  const caseDir = await writeStudy(root, 'case', { 'config.json': settings({ iterations: 4, scenarios: 20 }) });
  const preload = join(root, 'no-threads.cjs');
  await writeFile(preload, "if (!require('node:worker_threads').isMainThread) process.exit(0);");
  const { code, err } = await apartUnder({ NODE_OPTIONS: `--require ${preload}` }, 'run', caseDir, '--threads', '2');
  expect(code, err).toBe(0);
  for (const part of ['training', 'simulation'])
    expect((await metadataOf(caseDir, part)).distribution).toMatchObject({ threads_per_rank: 1 });
});

/** A thread needs a while to start, so a training that was over too soon for it is repeated with more iterations. */
async function trainUntil(root: string, flags: readonly string[], threads: number) {
  const child = await start('cobre-mcp', '--allowed-dirs', root, '--allow-write', ...flags);
  for (let iterations = 100, id = 1; ; iterations *= 2, id++) {
    const config = settings({ iterations, scenarios: 0 });
    const caseDir = await writeStudy(root, `case-${iterations}`, { 'config.json': config });
    await child.session.call(id, 'cobre/run', { case_dir: caseDir });
    const { distribution } = await metadataOf(caseDir);
    expect(distribution.threads_per_rank).toBeLessThanOrEqual(threads);
    if (distribution.threads_per_rank === threads) return { caseDir, iterations };
  }
}

async function metadataOf(caseDir: string, part = 'training') {
  return JSON.parse(await readFile(join(caseDir, `output/${part}/metadata.json`), 'utf8'));
}

async function cutsOf(caseDir: string): Promise<Record<string, string>> {
  const folder = join(caseDir, 'output/policy/cuts');
  const files = (await readdir(folder)).sort();
  return Object.fromEntries(
    await Promise.all(files.map(async (name) => [name, await readFile(join(folder, name), 'hex')])),
  );
}

function isReader(pid: string): boolean {
  return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('reader.worker');
}

/** Processes a process has started; only Linux tells. */
function childrenOf(pid: number): string[] {
  const tasks = `/proc/${pid}/task`;
  if (!existsSync(tasks)) return [];
  return readdirSync(tasks).flatMap((task) => {
    const file = join(tasks, task, 'children');
    return existsSync(file) ? readFileSync(file, 'utf8').split(' ').filter(Boolean) : [];
  });
}

test('started without flags it reads below its working directory and writes nothing', async () => {
  const root = await newRoot();
  const caseDir = await writeStudy(root);
  const client = new Client({ name: 'test', version: '0' });
  const args = [bundled('cobre-mcp')];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, cwd: root, stderr: 'ignore' }));
  const call = async (name: string, given: Record<string, unknown>) => {
    const { content, isError } = await client.callTool({ name, arguments: given });
    return { isError, data: JSON.parse((content as { text: string }[])[0]!.text) };
  };
  expect(await call('cobre/validate', { case_dir: caseDir })).toMatchObject({ isError: false, data: { valid: true } });
  expect(await call('cobre/validate', { case_dir: '/' })).toMatchObject({ isError: true });
  const message = 'Write operations are disabled. Start the server with --allow-write to enable training and export.';
  expect(await call('cobre/run', { case_dir: caseDir })).toMatchObject({ isError: true, data: { message } });
  const wanted = { output_dir: join(caseDir, 'output'), format: 'csv', entity_type: 'costs' };
  expect(await call('cobre/export-results', wanted)).toMatchObject({ isError: true, data: { message } });
  expect(existsSync(join(caseDir, 'output'))).toBe(false);
  await client.close();
});

describe('over HTTP', () => {
  test('--host decides the address it listens on, and no other answers', async () => {
    const address = ['--host', '127.0.0.2', '--allowed-hosts', '127.0.0.2'];
    const running = await serveOverHttp(['--allowed-dirs', await newRoot(), ...address]);
    const { hostname, port } = new URL(running.url!);
    expect(hostname).toBe('127.0.0.2');
    expect((await fetch(`http://127.0.0.2:${port}/healthz`)).status).toBe(200);
    await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow();
    await running.close();
  });

  test('a session goes on over a connection that is kept alive', async () => {
    const running = await serveOverHttp(['--allowed-dirs', await newRoot()]);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const post = (message: object, session = '') =>
      new Promise<{ reused: boolean; session: string; text: string }>((resolve, reject) => {
        const headers = {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          ...(session ? { 'mcp-session-id': session } : {}),
        };
        const sent = request(`${running.url}/mcp`, { method: 'POST', agent, headers }, (response: IncomingMessage) => {
          let text = '';
          response.on('data', (chunk) => {
            text += chunk;
          });
          response.on('end', () =>
            resolve({ reused: sent.reusedSocket, session: String(response.headers['mcp-session-id'] ?? ''), text }),
          );
        });
        sent.on('error', reject);
        sent.end(JSON.stringify({ jsonrpc: '2.0', ...message }));
      });
    const clientInfo = { name: 'test', version: '0' };
    const params = { protocolVersion: '2025-03-26', capabilities: {}, clientInfo };
    const opened = await post({ id: 1, method: 'initialize', params });
    const listed = await post({ id: 2, method: 'tools/list' }, opened.session);
    const asked = { name: 'cobre/get-config-schema', arguments: {} };
    const called = await post({ id: 3, method: 'tools/call', params: asked }, opened.session);
    expect([opened.reused, listed.reused, called.reused]).toEqual([false, true, true]);
    expect(listed.text).toContain('cobre/validate');
    expect(called.text).toContain('2020-12');
    agent.destroy();
    await running.close();
  });
});
