import { existsSync, readFileSync, statSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { costOf } from '../../src/agent/usage/cost.js';
import { ENTER, hasTerminals, TAB } from '../commands/pty.js';
import { useAgentBench } from './mock-hooks.js';
import { sitDown } from './sitting.js';
import { cpeBundle, model, toolboxServer } from './workbench.js';

const { provider, bench } = useAgentBench();

function configure(mcpServers: object, ...models: object[]): void {
  const used = models.length === 0 ? [model('m', provider.url)] : models;
  bench.write('cpe.yaml', { mcpServers, models: used, defaults: { model: 'm' } });
}

/** The mock reports 10 tokens in and 5 out for every step. */
const priced = (ref: string) => model(ref, provider.url, { input_cost_per_million: 100, output_cost_per_million: 200 });

describe('what a turn costs', () => {
  test('is told at its end, every step of it', async () => {
    configure({ box: toolboxServer('count') }, priced('m'));
    provider.script('m', { calls: [{ tool: 'count', input: {} }] }, { text: 'done' });
    // Two steps: 20 × $100 and 10 × $200 for a million are $0.0020 each.
    expect((await bench.inProcess(['go'])).stderr).toContain('m: 20 tokens in, 10 out, $0.0040');
  });

  test('is told of a run that fails', async () => {
    configure({ box: toolboxServer('count') }, priced('m'));
    provider.script('m', { calls: [{ tool: 'count', input: {} }] }, { status: 400 });
    const { code, stderr } = await bench.inProcess(['go']);
    expect(code).toBe(4);
    expect(stderr).toContain('m: 10 tokens in, 5 out, $0.0020');
  });

  test.each([
    ['comes to its end', { text: 'read' }, '1 subagent: 10 tokens in, 5 out, $0.0020'],
    ['fails in its second step', { status: 400 }, '1 subagent: 10 tokens in, 5 out, $0.0020'],
  ])('has what a subagent took that %s', async (what, last, expected) => {
    bench.write('reader.yaml', {
      models: [priced('s')],
      defaults: { model: 's' },
      mcpServers: what.startsWith('fails') ? { box: toolboxServer('count') } : {},
      subagent: { name: 'reader', description: 'Reads.' },
    });
    const args = [cpeBundle(), 'mcp', 'serve', '--config', bench.path('reader.yaml')];
    configure({ reader: { type: 'stdio', command: process.execPath, args } });
    const first = what.startsWith('fails') ? [{ calls: [{ tool: 'count', input: {} }] }] : [];
    provider.script('s', ...first, last);
    provider.script('m', { calls: [{ tool: 'reader', input: { prompt: 'read' } }] }, { text: 'done' });
    expect((await bench.run(['go'])).stderr).toContain(expected);
  });
});

test.each([
  // A million tokens of each kind is what a price is for, so the sums are those of the prices.
  ['without prices of its own the cache costs what input does', {}, 3 + 3 + 3 + 15],
  ['cache prices count', { cache_read_cost_per_million: 0.3, cache_write_cost_per_million: 3.75 }, 3 + 0.3 + 3.75 + 15],
])('%s', (_, cache, expected) => {
  const million = 1_000_000;
  // Input has what came from the cache and what went to it.
  const usage = {
    inputTokens: 3 * million,
    outputTokens: million,
    cacheReadTokens: million,
    cacheWriteTokens: million,
  };
  expect(costOf(usage, { input_cost_per_million: 3, output_cost_per_million: 15, ...cache })).toBeCloseTo(expected, 10);
});

test.each([['--output-format', 'json-lines'], ['--stream-json']])(
  'programs read the events of a run line by line: %s',
  async (...flags) => {
    configure({ box: toolboxServer('count') });
    provider.script('m', { calls: [{ tool: 'count', input: {} }] }, { text: 'Counted.' });
    const { stdout } = await bench.inProcess([...flags, 'go']);
    const lines = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.map(({ type }) => type)).toEqual([
      'step',
      'tool_call',
      'tool_result',
      'text',
      'text',
      'step',
      'result',
    ]);
    expect(lines[2]).toMatchObject({ tool: 'box/count', isError: false, content: [{ type: 'text', text: '1' }] });
    expect(lines.at(-1)).toMatchObject({ success: true, data: { text: 'Counted.' } });
  },
);

describe.skipIf(!hasTerminals)('in a chat', () => {
  test('/model, /tools, /undo and /save do what the help says', async () => {
    configure({ box: toolboxServer('count', 'read_file') }, model('m', provider.url), model('other', provider.url));
    provider.script('m', { text: 'I am m.' });
    provider.script('other', { text: 'I am the other.' }, { text: 'Who was before?' });
    const chat = sitDown(bench, 'chat');
    await chat.sees('› ');
    chat.type(`/tools read${ENTER}`);
    await chat.sees('writes box/read_file: The tool read_file.');
    await chat.sees('› ');
    chat.type(`first question${ENTER}`);
    await chat.sees('I am m.');
    await chat.sees('› ');
    chat.type(`/model othr${ENTER}`);
    await chat.sees('Did you mean other?');
    await chat.sees('› ');
    chat.type(`/model other${ENTER}`);
    await chat.sees('other from now on');
    await chat.sees('› ');
    chat.type(`second question${ENTER}`);
    await chat.sees('I am the other.');
    await chat.sees('› ');
    expect(provider.requestsOf('other')[0]?.text).toContain('I am m.');
    chat.type(`/undo${ENTER}`);
    await chat.sees('taken back');
    await chat.sees('› ');
    chat.type(`third question${ENTER}`);
    await chat.sees('Who was before?');
    await chat.sees('› ');
    const { text = '' } = provider.requestsOf('other')[1] ?? {};
    expect(text).toContain('first question');
    expect(text).not.toContain('second question');
    chat.type(`/save talk.md${ENTER}`);
    await chat.sees('saved as talk.md');
    expect(readFileSync(bench.path('talk.md'), 'utf8')).toBe(
      '## User\n\nfirst question\n\n## Model\n\nI am m.\n\n## User\n\nthird question\n\n## Model\n\nWho was before?\n',
    );
    expect(statSync(bench.path('talk.md')).mode & 0o777).toBe(0o600);
    await chat.sees('› ');
    chat.type(`/save talk.md${ENTER}`);
    await chat.sees('talk.md cannot be written');
    // What was taken back is still on disk.
    expect(bench.read('.cpeconvo')).toContain('second question');
  });

  test('the Tab key completes commands, files and tools, and a file that is named goes with the question', async () => {
    configure({ box: toolboxServer('count') });
    bench.write('shopping.txt', 'remember the milk');
    provider.script('m', { text: 'Milk.' });
    const chat = sitDown(bench, 'chat');
    await chat.sees('› ');
    chat.type(`/to`);
    await chat.sees('/to');
    chat.type(TAB);
    await chat.sees('ols ');
    chat.type(ENTER);
    await chat.sees('box/count');
    await chat.sees('› ');
    chat.type('use box/c');
    await chat.sees('use box/c');
    chat.type(TAB);
    await chat.sees('ount');
    chat.type(' on @shop');
    await chat.sees(' on @shop');
    chat.type(TAB);
    await chat.sees('ping.txt ');
    chat.type(ENTER);
    await chat.sees('Milk.');
    const { text = '' } = provider.requestsOf('m')[0] ?? {};
    expect(text).toContain('remember the milk');
    expect(text).toContain('use box/count on @shopping.txt');
  });

  test('Markdown is shown in its form, and calls tell how far they are', async () => {
    configure({ box: toolboxServer('steps') });
    const text = '# A title\n\nSome **bold** words and `code`.\n- an item\n\n```\n**as is**\n```\nThe end.\n';
    provider.script('m', { calls: [{ tool: 'steps', input: {} }] }, { text });
    const chat = sitDown(bench, 'chat', '--yes');
    await chat.sees('› ');
    chat.type(`go${ENTER}`);
    await chat.sees('1/2 half');
    await chat.sees('The end.');
    await chat.sees('› ');
    expect(chat.raw()).toContain('\u001b[1mA title\u001b[22m');
    expect(chat.raw()).toContain('Some \u001b[1mbold\u001b[22m words and \u001b[36mcode\u001b[39m.');
    expect(chat.raw()).toContain('• an item');
    expect(chat.raw()).toContain('\u001b[36m**as is**\u001b[39m');
  });
});

test('nothing is drawn where no terminal shows it', async () => {
  configure({});
  provider.script('m', { text: '# A title\n**bold**\n' });
  const { stdout } = await bench.inProcess(['chat'], { stdin: 'go\n' });
  expect(stdout).toBe('# A title\n**bold**\n');
  expect(existsSync(bench.path('state'))).toBe(false);
});
