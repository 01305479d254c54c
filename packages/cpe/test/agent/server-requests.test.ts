import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { CTRL_C, ENTER, hasTerminals } from '../commands/pty.js';
import { useAgentBench } from './mock-hooks.js';
import type { MockRequest } from './mock-provider.js';
import { sitDown } from './sitting.js';
import { kitchenServer, model, toolboxServer } from './workbench.js';

const { provider, bench } = useAgentBench();

function configure(mcpServers: object, more: object = {}): void {
  bench.write('cpe.yaml', { mcpServers, models: [model('m', provider.url)], defaults: { model: 'm' }, ...more });
}

interface ChatMessage {
  readonly role: string;
  readonly content: string;
}

function messagesOf(request: MockRequest | undefined): ChatMessage[] {
  return (request?.body.messages ?? []) as ChatMessage[];
}

const resultIn = (index: number): string =>
  messagesOf(provider.requestsOf('m')[index]).findLast(({ role }) => role === 'tool')?.content ?? '';

describe('what servers say about their use', () => {
  test('stands in the system prompt, each text once', async () => {
    configure({ one: toolboxServer('count'), two: toolboxServer('lines'), kitchen: await kitchenServer() });
    provider.script('m', { text: 'read' });
    await bench.inProcess(['go']);
    const [system] = messagesOf(provider.requestsOf('m')[0]);
    expect(system?.role).toBe('system');
    expect(system?.content.match(/Use the tools\./g)).toHaveLength(1);
    expect(system?.content).toContain('Server one:\nUse the tools.');
    expect(system?.content).toContain('Server kitchen:\nWash your hands.');
  });

  test('is left out where the configuration says so', async () => {
    configure({ one: { ...toolboxServer('count'), instructions: false } });
    provider.script('m', { text: 'read' });
    await bench.inProcess(['go']);
    expect(messagesOf(provider.requestsOf('m')[0]).map(({ role }) => role)).toEqual(['user']);
  });
});

const asking = { calls: [{ tool: 'kitchen_ask', input: {} }] };

describe('a server that asks the user', () => {
  test.each(['legacy', 'modern'])('is told that nobody answers where there is no terminal (%s)', async (protocol) => {
    configure({ kitchen: await kitchenServer({ protocol }) });
    provider.script('m', asking, { text: 'done' });
    expect((await bench.inProcess(['go'])).code).toBe(0);
    expect(resultIn(1)).not.toContain('accept');
  });

  test.each(['legacy', 'modern'])('is declined by a rule (%s)', async (protocol) => {
    configure({ kitchen: await kitchenServer({ protocol }) }, { serverRequests: { elicitation: 'decline' } });
    provider.script('m', asking, { text: 'done' });
    await bench.inProcess(['go']);
    expect(resultIn(1)).toContain('decline');
  });

  // In the newer era the question is an input_required round of the call, in the older one a request of the server.
  test.skipIf(!hasTerminals).each(['legacy', 'modern'])(
    'is answered by the person at the terminal (%s)',
    async (protocol) => {
      configure({ kitchen: await kitchenServer({ protocol }) });
      provider.script('m', asking, { text: 'Thank you.' }, asking, { text: 'As you like.' });
      const chat = sitDown(bench, 'chat');
      await chat.sees('› ');
      chat.type(`go${ENTER}`);
      await chat.sees('? kitchen asks: Sure?');
      await chat.sees('ok (boolean, may be left empty): ');
      chat.type(`perhaps${ENTER}`);
      await chat.sees('it is yes or no');
      chat.type(`yes${ENTER}`);
      await chat.sees('send this to kitchen?');
      chat.type(`y${ENTER}`);
      await chat.sees('Thank you.');
      expect(resultIn(1)).toContain('accept');
      await chat.sees('› ');
      chat.type(`again${ENTER}`);
      await chat.sees('ok (boolean');
      chat.type(CTRL_C);
      await chat.sees('stopped');
      await chat.sees('› ');
    },
  );
});

test.skipIf(!hasTerminals).each(['legacy', 'modern'])(
  'who calls a tool by hand is asked as well, and a rule declines for them (%s)',
  async (protocol) => {
    const kitchen = await kitchenServer({ protocol });
    configure({ kitchen });
    const call = sitDown(bench, 'mcp', 'call-tool', 'kitchen/ask');
    await call.sees('? kitchen asks: Sure?');
    await call.sees('ok (boolean, may be left empty): ');
    call.type(`yes${ENTER}`);
    await call.sees('send this to kitchen?');
    call.type(`y${ENTER}`);
    await call.sees('accept');
    expect(await call.ended).toBe(0);
    configure({ kitchen }, { serverRequests: { elicitation: 'decline' } });
    expect((await bench.inProcess(['mcp', 'call-tool', 'kitchen/ask'])).stdout).toContain('decline');
  },
);

test.skipIf(!hasTerminals).each([true, false])(
  'a server that asks a thousand times is stopped by one Ctrl-C (all at once: %s)',
  async (atOnce) => {
    configure({ box: toolboxServer('pester') });
    provider.script('m', { calls: [{ tool: 'pester', input: { atOnce } }] }, { text: 'Peace.' });
    const chat = sitDown(bench, 'chat', '--yes');
    await chat.sees('› ');
    chat.type(`go${ENTER}`);
    await chat.sees('? box asks: Question 1?');
    await chat.sees('send this to box?');
    chat.type(`y${ENTER}`);
    await chat.sees('? box asks: Question 2?');
    await chat.sees('send this to box?');
    chat.type(CTRL_C);
    await chat.sees('stopped');
    // The server goes on asking, and gets an answer to everything.
    await chat.sees('asked a thousand times');
    chat.type(`and now?${ENTER}`);
    await chat.sees('Peace.');
    expect(chat.shown().match(/asks: Question/g)).toHaveLength(2);
  },
);

test.skipIf(!hasTerminals)('a page that a server wants visited is shown, and opened by the person', async () => {
  configure({ box: toolboxServer('visit') });
  provider.script('m', { calls: [{ tool: 'visit', input: {} }] }, { text: 'Welcome.' });
  const chat = sitDown(bench, 'chat', '--yes');
  await chat.sees('› ');
  chat.type(`go${ENTER}`);
  await chat.sees('? box asks: Log in, please.');
  await chat.sees('it wants you to visit login.example, at');
  await chat.sees('https://login.example/a?b=c');
  await chat.sees('[n]o: ');
  chat.type(`y${ENTER}`);
  await chat.sees('Welcome.');
  expect(resultIn(1)).toContain('"action":"accept"');
});

test.skipIf(!hasTerminals)(
  'a call that a server refuses until a page was visited is made again after it was',
  async () => {
    configure({ box: toolboxServer('locked') });
    const locked = { calls: [{ tool: 'locked', input: {} }] };
    provider.script('m', locked, { text: 'Open.' }, locked, { text: 'Closed.' });
    const chat = sitDown(bench, 'chat', '--yes');
    await chat.sees('› ');
    chat.type(`go${ENTER}`);
    await chat.sees('? box asks: Get the key.');
    // All of the address, although it looks like a secret: it is for the person.
    await chat.sees('https://keys.example/?token=abcdef123');
    await chat.sees('[n]o: ');
    chat.type(`y${ENTER}`);
    await chat.sees('Open.');
    expect(resultIn(1)).toBe('open');
    await chat.sees('› ');
    chat.type(`again${ENTER}`);
    await chat.sees('[n]o: ');
    chat.type(`n${ENTER}`);
    await chat.sees('Closed.');
    expect(resultIn(3)).toContain('a page has to be visited');
  },
);

describe('a server that asks the model', () => {
  test.each([
    ['allow', 'The model says 42.'],
    ['deny', ''],
    ['ask', ''],
  ])('sampling: %s', async (sampling, expected) => {
    configure({ box: toolboxServer('sample', 'roots') }, { serverRequests: { sampling } });
    provider.script('m', { calls: [{ tool: 'sample', input: {} }] }, ...(expected === '' ? [] : [{ text: expected }]), {
      text: 'done',
    });
    expect((await bench.inProcess(['go'])).code).toBe(0);
    const result = resultIn(expected === '' ? 1 : 2);
    if (expected === '') expect(result).not.toContain('42');
    else expect(result).toContain(expected);
  });
});

describe('a server that asks for roots', () => {
  test('is told the folders of the configuration', async () => {
    configure({ box: toolboxServer('roots') }, { serverRequests: { roots: ['data'] } });
    provider.script('m', { calls: [{ tool: 'roots', input: {} }] }, { text: 'done' });
    await bench.inProcess(['go']);
    expect(resultIn(1)).toContain(pathToFileURL(bench.path('data')).href);
  });
});
