/** Every way in which a call can come and end: one entry each, never none and never two. */
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { connect } from '../../src/client/index.js';
import {
  type AuditEvent,
  createRuntime,
  inputRequired,
  type Operation,
  openHttpFront,
  operation,
  type ServerDefinition,
  streamableHttp,
  toolErrorProfile,
} from '../../src/index.js';
import { serveRaw, type TestRuntimeOptions } from '../../src/testing/index.js';

const input = z.strictObject({});
const words = { title: 'Call', description: 'Called here.', effect: 'read', input } as const;

const answers = operation({ ...words, name: 'answers', run: () => ({}) });

/** Ends when it is told to, as a failure. */
const obeys = operation({
  ...words,
  name: 'obeys',
  run: (_, { signal }) => sleep(600_000, {}, { signal }),
});

/** Does not listen; it ends long after everybody has gone. */
const deaf = operation({ ...words, name: 'deaf', timeoutMs: 20, run: () => sleep(150).then(() => ({})) });

/** Has kept its entry when it is asked to stop, and is done all the same. */
const commits = (name: string, kept: AuditEvent[]): Operation =>
  operation({
    ...words,
    name,
    async run(_, { audit, signal }) {
      kept.push(audit.event());
      audit.kept();
      await sleep(600_000, undefined, { signal }).catch(() => {});
      return {};
    },
  });

const question = inputRequired({
  inputRequests: {
    sure: inputRequired.elicit({ message: 'Sure?', requestedSchema: { type: 'object', properties: {} } }),
  },
});

const asks = operation({
  ...words,
  name: 'asks',
  task: 'optional',
  run: (_, { client }) => (client.inputResponses === undefined ? question : {}),
});

/** Work that becomes a task, however it ends. */
const working = { ...words, task: 'optional' } as const;
const works = operation({ ...working, name: 'works', run: () => ({}) });
const fails = operation({
  ...working,
  name: 'fails',
  run() {
    throw new Error('broken');
  },
});
const long = operation({ ...working, name: 'long', run: (_, { signal }) => sleep(600_000, {}, { signal }) });
const late = operation({
  ...working,
  name: 'late',
  timeoutMs: 20,
  run: (_, { signal }) => sleep(600_000, {}, { signal }),
});

/** What was kept, wherever it was kept. */
function definitionWith(kept: AuditEvent[]): ServerDefinition {
  const operations = [answers, obeys, deaf, commits('commits', kept), asks, works, fails, long, late];
  return { name: 'counted', version: '1', errorProfile: toolErrorProfile, operations };
}

const told = (kept: readonly AuditEvent[]) => kept.map(({ target, outcome }) => `${target} ${outcome}`);

function overPipe(options: TestRuntimeOptions = {}) {
  const kept: AuditEvent[] = [];
  const audit = (event: AuditEvent) => void kept.push(event);
  return { kept, ...serveRaw(definitionWith(kept), { audit, graceMs: 10, ...options }) };
}

async function overHttp(options: TestRuntimeOptions = {}) {
  const kept: AuditEvent[] = [];
  const audit = (event: AuditEvent) => void kept.push(event);
  const runtime = createRuntime(definitionWith(kept), { audit, graceMs: 10, ...options });
  const front = await openHttpFront({ port: 0, routes: { '/mcp': streamableHttp(runtime) } });
  const close = () => front.close({ graceMs: 0, checkpointMs: 5000 });
  onTestFinished(close);
  return { kept, runtime, url: `${front.url}/mcp`, close };
}

describe('a call over a pipe', () => {
  test.each([
    ['that its caller takes back', 'obeys', 'obeys cancelled'],
    ['that its caller takes back after it was done and kept', 'commits', 'commits ok'],
  ])('%s', async (_, name, entry) => {
    const { kept, session, service, runtime } = overPipe();
    await session.initialize();
    session.send({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name } });
    await expect.poll(() => runtime.running).toBe(1);
    session.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } });
    await expect.poll(() => runtime.running).toBe(0);
    await service.close();
    expect(told(kept)).toEqual([entry]);
  });

  test('that is out of time, and whose work ends later', async () => {
    const { kept, session, service, runtime } = overPipe();
    expect(await session.call(1, 'deaf')).toMatchObject({ result: { isError: true } });
    await expect.poll(() => runtime.running).toBe(0);
    await service.close();
    expect(told(kept)).toEqual(['deaf failed']);
  });

  test('whose caller hangs up', async () => {
    const { kept, session, service, runtime } = overPipe();
    session.send({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'obeys' } });
    await expect.poll(() => runtime.running).toBe(1);
    session.end();
    await service.close();
    expect(told(kept)).toEqual(['obeys cancelled']);
  });

  test('whose caller hangs up, where keeping its entry takes a while', async () => {
    const kept: AuditEvent[] = [];
    const audit = async (event: AuditEvent): Promise<void> => {
      for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve));
      kept.push(event);
    };
    const { session, service, runtime } = serveRaw(definitionWith([]), { audit });
    session.send({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'obeys' } });
    await expect.poll(() => runtime.running).toBe(1);
    session.end();
    await service.closed;
    expect(told(kept)).toEqual(['obeys cancelled']);
  });

  test('of a batch, each, also where two are the same', async () => {
    const { kept, session, service } = overPipe();
    await session.initialize('2025-03-26');
    const call = (id: number, name: string) => ({ jsonrpc: '2.0', id, method: 'tools/call', params: { name } });
    session.send([call(1, 'answers'), call(2, 'answers'), call(3, 'nobody')]);
    await session.find((message) => Array.isArray(message) && message.length === 3);
    await service.close();
    expect(told(kept).sort()).toEqual(['answers ok', 'answers ok', 'nobody refused']);
  });
});

describe('what is no call, or none that can be made, over a pipe', () => {
  test.each([
    ['a name that is no text', { name: 7 }, '(unnamed) refused'],
    ['no name', {}, '(unnamed) refused'],
    ['arguments that are no object', { name: 'answers', arguments: [] }, 'answers refused'],
    ['a tool that nobody has', { name: 'nobody' }, 'nobody refused'],
    ['an argument that nobody knows', { name: 'answers', arguments: { strange: 1 } }, 'answers refused'],
    ['the same for work that would become a task', { name: 'works', arguments: { strange: 1 } }, 'works refused'],
  ])('%s leaves one entry', async (_, params, entry) => {
    const { kept, session, service } = overPipe();
    await session.initialize();
    const { result, error } = await session.request(1, 'tools/call', params);
    expect(error ?? result).toBeDefined();
    await service.close();
    expect(told(kept)).toEqual([entry]);
  });

  test('a line that is no JSON is answered and leaves none, because it asks for nothing; the next call leaves its own', async () => {
    const { kept, session, service } = overPipe();
    await session.initialize();
    session.write('{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"answers"\n');
    expect(await session.reply(null)).toMatchObject({ error: { code: -32700 } });
    await session.call(2, 'answers');
    await service.close();
    expect(told(kept)).toEqual(['answers ok']);
  });
});

describe('a call over HTTP', () => {
  test('whose caller hangs up', async () => {
    const { kept, url, runtime } = await overHttp();
    const leave = new AbortController();
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    const revision = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'obeys' };
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '0' },
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'obeys', arguments: {}, _meta } };
    const { signal } = leave;
    const asked = fetch(url, {
      method: 'POST',
      headers: { ...headers, ...revision },
      body: JSON.stringify(body),
      signal,
    });
    await expect.poll(() => runtime.running).toBe(1);
    leave.abort();
    await asked.catch(() => {});
    await expect.poll(() => told(kept)).toEqual(['obeys cancelled']);
    await expect.poll(() => runtime.running).toBe(0);
    expect(told(kept)).toEqual(['obeys cancelled']);
  });

  test('that is under way when the server stops', async () => {
    const { kept, url, runtime, close } = await overHttp();
    const client = await connect({ type: 'http', url }, { mode: 'modern' });
    const asked = client.callTool('obeys', {}).catch(() => {});
    await expect.poll(() => runtime.running).toBe(1);
    await close();
    await asked;
    await client.close();
    expect(kept.map(({ target }) => target)).toEqual(['obeys']);
  });
});

describe('a call that becomes a task', () => {
  async function started(name: string) {
    const served = await overHttp({ tasks: { pollIntervalMs: 10 } });
    const client = await connect({ type: 'http', url: served.url }, { tasks: true, mode: 'modern' });
    onTestFinished(() => client.close());
    const begun = await client.startTool(name, {});
    if (begun.kind !== 'task') throw new Error('It was answered at once.');
    const { taskId } = begun.task;
    const ended = (status: string) => expect.poll(async () => (await client.task(taskId)).status).toBe(status);
    return { ...served, client, taskId, ended };
  }
  const calls = (kept: readonly AuditEvent[]) => told(kept.filter(({ method }) => method === 'tools/call'));

  test.each([
    ['and is done', 'works', 'works ok'],
    ['and fails', 'fails', 'fails failed'],
    ['and is out of time', 'late', 'late failed'],
  ])('%s', async (_, name, entry) => {
    const { kept, client, taskId } = await started(name);
    await client.awaitTask(taskId).catch(() => {});
    expect(calls(kept)).toEqual([entry]);
  });

  test('and is cancelled while it works', async () => {
    const { kept, client, taskId, ended } = await started('long');
    expect(calls(kept)).toEqual([]);
    await client.cancelTask(taskId);
    await ended('cancelled');
    await expect.poll(() => calls(kept)).toEqual(['long cancelled']);
  });

  test('and is under way when the server stops', async () => {
    const { kept, close } = await started('long');
    await close();
    expect(kept.map(({ target }) => target)).toEqual(['long']);
  });
});

describe('a call that becomes a task and asks', () => {
  async function asked(capabilities?: boolean) {
    const served = await overHttp({ tasks: { pollIntervalMs: 10 } });
    const how = { tasks: true, mode: 'modern' } as const;
    const client = await connect(
      { type: 'http', url: served.url },
      capabilities === false
        ? how
        : { ...how, handlers: { elicitation: async () => ({ action: 'accept', content: {} }) } },
    );
    onTestFinished(() => client.close());
    return { ...served, client };
  }
  const calls = (kept: readonly AuditEvent[]) => told(kept.filter(({ method }) => method === 'tools/call'));

  test('and is answered', async () => {
    const { kept, client } = await asked();
    await client.callTool('asks', {});
    expect(calls(kept)).toEqual(['asks ok']);
  });

  test('what nobody there can answer', async () => {
    const { kept, client } = await asked(false);
    await expect(client.callTool('asks', {})).rejects.toThrow();
    expect(calls(kept)).toEqual(['asks failed']);
  });

  test('and is taken back before it is answered', async () => {
    const { kept, client } = await asked();
    const started = await client.startTool('asks', {});
    const taskId = started.kind === 'task' ? started.task.taskId : '';
    await expect.poll(async () => (await client.task(taskId)).status).toBe('input_required');
    expect(calls(kept)).toEqual([]);
    await client.cancelTask(taskId);
    expect(calls(kept)).toEqual(['asks cancelled']);
  });
});
