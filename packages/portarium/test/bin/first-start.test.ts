import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from '@quadrivium/kernel/client';
import { expect, onTestFinished, test } from 'vitest';
import { bundledSource } from '../../../../test/support/bundled-source.js';
import { temporaryFolder } from '../app/plane.js';

const program = (name: string) => bundledSource(join(import.meta.dirname, `../../src/bin/${name}.ts`));
const env = { PORTARIUM_TOKEN: '' };

test('portarium-mcp in an empty folder makes a database with a workspace and a sample, says so beside the protocol, and serves', async () => {
  const folder = temporaryFolder();
  let said = '';
  const started = () =>
    connect(
      { type: 'stdio', command: process.execPath, args: [program('portarium-mcp')], cwd: folder, env },
      {
        startupTimeoutMs: 100_000,
        onStderr: (text) => {
          said += text;
        },
      },
    );
  const first = await started();
  onTestFinished(() => first.close());
  expect((await first.tools()).tools).toHaveLength(7);
  const run = await first.callTool('portarium_run_start', {
    workspaceId: 'default',
    workflowId: 'hello',
    input: { name: 'Ada' },
  });
  expect(run.isError, JSON.stringify(run.raw)).toBe(false);
  expect(statSync(join(folder, 'portarium.db.admin-key')).mode & 0o077).toBe(0);
  // Once it is closed, all that it said has been read.
  await first.close();
  expect(said).toMatch(/There was no database, so portarium\.db was made: workspace "default".*"hello"/);
  expect(said, 'the key is in no log').not.toContain('qk_');
  said = '';
  const second = await started();
  onTestFinished(() => second.close());
  expect((await second.tools()).tools).toHaveLength(7);
  await second.close();
  expect(said).not.toContain('was made');
});

test('two hosts that start it in an empty folder at the same moment are both served, by one database', async () => {
  const folder = temporaryFolder();
  let said = '';
  const config = {
    type: 'stdio' as const,
    command: process.execPath,
    args: [program('portarium-mcp')],
    cwd: folder,
    env,
  };
  const start = () =>
    connect(config, {
      startupTimeoutMs: 100_000,
      onStderr: (text) => {
        said += text;
      },
    });
  const both = await Promise.all([start(), start()]);
  onTestFinished(async () => void (await Promise.all(both.map((it) => it.close()))));
  const [one, two] = both;
  const run = await one.callTool('portarium_run_start', {
    workspaceId: 'default',
    workflowId: 'hello',
    input: { name: 'A' },
  });
  expect(run.isError, JSON.stringify(run.raw)).toBe(false);
  const { runId } = run.structuredContent as { runId: string };
  const seen = await two.callTool('portarium_run_get', { workspaceId: 'default', runId });
  expect(seen.structuredContent).toMatchObject({ runId });
  await Promise.all(both.map((it) => it.close()));
  expect(said.match(/was made/g)).toHaveLength(1);
  // One key, whole, and no draft of the other's left beside it.
  expect(readdirSync(folder).filter((name) => name.startsWith('portarium.db.key'))).toEqual(['portarium.db.key']);
});

test('a folder that takes no file is named, with what to do about it', async () => {
  const started = connect({
    type: 'stdio',
    command: process.execPath,
    args: [program('portarium-mcp'), '--db', join(temporaryFolder(), 'not-there', 'portarium.db')],
    env,
  });
  await expect(started).rejects.toThrow(/not-there.portarium\.db cannot be made[\s\S]*Give --db/);
});

test('portarium serve in an empty folder serves what it made, to whoever has the key that lies beside it', async () => {
  const folder = temporaryFolder();
  const child = spawn(process.execPath, [program('portarium'), '--json', 'serve', '--port', '0'], {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  const { url } = await new Promise<{ url: string }>((resolve, reject) => {
    child.stdout.once('data', (chunk: Buffer) => resolve(JSON.parse(chunk.toString())));
    child.once('exit', (code) => reject(new Error(`ended with ${code}: ${said}`)));
  });
  await expect.poll(() => said, { timeout: 60_000 }).toMatch(/portarium\.db was made/);
  const key = readFileSync(join(folder, 'portarium.db.admin-key'), 'utf8').trim();
  const answer = await fetch(`${url}/v1/workspaces/default/workflows`, { headers: { authorization: `Bearer ${key}` } });
  expect(await answer.json()).toMatchObject({ items: [{ workflowId: 'hello', active: true }] });
  expect((await fetch(`${url}/v1/workspaces/default/workflows`)).status).toBe(401);
});
