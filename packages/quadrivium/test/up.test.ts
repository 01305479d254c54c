import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { browserCommand } from '../src/up/open-browser.js';
import { damage } from './damaged-ledger.js';
import {
  endAll,
  ended,
  freshFolder,
  printed,
  quadrivium,
  rest,
  type ServerProcess,
  start,
  startProcess,
} from './server-process.js';

afterAll(endAll);

describe('quadrivium up', () => {
  const data = freshFolder();
  let server: ServerProcess;
  beforeAll(async () => {
    server = await start(data);
  }, 180_000);

  test('says where everything is and what to try next', () => {
    const { url } = server;
    for (const path of ['/', '/cobre/mcp', '/portarium/mcp', '/career/mcp'])
      expect(server.text()).toContain(url + path);
    for (const count of ['1. ', '2. ', '3. ']) expect(server.text()).toContain(count);
  });

  test('brings a trained study that answers over MCP', async () => {
    const cobre = await server.open('cobre');
    const output_dir = join(data, 'studies/valley/output');
    const { structuredContent } = await cobre.callTool('cobre/query-convergence', { output_dir });
    expect(structuredContent).toMatchObject({ termination_reason: 'bound_stalling' });
    await cobre.close();
  });

  test('lists the tools of cobre under names that models take, where hosts are told to look', async () => {
    const listed = await server.open('cobre', '/portable');
    const { tools } = await listed.tools();
    expect(tools.map(({ name }) => name).filter((name) => !/^[\w-]+$/.test(name))).toEqual([]);
    expect((await listed.callTool('cobre_get-config-schema', {})).isError).toBe(false);
    await listed.close();
  });

  test('brings a resume, postings, an explained match and an outreach', async () => {
    const career = await server.open('career');
    const call = async (tool: string, args = {}) => (await career.callTool(tool, args)).structuredContent;
    expect(await call('list_opportunities')).toMatchObject({ total: 3 });
    expect(await call('list_decisions')).toMatchObject({ decisions: [{ opportunity_id: 'demo-opportunity' }] });
    expect(await call('verify_audit')).toMatchObject({ valid: true });
    await career.close();
  });

  test('lets nobody without a key confirm a claim', async () => {
    const career = await server.open('career');
    const { structuredContent } = await career.callTool('list_atoms', {});
    const { atoms } = structuredContent as { atoms: { atom_id: string; verified: boolean }[] };
    const proposal = atoms.find((atom) => !atom.verified)?.atom_id;
    await expect(career.callTool('verify_atom', { atom_id: proposal })).rejects.toThrow('Only a person can confirm');
    await expect(career.callTool('add_atom', { claim: 'Invented', verified: true })).rejects.toThrow('Only a person');
    await career.close();
  });

  test("lets no agent's key confirm a claim, whatever roles it has, and a person's key does", async () => {
    const ask = (path: string, body: object) =>
      rest(server, server.key(), path, { method: 'POST', body: JSON.stringify(body) });
    const keyOf = async (principalId: string, kind: string, roles: string[]) => {
      await ask('/users', { principalId, kind, roles });
      return String((await ask('/api-keys', { principalId })).secret);
    };
    const asked = [
      ['verify_atom', { atom_id: 'x' }],
      ['verify_atoms', { atom_ids: ['x'] }],
      ['add_atom', { claim: 'Invented', verified: true }],
      ['set_profile', { name: 'Somebody else' }],
    ] as const;
    for (const [kind, roles] of [
      ['agent', ['agent']],
      ['agent', ['operator']],
      ['service', ['admin']],
    ] as const) {
      const bot = await server.open('career', '', await keyOf(`${kind}-${roles[0]}`, kind, [...roles]));
      for (const [tool, args] of asked)
        await expect(bot.callTool(tool, args), `${kind} ${roles} ${tool}`).rejects.toThrow('Only a person can confirm');
      await bot.close();
    }
    const ada = await server.open('career', '', await keyOf('ada', 'user', ['operator']));
    const { structuredContent } = await ada.callTool('add_atom', { claim: 'Sailed to Iceland', verified: true });
    expect(structuredContent).toMatchObject({ verified: true });
    await ada.close();
  });

  test('lets nobody without a key run a study or write an export', async () => {
    const cobre = await server.open('cobre');
    const study = join(data, 'studies/valley');
    for (const [tool, args] of [
      ['cobre/run', { case_dir: study }],
      ['cobre/export-results', { output_dir: join(study, 'output'), entity_type: 'hydros', format: 'csv' }],
      ['cobre/cancel-task', { task_id: 'any' }],
      ['cobre/upload-files', { directory: join(data, 'studies/sent'), files: [] }],
    ] as const) {
      const { isError, content } = await cobre.callTool(tool, args);
      expect([tool, isError, JSON.stringify(content).includes('KeyRequired')]).toEqual([tool, true, true]);
    }
    expect((await cobre.callTool('cobre/validate', { case_dir: study })).isError).toBe(false);
    await cobre.close();
  });

  test('hears out 5 MB from whoever may upload, and from nobody else', async () => {
    const keyWith = async (scopes: string[]) => {
      const body = JSON.stringify({ principalId: 'admin', scopes });
      return String((await rest(server, server.key(), '/api-keys', { method: 'POST', body })).secret);
    };
    const message = { jsonrpc: '2.0', id: 1, method: 'ping', params: { text: 'x'.repeat(5 * 1024 * 1024) } };
    const statusFor = async (key?: string) => {
      const headers = { 'content-type': 'application/json', ...(key ? { authorization: `Bearer ${key}` } : {}) };
      const answer = await fetch(`${server.url}/cobre/mcp`, { method: 'POST', headers, body: JSON.stringify(message) });
      return answer.status;
    };
    expect(await statusFor()).toBe(413);
    expect(await statusFor(await keyWith(['server:career']))).toBe(413);
    expect(await statusFor(server.key())).not.toBe(413);
  });

  test('a key with scopes reaches the tools of the servers that it names, and of no others', async () => {
    const request = { principalId: 'admin', scopes: ['server:career'] };
    const made = await rest(server, server.key(), '/api-keys', { method: 'POST', body: JSON.stringify(request) });
    const [career, cobre] = await Promise.all(
      ['career', 'cobre'].map((system) => server.open(system, '', String(made.secret))),
    );
    expect((await career?.callTool('list_opportunities', {}))?.isError).toBe(false);
    await expect(
      said(cobre?.callTool('cobre/validate', { case_dir: join(data, 'studies/valley') })),
    ).resolves.toContain('server:cobre');
    await Promise.all([career?.close(), cobre?.close()]);
  });

  test('lets a person approve the governed study, trains it, and leaves evidence that verifies', async () => {
    const ask = (path: string, init?: RequestInit) => rest(server, server.key(), path, init);
    const pending = async () => (await ask('/approvals?status=Pending')).items ?? [];
    await expect.poll(async () => (await pending()).length).toBe(1);
    const [approval] = await pending();
    const approvalId = String(approval?.approvalId);
    // Whoever started the run has no key and may not decide it.
    const portarium = await server.open('portarium');
    const decision = { workspaceId: 'demo', approvalId, decision: 'Approved' };
    await expect(portarium.callTool('portarium_approval_submit', decision)).rejects.toMatchObject({ kind: 'RpcError' });
    await portarium.close();
    const body = JSON.stringify({ decision: 'Approved', rationale: 'Looks right.' });
    await ask(`/approvals/${approvalId}/decide`, { method: 'POST', body });
    const run = () => ask(`/runs/${String(approval?.runId)}`);
    await expect.poll(async () => (await run()).status).toBe('Succeeded');
    // A higher dam can only help: it leaves every operation of the lower one possible.
    const { output } = (await run()) as { output?: { deltas: { lb_delta: number } } };
    expect(output?.deltas.lb_delta).toBeLessThan(0);
    expect(await ask('/evidence:verify')).toMatchObject({ valid: true });
  });

  test('counts the calls of all systems, those without a record, and evidence that was not signed', async () => {
    const text = await (await fetch(new URL('/metrics', server.url))).text();
    for (const name of ['cobre', 'career', 'portarium'])
      expect(text).toMatch(
        new RegExp(`mcp_calls_total\\{server="${name}[^"]*",method="tools/call",target="[^"]+",outcome="ok"\\} \\d`),
      );
    for (const gauge of ['portarium_evidence_signing_failures', 'mcp_audit_failures', 'mcp_calls_in_flight'])
      expect(text).toContain(`${gauge} 0`);
  });

  test('refuses a second process on the same folder and names the first', () => {
    const { stderr, status } = quadrivium(['up', '--port', '0', '--data', data]);
    expect(status).toBe(2);
    expect(stderr).toContain(`already at ${server.url} (process ${server.pid})`);
  });

  test('is found by connect, on whatever port it listens', () => {
    const { stdout } = quadrivium(['connect', 'codex', '--data', data]);
    expect(stdout).toContain(`${server.url}/portarium/mcp`);
  });

  test('is healthy in the eyes of the doctor', () => {
    const { stdout, status } = quadrivium(['doctor', '--data', data, '--json']);
    const { healthy, findings } = JSON.parse(stdout) as {
      healthy: boolean;
      findings: { check: string; detail: string }[];
    };
    expect([healthy, status], stdout).toEqual([true, 0]);
    const answering = findings.filter(({ detail }) => /\/mcp: \d+ tools/.test(detail));
    expect(answering).toHaveLength(3);
    const ledgers = findings.filter(({ check }) => check === 'ledger').map(({ detail }) => detail);
    for (const name of ['portarium.db', 'career.db', 'cobre-calls.db'])
      expect(ledgers).toContainEqual(expect.stringMatching(new RegExp(`^${name}: [1-9]\\d* entries .+ unbroken$`)));
  });

  test('keeps what was acknowledged over a kill -9, and shows the key only once', async () => {
    const first = await server.open('career');
    await first.callTool('add_atom', { atom_id: 'mine', claim: 'Rowed across the lake' });
    await server.end('SIGKILL');
    await first.close();
    server = await start(data);
    expect(server.text()).not.toContain('shown this one time');
    const second = await server.open('career');
    expect((await second.callTool('get_atom', { atom_id: 'mine' })).isError).toBe(false);
    const { structuredContent } = await second.callTool('list_decisions', {});
    expect((structuredContent as { decisions: unknown[] }).decisions).toHaveLength(1);
    expect((await second.callTool('verify_audit', {})).structuredContent).toMatchObject({ valid: true });
    await second.close();
  });

  test('stops cleanly on Ctrl-C and leaves the folder free', async () => {
    expect(await server.end('SIGINT')).toBe(0);
    const { stdout } = quadrivium(['doctor', '--data', data]);
    expect(stdout).toContain('not running');
  });

  test('leaves ledgers in which the doctor finds what was changed afterwards', () => {
    damage(join(data, 'career.db'));
    const { stdout, status } = quadrivium(['doctor', '--data', data]);
    expect(status).not.toBe(0);
    expect(stdout).toMatch(/PROBLEM {2}ledger +career\.db/);
    expect(stdout).toMatch(/ok +ledger +cobre-calls\.db/);
  });
});

test('a first start that was killed is completed by the next', async () => {
  const data = freshFolder();
  const { child, text } = startProcess(['--data', data]);
  await printed(child, text, 'Preparing');
  child.kill('SIGKILL');
  await ended(child);
  const server = await start(data);
  const { items = [] } = await rest(server, server.key(), '/runs');
  expect(items).toHaveLength(1);
  expect(await server.end('SIGTERM')).toBe(0);
});

test('without the demonstration there is an empty workspace and its key', async () => {
  const server = await start(freshFolder(), '--no-demo');
  expect(server.key()).toMatch(/^qk_/);
  expect(server.text()).toContain('workspace "default"');
  const career = await server.open('career');
  expect((await career.callTool('list_opportunities', {})).structuredContent).toMatchObject({ total: 0 });
  await career.close();
  await server.end('SIGTERM');
});

test('a port that is taken is told with a way out', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const port = String((other.address() as { port: number }).port);
  const { stderr, status } = quadrivium(['up', '--port', port, '--data', freshFolder()]);
  expect(status).toBe(2);
  expect(stderr).toContain(`Port ${port} cannot be used`);
  expect(stderr).toContain('--port 0');
  await new Promise((resolve) => other.close(resolve));
});

describe('a browser is opened', () => {
  test.each([
    ['on a Mac', 'darwin', {}, ['open']],
    ['on a desktop', 'linux', { DISPLAY: ':0' }, ['xdg-open']],
    ['not without a display', 'linux', {}, undefined],
    ['not in CI', 'darwin', { CI: 'true' }, undefined],
  ] as const)('%s', (_, platform, env, command) => {
    expect(browserCommand(platform, env)).toEqual(command);
  });
});

/** What a call answers, whether as a result or as an error. */
async function said(call: Promise<unknown> | undefined): Promise<string> {
  return JSON.stringify(await call?.catch((error: Error & { data?: unknown }) => [error.message, error.data]));
}
