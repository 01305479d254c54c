/** What the seed says about cpe as a whole and no test of a single part shows. */
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { createCodeMode } from '@quadrivium/codemode';
import { describe, expect, test } from 'vitest';
import { bundledSource } from '../../../test/support/bundled-source.js';
import { configOf } from '../../codemode/test/fixtures/memory-host.js';
import { openEventEndpoint } from '../src/events/event-endpoint.js';
import type { SubagentEvent } from '../src/events/subagent-event.js';
import { useAgentBench } from './agent/mock-hooks.js';
import { model, toolboxServer } from './agent/workbench.js';
import { project, run } from './commands/cli.js';
import { afterThisTest, freshFolder, open, TOOLBOX, textOf, tool } from './host/servers.js';

const CPE = fileURLToPath(new URL('../src/bin/cpe.ts', import.meta.url));

const { provider, bench, configure } = useAgentBench();

/** What the results of tools say in the last request, in the dialect of OpenAI. */
function resultsTold(): unknown[] {
  const messages = provider.requests.at(-1)?.body.messages as { role: string; content: unknown }[];
  return messages.filter(({ role }) => role === 'tool').map(({ content }) => content);
}

describe('the model', () => {
  test('gets name, description and input schema of what the filter lets through, and no other tool', async () => {
    configure({ box: { ...toolboxServer('read_file', 'write_file'), enabledTools: ['write_file'] } });
    provider.script('m', { text: 'ok' });
    expect((await bench.inProcess(['go'])).code).toBe(0);
    const offers = provider.requests[0]?.body.tools as { function: { name: string } }[];
    expect(offers.map((offer) => offer.function.name)).toEqual(['write_file', 'read_result', 'read_resource']);
    expect(offers[0]?.function).toMatchObject({
      name: 'write_file',
      description: 'The tool write_file.',
      parameters: {
        type: 'object',
        properties: { path: { type: 'string' }, mode: { enum: ['new', 'append'] } },
        required: ['path'],
        additionalProperties: false,
      },
    });
  });

  test('gets the error of a tool marked as one, and goes on', async () => {
    configure({ box: toolboxServer('fail') }, {}, { type: 'anthropic' });
    provider.script('m', { calls: [{ tool: 'fail', input: {} }] }, { text: 'I see.' });
    expect(await bench.inProcess(['go'])).toMatchObject({ code: 0, stdout: 'I see.\n' });
    const messages = provider.requests[1]?.body.messages as { content: object[] }[];
    expect(messages.at(-1)?.content).toMatchObject([{ type: 'tool_result', is_error: true }]);
    expect(JSON.stringify(messages.at(-1))).toContain('the disk is full');
  });

  test('gets a call that never came to an answer as a result, and goes on', async () => {
    configure({ box: toolboxServer('die') });
    provider.script('m', { calls: [{ tool: 'die', input: {} }] }, { text: 'I see.' });
    expect(await bench.inProcess(['go'])).toMatchObject({ code: 0, stdout: 'I see.\n' });
    expect(resultsTold()).toEqual([expect.stringMatching(/^Error calling MCP tool box\/die: .*exit code 9/s)]);
  });

  test('calls an excluded tool on a lasting session, also when programs connect anew', async () => {
    const codeMode = { enabled: true, connections: 'fresh', excludedTools: ['count'], typecheck: false };
    configure({ box: toolboxServer('count', 'list_directory') }, { codeMode });
    const count = { tool: 'count', input: {} };
    const program = { tool: 'execute_typescript', input: { code: 'return await tools.box.list_directory({});' } };
    provider.script('m', { calls: [count] }, { calls: [program] }, { calls: [count] }, { text: 'ok' });
    expect((await bench.inProcess(['go'])).code).toBe(0);
    expect(resultsTold()).toEqual(['1', 'a\nb', '2']);
  });
});

/** The toolbox, and a way to learn what happened to its processes: a process that is killed leaves no farewell. */
function notedServer(...tools: string[]) {
  const folder = freshFolder();
  const [script, notes] = [join(folder, 'server.mjs'), join(folder, 'notes')];
  writeFileSync(notes, '');
  writeFileSync(
    script,
    `import { appendFileSync } from 'node:fs';
import ${JSON.stringify(pathToFileURL(TOOLBOX).href)};
const note = (text) => appendFileSync(${JSON.stringify(notes)}, text + '\\n');
note('started');
process.stdin.on('data', (chunk) => String(chunk).includes('"tools/call"') && note('called'));
process.on('exit', () => note('left by itself'));
`,
  );
  const server = { type: 'stdio', command: process.execPath, args: [script, ...tools] };
  return { server, notes: () => readFileSync(notes, 'utf8').trim().split('\n') };
}

describe('sessions', () => {
  test('are closed so that a server can leave by itself when cpe ends', async () => {
    const { server, notes } = notedServer('count');
    const args = ['mcp', 'call-tool', '--server', 's', '--tool', 'count'];
    expect(await run(project({ s: server }), args)).toMatchObject({ code: 0, out: '1' });
    expect(notes()).toEqual(['started', 'called', 'left by itself']);
  });

  test('end in the same way when an operation is cancelled as after a signal', async () => {
    const { server, notes } = notedServer('hang');
    const stop = new AbortController();
    const args = ['mcp', 'call-tool', '--server', 's', '--tool', 'hang'];
    const ran = run(project({ s: server }), args, { signal: stop.signal });
    while (!notes().includes('called')) await sleep(20);
    stop.abort();
    expect(await ran).toMatchObject({ code: 130, out: '', err: expect.stringContaining('[s] cancelled') });
    expect(notes()).toEqual(['started', 'called', 'left by itself']);
  });

  test('of programs that connect anew are opened for the servers they use only, and closed at their end', async () => {
    const [used, idle] = [notedServer('read_file'), notedServer('count')];
    const host = await open({ used: used.server, idle: idle.server });
    const mode = await createCodeMode(host, { config: configOf({ connections: 'fresh' }) });
    for (const path of ['a', 'b']) {
      const result = await mode.execute({ code: `return await tools.used.read_file({ path: '${path}' });` });
      expect(result.content).toEqual([{ type: 'text', text: `:${path}` }]);
    }
    const once = ['started', 'called', 'left by itself'];
    expect({ used: used.notes(), idle: idle.notes() }).toEqual({
      used: ['started', ...once, ...once],
      idle: ['started'],
    });
    expect(textOf(await host.call(tool(host, 'count'), {}))).toBe('1');
  });
});

/** The least a server over streamable HTTP can be. */
async function httpServer(note: (line: string) => void): Promise<string> {
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const { id, method, params } = body === '' ? { id: undefined, method: undefined, params: {} } : JSON.parse(body);
    note(`${method ?? request.method} ${request.headers['x-tenant']}`);
    if (method === undefined) return void response.writeHead(405).end();
    if (id === undefined) return void response.writeHead(202).end();
    const serverInfo = { name: 'tiny', version: '1' };
    const { protocolVersion } = params ?? {};
    const results: Record<string, object> = {
      initialize: { protocolVersion, capabilities: { tools: {} }, serverInfo },
      'tools/list': { tools: [{ name: 'hello', inputSchema: { type: 'object' } }] },
      'tools/call': { content: [{ type: 'text', text: 'hello' }] },
    };
    const result = results[method];
    const answer = result === undefined ? { error: { code: -32601, message: `no ${method}` } } : { result };
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ jsonrpc: '2.0', id, ...answer }));
  }).listen(0, '127.0.0.1');
  afterThisTest(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as { port: number }).port}/mcp`;
}

test('an http server gets the configured headers with every request', async () => {
  const seen: string[] = [];
  const url = await httpServer((line) => seen.push(line));
  const host = await open({ s: { type: 'http', url, headers: { 'X-Tenant': 'acme' } } });
  expect(textOf(await host.call(tool(host, 'hello'), {}))).toBe('hello');
  await host.close();
  expect(seen).toEqual(expect.arrayContaining(['initialize acme', 'tools/list acme', 'tools/call acme']));
  expect(seen.filter((line) => !line.endsWith(' acme'))).toEqual([]);
});

// On Linux the whole of 127.0.0.0/8 leads to this machine, so that a listener on every address would answer here too.
test.skipIf(process.platform !== 'linux')('events are taken on the address of localhost and on no other', async () => {
  const endpoint = await openEventEndpoint({ token: 'secret', onEvent: () => undefined });
  afterThisTest(() => endpoint.close());
  expect((await fetch(endpoint.address)).status).toBe(405);
  await expect(fetch(endpoint.address.replace('127.0.0.1', '127.0.0.2'))).rejects.toMatchObject({
    cause: { code: 'ECONNREFUSED' },
  });
});

test('a thought, a call with its timeout and its result are told while the subagent still works', async () => {
  bench.write('sub.yaml', {
    mcpServers: { box: toolboxServer('count') },
    models: [model('m1', provider.url, { type: 'anthropic' })],
    defaults: { model: 'm1', codeMode: { enabled: true, typecheck: false } },
    subagent: { name: 'sub', description: 'Answers.' },
  });
  const args = [bundledSource(CPE), 'mcp', 'serve', '--config', bench.path('sub.yaml')];
  configure({ sub: { type: 'stdio', command: process.execPath, args } });
  let release = (): void => undefined;
  const hold = new Promise<void>((resolve) => {
    release = resolve;
  });
  const input = { code: 'return await tools.box.count({});', executionTimeout: 7 };
  provider.script('m', { calls: [{ tool: 'sub', input: { prompt: 'go', runId: 'r1' } }] }, { text: 'ok' });
  const thinking = { thought: 'first I count', calls: [{ tool: 'execute_typescript', input }] };
  provider.script('m1', thinking, { text: 'counted', hold });
  const cpe = await bench.start(['--events-file', 'events.ndjson', 'go']);
  const expected = [
    /^\[sub r1\] ~ first I count$/m,
    /^\[sub r1\] → execute_typescript \(at most 7 s\)/m,
    /^\[sub r1\] ← execute_typescript \(\d+ ms\) 1$/m,
  ];
  // The subagent cannot finish before all three are seen.
  try {
    const missing = (): RegExp[] => expected.filter((line) => !line.test(cpe.stderr()));
    await expect.poll(missing).toEqual([]);
  } finally {
    release();
  }
  expect(await cpe.done).toMatchObject({ code: 0, stdout: 'ok\n' });
  const events = bench.read('events.ndjson').trim().split('\n');
  expect(events.map((line) => JSON.parse(line) as SubagentEvent)).toMatchObject([
    { type: 'subagent_start' },
    { type: 'thought_trace', payload: 'first I count' },
    { type: 'tool_call', executionTimeoutSeconds: 7 },
    { type: 'tool_result', payload: '1' },
    { type: 'subagent_end', isError: false },
  ]);
}, 120_000);
