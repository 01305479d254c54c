import { existsSync, mkdirSync, readFileSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { CTRL_C, CTRL_D, ENTER, hasTerminals, UP } from '../commands/pty.js';
import { expectNoneLeft, marked, toolbox } from '../host/servers.js';
import { useAgentBench } from './mock-hooks.js';
import type { MockRequest } from './mock-provider.js';
import { never, sitDown } from './sitting.js';
import { model, toolboxServer } from './workbench.js';

const { provider, bench, configure } = useAgentBench();

/** Every family of models that cpe speaks to, with the words of its own that ask for a step. */
const DIALECTS = ['openai', 'responses', 'anthropic', 'gemini'] as const;

function speaking(type: (typeof DIALECTS)[number], servers: object = {}): void {
  bench.write('cpe.yaml', {
    mcpServers: servers,
    models: [model('m', provider.url, { type })],
    defaults: { model: 'm' },
  });
}

async function seen(request: () => MockRequest | undefined): Promise<MockRequest> {
  for (;;) {
    const found = request();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

describe.skipIf(!hasTerminals)('cpe chat at a terminal', () => {
  test.each(DIALECTS)('%s: asks, calls, answers, and the server is the same process at every prompt', async (type) => {
    speaking(type, { box: toolboxServer('count') });
    provider.script(
      'm',
      { calls: [{ tool: 'count', input: {} }] },
      { text: 'The first answer.' },
      { calls: [{ tool: 'count', input: {} }] },
      { text: 'The second answer.' },
    );
    const chat = sitDown(bench, 'chat', '--yes');
    await chat.sees('› ');
    const before = marked(chat.mark);
    chat.type(`count${ENTER}`);
    await chat.sees('← box/count: 1');
    await chat.sees('The first answer.');
    await chat.sees('› ');
    chat.type(`again${ENTER}`);
    // The server counts its calls in its memory, so a 2 is the same process.
    await chat.sees('← box/count: 2');
    await chat.sees('The second answer.');
    await chat.sees('› ');
    expect(marked(chat.mark)).toEqual(before);
    chat.type(CTRL_D);
    expect(await chat.ended).toBe(0);
    expect(provider.requestsOf('m')).toHaveLength(4);
    expect(provider.requestsOf('m')[3]?.text).toContain('The first answer.');
    await expectNoneLeft(chat.mark);
  });

  test.each(DIALECTS)('%s: Ctrl-C stops an answer, and the next question has what was said', async (type) => {
    speaking(type);
    provider.script(
      'm',
      { text: 'The first half, and then the second half of it.', hold: never },
      { text: 'Gone on.' },
    );
    const chat = sitDown(bench, 'chat', '--yes');
    await chat.sees('› ');
    chat.type(`a long story${ENTER}`);
    await chat.sees('The first half');
    chat.type(CTRL_C);
    await chat.sees('stopped');
    await chat.sees('› ');
    chat.type(`go on${ENTER}`);
    await chat.sees('Gone on.');
    const { text } = provider.requestsOf('m')[1] as MockRequest;
    expect(text).toContain('a long story');
    expect(text).toContain('The first half');
    expect(text).toContain('[The user interrupted here.]');
    await chat.sees('› ');
    chat.type(CTRL_C);
    await chat.sees('again leaves');
    chat.type(CTRL_C);
    expect(await chat.ended).toBe(0);
  });

  test('Ctrl-C stops a call that never ends, and a second one leaves with every process', async () => {
    configure({ box: toolboxServer('hang') });
    provider.script('m', { calls: [{ tool: 'hang', input: {} }] });
    const chat = sitDown(bench, 'chat', '--yes');
    await chat.sees('› ');
    chat.type(`hang${ENTER}`);
    await chat.sees('→ box/hang');
    chat.type(CTRL_C);
    await chat.sees('stopped');
    await chat.sees('› ');
    chat.type(CTRL_C);
    expect(await chat.ended).toBe(0);
    await expectNoneLeft(chat.mark);
    // The call has a result, since every provider refuses a call without one.
    const kept = bench
      .read('.cpeconvo')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).message.role);
    expect(kept).toEqual(['user', 'assistant', 'tool']);
  });

  test('lines are edited, remembered for the next session, and only for the user', async () => {
    configure({});
    provider.script('m', { text: 'One.' }, { text: 'Two.' });
    const first = sitDown(bench, 'chat', '--yes');
    await first.sees('› ');
    // Left arrow, then a letter: the middle of the line is edited.
    first.type(`helo\u001b[Dl${ENTER}`);
    await first.sees('One.');
    await first.sees('› ');
    first.type(CTRL_D);
    await first.ended;
    expect(provider.requestsOf('m')[0]?.text).toContain('hello');
    const path = bench.path('state/cpe/history');
    expect(readFileSync(path, 'utf8')).toBe('"hello"\n');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const second = sitDown(bench, 'chat', '--new');
    await second.sees('› ');
    second.type(`${UP}${ENTER}`);
    await second.sees('Two.');
    expect(JSON.stringify(provider.requestsOf('m')[1]?.body.messages)).toContain('hello');
  });

  test('where nothing can be written the chat goes on, and says so once', async () => {
    configure({});
    provider.script('m', { text: 'One.' }, { text: 'Two.' }, { text: 'Three.' });
    // Neither a history nor a conversation can be appended to a folder, whoever the user is.
    mkdirSync(bench.path('state/cpe/history'), { recursive: true });
    const chat = sitDown(bench, 'chat');
    await chat.sees('› ');
    chat.type(`one${ENTER}`);
    await chat.sees('note: lines are not remembered: EISDIR');
    await chat.sees('One.');
    await chat.sees('› ');
    const kept = bench.read('.cpeconvo');
    rmSync(bench.path('.cpeconvo'));
    mkdirSync(bench.path('.cpeconvo'));
    chat.type(`two${ENTER}`);
    await chat.sees('error: The conversation cannot be kept in');
    await chat.sees('› ');
    rmdirSync(bench.path('.cpeconvo'));
    bench.write('.cpeconvo', kept);
    chat.type(`three${ENTER}`);
    await chat.sees('Three.');
    await chat.sees('› ');
    expect(chat.shown().match(/not remembered/g)).toHaveLength(1);
    chat.type(CTRL_D);
    expect(await chat.ended).toBe(0);
    // What is in the file is one conversation, without the turn that could not be kept.
    const texts = bench.read('.cpeconvo').match(/"text":"[^"]*"/g);
    expect(texts).toEqual(['"text":"one"', '"text":"One."', '"text":"three"', '"text":"Three."']);
  });

  test('two chats in one folder are two conversations', async () => {
    configure({ box: toolboxServer('count') });
    const chats = [sitDown(bench, 'chat', '--yes'), sitDown(bench, 'chat', '--yes')];
    for (const chat of chats) await chat.sees('› ');
    for (const round of ['first', 'second']) {
      for (const [index, chat] of chats.entries()) {
        provider.script('m', { text: `Answered ${index}.` });
        chat.type(`${round} of ${index}${ENTER}`);
        await chat.sees(`Answered ${index}.`);
        await chat.sees('› ');
      }
    }
    const [, , first, second] = provider.requestsOf('m').map(({ text }) => text);
    expect(first).toContain('first of 0');
    expect(first).not.toContain('of 1');
    expect(second).toContain('first of 1');
    expect(second).not.toContain('of 0');
    for (const chat of chats) chat.type(CTRL_D);
    expect(await Promise.all(chats.map(({ ended }) => ended))).toEqual([0, 0]);
  });

  test('Ctrl-C while servers are being connected leaves, with every process', async () => {
    configure({ box: toolbox({ env: { MANNERS: 'silent,grandchild' } }) });
    const chat = sitDown(bench, 'chat');
    await chat.sees('[box] silent');
    chat.type(CTRL_C);
    expect(await chat.ended).toBe(130);
    await expectNoneLeft(chat.mark);
  });

  test('a text that is pasted is one question, sent by the Enter key', async () => {
    configure({});
    provider.script('m', { text: 'Read.' });
    const chat = sitDown(bench, 'chat', '-G');
    await chat.sees('› ');
    chat.type('\u001b[200~first line\rsecond line\u001b[201~');
    await chat.sees('second line');
    chat.type(ENTER);
    await chat.sees('Read.');
    expect(provider.requestsOf('m')[0]?.body.messages).toEqual([{ role: 'user', content: 'first line\nsecond line' }]);
    expect(existsSync(bench.path('state/cpe/history'))).toBe(false);
  });

  test('what fails is told, and the next question can be asked', async () => {
    configure({});
    provider.script('m', { status: 400 }, { text: 'Here.' });
    const chat = sitDown(bench, 'chat', '--yes');
    await chat.sees('› ');
    chat.type(`one${ENTER}`);
    await chat.sees('error: The provider of m answered 400');
    await chat.sees('› ');
    chat.type(`/hlep${ENTER}`);
    await chat.sees('Did you mean /help?');
    await chat.sees('› ');
    chat.type(`two${ENTER}`);
    await chat.sees('Here.');
    await chat.sees('› ');
    chat.type(`/exit${ENTER}`);
    expect(await chat.ended).toBe(0);
  });

  test('a server that dies in a call, a result that is too long and words of other alphabets end no chat', async () => {
    configure({ box: toolboxServer('die', 'count', 'long') });
    provider.script(
      'm',
      { calls: [{ tool: 'die', input: {} }] },
      { calls: [{ tool: 'count', input: {} }] },
      { text: 'Started again.' },
      { calls: [{ tool: 'long', input: { chars: 300_000 } }] },
      { text: '天気は**晴れ** 🌞, ünïcode.\n' },
    );
    const chat = sitDown(bench, 'chat', '--yes');
    await chat.sees('› ');
    chat.type(`die${ENTER}`);
    await chat.sees('✗ box/die: Error calling MCP tool box/die');
    // It counts in its memory, so a 1 is a new process.
    await chat.sees('← box/count: 1');
    await chat.sees('Started again.');
    await chat.sees('› ');
    chat.type(`天気は? 🌞${ENTER}`);
    await chat.sees('ünïcode.');
    const { text = '' } = provider.requestsOf('m')[4] ?? {};
    expect(text).toContain('天気は? 🌞');
    // Longer results are kept aside; the limit is 100,000 characters.
    expect(text).toContain('read_result');
    expect(text.length).toBeLessThan(200_000);
    await chat.sees('› ');
    chat.type(CTRL_D);
    expect(await chat.ended).toBe(0);
  });

  test('kill -9 of cpe leaves no process', async () => {
    configure({ box: toolboxServer('hang', 'count') });
    provider.script('m', { calls: [{ tool: 'hang', input: {} }] });
    const chat = sitDown(bench, 'chat', '--yes');
    await chat.sees('› ');
    chat.type(`hang${ENTER}`);
    await chat.sees('→ box/hang');
    const [cpe = 0] = marked(chat.mark).filter((pid) =>
      readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('\0chat'),
    );
    process.kill(cpe, 'SIGKILL');
    await chat.ended;
    await expectNoneLeft(chat.mark);
  });
});

describe.skipIf(!hasTerminals)('one question at a terminal', () => {
  test('Ctrl-C keeps the question and what was answered, and tells how to go on', async () => {
    configure({});
    provider.script(
      'm',
      { text: 'The first half, and then the second half of it.', hold: never },
      { text: 'Gone on.' },
    );
    const asked = sitDown(bench, 'a long story');
    await asked.sees('The first half');
    asked.type(CTRL_C);
    const advice = await asked.sees(/cpe -c \w+ "go on"/);
    expect(await asked.ended).toBe(130);
    const [, id = ''] = /cpe -c (\w+)/.exec(advice) ?? [];
    const later = sitDown(bench, '-c', id, 'go on then');
    await later.sees('Gone on.');
    expect(await later.ended).toBe(0);
    const { text } = await seen(() => provider.requestsOf('m')[1]);
    expect(text).toContain('a long story');
    expect(text).toContain('The first half');
  });
});

test('without a terminal every line of standard input is a prompt', async () => {
  configure({ box: toolboxServer('count') });
  provider.script('m', { text: 'One.' }, { text: 'Two.' });
  const { code, stdout } = await bench.inProcess(['chat'], { stdin: 'first\n\nsecond\n' });
  expect({ code, stdout }).toEqual({ code: 0, stdout: 'One.\nTwo.\n' });
});
