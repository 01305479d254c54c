import { type Connection, connect } from '@quadrivium/kernel/client';
import { afterEach, describe, expect, test } from 'vitest';
import { useAgentBench } from './mock-hooks.js';
import { cpeBundle, model, toolboxServer } from './workbench.js';

const { provider, bench } = useAgentBench();
const open: Connection[] = [];
afterEach(() => Promise.all(open.splice(0).map((connection) => connection.close())));

function configure(subagent: object = {}, more: object = {}): void {
  bench.write('agent.yaml', {
    mcpServers: { box: toolboxServer('count', 'read_file') },
    models: [model('m', provider.url)],
    defaults: { model: 'm' },
    subagent: { name: 'researcher', description: 'Finds things out.', ...subagent },
    ...more,
  });
}

async function serve(env: Record<string, string> = {}, ...more: string[]): Promise<Connection> {
  const args = [cpeBundle(), 'mcp', 'serve', '--config', bench.path('agent.yaml'), ...more];
  const connection = await connect(
    { type: 'stdio', command: process.execPath, args, env: { MOCK_KEY: 'k', ...env }, cwd: bench.folder },
    { name: 'researcher' },
  );
  open.push(connection);
  return connection;
}

const textOf = ({ content }: { content: readonly { type: string; text?: string }[] }) =>
  content.map(({ text }) => text).join('');

const SCHEMA = {
  type: 'object',
  properties: { city: { type: 'string' }, people: { type: 'integer' } },
  required: ['city', 'people'],
  additionalProperties: false,
};

describe('cpe mcp serve', () => {
  test('is one tool to any client, and its answer is text (A10)', async () => {
    configure();
    provider.script('m', { calls: [{ tool: 'count', input: {} }] }, { text: 'Counted to 1.' });
    const server = await serve();
    const { tools } = await server.tools();
    expect(tools).toMatchObject([{ name: 'researcher', description: 'Finds things out.' }]);
    expect(Object.keys(tools[0]?.inputSchema.properties ?? {})).toEqual(['prompt', 'inputs', 'runId']);
    expect(tools[0]?.inputSchema.required).toEqual(['prompt']);
    const progress: string[] = [];
    const onProgress = ({ message = '' }): void => void progress.push(message);
    const result = await server.callTool('researcher', { prompt: 'count' }, { onProgress });
    expect([result.isError, textOf(result), result.structuredContent]).toEqual([false, 'Counted to 1.', undefined]);
    expect(progress.length).toBeGreaterThan(0);
    const trace = bench
      .read('.cpeconvo')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { label: string });
    expect(trace.every(({ label }) => /^subagent:researcher:[0-9a-f]+$/.test(label))).toBe(true);
  });

  test('leaves one line for every call in the file it is given, refusals included', async () => {
    configure();
    provider.script('m', { text: 'Done.' });
    const server = await serve({}, '--audit-log', bench.path('calls.jsonl'));
    await server.callTool('researcher', { prompt: 'work' });
    await server.callTool('researcher', { prompt: 'work', no_such_field: 1 });
    const lines = bench.read('calls.jsonl').trim().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { target: 'researcher', caller: 'local', outcome: 'ok' },
      { target: 'researcher', caller: 'local', outcome: 'refused', kind: 'InvalidArguments' },
    ]);
  });

  test('names the run that started it as the caller, and not the person', async () => {
    configure();
    provider.script('m', { text: 'Done.' });
    const started = { CPE_SUBAGENT_DEPTH: '1', CPE_SUBAGENT_PARENT_RUN_ID: 'run-7' };
    const server = await serve(started, '--audit-log', bench.path('calls.jsonl'));
    await server.callTool('researcher', { prompt: 'work' });
    expect(JSON.parse(bench.read('calls.jsonl'))).toMatchObject({ caller: 'run-7', outcome: 'ok' });
  });

  test('checks its answer against the schema and gives it as structured content (A10)', async () => {
    bench.write('answer.json', SCHEMA);
    configure({ outputSchemaPath: 'answer.json' });
    provider.script(
      'm',
      { text: 'It is Lisbon.' },
      { calls: [{ tool: 'final_answer', input: { city: 'Lisbon', people: 'many' } }] },
      { calls: [{ tool: 'final_answer', input: { city: 'Lisbon', people: 545_000 } }] },
    );
    const server = await serve();
    expect((await server.tools()).tools[0]?.outputSchema).toMatchObject({ required: ['city', 'people'] });
    const result = await server.callTool('researcher', { prompt: 'which city' });
    expect(result.structuredContent).toEqual({ city: 'Lisbon', people: 545_000 });
    expect(JSON.parse(textOf(result))).toEqual(result.structuredContent);
    expect(provider.requests[1]?.text).toContain('Do not answer in text.');
    expect(provider.requests[2]?.text).toContain('/people must be integer');
  });

  test('gives up after two corrections, and says what was wrong', async () => {
    bench.write('answer.json', SCHEMA);
    configure({ outputSchemaPath: 'answer.json' });
    const wrong = { calls: [{ tool: 'final_answer', input: { city: 5 } }] };
    provider.script('m', wrong, wrong, wrong, wrong, wrong);
    const result = await (await serve()).callTool('researcher', { prompt: 'which city' });
    expect(result.isError).toBe(true);
    expect(textOf(result)).toContain("must have required property 'people'");
    expect(provider.requests).toHaveLength(3);
  });

  test('takes an answer in words when it is the right JSON', async () => {
    bench.write('answer.json', { type: 'array', items: { type: 'integer' } });
    configure({ outputSchemaPath: 'answer.json' });
    provider.script(
      'm',
      { text: '```json\n[1, 2]\n```' },
      { calls: [{ tool: 'final_answer', input: { answer: [3] } }] },
    );
    const server = await serve();
    expect(JSON.parse(textOf(await server.callTool('researcher', { prompt: 'numbers' })))).toEqual([1, 2]);
    expect(JSON.parse(textOf(await server.callTool('researcher', { prompt: 'numbers' })))).toEqual([3]);
  });

  test('reads inputs below its folder and nothing else', async () => {
    configure();
    bench.write('facts.txt', 'water is wet');
    provider.script('m', { text: 'ok' });
    const server = await serve();
    await server.callTool('researcher', { prompt: 'read', inputs: ['facts.txt'] });
    expect(provider.requests[0]?.text).toContain('water is wet');
    for (const input of ['/etc/passwd', '../../etc/passwd']) {
      const refused = await server.callTool('researcher', { prompt: 'read', inputs: [input] });
      expect([refused.isError, textOf(refused).includes('root:')]).toEqual([true, false]);
    }
    const gone = await server.callTool('researcher', { prompt: 'read', inputs: [`${provider.url}/gone.txt`] });
    expect(textOf(gone)).toContain('gone.txt cannot be used: the server answered 404');
    expect(provider.requests).toHaveLength(1);
  });

  test('answers failures as results: no prompt, no model, too deep', async () => {
    configure();
    const server = await serve({ CPE_SUBAGENT_DEPTH: '5' });
    const blank = await server
      .callTool('researcher', { prompt: ' ' })
      .catch((error: Error) => ({ isError: true, content: [{ type: 'text', text: error.message }] }));
    expect([blank.isError, textOf(blank).includes('must say what to do')]).toEqual([true, true]);
    const deep = await server.callTool('researcher', { prompt: 'go' });
    expect(textOf(deep)).toContain('would run at depth 5, and 4 is the deepest allowed');
    expect(provider.requests).toHaveLength(0);
    const second = await serve();
    provider.script('m', { status: 400 });
    const failed = await second.callTool('researcher', { prompt: 'go' });
    expect([failed.isError, textOf(failed).startsWith('Subagent researcher failed: ')]).toEqual([true, true]);
  });

  test('is cancelled by its caller', async () => {
    configure();
    provider.script('m', { text: 'never to be finished', hold: new Promise(() => undefined) });
    const server = await serve();
    const stop = new AbortController();
    provider.onRequest = () => stop.abort();
    await expect(server.callTool('researcher', { prompt: 'go' }, { signal: stop.signal })).rejects.toThrow();
    provider.onRequest = undefined;
    provider.script('m', { text: 'alive' });
    expect(textOf(await server.callTool('researcher', { prompt: 'again' }))).toBe('alive');
  });

  test.each([
    ['without --config', ['mcp', 'serve'], 1, 'needs --config'],
    ['without a subagent', ['mcp', 'serve', '--config', 'plain.yaml'], 2, 'configures no subagent'],
  ])('refuses to start %s', async (_, args, code, words) => {
    bench.write('plain.yaml', { mcpServers: {} });
    const result = await bench.inProcess(args);
    expect([result.code, result.stdout, result.stderr.includes(words)]).toEqual([code, '', true]);
  });
});
