import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { memoryTerminal } from '@quadrivium/kernel/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bundledSource } from '../../../../test/support/bundled-source.js';
import { openPlane } from '../../src/bin/open-plane.js';
import { runPortarium } from '../../src/cli/main.js';

const bin = join(import.meta.dirname, '../../src/bin/portarium.ts');

interface Told {
  readonly status: string;
  readonly runId: string;
  readonly valid: boolean;
  readonly cancellation: { readonly effective: boolean };
  readonly pendingApprovals: readonly { readonly approvalId: string }[];
}

async function command<T>(...words: string[]): Promise<T> {
  const terminal = memoryTerminal();
  expect(await runPortarium(['--json', ...words], openPlane, terminal), terminal.stderr).toBe(0);
  return JSON.parse(terminal.stdout) as T;
}

describe('portarium serve', () => {
  delete process.env.PORTARIUM_TOKEN;
  const folder = mkdtempSync(join(tmpdir(), 'portarium-serve-'));
  const db = join(folder, 'p.db');
  let server: ChildProcess;
  let url = '';
  let key = '';

  async function serve(): Promise<void> {
    const words = ['--db', db, '--json', 'serve', '--port', '0', '--log-level', 'silent'];
    // Without the test's key: the process authenticates others and is nobody itself.
    const env = { ...process.env, PORTARIUM_TOKEN: '' };
    server = spawn(process.execPath, [bundledSource(bin), ...words], { stdio: ['ignore', 'pipe', 'inherit'], env });
    url = await new Promise<string>((resolve, reject) => {
      server.stdout?.once('data', (chunk: Buffer) => resolve(JSON.parse(chunk.toString()).url));
      server.once('exit', (code) => reject(new Error(`ended with ${code}`)));
    });
  }
  const over = (...words: string[]) => command<Told>('--base-url', url, ...words);

  beforeAll(async () => {
    key = (await command<{ key: string }>('--db', db, 'init')).key;
    await command('--db', db, 'key', 'create', '--principal', 'bob', '--roles', 'approver');
    await serve();
  });
  afterAll(() => {
    server.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });

  test('is healthy, ready, documented, and usable by its own command line over the network', async () => {
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    expect(await (await fetch(`${url}/openapi.json`)).json()).toMatchObject({ openapi: '3.1.0' });
    expect((await fetch(`${url}/v1/workspaces/default/runs`)).status).toBe(401);
    process.env.PORTARIUM_TOKEN = key;
    const started = await over('run', 'start', 'hello', 'name=Ada', '--wait');
    expect(started.status).toBe('WaitingForApproval');
    expect((await over('run', 'cancel', started.runId)).cancellation.effective).toBe(true);
    expect((await over('evidence', 'verify')).valid).toBe(true);
  });

  test('C5: a decision made while the server is dead counts when it is back', async () => {
    const { runId, pendingApprovals } = await over('run', 'start', 'hello', 'name=Grace', '--wait');
    const dead = new Promise((resolve) => server.once('exit', resolve));
    server.kill('SIGKILL');
    await dead;
    delete process.env.PORTARIUM_TOKEN;
    const approvalId = pendingApprovals[0]?.approvalId ?? '';
    const offline = (...words: string[]) => command<Told>('--db', db, ...words);
    await offline('--as', 'bob', 'approve', 'decide', approvalId, '--decision', 'Approved');
    expect((await offline('run', 'get', runId)).status).not.toBe('Succeeded');
    await serve();
    process.env.PORTARIUM_TOKEN = key;
    expect((await over('run', 'watch', runId)).status).toBe('Succeeded');
    expect((await over('evidence', 'verify')).valid).toBe(true);
  });

  test('ends when it is told to', async () => {
    const ended = new Promise<number | null>((resolve) => server.once('exit', (code) => resolve(code)));
    server.kill('SIGTERM');
    expect(await ended).toBe(0);
  });
});
