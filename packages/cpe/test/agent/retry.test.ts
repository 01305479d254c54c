import { describe, expect, test } from 'vitest';
import { retryAfter } from '../../src/agent/model/model-fault.js';
import { retrying } from '../../src/agent/model/retry.js';
import { openGenerator } from '../../src/agent/model/sdk-generator.js';
import { ModelConfig } from '../../src/config/schema.js';
import { useMockProvider } from './mock-hooks.js';
import type { MockTurn } from './mock-provider.js';

const provider = useMockProvider();

const request = {
  system: undefined,
  dialog: [{ role: 'user' as const, blocks: [{ type: 'text' as const, text: 'hi' }] }],
  tools: [],
  params: {},
};

/** Runs one step; time passes at once and is written down. */
async function stepAfter(turns: readonly MockTurn[], signal = new AbortController().signal) {
  provider.script('m', ...turns);
  const model = ModelConfig.parse({ ref: 'm', id: 'm', type: 'openai', base_url: provider.url });
  const waits: number[] = [];
  const plain = await openGenerator(model, { env: { OPENAI_API_KEY: 'k' }, fetch, timeoutMs: 300_000 });
  const generator = retrying(plain, async (ms) => void waits.push(ms));
  const heard: string[] = [];
  const outcome = await generator
    .step(request, { onRetry: (reason) => heard.push(reason) }, signal)
    .then(({ message }) => message.blocks.map((block) => (block.type === 'text' ? block.text : '')).join(''))
    .catch((error: Error) => error);
  return { waits, heard, outcome, asked: provider.requests.length };
}

/** A stream that begins well and then says what is wrong. */
function streamError(type: string): MockTurn {
  const begun = { id: 'c', object: 'chat.completion.chunk', choices: [{ index: 0, delta: { content: 'half' } }] };
  const lines = [begun, { error: { type, message: 'as written', param: null, code: null } }];
  return {
    body: { type: 'text/event-stream', text: lines.map((line) => `data: ${JSON.stringify(line)}\n\n`).join('') },
  };
}

describe('a step that fails is tried again in one place (M1)', () => {
  test.each<[string, MockTurn, number]>([
    ['the provider is busy and says for how long', { status: 429, headers: { 'retry-after': '3' } }, 3000],
    ['the provider is busy and says nothing', { status: 429 }, 500],
    ['the provider is broken', { status: 500 }, 500],
    ['the stream breaks off', { text: 'half of it', cut: 'broken' }, 500],
    ['the stream says that the provider is overloaded', streamError('overloaded_error'), 500],
    ['there is nothing in the stream', { body: { type: 'text/event-stream', text: '' } }, 500],
    ['the stream ends too early', { text: 'half of it', cut: 'ended' }, 500],
  ])('when %s', async (_, turn, waitMs) => {
    const { outcome, waits, heard } = await stepAfter([turn, { text: 'whole' }]);
    expect({ outcome, waits, retries: heard.length }).toEqual({ outcome: 'whole', waits: [waitMs], retries: 1 });
  });

  test('waits twice as long each time, and gives up after four tries', async () => {
    const { outcome, waits, asked } = await stepAfter(Array.from({ length: 9 }, () => ({ status: 503 })));
    expect({ waits, asked }).toEqual({ waits: [500, 1000, 2000], asked: 4 });
    expect(outcome).toMatchObject({ kind: 'ModelFailed', context: { status: 503 } });
  });

  test.each<[string, MockTurn]>([
    ['a request that is wrong', { status: 400 }],
    ['a key that is refused', { status: 401 }],
    ['a wait that is longer than a minute', { status: 429, headers: { 'retry-after': '3600' } }],
    ['a request that turns out wrong in the middle of the answer', streamError('invalid_request_error')],
    ['a web page in place of an answer', { body: { type: 'text/html; charset=utf-8', text: '<html>Log in</html>' } }],
  ])('but never for %s', async (_, turn) => {
    const { waits, asked } = await stepAfter([turn, { text: 'late' }]);
    expect({ waits, asked }).toEqual({ waits: [], asked: 1 });
  });

  test.each<[string, MockTurn, RegExp, RegExp]>([
    [
      'a wait that is too long',
      { status: 429, headers: { 'retry-after': '120' } },
      /answered 429/,
      /asks to wait 2 minutes before the next try/,
    ],
    [
      'a login page of the network',
      { body: { type: 'text/html', text: '<html>Log in</html>' } },
      /^Instead of an answer of m, 127\.0\.0\.1:\d+ sent a web page\.$/,
      /log in with a browser first; otherwise check base_url/,
    ],
    [
      'an error inside the stream',
      streamError('invalid_request_error'),
      /\(invalid_request_error\): as written$/,
      /^$/,
    ],
  ])('%s is told in words', async (_, turn, message, suggestion) => {
    const { outcome } = await stepAfter([turn]);
    expect(outcome).toMatchObject({ message: expect.stringMatching(message) });
    expect((outcome as { suggestion?: string }).suggestion ?? '').toMatch(suggestion);
  });

  test('a provider out of reach is named with the reason', async () => {
    const model = ModelConfig.parse({ ref: 'm', id: 'm', type: 'openai', base_url: 'http://127.0.0.1:9/v1' });
    const plain = await openGenerator(model, { env: { OPENAI_API_KEY: 'k' }, fetch, timeoutMs: 300_000 });
    await expect(plain.step(request, {}, new AbortController().signal)).rejects.toThrow(
      /m cannot be used: .*(bad port|ECONNREFUSED)/,
    );
  });
});

test.each([
  [{ 'retry-after': '2' }, 2000],
  [{ 'retry-after-ms': '150', 'retry-after': '2' }, 150],
  [{ 'retry-after': 'Thu, 01 Jan 1970 00:00:10 GMT' }, 9000],
  [{ 'retry-after': 'soon' }, undefined],
  [{}, undefined],
])('Retry-After is seconds, milliseconds or a date: %j', (headers, expected) => {
  expect(retryAfter(headers as Record<string, string>, 1000)).toBe(expected);
});
