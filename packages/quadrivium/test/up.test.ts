import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Connection, connect } from '@quadrivium/kernel/client';
import { afterEach, describe, expect, test } from 'vitest';

const script = join(import.meta.dirname, '../src/bin/quadrivium.ts');
const node = [process.execPath, ['--conditions=quadrivium-source', '--import', 'tsx', script]] as const;

let child: ChildProcess | undefined;
let connection: Connection | undefined;
afterEach(async () => {
  await connection?.close();
  child?.kill('SIGKILL');
});

async function start(data: string): Promise<{ url: string; text: string }> {
  child = spawn(node[0], [...node[1], 'up', '--port', '0', '--data', data], { stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  return new Promise((resolve) => {
    child?.stdout?.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      const url = /ready at (\S+)/.exec(text)?.[1];
      if (url && text.includes('connect claude-code')) resolve({ url, text });
    });
  });
}

async function open(url: string, system: string): Promise<Connection> {
  connection = await connect({ type: 'http', url: `${url}/${system}/mcp`, timeout: 20 });
  return connection;
}

const folder = () => mkdtempSync(join(tmpdir(), 'quadrivium-up-'));

describe('quadrivium up', () => {
  test('says where everything is and what to try next', async () => {
    const { url, text } = await start(folder());
    expect(text).toContain(`${url}/cobre/mcp`);
    expect(text).toContain(`${url}/career/mcp`);
    expect(text).toMatch(/npx cobre run/);
  });

  test('trains and simulates the demonstration study over MCP, with progress', async () => {
    const data = folder();
    const { url } = await start(data);
    const cobre = await open(url, 'cobre');
    const case_dir = join(data, 'studies', 'lagged-inflow');
    const valid = await cobre.callTool('cobre/validate', { case_dir });
    expect(valid.structuredContent).toMatchObject({ valid: true });
    const progress: number[] = [];
    const onProgress = (one: { progress: number }) => progress.push(one.progress);
    const run = await cobre.callTool('cobre/run', { case_dir }, { onProgress });
    expect(run.isError, JSON.stringify(run.content)).toBe(false);
    expect(progress.length).toBeGreaterThan(0);
    const { output_dir } = run.structuredContent as { output_dir: string };
    const convergence = await cobre.callTool('cobre/query-convergence', { output_dir });
    expect(convergence.isError, JSON.stringify(convergence.content)).toBe(false);
  });

  test('lets a person approve the governed study, trains it, and leaves evidence that verifies', async () => {
    const { url, text } = await start(folder());
    const key = /shown this one time:\s+(\S+)/.exec(text)?.[1] ?? '';
    const rest = async (path: string, init: RequestInit = {}) => {
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
      const response = await fetch(`${url}/portarium/v1/workspaces/demo${path}`, { ...init, headers });
      return (await response.json()) as Record<string, unknown> & { items?: Record<string, unknown>[] };
    };
    const pending = async () => (await rest('/approvals?status=Pending')).items ?? [];
    await expect.poll(async () => (await pending()).length, { timeout: 30_000 }).toBe(1);
    const [approval] = await pending();
    // Whoever started the run has no key and may not decide it.
    const portarium = await open(url, 'portarium');
    const approvalId = String(approval?.approvalId);
    const refused = portarium.callTool('portarium_approval_submit', {
      workspaceId: 'demo',
      approvalId,
      decision: 'Approved',
    });
    await expect(refused).rejects.toMatchObject({ kind: 'RpcError' });
    const body = JSON.stringify({ decision: 'Approved', rationale: 'Looks right.' });
    await rest(`/approvals/${approvalId}/decide`, { method: 'POST', body });
    const runId = String(approval?.runId);
    await expect.poll(async () => (await rest(`/runs/${runId}`)).status, { timeout: 60_000 }).toBe('Succeeded');
    const run = await rest(`/runs/${runId}`);
    expect(JSON.stringify(run)).toContain('lower_bound');
    expect(await rest('/evidence:verify', { method: 'GET' })).toMatchObject({ valid: true });
  });

  test('keeps what was acknowledged over a kill -9, and seeds the demonstration only once', async () => {
    const data = folder();
    const first = await open((await start(data)).url, 'career');
    await first.callTool('add_atom', { atom_id: 'mine', claim: 'Rowed across the lake', verified: true });
    child?.kill('SIGKILL');
    await first.close();
    const second = await open((await start(data)).url, 'career');
    const { structuredContent } = await second.callTool('list_atoms', {});
    expect(structuredContent).toMatchObject({ total: 5 });
    expect((await second.callTool('verify_audit', {})).structuredContent).toMatchObject({ valid: true });
  });

  test('stops cleanly when it is asked to', async () => {
    await start(folder());
    const ended = new Promise((resolve) => child?.once('exit', resolve));
    child?.kill('SIGTERM');
    expect(await ended).toBe(0);
  });
});

describe('quadrivium connect', () => {
  test.each(['claude-code', 'claude-desktop', 'vscode', 'cursor', 'codex'])('prints a snippet for %s', (host) => {
    const { stdout, status } = spawnSync(node[0], [...node[1], 'connect', host], { encoding: 'utf8' });
    expect(status).toBe(0);
    expect(stdout).toContain('http://127.0.0.1:4070/cobre/mcp');
  });

  test('names the hosts it knows when it does not know one', () => {
    const { stderr, status } = spawnSync(node[0], [...node[1], 'connect', 'emacs'], { encoding: 'utf8' });
    expect(status).toBe(2);
    expect(stderr).toMatch(/claude-code/);
  });
});
