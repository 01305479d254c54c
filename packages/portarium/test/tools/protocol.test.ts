import { Fault, registerSecret } from '@quadrivium/kernel';
import { serveRaw } from '@quadrivium/kernel/testing';
import { describe, expect, test } from 'vitest';
import { remoteServer } from '../../src/tools/server.js';
import { recordingClient } from './recording-client.js';

interface Reply {
  readonly result?: {
    readonly tools?: { name: string; inputSchema: Record<string, unknown>; description: string }[];
    readonly content?: { text: string }[];
    readonly structuredContent?: unknown;
    readonly isError?: boolean;
    readonly protocolVersion?: string;
    readonly serverInfo?: unknown;
    readonly capabilities?: unknown;
  };
  readonly error?: { code: number; message: string; data?: Record<string, unknown> };
}

/** The descriptions of the specification; ours begin with them and say more. */
const described = [
  'Start a workflow run',
  'Query run status',
  'Cancel an active run',
  'List work items',
  'Submit approval decision',
  'Register agent with control plane',
  'Agent liveness heartbeat',
];

/** Names, required and optional arguments, and client methods: the tables of the specification, in its order. */
const seven = [
  ['portarium_run_start', 'startRun', { workspaceId: 'ws-a', workflowId: 'hello' }, { input: { name: 'x' } }],
  ['portarium_run_get', 'getRun', { workspaceId: 'ws-a', runId: 'run_1' }, {}],
  ['portarium_run_cancel', 'cancelRun', { workspaceId: 'ws-a', runId: 'run_1' }, { reason: 'enough' }],
  ['portarium_work_items_list', 'listWorkItems', { workspaceId: 'ws-a' }, { runId: 'run_1', status: 'pending' }],
  [
    'portarium_approval_submit',
    'decideApproval',
    { workspaceId: 'ws-a', approvalId: 'apr_1', decision: 'Approved' },
    { comment: 'fine' },
  ],
  [
    'portarium_agent_register',
    'registerAgent',
    { workspaceId: 'ws-a', machineId: 'm', agentId: 'bot', displayName: 'Bot' },
    { capabilities: ['mail:send'] },
  ],
  [
    'portarium_agent_heartbeat',
    'agentHeartbeat',
    { workspaceId: 'ws-a', machineId: 'm', agentId: 'bot' },
    { status: 'draining' },
  ],
] as const;

function served(options: { allowedTools?: string[]; inputErrors?: 'tool'; fail?: () => Error } = {}) {
  const { fail, ...runtime } = options;
  const recorded = recordingClient(fail);
  const { session } = serveRaw(
    remoteServer(() => recorded.client),
    runtime,
  );
  const ask = (id: number, method: string, params?: object) =>
    session.request(id, method, params) as unknown as Promise<Reply>;
  const call = (id: number, name: string, args: object = {}, meta?: object) =>
    session.call(id, name, args, meta) as unknown as Promise<Reply>;
  return { session, ask, call, calls: recorded.calls };
}

describe('the seven tools on the wire', () => {
  test.each([
    ['no version at all', {}, '2024-11-05'],
    ['the version of the specification', { protocolVersion: '2024-11-05' }, '2024-11-05'],
    ['a later version', { protocolVersion: '2025-11-25' }, '2025-11-25'],
    ['a version nobody knows yet', { protocolVersion: '2099-01-01' }, '2025-11-25'],
  ])('initialize with %s is answered with server info', async (_, params, version) => {
    const { ask } = served();
    const { result } = await ask(1, 'initialize', params);
    expect(result).toMatchObject({
      protocolVersion: version,
      serverInfo: { name: 'portarium-mcp-server', version: '1.0.0' },
      capabilities: { tools: {} },
    });
  });

  test('a notification is not answered, and a request exactly once with its own id', async () => {
    const { session, ask } = served();
    await session.initialize('2024-11-05');
    session.clear();
    session.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
    await ask(7, 'ping');
    expect(session.received).toEqual([{ jsonrpc: '2.0', id: 7, result: {} }]);
  });

  test('tools/list gives seven tools in the order of the specification, with open schemas', async () => {
    const { session, ask } = served();
    await session.initialize('2024-11-05');
    const tools = (await ask(1, 'tools/list')).result?.tools ?? [];
    expect(tools.map(({ name }) => name)).toEqual(seven.map(([name]) => name));
    for (const [at, [, , required, optional]] of seven.entries()) {
      const schema = tools[at]?.inputSchema as {
        properties: object;
        required: string[];
        additionalProperties?: unknown;
      };
      expect(schema.required).toEqual(Object.keys(required));
      expect(Object.keys(schema.properties)).toEqual(expect.arrayContaining(Object.keys({ ...required, ...optional })));
      expect(schema.additionalProperties).toBeUndefined();
      expect(tools[at]?.description).toMatch(new RegExp(`^${described[at]}`));
    }
  });

  test.each(seven)('%s calls %s once with exactly what it was given', async (name, method, required, optional) => {
    const { session, call, calls } = served();
    await session.initialize('2024-11-05');
    const first = await call(1, name, { ...required, ...optional });
    const second = await call(2, name, { ...required, unknownExtra: 1 });
    expect(calls).toEqual([
      { method, args: { ...required, ...optional } },
      { method, args: required },
    ]);
    expect(JSON.parse(first.result?.content?.[0]?.text ?? '')).toEqual(second.result?.structuredContent);
  });

  test.each(
    seven.flatMap(([name, , required]) => Object.keys(required).map((field) => [name, field, required] as const)),
  )('%s without %s is -32603 with structured data and nothing is dispatched', async (name, field, required) => {
    const { session, call, calls } = served();
    await session.initialize('2024-11-05');
    const { [field]: _, ...rest } = required as Record<string, unknown>;
    for (const [id, args] of [rest, { ...rest, [field]: '   ' }, { ...rest, [field]: 5 }].entries()) {
      const { error } = await call(id, name, args);
      expect(error?.code).toBe(-32603);
      expect(error?.message).toContain(field);
      expect(error?.data).toMatchObject({ tool: name });
    }
    expect((await call(9, name, rest)).error?.data).toMatchObject({ kind: 'MissingParameter', missing: [field] });
    expect(calls).toEqual([]);
  });

  test('all missing arguments are named at once', async () => {
    const { session, call } = served();
    await session.initialize('2024-11-05');
    const { error } = await call(1, 'portarium_agent_register');
    expect(error?.data?.missing).toEqual(['workspaceId', 'machineId', 'agentId', 'displayName']);
  });

  test('words outside a closed set are refused before dispatch', async () => {
    const { session, call, calls } = served();
    await session.initialize('2024-11-05');
    const approval = { workspaceId: 'ws-a', approvalId: 'a', decision: 'Banana' };
    expect((await call(1, 'portarium_approval_submit', approval)).error?.code).toBe(-32603);
    const items = { workspaceId: 'ws-a', status: 'Open' };
    expect((await call(2, 'portarium_work_items_list', items)).error?.code).toBe(-32603);
    const start = { workspaceId: 'ws-a', workflowId: 'w', input: ['not', 'an', 'object'] };
    expect((await call(3, 'portarium_run_start', start)).error?.code).toBe(-32603);
    expect(calls).toEqual([]);
  });

  test('argument errors become results that a model can read where the operator wants that', async () => {
    const { session, call } = served({ inputErrors: 'tool' });
    await session.initialize('2025-11-25');
    const { result, error } = await call(1, 'portarium_run_start', { workspaceId: 'ws-a' });
    expect(error).toBeUndefined();
    expect(result?.isError).toBe(true);
    expect(result?.content?.[0]?.text).toContain('workflowId');
  });

  test('only allowed tools are listed and callable, and hidden ones look like unknown ones', async () => {
    const { session, ask, call, calls } = served({ allowedTools: ['portarium_run_get', 'portarium_work_items_list'] });
    await session.initialize('2024-11-05');
    const names = (await ask(1, 'tools/list')).result?.tools?.map(({ name }) => name);
    expect(names).toEqual(['portarium_run_get', 'portarium_work_items_list']);
    const hidden = await call(2, 'portarium_run_cancel', { workspaceId: 'ws-a', runId: 'r' });
    const unknown = await call(3, 'portarium_run_delete', { workspaceId: 'ws-a', runId: 'r' });
    expect(hidden.error?.code).toBe(unknown.error?.code);
    expect(hidden.error?.message.replace('cancel', 'delete')).toBe(unknown.error?.message);
    expect(calls).toEqual([]);
  });

  test('a failing client is -32603 with a kind, and no secret is in it', async () => {
    const canary = 'canary-5f2d9c1e7a';
    registerSecret(canary);
    const failures = [
      () => new Fault('Unavailable', `connection refused: https://user:${canary}@host?token=${canary}`),
      () => new Error(`boom ${canary} Bearer abcdefghijklmnop1`),
    ];
    for (const fail of failures) {
      const { session, call } = served({ fail });
      await session.initialize('2024-11-05');
      const reply = await call(1, 'portarium_run_get', { workspaceId: 'ws-a', runId: 'r' });
      expect(reply.error?.code).toBe(-32603);
      expect(reply.error?.data).toHaveProperty('kind');
      expect(JSON.stringify(reply)).not.toContain(canary);
      expect(JSON.stringify(reply)).not.toContain('abcdefghijklmnop1');
    }
  });

  test('an idempotency key may come as an argument or beside the arguments', async () => {
    const { session, call, calls } = served();
    await session.initialize('2025-11-25');
    const start = { workspaceId: 'ws-a', workflowId: 'w' };
    await call(1, 'portarium_run_start', { ...start, idempotencyKey: 'k1' });
    await call(2, 'portarium_run_start', start, { 'portarium/idempotencyKey': 'k2' });
    await call(3, 'portarium_run_get', { workspaceId: 'ws-a', runId: 'r' }, { 'portarium/idempotencyKey': 'k3' });
    expect(calls.map(({ args }) => (args as { idempotencyKey?: string }).idempotencyKey)).toEqual([
      'k1',
      'k2',
      undefined,
    ]);
  });
});
