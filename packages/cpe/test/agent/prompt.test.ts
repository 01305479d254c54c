import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { useAgentBench } from './mock-hooks.js';
import type { MockRequest } from './mock-provider.js';
import { kitchenServer, misbehavingServer, processesWith, toolboxServer } from './workbench.js';

const { provider, bench, configure } = useAgentBench();

interface ChatMessage {
  readonly role: string;
  readonly content: unknown;
  readonly tool_call_id?: string;
  readonly tool_calls?: readonly { id: string; function: { name: string; arguments: string } }[];
}

function everyMessageOf(request: MockRequest | undefined): ChatMessage[] {
  return (request?.body.messages ?? []) as ChatMessage[];
}

/** Without the system prompt, which has what servers say about their use. */
function chatOf(request: MockRequest | undefined): ChatMessage[] {
  return everyMessageOf(request).filter(({ role }) => role !== 'system');
}

function toolNames(request: MockRequest | undefined): string[] {
  return ((request?.body.tools ?? []) as { function: { name: string } }[]).map((tool) => tool.function.name);
}

describe('cpe "prompt"', () => {
  test('runs two rounds of tools and prints the final text alone on stdout (A7)', async () => {
    configure({ kitchen: await kitchenServer(), odd: misbehavingServer() });
    provider.script(
      'm',
      {
        text: 'Let me see.',
        calls: [
          { tool: 'kitchen_echo', input: { text: 'one' } },
          { tool: 'echo', input: { text: 'two' } },
        ],
      },
      { calls: [{ tool: 'kitchen_echo', input: { text: 'three' } }] },
      { text: 'The answer is three.' },
    );
    const { code, stdout, stderr } = await bench.run(['count with the tools']);
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'The answer is three.\n' });
    expect(stderr).toContain('Let me see.');
    expect(stderr).toContain('→ kitchen/kitchen/echo {"text":"one"}');
    expect(stderr).toContain('← odd/echo: two');
    const [, second, third] = provider.requestsOf('m');
    const [asked, first, other] = chatOf(second).slice(1);
    expect(asked?.tool_calls?.map((call) => call.function.name)).toEqual(['kitchen_echo', 'echo']);
    expect(first).toMatchObject({ role: 'tool', tool_call_id: asked?.tool_calls?.[0]?.id });
    expect(other).toMatchObject({ role: 'tool', content: 'two' });
    expect(chatOf(third).at(-1)?.content).toContain('three');
    expect(statSync(bench.path('.cpeconvo')).mode & 0o777).toBe(0o600);
  });

  test('shows text on a terminal while it is made', async () => {
    configure({});
    let release = (): void => undefined;
    const hold = new Promise<void>((resolve) => {
      release = resolve;
    });
    provider.script('m', { text: 'first half, second half', hold });
    const shown: string[] = [];
    const onOut = (text: string): void => {
      shown.push(text);
      release();
    };
    const { stdout } = await bench.inProcess(['go'], { terminal: true, onOut });
    expect(stdout).toBe('first half, second half\n');
    expect(shown.length).toBeGreaterThan(1);
  });

  test('what is piped into cpe goes with the prompt, before it', async () => {
    configure({});
    provider.script('m', { text: 'fine' }, { text: 'seen' }, { text: 'alone' });
    const saidBy = async (args: readonly string[], stdin: Uint8Array) => {
      const { code, stderr } = await (await bench.start(args, {}, stdin)).done;
      expect({ code, stderr }).toMatchObject({ code: 0 });
      return chatOf(provider.requests.at(-1)).at(-1)?.content;
    };
    expect(await saidBy(['-n', 'review this'], Buffer.from('-old\n+new\n'))).toEqual([
      { type: 'text', text: 'Content of standard input:\n-old\n+new\n' },
      { type: 'text', text: 'review this' },
    ]);
    const picture = Buffer.from('89504e470d0a1a0a', 'hex');
    expect(await saidBy(['-n', 'what is this?'], picture)).toEqual([
      { type: 'image_url', image_url: { url: `data:image/png;base64,${picture.toString('base64')}` } },
      { type: 'text', text: 'what is this?' },
    ]);
    expect(await saidBy(['-n'], Buffer.from('only this'))).toBe('only this');
  });

  test('an unknown tool and broken arguments get corrective results, quoting what came (M2, M3)', async () => {
    configure({ box: toolboxServer('read_file', 'count') });
    const broken = '{"path": "a.txt", "mode": ';
    provider.script(
      'm',
      {
        calls: [
          { tool: 'read_fil', input: {} },
          { tool: 'read_file', input: broken },
          { tool: 'read_file', input: { pth: 'a' } },
        ],
      },
      { text: 'sorry' },
    );
    expect((await bench.inProcess(['go'])).code).toBe(0);
    const messages = chatOf(provider.requests[1]);
    const [unknown, notJson, wrong] = messages
      .filter(({ role }) => role === 'tool')
      .map(({ content }) => String(content));
    expect(unknown).toBe('There is no tool called "read_fil"; nothing was run. Did you mean read_file?');
    expect(notJson).toContain(`nothing was run. They were:\n${broken}\n`);
    expect(wrong).toContain('path is required');
    // The broken text is in the request once, inside the result, and not escaped into a call again.
    expect(messages[1]?.tool_calls?.map((call) => call.function.arguments)).toEqual(['{}', '{}', '{"pth":"a"}']);
  });

  test('an answer of nothing is told in words', async () => {
    configure({});
    provider.script('m', { text: '' });
    const { code, stderr, stdout } = await bench.inProcess(['go']);
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
    expect(stderr).toContain('note: the model answered with nothing');
  });

  test('a missing key names the variable (M4)', async () => {
    configure({}, {}, { api_key_env: 'KEY_THAT_IS_NOT_SET' });
    const { code, stderr, stdout } = await bench.inProcess(['go']);
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
    expect(stderr).toContain('the variable KEY_THAT_IS_NOT_SET is not set');
  });

  test('a provider that stays broken ends with exit code 4 and keeps nothing (M1)', async () => {
    configure({});
    const busy = { status: 503, headers: { 'retry-after-ms': '1' } };
    provider.script('m', busy, busy, busy, busy);
    const { code, stderr } = await bench.inProcess(['go']);
    expect(code).toBe(4);
    expect(provider.requests).toHaveLength(4);
    expect(stderr).toContain('Trying again');
    expect(existsSync(bench.path('.cpeconvo'))).toBe(false);
  });

  test('an image of a tool reaches the model as an image; a recording becomes a file and a note (A12)', async () => {
    configure({ box: toolboxServer('picture') });
    provider.script('m', { calls: [{ tool: 'picture', input: {} }] }, { text: 'seen' });
    expect((await bench.inProcess(['look'])).code).toBe(0);
    const messages = chatOf(provider.requests[1]);
    expect(messages.at(-1)).toMatchObject({
      role: 'user',
      content: [{ type: 'text' }, { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } }],
    });
    const result = String(messages.find(({ role }) => role === 'tool')?.content);
    const saved = /saved as (\S+?)\]/.exec(result)?.[1] ?? '';
    expect(readFileSync(saved).toString('latin1')).toBe('RIFF');
    expect(result).toContain('embedded');
  });

  test('a long result is cut, and read_result gives the rest', async () => {
    configure({ box: toolboxServer('lines') }, { largeOutputCharLimit: 500 });
    provider.script(
      'm',
      { calls: [{ tool: 'lines', input: {} }] },
      {
        answer: ({ text }) => {
          const id = /read_result \{\\+"id\\+":\\+"([a-z0-9-]+)/.exec(text)?.[1] ?? '';
          return { calls: [{ tool: 'read_result', input: { id, pattern: 'line 1234' } }] };
        },
      },
      { text: 'found' },
    );
    expect((await bench.inProcess(['look'])).stdout).toBe('found\n');
    expect(chatOf(provider.requests[2]).at(-1)?.content).toBe('1235: line 1234');
  });

  test('steps down when the definitions of tools are over the budget, and says so', async () => {
    configure({ kitchen: await kitchenServer() }, { toolBudget: 300 });
    provider.script('m', { text: 'ok' });
    const { stderr } = await bench.inProcess(['go']);
    expect(stderr).toMatch(/note: tool definitions take \d+ tokens instead of \d+, as search, to fit the budget/);
    expect(toolNames(provider.requests[0])).toEqual(['read_result', 'read_resource', 'search_tools', 'call_tool']);
  });

  test('refuses tools that differ from the lock file when frozen', async () => {
    configure({ box: toolboxServer('count') });
    expect((await bench.inProcess(['mcp', 'lock'])).code).toBe(0);
    provider.script('m', { text: 'ok' }, { text: 'ok' });
    expect((await bench.inProcess(['--frozen', 'go'])).code).toBe(0);
    configure({ box: toolboxServer('count', 'fail') });
    expect((await bench.inProcess(['--frozen', 'go'])).code).toBe(2);
    expect(provider.requests).toHaveLength(1);
  });

  test('says what it cost', async () => {
    configure({}, {}, { input_cost_per_million: 300, output_cost_per_million: 1500 });
    provider.script('m', { text: 'ok' });
    expect((await bench.inProcess(['-G', 'go'])).stderr).toBe('m: 10 tokens in, 5 out, $0.0105\n');
  });

  test('tells the model which servers are missing', async () => {
    configure({ gone: { type: 'stdio', command: 'no-such-command', required: false }, box: toolboxServer('count') });
    bench.write('system.md', 'You are careful.\n');
    bench.write('cpe.yaml', bench.read('cpe.yaml').replace('defaults:', 'defaults:\n  systemPromptPath: system.md'));
    provider.script('m', { text: 'ok' });
    expect((await bench.inProcess(['go'])).code).toBe(0);
    const content = String(everyMessageOf(provider.requests[0])[0]?.content);
    expect(content).toMatch(/^You are careful\.\n\nThese tool servers cannot be used in this session: gone\.\n\n/);
  });

  test('files go with the prompt, as text or as an image', async () => {
    configure({});
    bench.write('notes.txt', 'remember the milk');
    writeFileSync(bench.path('dot.png'), Buffer.from('iVBORw0KGgo=', 'base64'));
    provider.script('m', { text: 'ok' });
    expect((await bench.inProcess(['-i', 'notes.txt', '-i', 'dot.png', 'what is this'])).code).toBe(0);
    expect(chatOf(provider.requests[0])[0]?.content).toMatchObject([
      { text: expect.stringContaining('remember the milk') },
      { type: 'image_url' },
      { text: 'what is this' },
    ]);
  });

  test('JSON output has the text, the tokens and where to go on', async () => {
    configure({});
    provider.script('m', { text: 'ok' });
    const { stdout } = await bench.inProcess(['--json', 'go']);
    expect(JSON.parse(stdout)).toMatchObject({
      ok: true,
      result: { text: 'ok', steps: 1, usage: { inputTokens: 10, outputTokens: 5 }, conversation: expect.any(String) },
    });
  });

  test.each([
    ['a model that does not exist', ['--model', 'mm', 'go'], 2, 'Did you mean m?'],
    ['nothing to ask', [' '], 1, 'There is nothing to ask.'],
    ['a message that does not exist', ['-c', 'nope', 'go'], 1, 'There is no message "nope"'],
  ])('refuses %s', async (_, args, exitCode, words) => {
    configure({});
    const { code, stderr } = await bench.inProcess(args);
    expect({ code, told: stderr.includes(words) }).toEqual({ code: exitCode, told: true });
  });
});

describe('conversations', () => {
  const texts = (request: MockRequest | undefined) => chatOf(request).map(({ content }) => content);

  test('go on from the latest message, from a named one, anew, or without a trace', async () => {
    configure({});
    provider.script('m', { text: 'A1' }, { text: 'A2' }, { text: 'A3' }, { text: 'A4' }, { text: 'A5' });
    const first = JSON.parse((await bench.inProcess(['--json', 'Q1'])).stdout) as { result: { conversation: string } };
    await bench.inProcess(['Q2']);
    await bench.inProcess(['-c', first.result.conversation, 'Q3']);
    await bench.inProcess(['-n', 'Q4']);
    const before = bench.read('.cpeconvo');
    await bench.inProcess(['-G', 'Q5']);
    expect(bench.read('.cpeconvo')).toBe(before);
    const listed = JSON.parse((await bench.inProcess(['--json', 'conversations'])).stdout) as { result: object[] };
    expect(listed.result).toMatchObject([
      { title: 'Q2', messages: 4 },
      { title: 'Q3', messages: 4 },
      { title: 'Q4', messages: 2 },
    ]);
    expect(provider.requests.map(texts)).toEqual([['Q1'], ['Q1', 'A1', 'Q2'], ['Q1', 'A1', 'Q3'], ['Q4'], ['Q5']]);
  });

  test('are shown, and taken away without touching those that share their beginning', async () => {
    configure({});
    const said = (id: string, parent: string | null, role: string, text: string) =>
      JSON.stringify({ id, parent, at: '', message: { role, blocks: [{ type: 'text', text }] } });
    bench.write(
      '.cpeconvo',
      `${[
        said('q1', null, 'user', 'Q1'),
        said('a1', 'q1', 'assistant', 'A1'),
        said('q2', 'a1', 'user', 'my secret'),
        said('a2', 'q2', 'assistant', 'A2'),
        said('q3', 'a1', 'user', 'Q3'),
        said('a3', 'q3', 'assistant', 'A3'),
      ].join('\n')}\n`,
    );
    expect((await bench.inProcess(['conversations', 'show', 'a2'])).stdout).toBe(
      'user: Q1\nassistant: A1\nuser: my secret\nassistant: A2\n',
    );
    expect((await bench.inProcess(['conversations', 'show'])).stdout).toContain('assistant: A3\n');
    expect((await bench.inProcess(['conversations', 'rm', 'a2'])).stdout).toBe('2 messages removed\n');
    expect(bench.read('.cpeconvo')).not.toContain('secret');
    expect((await bench.inProcess(['conversations', 'show', 'a3'])).stdout).toContain(
      'user: Q1\nassistant: A1\nuser: Q3',
    );
    expect((await bench.inProcess(['conversations', 'rm', 'q1'])).stdout).toBe('4 messages removed\n');
    expect((await bench.inProcess(['conversations', 'rm', 'q1'])).code).toBe(1);
    expect((await bench.inProcess(['conversations'])).stdout).toBe('There are no conversations yet.\n');
  });

  test('survive a line that a crash cut, and calls that never got a result', async () => {
    configure({ box: toolboxServer('count') });
    const user = { role: 'user', blocks: [{ type: 'text', text: 'Q1' }] };
    const call = { role: 'assistant', blocks: [{ type: 'call', id: 'c1', tool: 'count', input: '{}' }] };
    const lines = [
      { id: 'a', parent: null, at: '', message: user },
      { id: 'b', parent: 'a', at: '', message: call },
    ];
    bench.write('.cpeconvo', `${lines.map((line) => JSON.stringify(line)).join('\n')}\n{"id":"c","parent":"b","mess`);
    provider.script('m', { text: 'ok' }, { text: 'again' });
    expect((await bench.inProcess(['Q2'])).code).toBe(0);
    expect(chatOf(provider.requests[0]).map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'user']);
    expect((await bench.inProcess(['Q3'])).code).toBe(0);
    expect(texts(provider.requests[1])).toContain('ok');
  });

  test.skipIf(process.platform !== 'linux')(
    'Ctrl-C cancels the call, ends the servers, keeps what was said and exits with 130',
    async () => {
      configure({ box: toolboxServer('hang') });
      provider.script('m', { text: 'waiting', calls: [{ tool: 'hang', input: {} }] }, { text: 'resumed' });
      const cpe = await bench.start(['wait'], { AGENT_MARK: bench.folder });
      while (!cpe.stderr().includes('→ box/hang')) await sleep(20);
      expect(processesWith(bench.folder).length).toBeGreaterThan(1);
      cpe.signal('SIGINT');
      const { code, stdout } = await cpe.done;
      expect({ code, stdout }).toEqual({ code: 130, stdout: '' });
      // The guard that ends servers after a crash sees only now that it has nothing to do.
      await expect.poll(() => processesWith(bench.folder)).toEqual([]);
      expect((await bench.inProcess(['go on'])).stdout).toBe('resumed\n');
      expect(chatOf(provider.requests[1]).map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'user']);
    },
  );

  test('Ctrl-C in the middle of an answer ends the stream', async () => {
    configure({});
    provider.script('m', { text: 'never to be finished', hold: new Promise(() => undefined) });
    const cpe = await bench.start(['talk']);
    while (provider.requests.length === 0) await sleep(20);
    cpe.signal('SIGINT');
    expect(await cpe.done).toMatchObject({ code: 130, stdout: '' });
  });
});

describe('code mode in the loop', () => {
  test('a program over two servers is one turn of the model, and excluded tools stay direct (A8)', async () => {
    configure(
      { box: toolboxServer('count', 'read_file'), odd: misbehavingServer() },
      { codeMode: { enabled: true, excludedTools: ['read_file'], typecheck: false } },
    );
    const code = `let last = '';
for (let i = 0; i < 120; i += 1) last = await tools.box.count({});
return last + ' ' + (await tools.odd.echo({ text: 'hi' }));`;
    provider.script(
      'm',
      {
        calls: [
          { tool: 'execute_typescript', input: { code } },
          { tool: 'read_file', input: { path: 'x' } },
        ],
      },
      { text: 'done' },
    );
    const { code: exit, stdout, stderr } = await bench.inProcess(['go']);
    expect({ exit, stdout }).toEqual({ exit: 0, stdout: 'done\n' });
    expect(provider.requests).toHaveLength(2);
    expect(toolNames(provider.requests[0])).toEqual([
      'read_file',
      'execute_typescript',
      'read_result',
      'read_resource',
    ]);
    const results = chatOf(provider.requests[1]).filter(({ role }) => role === 'tool');
    expect(results.map(({ content }) => content)).toEqual(['120 hi', ':x']);
    expect(stderr.match(/program: ← box\/count/g)).toHaveLength(120);
  });

  test('is there without any server too', async () => {
    configure({}, { codeMode: { enabled: true, typecheck: false } });
    provider.script(
      'm',
      { calls: [{ tool: 'execute_typescript', input: { code: 'return 6 * 7;' } }] },
      { text: 'done' },
    );
    expect((await bench.inProcess(['go'])).stderr).toContain('← execute_typescript: 42');
    expect(toolNames(provider.requests[0])).toContain('read_result');
  });

  test.each([
    ['shared', ['1', '2'], { connections: 'shared' }],
    ['fresh', ['1', '1'], { connections: 'fresh' }],
    ['usual', ['1', '2'], {}],
  ])('%s connections: a counter server counts %j (A9)', async (_, counted, setting) => {
    configure({ box: toolboxServer('count') }, { codeMode: { enabled: true, ...setting, typecheck: false } });
    const call = { tool: 'execute_typescript', input: { code: 'return await tools.box.count({});' } };
    provider.script('m', { calls: [call] }, { calls: [call] }, { text: 'done' });
    expect((await bench.inProcess(['go'])).code).toBe(0);
    const results = chatOf(provider.requests[2]).filter(({ role }) => role === 'tool');
    expect(results.map(({ content }) => content)).toEqual(counted);
  });
});
