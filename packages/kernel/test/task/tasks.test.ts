import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

import { type Connection, type ConnectOptions, connect, type TaskNews } from '../../src/client/index.js';
import { openHttpFront } from '../../src/http/index.js';
import {
  type AuditEvent,
  type Authenticator,
  createRuntime,
  Fault,
  type HttpFrontOptions,
  streamableHttp,
  type TaskState,
} from '../../src/index.js';
import { serveRaw, type TestRuntimeOptions } from '../../src/testing/index.js';
import { faultOf } from '../client/misbehaving.js';
import { bundled } from '../fixtures/bundle.js';
import { modernMeta, post } from '../http/served.js';
import { factsOf, Jobs, question, taskKitchen } from './task-kitchen.js';

const cleanups: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

interface Kitchen {
  readonly url: string;
  readonly jobs: Jobs;
  readonly events: AuditEvent[];
  readonly runtime: ReturnType<typeof createRuntime>;
  readonly close: () => Promise<void>;
}

async function onHttp(options: TestRuntimeOptions = {}, front: Partial<HttpFrontOptions> = {}): Promise<Kitchen> {
  const jobs = new Jobs();
  const events: AuditEvent[] = [];
  const audit = (event: AuditEvent) => void events.push(event);
  const runtime = createRuntime(taskKitchen(jobs), {
    audit,
    ...options,
    tasks: { pollIntervalMs: 20, ...options.tasks },
  });
  const opened = await openHttpFront({ port: 0, routes: { '/mcp': streamableHttp(runtime) }, ...front });
  const close = () => opened.close({ graceMs: 0, checkpointMs: 5_000 });
  cleanups.push(close);
  return { url: `${opened.url}/mcp`, jobs, events, runtime, close };
}

async function clientOf(url: string, options: ConnectOptions = {}, headers: Record<string, string> = {}) {
  const connection = await connect({ type: 'http', url, headers }, { tasks: true, mode: 'modern', ...options });
  cleanups.push(() => connection.close());
  return connection;
}

/** What holds on every transport. */
function everywhere(connected: (options?: ConnectOptions) => Promise<Connection>): void {
  test('a call becomes a task, tells its progress, and ends as the call would have', async () => {
    const connection = await connected();
    const seen: TaskNews[] = [];
    const progress: number[] = [];
    const result = await connection.callTool(
      'kitchen/count',
      { to: 20, everyMs: 10 },
      { onTask: (task) => seen.push(task), onProgress: (news) => progress.push(news.progress) },
    );
    expect(result).toMatchObject({ structuredContent: { reached: 20 }, isError: false, problems: [] });
    expect(seen[0]).toMatchObject({ status: 'working', ttlMs: null, raw: { resultType: 'task' } });
    expect(seen.at(-1)).toMatchObject({ status: 'completed', progress: { total: 20, metadata: { reached: 20 } } });
    expect(progress).toEqual([...new Set(progress)].sort((a, b) => a - b));
    expect(progress.at(-1)).toBe(20);
  });

  test('a tool that fails completes with its error, and an error of the protocol fails the task', async () => {
    const connection = await connected();
    const burnt = await connection.callTool('kitchen/burn');
    expect(burnt).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('Burnt') }] });
    expect(JSON.stringify(burnt)).not.toContain('sk-ant-');
    const fault = await faultOf(connection.callTool('kitchen/break'));
    expect(fault).toMatchObject({ kind: 'RpcError', message: 'The oven is broken.', context: { code: -32603 } });
  });

  test('giving up cancels the task at the server', async () => {
    const connection = await connected();
    const stop = new AbortController();
    let taskId = '';
    const controls = {
      signal: stop.signal,
      onTask(task: TaskNews) {
        taskId = task.taskId;
        stop.abort();
      },
    };
    expect((await faultOf(connection.callTool('kitchen/count', { to: 100_000 }, controls))).kind).toBe('Cancelled');
    await expect.poll(async () => (await connection.task(taskId)).status).toBe('cancelled');
    const fault = await faultOf(connection.awaitTask(taskId));
    expect(fault).toMatchObject({ kind: 'Cancelled', message: expect.stringContaining('at the server') });
  });

  test('a cancelled task that returns what it has is completed with it, and ends only once', async () => {
    const connection = await connected();
    const started = await connection.startTool('kitchen/count', { to: 100_000, keep: true });
    if (started.kind !== 'task') throw new Error('expected a task');
    const { taskId } = started.task;
    await connection.cancelTask(taskId);
    const result = await connection.awaitTask(taskId);
    expect(result.structuredContent).toMatchObject({ reached: expect.any(Number) });
    await connection.cancelTask(taskId);
    expect((await connection.task(taskId)).status).toBe('completed');
  });

  test('a task asks, keeps what is not answered yet open, and never uses a key twice', async () => {
    const asked: string[] = [];
    const connection = await connected({
      handlers: {
        async elicitation(params) {
          asked.push(params.message);
          return { action: 'accept', content: { word: `word ${asked.length}` } };
        },
      },
    });
    const keys = new Set<string>();
    const onTask = ({ raw }: TaskNews): void => {
      for (const key of Object.keys((raw.inputRequests as object | undefined) ?? {})) keys.add(key);
    };
    const { structuredContent } = await connection.callTool('kitchen/interview', {}, { onTask });
    expect(asked).toEqual(['First?', 'Second?', 'And another?']);
    expect([...keys]).toEqual(['word', 'word-2', 'other']);
    expect(structuredContent).toEqual({
      heard: [
        ['word', 'word 2'],
        ['other', 'word 3'],
      ],
    });
  });

  test('a tool decides call by call', async () => {
    const connection = await connected();
    expect(await connection.startTool('kitchen/sometimes', { much: false })).toMatchObject({ kind: 'result' });
    expect(await connection.startTool('kitchen/sometimes', { much: true })).toMatchObject({ kind: 'task' });
    expect(await connection.callTool('kitchen/sometimes', { much: true })).toMatchObject({
      structuredContent: { much: true },
    });
  });

  test('a caller that does not declare the extension waits for the result, or is told what it lacks', async () => {
    const connection = await connected({ tasks: false });
    const counted = await connection.startTool('kitchen/count', { to: 2 });
    expect(counted).toMatchObject({ kind: 'result', result: { structuredContent: { reached: 2 } } });
    expect(await connection.startTool('kitchen/sometimes', { much: true })).toMatchObject({ kind: 'result' });
    const missing = { code: -32021, data: { requiredCapabilities: { extensions: expect.anything() } } };
    expect((await faultOf(connection.callTool('kitchen/only-tasks'))).context).toMatchObject(missing);
    expect((await faultOf(connection.task('any'))).context).toMatchObject(missing);
    expect((await faultOf(connection.cancelTask('any'))).context).toMatchObject(missing);
  });

  test('the extension is declared, and a task nobody knows is not found', async () => {
    const connection = await connected();
    expect(connection.info.capabilities.extensions).toEqual({ 'io.modelcontextprotocol/tasks': {} });
    expect((await faultOf(connection.task('no-such-task'))).context).toMatchObject({ code: -32602 });
    expect((await faultOf(connection.cancelTask('no-such-task'))).context).toMatchObject({ code: -32602 });
  });
}

describe('tasks over HTTP', () => {
  everywhere(async (options) => clientOf((await onHttp()).url, options));

  test('survive the connection that started them, and are told to the audit hook once, at their end', async () => {
    const { url, events } = await onHttp();
    const first = await clientOf(url);
    const started = await first.startTool('kitchen/count', { to: 30 });
    await first.close();
    expect(events).toEqual([]);
    if (started.kind !== 'task') throw new Error('expected a task');
    const result = await (await clientOf(url)).awaitTask(started.task.taskId);
    expect(result.structuredContent).toEqual({ reached: 30 });
    expect(events).toMatchObject([{ method: 'tools/call', target: 'kitchen/count', outcome: 'ok' }]);
  });

  test('belong to the caller that started them', async () => {
    const authenticator: Authenticator = {
      scheme: 'keys',
      authenticate: (header) => ({ subject: header ?? '', roles: [], via: 'api-key' }),
    };
    const { url } = await onHttp({}, { authenticator });
    const [ana, ben] = await Promise.all(['ana', 'ben'].map((authorization) => clientOf(url, {}, { authorization })));
    for (const tool of ['kitchen/count', 'kitchen/job']) {
      const started = await ana?.startTool(tool, tool.endsWith('count') ? { to: 1 } : {});
      const taskId = started?.kind === 'task' ? started.task.taskId : '';
      expect(await ana?.task(taskId)).toMatchObject({ taskId });
      for (const attempt of [ben?.task(taskId), ben?.cancelTask(taskId)]) {
        expect((await faultOf(attempt as Promise<unknown>)).context).toMatchObject({ code: -32602 });
      }
    }
  });

  test('stop with the server, after their grace', async () => {
    const { url, runtime, close } = await onHttp();
    const connection = await clientOf(url);
    await connection.startTool('kitchen/count', { to: 1_000_000 });
    await expect.poll(() => runtime.running).toBe(1);
    await close();
    expect(runtime.running).toBe(0);
  });

  test('are bounded in number and forgotten after their time', async () => {
    let now = Date.now();
    const { url } = await onHttp({ clock: () => now, tasks: { maxRunning: 1, keepMs: 60_000 } });
    const connection = await clientOf(url);
    const first = await connection.startTool('kitchen/count', { to: 1_000_000 });
    const refused = await connection.callTool('kitchen/count', { to: 1 });
    expect(refused).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('TooManyTasks') }] });
    const taskId = first.kind === 'task' ? first.task.taskId : '';
    await connection.cancelTask(taskId);
    await expect.poll(async () => (await connection.task(taskId)).status).toBe('cancelled');
    expect((await connection.task(taskId)).ttlMs).toBe(60_000);
    now += 59_999;
    expect((await connection.task(taskId)).status).toBe('cancelled');
    now += 1;
    expect((await faultOf(connection.task(taskId))).context).toMatchObject({ code: -32602 });
  });

  test('name themselves in a header, and one that contradicts the body is refused', async () => {
    const { url } = await onHttp();
    const extensions = { 'io.modelcontextprotocol/tasks': {} };
    const _meta = { ...modernMeta, 'io.modelcontextprotocol/clientCapabilities': { extensions } };
    const body = { jsonrpc: '2.0', id: 1, method: 'tasks/get', params: { taskId: 'a', _meta } };
    const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tasks/get' };
    const wrong = await post(new URL(url), body, { ...headers, 'mcp-name': 'b' });
    expect([wrong.status, await wrong.json()]).toMatchObject([400, { error: { code: -32020 } }]);
    const right = await post(new URL(url), body, { ...headers, 'mcp-name': 'a' });
    expect(await right.json()).toMatchObject({ error: { code: -32602 } });
  });
});

test.each([
  ['without having declared the extension is told what it lacks', {}, { error: { code: -32021 } }],
  [
    'is acknowledged with nothing: news of tasks are asked for',
    { extensions: { 'io.modelcontextprotocol/tasks': {} } },
    { method: 'notifications/subscriptions/acknowledged', params: { notifications: {} } },
  ],
])('who subscribes to tasks %s', async (_, capabilities, answer) => {
  const { session, service } = serveRaw(taskKitchen());
  const _meta = { ...modernMeta, 'io.modelcontextprotocol/clientCapabilities': capabilities };
  const params = { notifications: { taskIds: ['a'] }, _meta };
  session.send({ jsonrpc: '2.0', id: 1, method: 'subscriptions/listen', params });
  expect(await session.find(() => true)).toMatchObject(answer);
  await service.close();
});

describe('tasks kept elsewhere', () => {
  const working = (state: TaskState): TaskState => ({
    ...factsOf(state),
    status: 'working',
    progress: { progress: 3, total: 4, message: 'three of four', metadata: { at: 'oven' } },
  });

  async function started(options: ConnectOptions = {}) {
    const kitchen = await onHttp();
    const connection = await clientOf(kitchen.url, options);
    const start = await connection.startTool('kitchen/job');
    if (start.kind !== 'task') throw new Error('expected a task');
    return { ...kitchen, connection, taskId: start.task.taskId };
  }

  test('tell their progress and complete with the checked result of the tool', async () => {
    const { jobs, connection, taskId } = await started();
    jobs.become(working);
    expect(await connection.task(taskId)).toMatchObject({
      status: 'working',
      statusMessage: 'three of four',
      progress: { progress: 3, total: 4, message: 'three of four', metadata: { at: 'oven' } },
    });
    jobs.become((state) => ({ ...factsOf(state), status: 'completed', outcome: { done: true } }));
    expect((await connection.awaitTask(taskId)).structuredContent).toEqual({ done: true });
    jobs.become((state) => ({ ...factsOf(state), status: 'completed', outcome: { done: 'perhaps' } }));
    expect(await connection.awaitTask(taskId)).toMatchObject({ isError: true, structuredContent: undefined });
  });

  test('fail through the error profile of the server', async () => {
    const { jobs, connection, taskId } = await started();
    const fault = new Fault('Interrupted', 'The server was restarted.', { suggestion: 'Start the job again.' });
    jobs.become((state) => ({ ...factsOf(state), status: 'failed', fault }));
    const result = await connection.awaitTask(taskId);
    expect(result.isError).toBe(true);
    expect(JSON.parse((result.content[0] as { text: string }).text)).toMatchObject({
      kind: 'Interrupted',
      suggestion: 'Start the job again.',
    });
  });

  const asking = (state: TaskState): TaskState => ({
    ...factsOf(state),
    status: 'input_required',
    inputRequests: { go: question('Go on?') },
  });

  test('put their question to whoever looks at them, however little patience there is', async () => {
    const elicitation = async () => ({ action: 'accept' as const, content: { word: 'yes' } });
    const { jobs, connection, taskId } = await started({ handlers: { elicitation } });
    jobs.become(asking);
    const end = await connection.waitForTask(await connection.task(taskId), 0);
    expect(end).toMatchObject({ kind: 'result', result: { structuredContent: { done: true } } });
  });

  test('keep their question open when whoever was asked leaves', async () => {
    const leaving = new AbortController();
    const elicitation = async () => {
      leaving.abort();
      return { action: 'cancel' as const };
    };
    const { jobs, connection, taskId, events } = await started({ handlers: { elicitation } });
    jobs.become(asking);
    const waiting = connection.waitForTask(await connection.task(taskId), 0, { signal: leaving.signal });
    expect((await faultOf(waiting)).kind).toBe('Cancelled');
    expect((await connection.task(taskId)).status).toBe('input_required');
    expect(events.map(({ method }) => method)).toEqual(['tools/call']);
  });

  test('are cancelled and answered through the port, and both are told to the audit hook', async () => {
    const elicitation = async () => ({ action: 'accept' as const, content: { word: 'yes' } });
    const { jobs, connection, taskId, events } = await started({ handlers: { elicitation } });
    jobs.become((state) => ({
      ...factsOf(state),
      status: 'input_required',
      inputRequests: { go: question('Go on?') },
    }));
    expect((await connection.awaitTask(taskId)).structuredContent).toEqual({ done: true });
    jobs.become(working);
    await connection.cancelTask(taskId);
    expect((await connection.task(taskId)).status).toBe('cancelled');
    expect(events.map(({ method, target }) => [method, target])).toEqual([
      ['tools/call', 'kitchen/job'],
      ['tasks/update', taskId],
      ['tasks/cancel', taskId],
    ]);
  });
});

describe('tasks over stdio', () => {
  let shared: Connection;
  let script: string;
  const started = (options: ConnectOptions): Promise<Connection> =>
    connect({ type: 'stdio', command: process.execPath, args: [script] }, { tasks: true, mode: 'modern', ...options });

  /** Without options of its own a test shares one process. */
  async function onStdio(options: ConnectOptions = {}): Promise<Connection> {
    if (Object.keys(options).length === 0) return shared;
    const connection = await started(options);
    cleanups.push(() => connection.close());
    return connection;
  }

  beforeAll(async () => {
    script = await bundled(new URL('./task-server.ts', import.meta.url));
    shared = await started({});
  });
  afterAll(() => shared?.close());

  everywhere(onStdio);

  test('are unknown in the older revisions, whose methods of that name mean something else', async () => {
    const { session, service } = serveRaw(taskKitchen());
    const { result } = await session.initialize();
    expect((result as { capabilities: object }).capabilities).not.toHaveProperty('extensions');
    expect(await session.request(1, 'tasks/get', { taskId: 'x' })).toMatchObject({ error: { code: -32601 } });
    expect(await session.call(2, 'kitchen/count', { to: 1 })).toMatchObject({ result: { isError: false } });
    await service.close();
  });

  test('end with the connection, and are waited for', async () => {
    const { session, service, runtime } = serveRaw(taskKitchen());
    const extensions = { 'io.modelcontextprotocol/tasks': {} };
    const meta = { ...modernMeta, 'io.modelcontextprotocol/clientCapabilities': { extensions } };
    expect(await session.call(1, 'kitchen/count', { to: 1_000_000 }, meta)).toMatchObject({
      result: { resultType: 'task', status: 'working' },
    });
    await expect.poll(() => runtime.running).toBe(1);
    session.end();
    await service.closed;
    expect(runtime.running).toBe(0);
  });
});
