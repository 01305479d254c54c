import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const bin = join(import.meta.dirname, '../../src/bin/portarium.ts');
const node = ['--conditions=quadrivium-source', '--import', 'tsx', bin];

describe('portarium serve', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portarium-serve-'));
  const db = join(folder, 'p.db');
  let server: ChildProcess;
  let url = '';
  let key = '';

  beforeAll(async () => {
    key = JSON.parse(execFileSync(process.execPath, [...node, '--db', db, '--json', 'init'], { encoding: 'utf8' })).key;
    server = spawn(process.execPath, [...node, '--db', db, '--json', 'serve', '--port', '0', '--log-level', 'silent'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    url = await new Promise<string>((resolve, reject) => {
      server.stdout?.once('data', (chunk: Buffer) => resolve(JSON.parse(chunk.toString()).url));
      server.once('exit', (code) => reject(new Error(`ended with ${code}`)));
    });
  });
  afterAll(() => {
    server.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });

  test('is healthy, ready, documented, and usable by its own command line over the network', async () => {
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    expect((await fetch(`${url}/openapi.json`)).status).toBe(401);
    const env = { ...process.env, PORTARIUM_TOKEN: key, PORTARIUM_BASE_URL: url };
    const run = (...args: string[]) =>
      JSON.parse(execFileSync(process.execPath, [...node, '--json', ...args], { env, encoding: 'utf8' }));
    const started = run('run', 'start', 'hello', 'name=Ada', '--wait');
    expect(started.status).toBe('WaitingForApproval');
    expect(run('run', 'cancel', started.runId).cancellation.effective).toBe(true);
    expect(run('evidence', 'verify').valid).toBe(true);
  });

  test('ends when it is told to', async () => {
    const ended = new Promise<number | null>((resolve) => server.once('exit', (code) => resolve(code)));
    server.kill('SIGTERM');
    expect(await ended).toBe(0);
  });
});
