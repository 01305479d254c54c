import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { connect } from '@quadrivium/kernel/client';
import { startChildServer } from '@quadrivium/kernel/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bundledSource } from '../../../../test/support/bundled-source.js';
import { toolSet } from '../../../../test/support/tool-sets.js';
import { until, type World, world } from '../http/world.js';
import { plainWebSocket } from './plain-websocket.js';

const peers = toolSet('peers');
const bin = join(import.meta.dirname, '../../src/bin/portarium-mcp.ts');

const names = [
  'portarium_run_start',
  'portarium_run_get',
  'portarium_run_cancel',
  'portarium_work_items_list',
  'portarium_approval_submit',
  'portarium_agent_register',
  'portarium_agent_heartbeat',
];

/** What the previous-generation SDK looks like from here: its types are not installed with us. */
interface OldClient {
  connect(transport: unknown): Promise<void>;
  listTools(): Promise<{ tools: { name: string }[] }>;
  callTool(request: unknown): Promise<{ structuredContent?: Record<string, never>; content: { text: string }[] }>;
  close(): Promise<void>;
}

describe('the MCP server to the outside', () => {
  let w: World;
  beforeAll(async () => {
    w = await world();
  });
  afterAll(() => w.close());
  const bearer = (name: keyof World['keys']) => ({ authorization: `Bearer ${w.keys[name]}` });

  test.each(['legacy', 'modern'] as const)('serves our own client in the %s era over HTTP', async (mode) => {
    const client = await connect({ type: 'http', url: `${w.url}/mcp`, headers: bearer('both') }, { mode });
    expect((await client.tools()).tools.map(({ name }) => name)).toEqual(names);
    const started = await client.callTool('portarium_run_start', {
      workspaceId: 'ws-a',
      workflowId: 'notes',
      input: { topic: mode },
    });
    expect(started.structuredContent).toMatchObject({ workflowId: 'notes', replayed: false });
    await client.close();
  });

  test('A4 and R4: agents are not offered decisions, and an exposure policy counts from the next request, for its workspace and roles', async () => {
    const agent = await connect({ type: 'http', url: `${w.url}/mcp`, headers: bearer('bot-1') });
    const listed = (await agent.tools()).tools.map(({ name }) => name);
    expect(listed).not.toContain('portarium_approval_submit');
    const call = { workspaceId: 'ws-a', approvalId: 'x', decision: 'Approved' };
    await expect(agent.callTool('portarium_approval_submit', call)).rejects.toThrow(/[Uu]nknown tool/);
    await agent.close();

    const approver = await connect({ type: 'http', url: `${w.url}/mcp`, headers: bearer('bob') });
    expect((await approver.tools()).tools.map(({ name }) => name)).toContain('portarium_run_cancel');
    const exposure = { rules: [{ toolPattern: 'portarium_run_cancel', allowedRoles: ['operator', 'admin'] }] };
    expect((await w.rest('adam', 'PUT', '/tool-exposure', exposure)).status).toBe(200);
    expect((await approver.tools()).tools.map(({ name }) => name)).not.toContain('portarium_run_cancel');
    const cancel = approver.callTool('portarium_run_cancel', { workspaceId: 'ws-a', runId: 'x' });
    await expect(cancel).rejects.toThrow(/[Uu]nknown tool/);
    await approver.close();
    const elsewhere = await connect({ type: 'http', url: `${w.url}/mcp`, headers: bearer('eve') });
    expect((await elsewhere.tools()).tools.map(({ name }) => name)).toEqual(names);
    await elsewhere.close();
  });

  test('P15: a foreign origin, a missing key and a body that is too large are refused', async () => {
    const post = (headers: Record<string, string>, body = '{}') =>
      fetch(`${w.url}/mcp`, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body });
    expect((await post({ ...bearer('alice'), origin: 'https://evil.example' })).status).toBe(403);
    expect((await post({})).status).toBe(401);
    expect((await post(bearer('alice'), JSON.stringify({ x: 'x'.repeat(5 * 1024 * 1024) }))).status).toBe(413);
  });

  test('gives the same answers over a WebSocket as over HTTP', async () => {
    const socket = await plainWebSocket(`${w.url}/ws`, bearer('both'));
    const ask = async (id: number, method: string, params: object): Promise<{ result?: unknown }> => {
      socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
      return JSON.parse(await socket.receive());
    };
    const opened = await ask(1, 'initialize', { protocolVersion: '2024-11-05' });
    expect(opened.result).toMatchObject({ protocolVersion: '2024-11-05', serverInfo: { version: '1.0.0' } });
    const over = (await ask(2, 'tools/list', {})).result as { tools: unknown[] };
    const missing = await ask(3, 'tools/call', { name: 'portarium_run_get', arguments: { workspaceId: 'ws-a' } });
    socket.close();
    const session = await fetch(`${w.url}/mcp`, rpc(1, 'initialize', { protocolVersion: '2024-11-05' }));
    const id = { 'mcp-session-id': session.headers.get('mcp-session-id') ?? '' };
    const listed = (await bodyOf(await fetch(`${w.url}/mcp`, rpc(2, 'tools/list', {}, id)))) as { result: object };
    const refused = await bodyOf(
      await fetch(
        `${w.url}/mcp`,
        rpc(3, 'tools/call', { name: 'portarium_run_get', arguments: { workspaceId: 'ws-a' } }, id),
      ),
    );
    expect(listed.result).toEqual(over);
    expect(refused).toEqual(missing);
    expect(refused).toMatchObject({ error: { code: -32603, data: { missing: ['runId'] } } });
  });

  const rpc = (id: number, method: string, params: object, headers: object = {}): RequestInit => ({
    method: 'POST',
    headers: {
      ...bearer('both'),
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id, method, params }),
  });
  const bodyOf = async (response: Response): Promise<unknown> => {
    const text = await response.text();
    return JSON.parse(/^data: (\{.*)$/m.exec(text)?.[1] ?? text);
  };

  test('is the same over stdio, with the caller that its key names', async () => {
    const child = startChildServer(bundledSource(bin), {
      args: ['--db', w.db, '--servers', w.connections, '--log-level', 'silent'],
      env: { PORTARIUM_TOKEN: w.keys.bob },
    });
    const opened = (await child.session.initialize('2024-11-05')) as { result: { protocolVersion: string } };
    expect(opened.result.protocolVersion, child.stderr()).toBe('2024-11-05');
    const get = (await child.session.call(1, 'portarium_run_get', { workspaceId: 'ws-b', runId: 'x' })) as {
      error: { code: number; data: { kind: string } };
    };
    expect(get.error).toMatchObject({ code: -32603, data: { kind: 'Forbidden' } });
    const items = (await child.session.call(2, 'portarium_work_items_list', { workspaceId: 'ws-a' })) as {
      result: { structuredContent: unknown };
    };
    expect(items.result.structuredContent).toHaveProperty('items');
    child.session.end();
    expect(await child.exited).toBe(0);
  });

  test('speaks for a key over the REST API of another process', async () => {
    const child = startChildServer(bundledSource(bin), {
      args: ['--base-url', w.url, '--log-level', 'silent'],
      env: { PORTARIUM_TOKEN: w.keys.alice },
    });
    await child.session.initialize('2024-11-05');
    const started = (await child.session.call(1, 'portarium_run_start', {
      workspaceId: 'ws-a',
      workflowId: 'notes',
      input: { topic: 'far' },
    })) as { result: { structuredContent: { runId: string } } };
    const { runId } = started.result.structuredContent;
    const run = await until(
      () => w.rest('alice', 'GET', `/runs/${runId}`),
      ({ body }) => body.status === 'WaitingForApproval',
    );
    expect(run.body.initiatedByUserId).toBe('alice');
    child.session.end();
    expect(await child.exited).toBe(0);
  });

  describe.skipIf(peers.absent)('to independent clients (needs: node scripts/tools.mjs peers)', () => {
    const load = (part: string) =>
      import(
        /* @vite-ignore */ pathToFileURL(peers.path('@modelcontextprotocol/sdk/dist/esm/client', `${part}.js`)).href
      );
    const requestInit = () => ({ requestInit: { headers: bearer('both') } });
    const transports: [string, () => Promise<unknown>][] = [
      [
        'stdio',
        async () =>
          new (await load('stdio')).StdioClientTransport({
            command: process.execPath,
            args: [bundledSource(bin), '--db', w.db, '--servers', w.connections, '--log-level', 'silent'],
            env: { ...process.env, PORTARIUM_TOKEN: w.keys.both },
            stderr: 'ignore',
          }),
      ],
      [
        'HTTP',
        async () =>
          new (await load('streamableHttp')).StreamableHTTPClientTransport(new URL(`${w.url}/mcp`), requestInit()),
      ],
      [
        'HTTP+SSE',
        async () =>
          new (await load('sse')).SSEClientTransport(new URL(`${w.url}/sse`), {
            ...requestInit(),
            eventSourceInit: {
              fetch: (url: string, init: RequestInit) =>
                fetch(url, { ...init, headers: { ...(init.headers as object), ...bearer('both') } }),
            },
          }),
      ],
    ];

    test.each(transports)('the previous SDK drives a run over %s', async (how, transport) => {
      const client: OldClient = new (await load('index')).Client({ name: 'old', version: '1' }, { capabilities: {} });
      await client.connect(await transport());
      expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(names);
      const args = { workspaceId: 'ws-a', workflowId: 'notes', input: { topic: how } };
      const started = await client.callTool({ name: 'portarium_run_start', arguments: args });
      expect(JSON.parse(started.content[0]?.text ?? '')).toEqual(started.structuredContent);
      const runId = started.structuredContent?.runId;
      const get = { name: 'portarium_run_get', arguments: { workspaceId: 'ws-a', runId } };
      const run = await until(
        async () => (await client.callTool(get)).structuredContent as Record<string, never>,
        ({ status }) => status === 'WaitingForApproval',
      );
      expect(run.pendingApprovals).toHaveLength(1);
      await expect(client.callTool({ name: 'portarium_run_get', arguments: {} })).rejects.toMatchObject({
        code: -32603,
      });
      await client.close();
    });

    test('the Inspector lists and calls the tools', async () => {
      const home = mkdtempSync(join(tmpdir(), 'portarium-inspector-'));
      const inspect = (...args: string[]) =>
        new Promise<{ code: number; out: string; err: string }>((resolve) => {
          const options = { env: { ...process.env, HOME: home }, maxBuffer: 1 << 26 };
          const target = [`${w.url}/mcp`, '--transport', 'http', '--header', `Authorization: Bearer ${w.keys.both}`];
          execFile(peers.path('.bin/mcp-inspector'), ['--cli', ...target, ...args], options, (error, out, err) =>
            resolve({ code: typeof error?.code === 'number' ? error.code : error ? 1 : 0, out, err }),
          );
        });
      const listed = await inspect('--method', 'tools/list', '--strict', '--format', 'json', '-q');
      expect(listed, listed.err).toMatchObject({ code: 0 });
      for (const name of names) expect(listed.out).toContain(name);
      const args = JSON.stringify({ workspaceId: 'ws-a', workflowId: 'notes', input: { topic: 'inspector' } });
      const call = ['--method', 'tools/call', '--tool-name', 'portarium_run_start', '--tool-args-json', args];
      const called = await inspect(...call, '--format', 'json', '-q');
      expect(called, called.err).toMatchObject({ code: 0 });
      expect(called.out).toContain('pollAfterMs');
      rmSync(home, { recursive: true, force: true });
    });
  });
});
