/** `cpe acp` as a real process, driven by the client of the protocol's own SDK. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { Readable, Writable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import {
  type ClientContext,
  client,
  type InitializeRequest,
  methods,
  ndJsonStream,
  type PermissionOptionKind,
  PROTOCOL_VERSION,
  type RequestPermissionRequest,
  type SessionUpdate,
  type SetSessionConfigOptionRequest,
} from '@agentclientprotocol/sdk';
import { afterEach, describe, expect, test } from 'vitest';
import { expectNoneLeft, newMark, toolbox } from '../host/servers.js';
import { useAgentBench } from './mock-hooks.js';
import { never } from './sitting.js';
import { cpeBundle, kitchenServer, model } from './workbench.js';

const { provider, bench } = useAgentBench();

interface Editor {
  readonly agent: ClientContext;
  readonly updates: SessionUpdate[];
  readonly asked: RequestPermissionRequest[];
  readonly forms: string[];
  readonly process: ChildProcess;
  stderr(): string;
}

const open: (() => Promise<unknown>)[] = [];
let mark = '';

afterEach(async () => {
  for (const close of open.splice(0)) await close();
  if (mark !== '') await expectNoneLeft(mark);
});

/** An editor whose person answers every question the same way. */
async function editor(answer: PermissionOptionKind = 'allow_once', capabilities: object = {}): Promise<Editor> {
  mark = newMark();
  const { CPE_MODEL: _model, ...inherited } = process.env;
  const env = { ...inherited, MOCK_KEY: 'key-of-the-mock', CPE_TEST_MARK: mark };
  // Started elsewhere: the folder is what the editor says.
  const child = spawn(process.execPath, [cpeBundle(), 'acp'], { cwd: '/', env, stdio: 'pipe' });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const updates: SessionUpdate[] = [];
  const asked: RequestPermissionRequest[] = [];
  const forms: string[] = [];
  const app = client({ name: 'editor' })
    .onRequest(methods.client.session.requestPermission, ({ params }) => {
      asked.push(params);
      const optionId = params.options.find(({ kind }) => kind === answer)?.optionId;
      return { outcome: optionId === undefined ? { outcome: 'cancelled' } : { outcome: 'selected', optionId } };
    })
    .onRequest(methods.client.elicitation.create, ({ params }) => {
      forms.push(params.message);
      return { action: 'accept', content: { ok: true } };
    })
    .onNotification(methods.client.session.update, ({ params }) => void updates.push(params.update));
  const input = Readable.toWeb(child.stdout) as unknown as ReadableStream<Uint8Array>;
  const connection = app.connect(ndJsonStream(Writable.toWeb(child.stdin) as WritableStream<Uint8Array>, input));
  open.push(async () => {
    connection.close();
    child.stdin.end();
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  });
  const hello: InitializeRequest = { protocolVersion: PROTOCOL_VERSION, clientCapabilities: capabilities };
  const { protocolVersion } = await connection.agent.request(methods.agent.initialize, hello);
  expect(protocolVersion).toBe(PROTOCOL_VERSION);
  return { agent: connection.agent, updates, asked, forms, process: child, stderr: () => stderr };
}

function configure(mcpServers: object = {}): void {
  const models = [model('m', provider.url), model('other', provider.url)];
  bench.write('cpe.yaml', { mcpServers, models, defaults: { model: 'm' } });
}

const box = () => toolbox({ env: { READ_ONLY: 'count', CALLS: bench.path('calls') } }, 'count', 'write_file');
const newSession = ({ agent }: Editor, mcpServers: object[] = []) =>
  agent.request(methods.agent.session.new, { cwd: bench.folder, mcpServers: mcpServers as never });
const say = ({ agent }: Editor, sessionId: string, text: string) =>
  agent.request(methods.agent.session.prompt, { sessionId, prompt: [{ type: 'text', text }] });
const textIn = (updates: readonly SessionUpdate[]) =>
  updates
    .flatMap((update) =>
      update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text' ? [update.content.text] : [],
    )
    .join('');

describe('cpe acp', () => {
  test('answers, shows its calls, and keeps servers and conversation from prompt to prompt', async () => {
    configure({ box: box() });
    provider.script(
      'm',
      { calls: [{ tool: 'count', input: {} }] },
      { text: 'One.' },
      { calls: [{ tool: 'count', input: {} }] },
      { text: 'Two.' },
    );
    const editing = await editor();
    const { sessionId, configOptions } = await newSession(editing);
    expect(configOptions).toMatchObject([{ id: 'model', currentValue: 'm' }]);
    expect(await say(editing, sessionId, 'count')).toEqual({ stopReason: 'end_turn' });
    expect(await say(editing, sessionId, 'again')).toEqual({ stopReason: 'end_turn' });
    // The SDK hands updates on behind our back, so the last may come after the answer.
    await expect.poll(() => textIn(editing.updates)).toBe('One.Two.');
    const calls = editing.updates.filter(({ sessionUpdate }) => sessionUpdate.startsWith('tool_call'));
    expect(calls).toMatchObject([
      { sessionUpdate: 'tool_call', title: 'box/count', kind: 'read', status: 'in_progress', rawInput: {} },
      { sessionUpdate: 'tool_call_update', status: 'completed', content: [{ content: { type: 'text', text: '1' } }] },
      { sessionUpdate: 'tool_call', title: 'box/count' },
      // The server counts in its memory, so a 2 is the same process.
      { sessionUpdate: 'tool_call_update', status: 'completed', content: [{ content: { type: 'text', text: '2' } }] },
    ]);
    expect(editing.asked).toEqual([]);
    expect(provider.requestsOf('m')[3]?.text).toContain('One.');
  });

  test.each([
    ['allow_once', ['write_file']],
    ['reject_once', []],
  ] as const)('asks the editor before a tool writes: %s', async (answer, expected) => {
    configure({ box: box() });
    provider.script('m', { calls: [{ tool: 'write_file', input: { path: 'a' } }] }, { text: 'Done.' });
    const editing = await editor(answer);
    const { sessionId } = await newSession(editing);
    await say(editing, sessionId, 'write');
    const shown = editing.updates.find(({ sessionUpdate }) => sessionUpdate === 'tool_call');
    // The question is about the call that is shown.
    expect(editing.asked).toMatchObject([
      { sessionId, toolCall: { toolCallId: (shown as { toolCallId: string }).toolCallId, rawInput: { path: 'a' } } },
    ]);
    expect(existsSync(bench.path('calls'))).toBe(expected.length > 0);
  });

  test('is stopped by the editor, and what was said is kept for the next prompt', async () => {
    configure();
    provider.script(
      'm',
      { text: 'The first half, and then the second half of it.', hold: never },
      { text: 'Gone on.' },
    );
    const editing = await editor();
    const { sessionId } = await newSession(editing);
    const answer = say(editing, sessionId, 'a long story');
    await expect.poll(() => textIn(editing.updates)).toContain('The first half');
    await expect(say(editing, sessionId, 'too early')).rejects.toThrow('another prompt');
    await editing.agent.notify(methods.agent.session.cancel, { sessionId });
    expect(await answer).toEqual({ stopReason: 'cancelled' });
    await say(editing, sessionId, 'go on');
    expect(provider.requestsOf('m')[1]?.text).toContain('The first half');
  });

  test('brings servers and files of the editor, and fills in forms there', async () => {
    configure();
    writeFileSync(bench.path('shopping.txt'), 'remember the milk');
    const { command, args } = (await kitchenServer()) as { command: string; args: string[] };
    provider.script('m', { calls: [{ tool: 'kitchen_ask', input: {} }] }, { text: 'Milk.' });
    const editing = await editor('allow_once', { elicitation: { form: {} } });
    const { sessionId } = await newSession(editing, [{ name: 'my kitchen', command, args, env: [] }]);
    const uri = pathToFileURL(bench.path('shopping.txt')).href;
    const prompt = [
      { type: 'text' as const, text: 'what is missing?' },
      { type: 'resource_link' as const, uri, name: 'shopping.txt' },
      { type: 'resource_link' as const, uri: pathToFileURL(bench.folder).href, name: 'the folder' },
      { type: 'resource_link' as const, uri: 'file://elsewhere/share', name: 'the share' },
    ];
    await editing.agent.request(methods.agent.session.prompt, { sessionId, prompt });
    expect(provider.requestsOf('m')[0]?.text).toContain('remember the milk');
    expect(provider.requestsOf('m')[0]?.text).toContain('[the folder: file://');
    expect(provider.requestsOf('m')[0]?.text).toContain('[the share: file://elsewhere/share]');
    expect(provider.requestsOf('m')[1]?.text).toContain('accept');
  });

  test('puts the question of a task that was put aside when the model looks at it', async () => {
    const [baked, asks] = [bench.path('baked'), bench.path('asks')];
    writeFileSync(baked, '');
    configure({ box: toolbox({ env: { BAKED: baked, BAKE_ASKS: asks }, taskPatience: 0 }, 'bake') });
    provider.script(
      'm',
      {
        answer: () => {
          rmSync(baked);
          return { calls: [{ tool: 'bake', input: {} }] };
        },
      },
      {
        answer: () => {
          writeFileSync(asks, '');
          writeFileSync(baked, '');
          return { calls: [{ tool: 'read_task', input: { server: 'box', task: 'bake-1' } }] };
        },
      },
      { text: 'Done.' },
    );
    const editing = await editor('allow_once', { elicitation: { form: {} } });
    const { sessionId } = await newSession(editing);
    await say(editing, sessionId, 'bake');
    expect(editing.forms).toEqual(['box asks: May it begin?']);
    expect(provider.requestsOf('m')[1]?.text).toContain('goes on at its server as a task: working');
    expect(provider.requestsOf('m')[2]?.text).toContain('"baked"');
  });

  test.each([
    ['as notices', { session: { notices: {} } }],
    ['beside the answer where the editor knows no notices', {}],
  ])('tells what servers have to say, changes of their tools and progress: %s', async (_, capabilities) => {
    configure({
      box: toolbox({ env: { READ_ONLY: 'grow,warn,steps' } }, 'grow', 'warn', 'steps'),
      gone: { type: 'stdio', command: 'no-such-command', required: false },
    });
    provider.script(
      'm',
      { calls: ['grow', 'warn', 'steps'].map((tool) => ({ tool, input: {} })) },
      { text: 'Done.' },
      { text: 'I know.' },
    );
    const editing = await editor('allow_once', capabilities);
    const { sessionId } = await newSession(editing);
    await say(editing, sessionId, 'go');
    const notes = () =>
      editing.updates.flatMap((update) => {
        if (update.sessionUpdate === 'notice') return [update.title];
        const isThought = update.sessionUpdate === 'agent_thought_chunk' && update.content.type === 'text';
        return isThought ? [(update.content as { text: string }).text.trim().replace('note: ', '')] : [];
      });
    await expect.poll(notes).toContain("server 'box' offers other tools now: grown added");
    expect(notes()).toContainEqual(expect.stringContaining("going on without server 'gone'"));
    expect(notes()).toContain('[box, disk] warning: nearly full');
    // From warnings on.
    expect(notes().join()).not.toContain('all is well');
    expect(editing.updates.some(({ sessionUpdate }) => sessionUpdate === 'notice')).toBe('session' in capabilities);
    expect(JSON.stringify(editing.updates)).toContain('1/2 half');
    await say(editing, sessionId, 'and?');
    expect(provider.requestsOf('m')[2]?.text).toContain('grown added');
  });

  test('tells how full the window is and what the session has cost', async () => {
    const prices = { context_window: 1000, input_cost_per_million: 100, output_cost_per_million: 200 };
    bench.write('cpe.yaml', { models: [model('m', provider.url, prices)], defaults: { model: 'm' } });
    provider.script('m', { text: 'One.' }, { text: 'Two.' });
    const editing = await editor();
    const { sessionId } = await newSession(editing);
    await say(editing, sessionId, 'one');
    await say(editing, sessionId, 'two');
    const told = () => editing.updates.filter(({ sessionUpdate }) => sessionUpdate === 'usage_update');
    // The mock has 10 tokens in and 5 out for every step: 10 × $100 + 5 × $200 for a million are $0.002 a turn.
    const usage = (amount: number) => ({ used: 15, size: 1000, cost: { amount, currency: 'USD' } });
    await expect.poll(told).toMatchObject([usage(0.002), usage(0.004)]);
  });

  test('lists and loads sessions from before, and uses another model', async () => {
    configure();
    provider.script('m', { text: 'Remembered.' });
    provider.script('other', { text: 'I know.' });
    const first = await editor();
    const { sessionId } = await newSession(first);
    await say(first, sessionId, 'remember this');
    const later = await editor();
    const { sessions } = await later.agent.request(methods.agent.session.list, { cwd: bench.folder });
    expect(sessions).toMatchObject([{ sessionId, cwd: bench.folder, title: 'remember this' }]);
    await later.agent.request(methods.agent.session.load, { sessionId, cwd: bench.folder, mcpServers: [] });
    await expect
      .poll(() => later.updates.map(({ sessionUpdate }) => sessionUpdate))
      .toEqual(['user_message_chunk', 'agent_message_chunk']);
    const options: SetSessionConfigOptionRequest = { sessionId, configId: 'model', value: 'other' };
    const { configOptions } = await later.agent.request(methods.agent.session.setConfigOption, options);
    expect(configOptions).toMatchObject([{ currentValue: 'other' }]);
    await say(later, sessionId, 'what was it?');
    expect(provider.requestsOf('other')[0]?.text).toContain('remember this');
  });

  test('a session that is loaded again is one session, by the name it had; a record that names a path is none', async () => {
    configure({ box: box() });
    provider.script(
      'm',
      { text: 'First.' },
      { text: 'A long second answer of several words.', hold: never },
      { text: 'Third.' },
    );
    const editing = await editor();
    const { sessionId } = await newSession(editing);
    await say(editing, sessionId, 'remember this');
    const odd = { sessionId: '../../out', last: 'x', title: 'odd', updatedAt: '9' };
    writeFileSync(bench.path('.cpe/acp/odd.json'), JSON.stringify(odd));
    const load = (id: string) =>
      editing.agent.request(methods.agent.session.load, { sessionId: id, cwd: bench.folder, mcpServers: [] });
    await expect(load(odd.sessionId)).rejects.toThrow('no such session');
    const second = say(editing, sessionId, 'and this');
    await expect.poll(() => textIn(editing.updates)).toContain('A long second');
    await load(sessionId);
    expect(await second).toEqual({ stopReason: 'cancelled' });
    await say(editing, sessionId, 'go on');
    // What the first of the two had said when it was closed is not lost.
    expect(provider.requestsOf('m')[2]?.text).toContain('and this');
    const { sessions } = await editing.agent.request(methods.agent.session.list, { cwd: bench.folder });
    expect(sessions).toMatchObject([{ sessionId, title: 'remember this' }]);
  });

  test('tells what is wrong, and leaves no process when it is killed', async () => {
    bench.write('cpe.yaml', { mcpServers: {}, models: [], defaults: {} });
    const editing = await editor();
    await expect(newSession(editing)).rejects.toThrow(/model/);
    bench.write('cpe.yaml', 'models: [');
    await expect(newSession(editing)).rejects.toThrow(/cpe\.yaml/);
    await expect(say(editing, 'nothing', 'hello')).rejects.toThrow('no such session');
    configure({ box: box() });
    await newSession(editing);
    editing.process.kill('SIGKILL');
    await once(editing.process, 'exit');
    await expectNoneLeft(mark);
  });
});
