import { describe, expect, test } from 'vitest';
import type { Message } from '../../src/agent/dialog.js';
import type { StepRequest } from '../../src/agent/generator.js';
import { openGenerator } from '../../src/agent/model/sdk-generator.js';
import { ModelConfig, type ModelType } from '../../src/config/schema.js';
import { useMockProvider } from './mock-hooks.js';

const provider = useMockProvider();

const signal = new AbortController().signal;
const echo = {
  name: 'echo',
  description: 'Says it again.',
  inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
};

function open(type: ModelType, more: object = {}) {
  const model = ModelConfig.parse({ ref: 'm', id: 'm', type, base_url: provider.url, api_key_env: 'KEY', ...more });
  return openGenerator(model, { env: { KEY: 'secret-key' }, fetch, timeoutMs: 300_000 });
}

function ask(dialog: readonly Message[], more: Partial<StepRequest> = {}): StepRequest {
  return { system: 'Be brief.', dialog, tools: [echo], params: {}, ...more };
}

const hello: Message = { role: 'user', blocks: [{ type: 'text', text: 'hello' }] };

const speaking = [
  ['openai', '/v1/chat/completions', 'authorization', 'Bearer secret-key'],
  ['responses', '/v1/responses', 'authorization', 'Bearer secret-key'],
  ['anthropic', '/v1/messages', 'x-api-key', 'secret-key'],
  ['gemini', '/v1/models/m:streamGenerateContent', 'x-goog-api-key', 'secret-key'],
  ['openai-compatible', '/v1/chat/completions', 'authorization', 'Bearer secret-key'],
  ['groq', '/v1/chat/completions', 'authorization', 'Bearer secret-key'],
  ['cerebras', '/v1/chat/completions', 'authorization', 'Bearer secret-key'],
  ['openrouter', '/v1/chat/completions', 'authorization', 'Bearer secret-key'],
] as const;

describe.each(speaking)('a model of type %s', (type, path, header, value) => {
  test('streams its text, calls tools side by side and takes their results', async () => {
    const generator = await open(type, { max_output: 1000 });
    const calls = [
      { tool: 'echo', input: { text: 'a' } },
      { tool: 'echo', input: { text: 'b' } },
    ];
    provider.script('m', { text: 'I call two tools.', calls }, { text: 'Both answered.' });
    const heard: string[] = [];
    const first = await generator.step(ask([hello]), { onText: (delta) => heard.push(delta) }, signal);
    expect(first.warnings).toEqual([]);
    expect(heard.length).toBeGreaterThan(1);
    expect(heard.join('')).toBe('I call two tools.');
    const made = first.message.blocks.filter((block) => block.type === 'call');
    expect(made.map(({ tool, input }) => [tool, JSON.parse(input)])).toEqual([
      ['echo', { text: 'a' }],
      ['echo', { text: 'b' }],
    ]);
    expect({ ending: first.ending, input: first.usage.inputTokens, output: first.usage.outputTokens }).toEqual({
      ending: 'calls',
      input: 10,
      output: 5,
    });
    const blocks = made.map(({ id, tool, input }, index) => ({
      type: 'result' as const,
      id,
      tool,
      isError: index === 1,
      content: [{ type: 'text' as const, text: `result of ${input}` }],
    }));
    const second = await generator.step(ask([hello, first.message, { role: 'tool', blocks }]), {}, signal);
    expect(second).toMatchObject({ ending: 'stop', message: { blocks: [{ type: 'text', text: 'Both answered.' }] } });
    const [one, two] = provider.requests;
    expect(one?.path.split('?')[0]).toBe(path);
    expect(one?.headers[header]).toBe(value);
    expect(one?.text).toContain('Be brief.');
    expect(one?.text).toContain('Says it again.');
    for (const text of ['I call two tools.', 'result of', 'hello']) expect(two?.text).toContain(text);
  });

  test('says when it ran out of tokens, and when the stream was cut', async () => {
    const generator = await open(type);
    provider.script('m', { text: 'too long', ending: 'length' }, { text: 'never whole', cut: 'ended' });
    expect((await generator.step(ask([hello]), {}, signal)).ending).toBe('length');
    await expect(generator.step(ask([hello]), {}, signal)).rejects.toMatchObject({
      kind: 'ModelFailed',
      context: { retry: true },
    });
  });

  test('tells a refused key from a busy provider', async () => {
    const generator = await open(type);
    provider.script('m', { status: 401 }, { status: 429, headers: { 'retry-after': '7' } }, { status: 400 });
    await expect(generator.step(ask([hello]), {}, signal)).rejects.toMatchObject({ kind: 'Unauthorized' });
    await expect(generator.step(ask([hello]), {}, signal)).rejects.toMatchObject({
      kind: 'ModelFailed',
      context: { status: 429, retry: true, retryAfterMs: 7000 },
    });
    await expect(generator.step(ask([hello]), {}, signal)).rejects.toMatchObject({
      context: { status: 400, retry: false },
    });
  });

  test('sees an image of a tool as an image', async () => {
    const generator = await open(type);
    provider.script('m', { text: 'a dot' });
    await generator.step(ask([hello, ...pictureTaken]), {}, signal);
    const [request] = provider.requests;
    expect(request?.text).toContain('iVBORw0KGgo=');
    expect(JSON.stringify(imagesIn(request?.body))).toContain('iVBORw0KGgo=');
  });
});

const pictureTaken: Message[] = [
  { role: 'assistant', blocks: [{ type: 'call', id: 'c1', tool: 'echo', input: '{"text":"x"}' }] },
  {
    role: 'tool',
    blocks: [
      {
        type: 'result',
        id: 'c1',
        tool: 'echo',
        isError: false,
        content: [
          { type: 'text', text: 'here' },
          { type: 'media', mimeType: 'image/png', data: 'iVBORw0KGgo=' },
        ],
      },
    ],
  },
];

function thinkingConfig(expected: object): object {
  return { generationConfig: { thinkingConfig: { includeThoughts: true, ...expected } } };
}

/** The parts of a request that each interface calls an image. */
function imagesIn(value: unknown): unknown[] {
  if (Array.isArray(value)) return value.flatMap(imagesIn);
  if (typeof value !== 'object' || value === null) return [];
  const { type } = value as { type?: string };
  const isImage = ['image_url', 'input_image', 'image'].includes(type ?? '') || 'inlineData' in value;
  return isImage ? [value] : Object.values(value).flatMap(imagesIn);
}

describe('what goes to a provider', () => {
  test('thoughts go back to Anthropic with their signature', async () => {
    const generator = await open('anthropic');
    provider.script(
      'm',
      { thought: 'hm, let me think', calls: [{ tool: 'echo', input: { text: 'a' } }] },
      { text: 'ok' },
    );
    const params = { thinkingBudget: 'low' } as const;
    const { message } = await generator.step(ask([hello], { params }), {}, signal);
    expect(message.blocks[0]).toMatchObject({ type: 'thought', text: 'hm, let me think' });
    const stored = JSON.parse(JSON.stringify(message)) as typeof message;
    await generator.step(ask([hello, stored], { params }), {}, signal);
    const thoughts = JSON.stringify(provider.requests[1]?.body.messages);
    expect(thoughts).toContain('"signature":"signed"');
    expect(provider.requests[0]?.body.thinking).toEqual({ type: 'enabled', budget_tokens: 4096 });
    expect(JSON.stringify(provider.requests[0]?.body.system)).toContain('cache_control');
  });

  test('limits are the smaller of what is asked for and what the model can do', async () => {
    const generator = await open('openai', { max_output: 500 });
    provider.script('m', { text: 'a' }, { text: 'b' });
    await generator.step(ask([hello], { params: { maxGenerationTokens: 900, temperature: 0 } }), {}, signal);
    await generator.step(ask([hello], { params: { maxGenerationTokens: 100, toolChoice: 'echo' } }), {}, signal);
    expect(provider.requests[0]?.body).toMatchObject({ max_tokens: 500, temperature: 0 });
    expect(provider.requests[1]?.body).toMatchObject({ max_tokens: 100, tool_choice: { function: { name: 'echo' } } });
  });

  test('requests are patched and headers added as the configuration says', async () => {
    const generator = await open('openai', {
      patchRequest: {
        jsonPatch: [
          { op: 'add', path: '/service_tier', value: 'flex' },
          { op: 'remove', path: '/tools' },
          { op: 'replace', path: '/messages/0/content', value: 'Patched.' },
        ],
        includeHeaders: { 'X-Team': 'water' },
      },
    });
    provider.script('m', { text: 'a' });
    await generator.step(ask([hello]), {}, signal);
    const [request] = provider.requests;
    expect(request?.headers['x-team']).toBe('water');
    expect(request?.body).toMatchObject({ service_tier: 'flex', messages: [{ content: 'Patched.' }, {}] });
    expect(request?.body.tools).toBeUndefined();
  });

  test.each<[ModelType, string, string, object]>([
    ['openai-compatible', 'm', 'low', { reasoning_effort: 'low' }],
    ['openrouter', 'm', 'low', { reasoning: { effort: 'low' } }],
    ['zai', 'glm-4.6', 'high', { thinking: { type: 'enabled' } }],
    ['groq', 'm', 'low', { reasoning_effort: 'low' }],
    ['groq', 'qwen/qwen3-32b', 'high', { reasoning_effort: 'default' }],
    ['cerebras', 'gpt-oss-120b', 'minimal', { reasoning_effort: 'low' }],
    ['openai', 'o3', 'minimal', { reasoning_effort: 'low' }],
    ['responses', 'gpt-5', 'minimal', { reasoning: { effort: 'minimal', summary: 'auto' } }],
    ['responses', 'gpt-5.1', '20000', { reasoning: { effort: 'medium', summary: 'auto' } }],
    ['anthropic', 'claude-sonnet-4-5', 'low', { thinking: { type: 'enabled', budget_tokens: 4096 } }],
    ['anthropic', 'claude-opus-4-1', 'high', { thinking: { type: 'enabled', budget_tokens: 24_000 } }],
    [
      'anthropic',
      'claude-opus-5',
      'high',
      { thinking: { type: 'adaptive', display: 'summarized' }, output_config: { effort: 'high' } },
    ],
    [
      'anthropic',
      'anthropic.claude-sonnet-4-6-v1',
      'minimal',
      { thinking: { type: 'adaptive' }, output_config: { effort: 'low' } },
    ],
    ['gemini', 'gemini-2.5-flash', 'high', thinkingConfig({ thinkingBudget: 24_576 })],
    ['gemini', 'gemini-2.5-pro', '1', thinkingConfig({ thinkingBudget: 128 })],
    ['gemini', 'gemini-3-pro-preview', 'medium', thinkingConfig({ thinkingLevel: 'high' })],
    ['gemini', 'gemini-3-flash', 'minimal', thinkingConfig({ thinkingLevel: 'minimal' })],
  ])('%s %s learns to think %s', async (type, id, thinkingBudget, expected) => {
    provider.script(id, { text: 'ok' });
    const { warnings } = await (await open(type, { id })).step(
      ask([hello], { params: { thinkingBudget } }),
      {},
      signal,
    );
    expect(provider.requests[0]?.body).toMatchObject(expected);
    expect(warnings).toEqual([]);
  });

  test('a model that does not think is not asked to, and says so; the configuration knows better', async () => {
    provider.script('gpt-4o', { text: 'ok' }, { text: 'ok' });
    const params = { thinkingBudget: 'low' };
    const { warnings } = await (await open('openai', { id: 'gpt-4o' })).step(ask([hello], { params }), {}, signal);
    expect(warnings[0]).toContain('gpt-4o does not think');
    await (await open('openai', { id: 'gpt-4o', thinking: 'effort' })).step(ask([hello], { params }), {}, signal);
    expect(provider.requests.map(({ body }) => body.reasoning_effort)).toEqual([undefined, 'low']);
  });

  test('a server that needs no key gets none', async () => {
    const model = ModelConfig.parse({ ref: 'm', id: 'm', type: 'openai-compatible', base_url: provider.url });
    const generator = await openGenerator(model, { env: {}, fetch, timeoutMs: 300_000 });
    provider.script('m', { text: 'a' });
    await generator.step(ask([hello]), {}, signal);
    expect(provider.requests[0]?.headers.authorization).toBeUndefined();
  });

  test('a step that takes too long is given up, and one that is cancelled says so', async () => {
    const model = ModelConfig.parse({ ref: 'm', id: 'm', type: 'openai', base_url: provider.url });
    const generator = await openGenerator(model, { env: { OPENAI_API_KEY: 'k' }, fetch, timeoutMs: 100 });
    const never = new Promise(() => undefined);
    provider.script('m', { text: 'half and half', hold: never }, { text: 'half', hold: never });
    await expect(generator.step(ask([hello]), {}, signal)).rejects.toThrow('took longer than 0.1 s');
    const stop = new AbortController();
    const patient = await openGenerator(model, { env: { OPENAI_API_KEY: 'k' }, fetch, timeoutMs: 300_000 });
    const step = patient.step(ask([hello]), { onText: () => stop.abort() }, stop.signal);
    await expect(step).rejects.toMatchObject({ kind: 'Cancelled' });
  });
});
