import { existsSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MockProvider } from './mock-provider.js';
import { kitchenServer, misbehavingServer, model, Workbench } from './workbench.js';

let provider: MockProvider;
let bench: Workbench;

beforeAll(async () => {
  provider = await MockProvider.start();
});
afterAll(() => provider.close());
beforeEach(() => {
  bench = new Workbench();
});
afterEach(() => {
  bench.remove();
  provider.reset();
});

interface ChatMessage {
  readonly role: string;
  readonly content: unknown;
  readonly tool_call_id?: string;
  readonly tool_calls?: readonly { id: string; function: { name: string; arguments: string } }[];
}

function chatOf(request: { body: Record<string, unknown> } | undefined): ChatMessage[] {
  return (request?.body.messages ?? []) as ChatMessage[];
}

describe('cpe "prompt"', () => {
  test('runs two rounds of tools and prints the final text alone on stdout (A7)', async () => {
    bench.write('cpe.yaml', {
      mcpServers: { kitchen: await kitchenServer(), odd: misbehavingServer() },
      models: [model('m', provider.url)],
      defaults: { model: 'm' },
    });
    provider.script(
      'm',
      {
        text: 'Let me see.',
        calls: [
          { tool: 'kitchen_echo', input: { text: 'one' } },
          { tool: 'echo', input: { text: 'two' } },
        ],
      },
      { calls: [{ tool: 'kitchen_echo', input: { text: 'three' } }] },
      { text: 'The answer is three.' },
    );
    const { code, stdout, stderr } = await bench.run(['count with the tools']);
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'The answer is three.\n' });
    expect(stderr).toContain('Let me see.');
    expect(stderr).toContain('→ kitchen/kitchen/echo {"text":"one"}');
    expect(stderr).toContain('← odd/echo: two');
    const [, second, third] = provider.requestsOf('m');
    const [asked, first, second_] = chatOf(second).slice(1);
    expect(asked?.tool_calls?.map((call) => call.function.name)).toEqual(['kitchen_echo', 'echo']);
    expect(first).toMatchObject({ role: 'tool', tool_call_id: asked?.tool_calls?.[0]?.id });
    expect(second_).toMatchObject({ role: 'tool', content: 'two' });
    expect(chatOf(third).at(-1)?.content).toContain('three');
    expect(existsSync(bench.path('.cpeconvo'))).toBe(true);
  });
});
