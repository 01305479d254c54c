import { describe, expect, test } from 'vitest';
import { callsOf, type Message, userMessage } from '../../src/agent/dialog.js';
import { type Generator, type ModelStep, NO_USAGE, type StepRequest } from '../../src/agent/generator.js';
import { type AgentRun, runAgent } from '../../src/agent/loop.js';
import { type AgentTool, textResult } from '../../src/agent/tools/agent-tool.js';
import { offerTools, type Toolset } from '../../src/agent/tools/toolset.js';

function stepOf(blocks: ModelStep['message']['blocks']): ModelStep {
  const ending = blocks.some((block) => block.type === 'call') ? 'calls' : 'stop';
  return { message: { role: 'assistant', blocks }, ending, usage: NO_USAGE, warnings: [] };
}

function calling(...tools: string[]): ModelStep {
  return stepOf(tools.map((tool, index) => ({ type: 'call', id: `c${index}`, tool, input: '{}' })));
}

const saying = (text: string): ModelStep => stepOf([{ type: 'text', text }]);

function tool(name: string, use: AgentTool['use'], more: Partial<AgentTool> = {}): AgentTool {
  return {
    name,
    title: name,
    description: `Does ${name}. At length.`,
    inputSchema: { type: 'object' },
    readOnly: true,
    use,
    ...more,
  };
}

function run(steps: readonly ModelStep[], tools: readonly AgentTool[], more: Partial<AgentRun> = {}) {
  const requests: StepRequest[] = [];
  const kept: Message[] = [];
  const generator: Generator = {
    model: { ref: 'm', contextWindow: undefined, maxOutput: undefined, modalities: ['text'] },
    async step(request) {
      requests.push({ ...request, dialog: [...request.dialog] });
      return steps[requests.length - 1] ?? saying('the script is over');
    },
  };
  const answer = runAgent({
    generator,
    system: undefined,
    dialog: [userMessage('go')],
    toolset: () => offerTools(tools, [], Number.POSITIVE_INFINITY),
    params: {},
    maxSteps: 10,
    presentation: { modalities: ['text'], save: async () => 'file' },
    watch: () => undefined,
    keep: (message) => kept.push(message),
    signal: new AbortController().signal,
    clock: () => 0,
    ...more,
  });
  return { answer, requests, kept };
}

describe('the loop', () => {
  test('tells once what the provider cannot do, although it says so at every step', async () => {
    const told: string[] = [];
    const warning = { warnings: ['topK is unsupported'] };
    const steps = [
      { ...calling('a'), ...warning },
      { ...saying('done'), ...warning },
    ];
    const watch: AgentRun['watch'] = (event) => void (event.type === 'notice' && told.push(event.text));
    await run(steps, [tool('a', async () => textResult('ok'))], { watch }).answer;
    expect(told).toEqual(['topK is unsupported']);
  });

  test('runs the calls of one step side by side and keeps their order', async () => {
    let release = (): void => undefined;
    const second = new Promise<void>((resolve) => {
      release = resolve;
    });
    // Were they run one after the other, the first would wait for ever.
    const first = tool('first', async () => second.then(() => textResult('first')));
    const other = tool('second', async () => {
      release();
      return textResult('second');
    });
    const { answer, requests } = run([calling('first', 'second'), saying('done')], [first, other]);
    expect((await answer).text).toBe('done');
    const results = requests[1]?.dialog.at(-1);
    expect(results?.blocks).toMatchObject([{ content: [{ text: 'first' }] }, { content: [{ text: 'second' }] }]);
  });

  test('never has more than sixteen calls under way', async () => {
    let [now, most] = [0, 0];
    const busy = tool('busy', async () => {
      now += 1;
      most = Math.max(most, now);
      await new Promise(setImmediate);
      now -= 1;
      return textResult('ok');
    });
    await run([calling(...Array.from({ length: 50 }, () => 'busy')), saying('done')], [busy]).answer;
    expect(most).toBe(16);
  });

  test('stops a model that never comes to an end', async () => {
    const forever = Array.from({ length: 20 }, () => calling('again'));
    const { answer, requests } = run(forever, [tool('again', async () => textResult('ok'))], { maxSteps: 5 });
    await expect(answer).rejects.toThrow('did not come to an end in 5 steps');
    expect(requests).toHaveLength(5);
  });

  test('refuses a conversation that cannot fit, before anything is sent', async () => {
    const dialog = [userMessage('x'.repeat(50_000))];
    const generator: Generator = {
      model: { ref: 'small', contextWindow: 8000, maxOutput: undefined, modalities: ['text'] },
      step: () => Promise.reject(new Error('must not be asked')),
    };
    await expect(run([], [], { dialog, generator }).answer).rejects.toThrow(
      /about 125\d\d tokens, and small takes 8000/,
    );
  });

  test('keeps every message once it is complete', async () => {
    const { answer, kept } = run([calling('one'), saying('done')], [tool('one', async () => textResult('ok'))]);
    await answer;
    expect(kept.map(({ role }) => role)).toEqual(['assistant', 'tool', 'assistant']);
    expect(kept[0]?.role === 'assistant' && callsOf(kept[0])).toHaveLength(1);
  });
});

describe('tool definitions', () => {
  const long = Array.from({ length: 40 }, (_, index) =>
    tool(`tool_${index}`, async () => textResult(`ran ${index}`), {
      description: `Handles invoices of kind ${index}. ${'More words about it. '.repeat(20)}`,
      inputSchema: {
        type: 'object',
        properties: { title: { type: 'string', description: 'A long explanation of the title '.repeat(5) } },
        required: ['title'],
      },
    }),
  );
  const run = { signal: new AbortController().signal };
  const call = (set: Toolset, name: string, args: Record<string, unknown>) =>
    set.callable.find((each) => each.name === name)?.use(args, run);

  test('are given whole while they fit the budget', () => {
    const set = offerTools(long, [], 1e6);
    expect([set.level, set.offers.length, set.tokens === set.fullTokens]).toEqual(['full', 40, true]);
  });

  test('lose their words first; describe_tool gives them back', async () => {
    const { fullTokens } = offerTools(long, [], 1e6);
    const set = offerTools(long, [], fullTokens / 3);
    expect(set.level).toBe('signatures');
    expect(set.tokens).toBeLessThan(fullTokens / 3);
    expect(set.offers[0]).toEqual({
      name: 'tool_0',
      description: 'Handles invoices of kind 0.',
      inputSchema: { type: 'object', properties: { title: { type: 'string' } }, required: ['title'] },
    });
    const told = await call(set, 'describe_tool', { name: 'tool_3' });
    expect(JSON.stringify(told)).toContain('A long explanation of the title');
  });

  test('are searched when even that is too much, and can still be called', async () => {
    const set = offerTools(long, [], 1000);
    expect([set.level, set.offers.map(({ name }) => name)]).toEqual(['search', ['search_tools', 'call_tool']]);
    const found = await call(set, 'search_tools', { query: 'kind 17' });
    expect(JSON.stringify(found)).toContain('tool_17: Handles');
    expect(await call(set, 'call_tool', { name: 'tool_17', arguments: { title: 'x' } })).toMatchObject({
      content: [{ text: 'ran 17' }],
    });
    // Some models call what they have read about by its own name.
    expect(await call(set, 'tool_4', { title: 'x' })).toMatchObject({ content: [{ text: 'ran 4' }] });
    expect(await call(set, 'call_tool', { name: 'tool_x', arguments: {} })).toMatchObject({ isError: true });
  });

  test('are the same bytes every time, so that providers can cache them', () => {
    expect(JSON.stringify(offerTools(long, [], 1000).offers)).toBe(JSON.stringify(offerTools(long, [], 1000).offers));
  });
});
