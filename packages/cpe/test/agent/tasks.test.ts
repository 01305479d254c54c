import { writeFileSync } from 'node:fs';
import { afterEach, describe, expect, test } from 'vitest';
import { createRuntime, noAudit, openHttpFront, streamableHttp } from '../../../kernel/src/index.js';
import { taskKitchen } from '../../../kernel/test/task/task-kitchen.js';
import { CTRL_C, ENTER, hasTerminals } from '../commands/pty.js';
import { toolbox } from '../host/servers.js';
import { useAgentBench } from './mock-hooks.js';
import type { MockRequest } from './mock-provider.js';
import { sitDown } from './sitting.js';
import { model } from './workbench.js';

const { provider, bench } = useAgentBench();
const closings: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of closings.splice(0)) await close();
});

function configure(mcpServers: object, defaults: object = {}): void {
  const servers = { mcpServers, models: [model('m', provider.url)], defaults: { model: 'm', ...defaults } };
  bench.write('cpe.yaml', servers);
}

/** A server of 2026-07-28 whose calls become tasks, in this process and over a real socket. */
async function kitchen(): Promise<object> {
  const runtime = createRuntime(taskKitchen(), { audit: noAudit, tasks: { pollIntervalMs: 20 } });
  const front = await openHttpFront({ port: 0, routes: { '/mcp': streamableHttp(runtime) } });
  closings.push(() => front.close());
  return { type: 'http', url: new URL('/mcp', front.url).href };
}

const counting = (to: number, everyMs: number) => ({ calls: [{ tool: 'kitchen_count', input: { to, everyMs } }] });

/** Reads the task that the model was told of. */
const readingTask = () => ({
  answer: ({ text }: MockRequest) => {
    const [, task = ''] = /read_task \{\\+"server\\+":\\+"kitchen\\+",\\+"task\\+":\\+"([^"\\]+)/.exec(text) ?? [];
    return { calls: [{ tool: 'read_task', input: { server: 'kitchen', task, waitSeconds: 60 } }] };
  },
});

function lastResult(index: number): string {
  const messages = provider.requestsOf('m')[index]?.body.messages as { role: string; content: string }[];
  return messages.findLast(({ role }) => role === 'tool')?.content ?? '';
}

describe('a call that becomes a task (2026-07-28)', () => {
  test('gives its result where that comes soon', async () => {
    configure({ kitchen: await kitchen() });
    provider.script('m', counting(3, 1), { text: 'Counted.' });
    expect((await bench.inProcess(['--yes', 'count'])).code).toBe(0);
    expect(lastResult(1)).toContain('"reached":3');
  });

  test('is waited for where nobody would be there for its end', async () => {
    const baked = bench.path('baked');
    const box = toolbox({ env: { BAKED: baked } }, 'bake');
    configure({ kitchen: { ...(await kitchen()), taskPatience: 0 }, box: { ...box, taskPatience: 0 } });
    provider.script('m', counting(20, 10), { calls: [{ tool: 'bake', input: {} }] }, { text: 'Done.' });
    const answer = bench.inProcess(['--yes', 'count, then bake']);
    // The first result is in the second request, and the oven is opened only then.
    await expect.poll(() => provider.requestsOf('m').length, { timeout: 60_000 }).toBe(2);
    writeFileSync(baked, '');
    const { code, stderr } = await answer;
    expect(code).toBe(0);
    expect(stderr).not.toContain('goes on by itself');
    expect(lastResult(1)).toContain('"reached":20');
    expect(lastResult(2)).toBe('baked');
  });

  test('is waited for where the configuration wants no tasks, and in a program', async () => {
    configure({ kitchen: { ...(await kitchen()), tasks: false } });
    provider.script('m', counting(20, 10), { text: 'Counted.' });
    expect((await bench.inProcess(['--yes', 'count'])).code).toBe(0);
    expect(lastResult(1)).toContain('"reached":20');
    configure(
      { kitchen: { ...(await kitchen()), taskPatience: 0 } },
      { codeMode: { enabled: true, typecheck: false } },
    );
    const code = 'return (await tools.kitchen.kitchen_count({ to: 20, everyMs: 10 })).reached;';
    provider.script('m', { calls: [{ tool: 'execute_typescript', input: { code } }] }, { text: 'Counted.' });
    expect((await bench.inProcess(['--yes', '--new', 'count'])).code).toBe(0);
    expect(lastResult(3)).toContain('20');
  });
});

describe.skipIf(!hasTerminals)('in a chat', () => {
  test('a task of 2025-11-25 is put aside, its end is told to the person at once and to the model with the next question', async () => {
    const baked = bench.path('baked');
    configure({ box: toolbox({ env: { BAKED: baked } }, 'bake') });
    provider.script(
      'm',
      { calls: [{ tool: 'bake', input: {} }] },
      { text: 'It is in the oven.' },
      { calls: [{ tool: 'read_task', input: { server: 'box', task: 'bake-1' } }] },
      { text: 'It is done.' },
    );
    const chat = sitDown(bench, 'chat', '--yes');
    await chat.sees('› ');
    chat.type(`bake${ENTER}`);
    await chat.sees('note: box/bake goes on by itself, as task bake-1: working (the oven is hot)');
    await chat.sees('It is in the oven.');
    await chat.sees('› ');
    chat.type(`/tasks${ENTER}`);
    await chat.sees('bake-1  box/bake  working  the oven is hot');
    await chat.sees('› ');
    writeFileSync(baked, '');
    await chat.sees('note: task bake-1 of box/bake is completed (it is brown)');
    chat.type(`and now?${ENTER}`);
    await chat.sees('It is done.');
    expect(provider.requestsOf('m')[2]?.text).toContain('Meanwhile, as the servers say');
    expect(lastResult(3)).toBe('baked');
    await chat.sees('› ');
    chat.type(`/tasks${ENTER}`);
    await chat.sees('nothing goes on by itself');
  });

  test('a task of 2026-07-28 is put aside; the model goes on, looks again and gets the result', async () => {
    configure({ kitchen: { ...(await kitchen()), taskPatience: 0 } });
    provider.script('m', counting(20, 20), readingTask(), { text: 'There it is.' });
    const chat = sitDown(bench, 'chat', '--yes');
    await chat.sees('› ');
    chat.type(`count${ENTER}`);
    await chat.sees('note: kitchen/kitchen/count goes on by itself, as task ');
    await chat.sees('There it is.');
    expect(lastResult(1)).toContain('must not be called again');
    expect(lastResult(2)).toContain('"reached":20');
  });

  test('a task that was put aside asks the person when the model looks at it (2026-07-28)', async () => {
    configure({ kitchen: { ...(await kitchen()), taskPatience: 0 } });
    provider.script('m', { calls: [{ tool: 'kitchen_interview', input: {} }] }, readingTask(), { text: 'Thank you.' });
    const chat = sitDown(bench, 'chat', '--yes');
    await chat.sees('› ');
    chat.type(`interview me${ENTER}`);
    for (const [message, word] of [
      ['First?', 'one'],
      ['Second?', 'two'],
      ['And another?', 'three'],
    ] as const) {
      await chat.sees(`? kitchen asks: ${message}`);
      await chat.sees('word (string): ');
      chat.type(`${word}${ENTER}`);
      await chat.sees('send this to kitchen?');
      chat.type(`y${ENTER}`);
    }
    await chat.sees('Thank you.');
    expect(lastResult(1)).toContain('must not be called again');
    expect(lastResult(2)).toContain('[["word","two"],["other","three"]]');
  });

  test('Ctrl-C at the question of a task leaves it open, and the next look puts it again', async () => {
    configure({ kitchen: { ...(await kitchen()), taskPatience: 0 } });
    provider.script('m', { calls: [{ tool: 'kitchen_interview', input: {} }] }, readingTask());
    const chat = sitDown(bench, 'chat', '--yes');
    await chat.sees('› ');
    chat.type(`interview me${ENTER}`);
    await chat.sees('word (string): ');
    chat.type(CTRL_C);
    await chat.sees('stopped');
    await chat.sees('› ');
    provider.script('m', readingTask());
    chat.type(`ask me again${ENTER}`);
    await chat.sees('? kitchen asks: First?');
  });

  test('a task that its server does not know any more is told as lost, and forgotten', async () => {
    const burnt = bench.path('burnt');
    configure({ box: toolbox({ env: { BURNT: burnt } }, 'bake') });
    provider.script('m', { calls: [{ tool: 'bake', input: {} }] }, { text: 'It is in the oven.' });
    const chat = sitDown(bench, 'chat', '--yes');
    await chat.sees('› ');
    chat.type(`bake${ENTER}`);
    await chat.sees('It is in the oven.');
    await chat.sees('› ');
    writeFileSync(burnt, '');
    await chat.sees('note: task bake-1 of box/bake is lost');
    chat.type(`/tasks${ENTER}`);
    await chat.sees('nothing goes on by itself');
  });

  test('a task is cancelled by name, and Ctrl-C stops waiting for one', async () => {
    configure({ kitchen: { ...(await kitchen()), taskPatience: 0 } });
    provider.script('m', counting(100_000, 20), { text: 'It counts.' });
    const chat = sitDown(bench, 'chat', '--yes');
    await chat.sees('› ');
    chat.type(`count${ENTER}`);
    await chat.sees('It counts.');
    await chat.sees('› ');
    const [, id = ''] = /as task (\S+):/.exec(chat.shown()) ?? [];
    provider.script('m', {
      calls: [{ tool: 'read_task', input: { server: 'kitchen', task: id, waitSeconds: 300 } }],
    });
    chat.type(`wait for it${ENTER}`);
    await chat.sees('→ read_task');
    chat.type(CTRL_C);
    await chat.sees('stopped');
    await chat.sees('› ');
    chat.type(`/tasks cancel nothing${ENTER}`);
    await chat.sees('There is no task nothing.');
    await chat.sees('› ');
    chat.type(`/tasks cancel ${id}${ENTER}`);
    await chat.sees('was asked to stop');
  });

  test('a resource that is watched: its change is told once, and the model hears of it with the next question', async () => {
    configure({ box: toolbox({}, 'change') });
    provider.script(
      'm',
      { calls: [{ tool: 'watch_resource', input: { server: 'box', uri: 'note://1' } }] },
      { text: 'Watching.' },
      {
        calls: [
          { tool: 'change', input: {} },
          { tool: 'change', input: {} },
        ],
      },
      { text: 'Changed.' },
      { status: 400 },
      { text: 'I heard.' },
    );
    const chat = sitDown(bench, 'chat', '--yes');
    await chat.sees('› ');
    chat.type(`watch${ENTER}`);
    await chat.sees('Watching.');
    await chat.sees('› ');
    chat.type(`/watch${ENTER}`);
    await chat.sees('box note://1');
    await chat.sees('› ');
    chat.type(`/watch box note://2${ENTER}`);
    await chat.sees('from now on it is told when note://2 changes');
    await chat.sees('› ');
    chat.type(`change it${ENTER}`);
    await chat.sees('note: the resource note://1 of box has changed');
    await chat.sees('Changed.');
    await chat.sees('› ');
    chat.type(`what happened?${ENTER}`);
    // A model that is out of reach has not heard it, so it is told again.
    await chat.sees('error: The provider of m answered 400');
    await chat.sees('› ');
    chat.type(`what happened?${ENTER}`);
    await chat.sees('I heard.');
    expect(chat.shown().match(/the resource note:\/\/1 of box has changed/g)).toHaveLength(1);
    expect(provider.requestsOf('m')[5]?.text).toContain('the resource note://1 of box has changed');
  });
});
