import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createRuntime, noAudit, openHttpFront, streamableHttp } from '../../../kernel/src/index.js';
import { taskKitchen } from '../../../kernel/test/task/task-kitchen.js';
import { CTRL_C, ENTER, hasTerminals, TAB, UP } from '../commands/pty.js';
import { expectNoneLeft, marked } from '../host/servers.js';
import { useAgentBench } from './mock-hooks.js';
import type { MockTurn } from './mock-provider.js';
import { type Sitting, sitDown } from './sitting.js';
import { twelveAreAbsent, twelveServers } from './twelve-servers.js';
import { model } from './workbench.js';

const { provider, bench } = useAgentBench();

/** Every family of models that cpe speaks to. */
const DIALECTS = ['openai', 'responses', 'anthropic', 'gemini'] as const;
const PATIENCE_MS = 600_000;

const call = (tool: string, input: object): MockTurn => ({ calls: [{ tool, input }] });
/** Counts in the memory of the page, so a 2 is the same page. */
const count = call('browser_evaluate', { function: '() => { window.n = (window.n ?? 0) + 1; return window.n; }' });
const resource = 'demo://resource/dynamic/text/1';

const priced = { input_cost_per_million: 3, output_cost_per_million: 15 };

/** Twelve servers of other people, and one of ours whose calls become tasks of 2026-07-28. */
async function configure(type: (typeof DIALECTS)[number]): Promise<void> {
  const runtime = createRuntime(taskKitchen(), { audit: noAudit, tasks: { pollIntervalMs: 20 } });
  const front = await openHttpFront({ port: 0, routes: { '/mcp': streamableHttp(runtime) } });
  bench.beforeRemoval(() => front.close());
  const kitchen = { type: 'http', url: new URL('/mcp', front.url).href, taskPatience: 0 };
  const small = { type, id: 'small', context_window: 20_000, max_output: 2000 };
  bench.write('cpe.yaml', {
    mcpServers: { ...twelveServers(bench.folder), kitchen },
    models: [model('m', provider.url, { type, ...priced }), model('small', provider.url, small)],
    defaults: { model: 'm' },
    approvals: { allow: ['playwright/*', 'everything/*'] },
    serverRequests: { roots: ['.'] },
  });
  mkdirSync(bench.path('.cpe/skills/greet'), { recursive: true });
  bench.write('.cpe/skills/greet/SKILL.md', '---\nname: greet\ndescription: How to greet.\n---\n\nBow first.\n');
  bench.write('shopping.txt', 'remember the milk');
  bench.write('sum.ts', PROGRAM);
}

const PROGRAM = `// Adds two numbers.
const inputs = { a: 1, b: 2 };
return await tools.everything.get_sum(inputs);
`;

/** What the model was told in its n-th request. */
const told = (index: number, of = 'm'): string => provider.requestsOf(of)[index]?.text ?? '';
const latest = (of = 'm'): string => told(provider.requestsOf(of).length - 1, of);

interface Talk {
  readonly chat: Sitting;
  /** At the prompt, with what the model does then. */
  say(line: string, ...turns: MockTurn[]): Promise<void>;
  /** When this is asked. */
  answer(question: string | RegExp, words: string): Promise<void>;
}

async function talk(): Promise<Talk> {
  const chat = sitDown(bench, 'chat');
  await chat.sees(/m, 13 servers, \d\d\d tools/);
  return {
    chat,
    async say(line, ...turns) {
      provider.script('m', ...turns);
      await chat.sees('› ');
      chat.type(`${line}${ENTER}`);
    },
    async answer(question, words) {
      await chat.sees(question);
      chat.type(`${words}${ENTER}`);
    },
  };
}

/** The page of a browser and the processes of the servers outlive a prompt, and a turn has its price. */
async function staysConnected({ chat, say }: Talk): Promise<void> {
  const navigate = call('browser_navigate', { url: 'data:text/html,<title>Page</title>hello' });
  await say('open the page', navigate, count, { text: 'It is **open**.\n' });
  await chat.sees('← playwright/browser_navigate');
  await chat.sees('It is open.');
  const before = marked(chat.mark).sort();
  await chat.sees(/m: \d+ tokens in, \d+ out, \$0\.\d{4}/);
  await say('and now?', count, { text: 'Still there.' });
  await chat.sees('Still there.');
  expect(latest()).toContain('Result\\n2');
  expect(marked(chat.mark).sort()).toEqual(expect.arrayContaining(serversAmong(before)));
  // What the servers say about their use stands there once, and so do the skills.
  expect(told(0).match(/load_skill before such work/g)).toHaveLength(1);
}

/** Forms, pages, answers of the model, roots, and a task of 2025-11-25 that asks. */
async function serversAsk({ chat, say, answer }: Talk): Promise<void> {
  await say('research', call('simulate-research-query', { topic: 'python', ambiguous: true }), { text: 'Researched.' });
  await chat.sees('? everything asks: The research query');
  await answer(/interpretation.*: $/s, 'programming');
  await answer('send this to everything?', 'y');
  await chat.sees('Researched.');
  expect(latest()).toContain('Research Report: python');
  const visit = call('trigger-url-elicitation', { url: 'https://a.example/login', errorPath: true });
  await say('visit', visit, { text: 'Visited.' });
  await answer(/modelcontextprotocol\.io[\s\S]*\[n\]o: $/, 'y');
  await answer(/a\.example\/login[\s\S]*\[n\]o: $/, 'y');
  await chat.sees('Visited.');
  expect(latest()).toContain('accept');
  const sample = call('trigger-sampling-request', { prompt: 'Who are you?', maxTokens: 50 });
  await say('sample', sample, { text: 'I am the model.' }, call('get-roots-list', {}), { text: 'Sampled.' });
  await chat.sees('? everything wants the model to answer');
  await answer('up to 50 tokens?', 'y');
  await chat.sees('Sampled.');
  expect(latest()).toContain('I am the model.');
  expect(latest()).toContain(`file://${bench.folder}`);
}

/** Subscriptions, a task of 2026-07-28 that is put aside and asks, and an operation that is stopped. */
async function worksMeanwhile({ chat, say, answer }: Talk): Promise<void> {
  const watching = [
    call('watch_resource', { server: 'everything', uri: resource }),
    call('toggle-subscriber-updates', {}),
  ];
  await say('watch', ...watching, { text: 'Watching.' });
  await chat.sees(`note: the resource ${resource} of everything has changed`);
  await chat.sees('Watching.');
  const reading: MockTurn = {
    answer: ({ text }) => {
      const [, task = ''] = /read_task \{\\+"server\\+":\\+"kitchen\\+",\\+"task\\+":\\+"([^"\\]+)/.exec(text) ?? [];
      return call('read_task', { server: 'kitchen', task, waitSeconds: 60 });
    },
  };
  await say('interview me', call('kitchen_interview', {}), reading, { text: 'Interviewed.' });
  await chat.sees('note: kitchen/kitchen/interview goes on by itself');
  for (const word of ['one', 'two', 'three']) {
    await answer('word (string): ', word);
    await answer('send this to kitchen?', 'y');
  }
  await chat.sees('Interviewed.');
  expect(latest()).toContain('three');
  await say('wait', call('trigger-long-running-operation', { duration: 600, steps: 600 }));
  await chat.sees(/\d+\/600/);
  chat.type(CTRL_C);
  await chat.sees('stopped');
}

/** Skills, and approvals: no with a reason, once, always. */
async function asksBeforeWriting({ chat, say, answer }: Talk): Promise<void> {
  const write = (name: string): MockTurn => call('write_file', { path: bench.path(name), content: 'written' });
  const writes = ['a.txt', 'b.txt', 'c.txt', 'd.txt'].map(write);
  await say('greet and write', call('load_skill', { name: 'greet' }), ...writes, { text: 'As you like.' });
  await chat.sees('? filesystem/write_file');
  for (const words of ['not today', 'y', 'a']) await answer('or say why not: ', words);
  await chat.sees('As you like.');
  for (const words of ['Meanwhile, as the servers say', 'Bow first.', 'Reason: not today'])
    expect(latest()).toContain(words);
  expect(latest()).toMatch(/trigger-long-running-operation[^"]*(cancelled|interrupted)|The run was interrupted/);
  const written = ['a.txt', 'b.txt', 'c.txt', 'd.txt'].filter((name) => existsSync(bench.path(name)));
  expect(written).toEqual(['b.txt', 'c.txt', 'd.txt']);
}

async function completesAndCommands({ chat, say }: Talk): Promise<void> {
  await chat.sees('› ');
  provider.script('m', { text: 'Milk.' });
  for (const [typed, rest] of [
    ['use everything/get-su', 'm'],
    [' on @shop', 'ping.txt '],
  ] as const) {
    chat.type(typed);
    await chat.sees(typed);
    chat.type(TAB);
    await chat.sees(rest);
  }
  chat.type(ENTER);
  await chat.sees('Milk.');
  expect(latest()).toContain('use everything/get-sum on @shopping.txt');
  expect(latest()).toContain('remember the milk');
  await say('/tools browser_nav');
  await chat.sees('playwright/browser_navigate');
  await say('/undo');
  await chat.sees('taken back');
  await say('/save talk.md');
  await chat.sees('saved as talk.md');
  const talk = readFileSync(bench.path('talk.md'), 'utf8');
  expect(talk).toContain('Still there.');
  expect(talk).not.toContain('Milk.');
}

/** A model with a small window takes over a conversation that does not fit into it. */
async function makesRoom({ chat, say }: Talk): Promise<void> {
  await say('repeat', call('echo', { message: 'as decided: 4711 '.repeat(4000) }), { text: 'Repeated.' });
  await chat.sees('Repeated.');
  await say('/model small');
  await chat.sees('small from now on');
  provider.script('small', { text: 'Decided: it is 4711.' }, { text: 'I know.' });
  await say('what was it?');
  await chat.sees('earlier messages were summarised to make room');
  await chat.sees('I know.');
  expect(latest('small')).toContain('Decided: it is 4711.');
  expect(latest('small')).toContain('what was it?');
}

test.skipIf(!hasTerminals || twelveAreAbsent).each(DIALECTS)(
  '%s: a chat over twelve servers (needs: node scripts/tools.mjs peers servers)',
  async (type) => {
    await configure(type);
    const first = await talk();
    for (const part of [staysConnected, serversAsk, worksMeanwhile, asksBeforeWriting, completesAndCommands, makesRoom])
      await part(first);
    const { chat } = first;
    await chat.sees('› ');
    chat.type(CTRL_C);
    await chat.sees('Ctrl-C again leaves');
    chat.type(CTRL_C);
    expect(await chat.ended).toBe(0);
    await expectNoneLeft(chat.mark);
    expect((await bench.run(['save', 'sum', 'sum.ts'])).stdout).toContain('cpe run sum a=… b=…');
    expect((await bench.run(['run', 'sum', 'a=40'])).stdout).toContain('42');
    const second = await talk();
    // The latest line of the session before.
    provider.script('m', call('run_sum', { b: 4 }), { text: 'Five.' });
    await second.chat.sees('› ');
    second.chat.type(UP);
    await second.chat.sees('what was it?');
    second.chat.type(ENTER);
    await second.chat.sees('Five.');
    expect(latest()).toContain('The sum of 1 and 4 is 5');
    const [cpe = 0] = marked(second.chat.mark).filter((pid) => commandOf(pid).includes('\0chat'));
    process.kill(cpe, 'SIGKILL');
    await second.chat.ended;
    // Twelve servers, and a browser that one of them has started.
    await expectNoneLeft(second.chat.mark);
  },
  PATIENCE_MS,
);

/** The browser starts and ends helpers as it likes; the servers stay. */
function serversAmong(pids: readonly number[]): number[] {
  const servers = pids.filter((pid) => commandOf(pid).includes('/.tools/'));
  expect(servers.length).toBeGreaterThanOrEqual(12);
  return servers;
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}
