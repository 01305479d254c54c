import { describe, expect, test } from 'vitest';
import { useAgentBench } from './mock-hooks.js';
import { kitchenServer, toolboxServer } from './workbench.js';

const { provider, bench, configure } = useAgentBench();

describe('a recorded run', () => {
  test('plays again without provider, key or servers, and to the same end', async () => {
    configure({ box: toolboxServer('count', 'picture', 'lines', 'fail') }, { largeOutputCharLimit: 300 });
    provider.script(
      'm',
      { text: 'Let me look.', calls: ['count', 'count', 'fail'].map((tool) => ({ tool, input: {} })) },
      { calls: [{ tool: 'picture', input: {} }] },
      { calls: [{ tool: 'lines', input: {} }] },
      {
        answer: ({ text }) => {
          const id = /read_result \{\\+"id\\+":\\+"([a-z0-9-]+)/.exec(text)?.[1] ?? '';
          return { calls: [{ tool: 'read_result', input: { id, offset: 100, limit: 20 } }] };
        },
      },
      { text: 'Two dots.' },
    );
    const recorded = await bench.inProcess(['-G', '--record', bench.path('run.cassette'), 'look']);
    expect([recorded.code, recorded.stdout]).toEqual([0, 'Two dots.\n']);
    expect(bench.read('run.cassette')).not.toContain('key-of-the-mock');
    const asked = provider.requests.length;
    configure({ box: { type: 'stdio', command: 'no-such-command' } }, { largeOutputCharLimit: 300 });
    const played = await bench.inProcess(['-G', '--replay', bench.path('run.cassette'), 'look'], {
      env: { MOCK_KEY: '' },
    });
    expect([played.code, played.stdout]).toEqual([0, 'Two dots.\n']);
    expect(played.stderr).toBe(recorded.stderr);
    expect(provider.requests).toHaveLength(asked);
  });

  test('plays programs too, with the recorded answers of their calls', async () => {
    configure({ box: toolboxServer('count') }, { codeMode: { enabled: true, typecheck: false } });
    const code = 'let n = ""; for (let i = 0; i < 3; i += 1) n += await tools.box.count({}); return n;';
    provider.script('m', { calls: [{ tool: 'execute_typescript', input: { code } }] }, { text: 'counted' });
    await bench.inProcess(['-G', '--record', bench.path('run.cassette'), 'count']);
    const {
      code: exit,
      stdout,
      stderr,
    } = await bench.inProcess(['-G', '--replay', bench.path('run.cassette'), 'count']);
    expect([exit, stdout]).toEqual([0, 'counted\n']);
    expect(stderr).toContain('← execute_typescript: 123');
    expect(provider.requests).toHaveLength(2);
  });

  test('refuses a run that goes another way', async () => {
    configure({ box: toolboxServer('count') });
    provider.script('m', { text: 'ok' });
    await bench.inProcess(['-G', '--record', bench.path('run.cassette'), 'one thing']);
    const { code, stderr } = await bench.inProcess(['-G', '--replay', bench.path('run.cassette'), 'another']);
    expect(code).toBe(2);
    expect(stderr).toContain('step 1 of the model was asked something else then');
    bench.write('other.txt', 'no recording');
    expect((await bench.inProcess(['--replay', bench.path('other.txt'), 'x'])).stderr).toContain('cannot be played');
  });
});

describe('a preview', () => {
  test('runs what only reads, lists the rest, and apply does it', async () => {
    const kitchen = { KITCHEN_OPTIONS: '{"allowWrite":true}' };
    configure({ kitchen: await kitchenServer({ env: kitchen }), box: toolboxServer('write_file') });
    provider.script(
      'm',
      {
        calls: [
          { tool: 'kitchen_echo', input: { text: 'seen' } },
          { tool: 'kitchen_cook', input: { dish: 'soup' } },
          { tool: 'write_file', input: { path: 'menu.txt' } },
        ],
      },
      { text: 'planned' },
    );
    const { code, stdout, stderr } = await bench.inProcess(['--preview', '--json', 'cook']);
    expect(code).toBe(0);
    const { result } = JSON.parse(stdout) as { result: { plan: string; effects: unknown[] } };
    expect(result.effects).toEqual([
      { server: 'kitchen', tool: 'kitchen/cook', arguments: { dish: 'soup' } },
      { server: 'box', tool: 'write_file', arguments: { path: 'menu.txt' } },
    ]);
    expect(stderr).toContain(`2 calls wait for approval; cpe apply ${result.plan}`);
    expect(stderr).toContain('1. kitchen/kitchen/cook {"dish":"soup"}');
    const told = provider.requests[1]?.text ?? '';
    expect([told.includes('seen'), told.includes('cooked')]).toEqual([true, false]);
    const applied = await bench.inProcess(['apply', result.plan]);
    expect([applied.code, applied.stdout]).toEqual([0, '2 calls made.\n']);
  });

  test('covers the calls of programs', async () => {
    configure({ box: toolboxServer('write_file') }, { codeMode: { enabled: true, typecheck: false } });
    const code = 'try { await tools.box.write_file({ path: "a" }); } catch (error) { return error.message; }';
    provider.script('m', { calls: [{ tool: 'execute_typescript', input: { code } }] }, { text: 'planned' });
    const { stderr } = await bench.inProcess(['--preview', 'write']);
    expect(stderr).toContain('1. box/write_file {"path":"a"}');
    expect(provider.requests[1]?.text).toContain('may change something, so it was not run');
  });

  test('apply stops at the first call that fails and says how far it came', async () => {
    configure({ box: toolboxServer('count', 'fail') });
    const effects = ['count', 'fail', 'count'].map((tool) => ({ server: 'box', tool, arguments: {} }));
    bench.write('plan.json', { version: 1, effects });
    const { code, stderr } = await bench.inProcess(['apply', 'plan.json']);
    expect(code).toBe(5);
    expect(stderr).toContain('Call 2 of 3, box/fail, failed: the disk is full');
    expect(stderr).toContain('The first 1 were made');
  });
});
