import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { Progress } from '../../src/client/index.js';
import { connectBad, faultOf, textOf } from './misbehaving.js';

describe.each(['', 'modern'])('a call over stdio (%s)', (era) => {
  test('delivers all progress in order before the result, with what servers add to it', async () => {
    const connection = await connectBad(era);
    const news: Progress[] = [];
    for (let round = 0; round < 30; round += 1) {
      news.length = 0;
      await connection.callTool('progress', { count: 10 }, { onProgress: (each) => news.push(each) });
      expect(news.map((each) => each.progress)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    }
    expect(news[1]).toEqual({ progress: 2, metadata: { i: 2 } });
    expect(news.at(-1)).toEqual({ progress: 11, total: 9, message: 'last', metadata: { lb: 1.5 } });
  });

  test('keeps the good blocks of a result and the result as it was', async () => {
    const connection = await connectBad(era);
    const result = await connection.callTool('blocks');
    expect(result.content).toEqual([
      { type: 'text', text: 'before' },
      { type: 'text', text: 'after' },
    ]);
    expect(result).toMatchObject({ isError: true, structuredContent: { a: 1 }, raw: { extra: 2 } });
    expect(result.problems.map(({ index, kept }) => [index, kept])).toEqual([
      [1, false],
      [2, false],
    ]);
  });

  test('times out, tells the server, and leaves the connection usable', async () => {
    const connection = await connectBad(era);
    const fault = await faultOf(connection.callTool('hang', {}, { timeoutMs: 200 }));
    expect(fault).toMatchObject({ kind: 'CallTimeout', context: { server: 'bad', phase: 'call', subject: 'hang' } });
    expect(textOf(await connection.callTool('seen'))).toContain('notifications/cancelled:');
  });

  test('is cancelled by its signal, and the server learns of it', async () => {
    const connection = await connectBad(era);
    const cancel = new AbortController();
    const fault = faultOf(connection.callTool('hang', {}, { signal: cancel.signal }));
    await sleep(50);
    cancel.abort();
    expect((await fault).kind).toBe('Cancelled');
    expect(textOf(await connection.callTool('seen'))).toContain('notifications/cancelled:');
    expect((await faultOf(connection.callTool('echo', {}, { signal: cancel.signal }))).kind).toBe('Cancelled');
  });

  test('lives as long as it reports progress, up to its limit in all', async () => {
    const connection = await connectBad(era);
    const limits = { timeoutMs: 3_000, maxTotalMs: 300_000 };
    expect(textOf(await connection.callTool('tick', { count: 16, ms: 200 }, limits))).toBe('done');
    const fault = await faultOf(
      connection.callTool('tick', { count: 50, ms: 100 }, { timeoutMs: 5_000, maxTotalMs: 600 }),
    );
    const suggestion = expect.stringContaining('maxRequestTime');
    expect(fault).toMatchObject({ kind: 'CallTimeout', message: expect.stringContaining('in all'), suggestion });
  });

  test('keeps answers and questions together when many are under way', async () => {
    const connection = await connectBad(era);
    const calls = Array.from({ length: 50 }, (_, i) => connection.callTool('echo', { text: `n${i}` }));
    expect((await Promise.all(calls)).map(textOf)).toEqual(calls.map((_, i) => `n${i}`));
  });

  test('carries a line of 12 MiB, and refuses one over the limit without losing the connection', async () => {
    const connection = await connectBad(era, { maxMessageBytes: 16 * 1024 * 1024 });
    const big = 12 * 1024 * 1024;
    expect(textOf(await connection.callTool('huge', { bytes: big }))).toHaveLength(big);
    const [fault, small] = await Promise.all([
      faultOf(connection.callTool('huge', { bytes: 2 * big })),
      connection.callTool('echo', { text: 'small' }),
    ]);
    expect(fault).toMatchObject({
      kind: 'ProtocolError',
      message: expect.stringContaining('more than 16777216 bytes'),
    });
    expect(textOf(small)).toBe('small');
  });

  test.each([
    ['an id that came back as text', 'string_id', undefined],
    ['a result that is no object', 'null_result', 'ProtocolError'],
    ['an error without a code', 'bare_error', 'RpcError'],
    ['an error of the server', 'rpc_error', 'RpcError'],
    ['an unknown tool', 'nobody', 'RpcError'],
  ])('copes with %s', async (_, tool, kind) => {
    const connection = await connectBad(era);
    const outcome = connection.callTool(tool);
    if (kind === undefined) expect(textOf(await outcome)).toBe('found');
    else expect((await faultOf(outcome)).kind).toBe(kind);
  });
});

test('a structured result that breaks its schema is delivered and reported', async () => {
  const connection = await connectBad('typed');
  await connection.tools();
  const reasonsOf = async (tool: string): Promise<string[]> =>
    (await connection.callTool(tool)).problems.map(({ reason }) => reason);
  expect(await reasonsOf('typed_right')).toEqual([]);
  expect(await reasonsOf('typed_wrong')).toEqual([
    'its structured content does not match the output schema: /count must be integer',
  ]);
  expect(await reasonsOf('typed_nothing')).toEqual(['it has an output schema but sent no structured content']);
  expect(await reasonsOf('typed_error')).toEqual([]);
  expect((await connection.callTool('typed_wrong')).structuredContent).toEqual({ count: 'one' });
});

describe('a list', () => {
  test.each(['malformed', 'malformed,modern'])('keeps the good items (%s)', async (manners) => {
    const connection = await connectBad(manners);
    const { tools, problems } = await connection.tools();
    expect(tools.map((tool) => tool.name)).toEqual(['first', 'odd_title', 'untyped', 'last']);
    expect(tools[1]).not.toHaveProperty('title');
    expect(tools[2]?.inputSchema).toEqual({ type: 'object' });
    expect(problems.map(({ index, kept }) => [index, kept])).toEqual([
      [1, false],
      [2, true],
      [3, false],
      [4, false],
      [5, true],
    ]);
  });

  test.each(['', 'modern'])('of resources, prompts and contents is salvaged too (%s)', async (era) => {
    const connection = await connectBad(era);
    const { resources, problems } = await connection.resources();
    expect(resources).toEqual([{ uri: 'test://a', name: 'test://a' }]);
    expect(problems).toHaveLength(3);
    expect((await connection.prompts()).prompts).toEqual([{ name: 'p' }]);
    expect((await connection.readResource('test://a')).contents).toEqual([{ uri: 'test://a', text: 'A' }]);
    expect((await connection.getPrompt('p')).messages).toHaveLength(1);
  });

  test('whose cursors go round ends with what it had', async () => {
    const connection = await connectBad('endless');
    const { tools, problems } = await connection.tools();
    expect(tools.map((tool) => tool.name)).toEqual(['t0', 't1', 't2', 't0']);
    expect(problems[0]?.reason).toContain('does not end');
  });

  test('that never comes is a timeout of its phase', async () => {
    const connection = await connectBad('hang-list', { requestTimeoutMs: 200 });
    expect(await faultOf(connection.tools())).toMatchObject({ kind: 'CallTimeout', context: { phase: 'list' } });
  });
});

describe('between server and client', () => {
  test('the environment of this process and that of the configuration reach the server', async () => {
    const connection = await connectBad('', { env: { ...process.env, INHERITED: 'yes' } });
    const answer = async (name: string): Promise<unknown> =>
      JSON.parse(textOf(await connection.callTool('env', { name }))).value;
    expect(await answer('INHERITED')).toBe('yes');
    expect(await answer('PATH')).toBe(process.env.PATH);
  });

  test('junk on stdout is counted and the first line kept', async () => {
    const connection = await connectBad('junk', { mode: 'legacy' });
    const { junkLines, firstJunkLine } = connection.diagnostics();
    expect(firstJunkLine).toBe('Welcome to my server!');
    expect(junkLines).toBe(3);
  });

  test('notifications become events', async () => {
    const connection = await connectBad();
    const events: unknown[] = [];
    connection.on('toolsChanged', () => events.push('tools'));
    const stop = connection.on('log', ({ level, data }) => events.push([level, data]));
    await connection.callTool('announce');
    stop();
    await connection.callTool('announce');
    expect(events).toEqual(['tools', ['warning', 'careful'], 'tools']);
  });

  test('in the newer era, listeners open the stream of the changes they want, also after a restart', async () => {
    const connection = await connectBad('modern');
    const events: unknown[] = [];
    connection.on('toolsChanged', () => events.push('tools'));
    connection.on('resourceUpdated', ({ uri }) => events.push(uri));
    await connection.subscribeResource('test://a');
    await connection.callTool('announce_change');
    expect(events).toEqual(['tools', 'test://a']);
    await faultOf(connection.callTool('die'));
    await connection.callTool('echo');
    await expect
      .poll(async () => {
        await connection.callTool('announce_change');
        return events.length;
      })
      .toBeGreaterThan(2);
  });

  test('stderr is passed on as it comes', async () => {
    let stderr = '';
    const connection = await connectBad('', { onStderr: (text) => (stderr += text) });
    await faultOf(connection.callTool('die', { text: 'farewell' }));
    expect(stderr).toBe('fatal: farewell\n');
  });

  test('a listener that throws harms nobody', async () => {
    const connection = await connectBad();
    const reports: string[] = [];
    connection.on('report', ({ error }) => reports.push(error.message));
    const onProgress = (): never => {
      throw new Error('listener fault');
    };
    expect(textOf(await connection.callTool('progress', { count: 1 }, { onProgress }))).toBe('done');
    expect(reports).toContain('listener fault');
  });

  test('a person may think longer than the server may be silent', async () => {
    const elicitation = async (): Promise<{ action: 'accept'; content: { ok: boolean } }> => {
      await sleep(3_200);
      return { action: 'accept', content: { ok: true } };
    };
    const connection = await connectBad('', { handlers: { elicitation } });
    const result = await connection.callTool('elicit', {}, { timeoutMs: 3_000 });
    expect(JSON.parse(textOf(result))).toMatchObject({ action: 'accept', content: { ok: true } });
  });

  test.each(['', 'modern'])('a ping is answered (%s)', async (era) => {
    const connection = await connectBad(era);
    await expect(connection.ping()).resolves.toBeUndefined();
  });
});
