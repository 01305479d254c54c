import { describe, expect, test } from 'vitest';
import { countTokens } from '../../../codemode/src/description/tokens.js';
import { useAgentBench } from './mock-hooks.js';
import type { MockRequest, MockTurn } from './mock-provider.js';
import { model, toolboxServer } from './workbench.js';

const { provider, bench } = useAgentBench();

const WINDOW = 20_000;
const ROUNDS = 30;
const DIALECTS = ['openai', 'responses', 'anthropic', 'gemini'] as const;

function configure(type: (typeof DIALECTS)[number] = 'openai', more: object = {}): void {
  bench.write('cpe.yaml', {
    mcpServers: { box: toolboxServer('long') },
    models: [model('m', provider.url, { type, context_window: WINDOW, ...more })],
    defaults: { model: 'm' },
  });
}

const isSummary = ({ text }: MockRequest): boolean => text.includes('You summarise the earlier part');

/** A model that reads a long result in each of many rounds, and says what it decided when it is asked for a summary. */
function manyRounds(rounds: number): MockTurn[] {
  let made = 0;
  const answer = (request: MockRequest): MockTurn => {
    if (isSummary(request)) return { text: `Decided: the answer will be 4711. Rounds so far: ${made}.` };
    if (made === rounds) return { text: 'It is 4711.' };
    made += 1;
    // 8,000 characters of x are 1,000 tokens of eight, or as estimated 2,000; thirty of them are three windows.
    return { calls: [{ tool: 'long', input: { chars: 8000 } }] };
  };
  return Array.from({ length: 4 * rounds }, () => ({ answer }));
}

/** What the request asks for as the longest answer, by the word of its dialect. */
function longestAnswer({ body }: MockRequest): number {
  const { generationConfig } = body as { generationConfig?: { maxOutputTokens?: number } };
  const asked =
    body.max_tokens ?? body.max_completion_tokens ?? body.max_output_tokens ?? generationConfig?.maxOutputTokens;
  return Number(asked ?? 0);
}

describe('a window of 20,000 tokens', () => {
  test.each(DIALECTS)('%s: a run of thirty rounds comes to its end, and no request exceeds it', async (type) => {
    configure(type, { max_output: 4000 });
    provider.script('m', ...manyRounds(ROUNDS));
    const { code, stdout, stderr } = await bench.inProcess(['read everything, then answer']);
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'It is 4711.\n' });
    expect(stderr).toContain('earlier messages were summarised to make room');
    const requests = provider.requestsOf('m');
    expect(requests.filter((request) => !isSummary(request))).toHaveLength(ROUNDS + 1);
    for (const request of requests)
      expect((await countTokens(request.text)) + longestAnswer(request)).toBeLessThanOrEqual(WINDOW);
    const last = requests.findLast((request) => !isSummary(request));
    expect(last?.text).toContain('Decided: the answer will be 4711.');
    expect(last?.text).toContain('read everything, then answer');
  });

  test('every call that is sent has its result, and the full text stays on disk', async () => {
    configure();
    provider.script('m', ...manyRounds(ROUNDS), { text: 'Still 4711.' });
    await bench.inProcess(['read everything']);
    for (const { body } of provider.requestsOf('m')) {
      const messages = body.messages as { role: string; tool_calls?: { id: string }[]; tool_call_id?: string }[];
      const calls = messages.flatMap(({ tool_calls = [] }) => tool_calls.map(({ id }) => id));
      const results = messages.flatMap(({ tool_call_id: id }) => id ?? []);
      expect(results).toEqual(calls);
    }
    const { stdout } = await bench.inProcess(['conversations', 'show', '--json']);
    const { messages } = JSON.parse(stdout).result as { messages: { role: string; summary?: true }[] };
    // The question, thirty calls with thirty results, the answer; and the summaries where they were made.
    expect(messages.filter(({ summary }) => summary !== true)).toHaveLength(1 + 2 * ROUNDS + 1);
    expect(messages.some(({ summary }) => summary === true)).toBe(true);
  });

  test('a conversation that was too long before goes on in the next prompt', async () => {
    configure();
    bench.write('cpe.yaml', {
      mcpServers: { box: toolboxServer('long') },
      models: [model('large', provider.url), model('m', provider.url, { context_window: WINDOW })],
      defaults: { model: 'm' },
    });
    provider.script('large', ...manyRounds(ROUNDS));
    expect((await bench.inProcess(['-m', 'large', 'read everything'])).code).toBe(0);
    provider.script('m', { text: 'Decided: 4711.' }, { text: 'We decided on 4711.' }, { text: 'Yes.' });
    expect(await bench.inProcess(['what did we decide?'])).toMatchObject({ code: 0, stdout: 'We decided on 4711.\n' });
    const [, second] = provider.requestsOf('m');
    expect(second?.text).toContain('Decided: 4711.');
    // What was summarised once is not summarised again: the third prompt is one request.
    expect(await bench.inProcess(['sure?'])).toMatchObject({ code: 0, stdout: 'Yes.\n' });
    expect(provider.requestsOf('m')).toHaveLength(3);
    expect(provider.requestsOf('m')[2]?.text).toContain('what did we decide?');
  });

  test('a model that cannot summarise now does not end the conversation', async () => {
    configure();
    let made = 0;
    const answer = (request: MockRequest): MockTurn => {
      if (isSummary(request)) return { status: 400 };
      made += 1;
      return made <= 12 ? { calls: [{ tool: 'long', input: { chars: 8000 } }] } : { text: 'Done.' };
    };
    provider.script('m', ...Array.from({ length: 60 }, () => ({ answer })));
    expect(await bench.inProcess(['read'])).toMatchObject({ code: 0, stdout: 'Done.\n' });
    for (const { text } of provider.requestsOf('m')) expect(await countTokens(text)).toBeLessThanOrEqual(WINDOW);
  });

  test('results that come side by side and are too long together are shortened for the request', async () => {
    configure();
    const calls = Array.from({ length: 10 }, () => ({ tool: 'long', input: { chars: 15_000 } }));
    provider.script('m', { calls }, { text: 'Seen.' });
    expect(await bench.inProcess(['read ten'])).toMatchObject({ code: 0, stdout: 'Seen.\n' });
    const [, second] = provider.requestsOf('m');
    // As estimated, ten results have 37,500 tokens: almost two windows.
    expect(second?.text.length).toBeLessThan(WINDOW * 4);
  });

  test('a question that fits no window is refused in words', async () => {
    configure();
    const { code, stderr } = await bench.inProcess(['-n', `look: ${'word '.repeat(20_000)}`]);
    expect(code).toBe(4);
    expect(stderr).toContain('and m takes 20000');
    expect(provider.requests).toHaveLength(0);
  });
});
