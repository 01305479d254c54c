/** What every sandbox must do, whichever engine is inside. */
import { describe, expect, test } from 'vitest';
import type { Bridge, Ending, Limits, Settled } from '../src/execution/executor.js';
import { executors } from '../src/execution/index.js';

const tool = { id: 'srv.echo', server: 'srv', tool: 'echo' };
const catalog = { servers: { srv: { echo: tool } }, flat: { echo: tool } };
const limits: Limits = { cpuMs: 2_000, wallMs: 300_000, memoryBytes: 32 * 2 ** 20, outputChars: 10_000 };

interface Ran {
  readonly ending: Ending;
  readonly log: string;
  readonly parts: readonly unknown[];
  readonly requests: readonly unknown[];
}

describe.each(Object.entries(executors))('the sandbox %s', (_, open) => {
  async function run(
    body: string,
    answer: (input: unknown) => Settled | Promise<Settled> = (input) => ({ ok: true, value: input }),
    more: Partial<Limits> = {},
    signal = new AbortController().signal,
  ): Promise<Ran> {
    const log: string[] = [];
    const parts: unknown[] = [];
    const requests: unknown[] = [];
    const bridge: Bridge = {
      log: (text) => void log.push(text),
      part: (part) => void parts.push(part),
      async request(request) {
        requests.push(request);
        return answer(request.input);
      },
    };
    const program = { javascript: `(async () => {\n${body}\n})`, catalog, state: '{"n":1}' };
    const ending = await open()
      .open({ ...limits, ...more })
      .run(program, bridge, signal);
    return { ending, log: log.join(''), parts, requests };
  }

  test('carries values in and out, with state', async () => {
    const { ending, requests } = await run('state.n += 1;\nreturn await tools.srv.echo({ a: [1, "ü\\u2028"] });');
    expect(ending).toMatchObject({ kind: 'returned', value: JSON.stringify({ a: [1, 'ü\u2028'] }), state: '{"n":2}' });
    expect(requests).toEqual([{ kind: 'tool', target: 'srv.echo', input: { a: [1, 'ü\u2028'] } }]);
  });

  test('keeps parallel answers apart, in whatever order they come', async () => {
    const late = (input: unknown): Promise<Settled> =>
      new Promise((resolve) => setTimeout(() => resolve({ ok: true, value: input }), 30 - (input as { i: number }).i));
    const { ending } = await run(
      'return (await Promise.all([0, 10, 20].map((i) => tools.echo({ i })))).map((x) => x.i)',
      late,
    );
    expect(ending).toMatchObject({ kind: 'returned', value: '[0,10,20]' });
  });

  test('throws a failed call as a ToolError at the line of the call', async () => {
    const error = { server: 'srv', tool: 'echo', kind: 'ToolFailed', message: 'no', structured: { code: 1 } };
    const { ending } = await run('\nawait tools.echo({});', () => ({ ok: false, error }));
    expect(ending).toMatchObject({
      kind: 'threw',
      error: { name: 'ToolError', message: 'no', server: 'srv', tool: 'echo' },
    });
    expect(ending.kind === 'threw' && ending.error.stack).toContain('main.ts:3:');
  });

  test('tells output in order, up to its limit', async () => {
    const { log, parts, ending } = await run("console.log('a');\noutput.text('b');\nconsole.log('x'.repeat(20000));");
    expect(log.startsWith('a\nxxx')).toBe(true);
    expect(log.length).toBeLessThanOrEqual(10_000);
    expect(parts).toEqual([{ type: 'text', text: 'b' }]);
    expect(ending.droppedChars).toBeGreaterThan(10_000);
  });

  test('stops a program that computes too long, and keeps what it printed', async () => {
    const { ending, log } = await run("console.log('before'); while (true) {}", undefined, { cpuMs: 200 });
    expect([ending.kind, log]).toEqual(['cpu', 'before\n']);
  });

  test('does not count waiting as computing', async () => {
    const slow = (): Promise<Settled> =>
      new Promise((resolve) => setTimeout(() => resolve({ ok: true, value: 1 }), 900));
    const { ending } = await run('return await tools.echo({})', slow, { cpuMs: 600 });
    expect(ending.kind).toBe('returned');
  });

  test('stops a program that waits too long', async () => {
    expect((await run('await tools.echo({})', () => new Promise(() => undefined), { wallMs: 300 })).ending.kind).toBe(
      'timeout',
    );
  });

  test('ends at once when it is cancelled', async () => {
    const controller = new AbortController();
    const answer = (): Promise<Settled> => {
      controller.abort();
      return new Promise(() => undefined);
    };
    expect((await run('await tools.echo({})', answer, {}, controller.signal)).ending.kind).toBe('cancelled');
  });

  test('keeps memory within its limit', async () => {
    const { ending } = await run('const a = []; while (true) a.push(new Uint8Array(1e5));');
    const full = ending.kind === 'memory' || (ending.kind === 'threw' && ending.error.message === 'out of memory');
    expect(full).toBe(true);
  });

  test('can be closed without having run anything', async () => {
    await expect(open().open(limits).close()).resolves.toBeUndefined();
  });

  test('reports calls that nobody looked at', async () => {
    const { ending } = await run('tools.echo({ a: 1 }); await tools.echo({ b: 1 });');
    expect(ending.unawaited.map(({ target }) => target)).toEqual(['srv.echo']);
  });
});
