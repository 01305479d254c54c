import { spawnSync } from 'node:child_process';
import { PassThrough } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';

import { createRuntime, noAudit, reply, serveStdio } from '../../src/index.js';
import { type ChildServer, negotiation, RawSession, serveRaw, startChildServer } from '../../src/testing/index.js';
import { LineReader } from '../../src/transport/stdio/lines.js';
import { bundledKitchen } from '../fixtures/bundle.js';
import { kitchen } from '../fixtures/kitchen.js';

const script = await bundledKitchen();
const started: ChildServer[] = [];

function startKitchen(env: Record<string, string> = {}): ChildServer {
  const server = startChildServer(script, { env });
  started.push(server);
  return server;
}

afterEach(async () => {
  await Promise.all(started.splice(0).map((server) => server.kill()));
});

describe('lines', () => {
  test('are the same however the bytes are cut', () => {
    const line = fc.string({ unit: 'grapheme' }).map((text) => JSON.stringify(text));
    fc.assert(
      fc.property(fc.array(line), fc.array(fc.nat(30)), (lines, cuts) => {
        const bytes = Buffer.from(lines.map((text) => `${text}\n`).join(''));
        const read: string[] = [];
        const reader = new LineReader(
          1e9,
          (text) => read.push(text),
          () => {},
        );
        let at = 0;
        for (const cut of cuts) {
          reader.push(bytes.subarray(at, at + cut));
          at += cut;
        }
        reader.push(bytes.subarray(at));
        reader.end();
        expect(read).toEqual(lines);
      }),
    );
  });

  test('may end in CRLF, start with a byte order mark, be blank, or lack the last newline', () => {
    const read: string[] = [];
    const reader = new LineReader(
      100,
      (text) => read.push(text),
      () => {},
    );
    reader.push(Buffer.from('\uFEFF{"a":1}\r\n\n  \r\n{"b":2}'));
    reader.end();
    expect(read).toEqual(['{"a":1}', '{"b":2}']);
  });

  test('over the limit are reported once and skipped', () => {
    const read: string[] = [];
    let tooLong = 0;
    const count = (): void => {
      tooLong += 1;
    };
    const reader = new LineReader(10, (text) => read.push(text), count);
    for (let part = 0; part < 50; part += 1) reader.push(Buffer.alloc(7, 'x'));
    reader.push(Buffer.from('\nshort\n'));
    expect({ read, tooLong }).toEqual({ read: ['short'], tooLong: 1 });
  });
});

describe('a process', () => {
  test.each([['2024-11-05'], ['2025-11-25'], ['2026-07-28']])('serves the official client at %s', async (revision) => {
    const transport = new StdioClientTransport({ command: process.execPath, args: [script], stderr: 'ignore' });
    const client = new Client({ name: 'test', version: '0' }, negotiation(revision));
    await client.connect(transport);
    const result = await client.callTool({ name: 'kitchen/echo', arguments: { text: 'hi' } });
    expect(result.structuredContent).toEqual({ text: 'hi', times: 1 });
    await client.close();
  });

  test('answers what was asked when input ends at once, as in `echo … | server`, and exits cleanly', () => {
    const input = [
      '{"jsonrpc":"2.0","id":"1","method":"tools/list","params":{}}',
      '{"jsonrpc":"2.0","id":"2","method":"tools/call","params":{"name":"kitchen/work","arguments":{"steps":3,"stepMs":30}}}',
    ].join('\n');
    const { stdout, status } = spawnSync(process.execPath, [script], { input, encoding: 'utf8' });
    const replies = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { id: string });
    expect(replies.map(({ id }) => id)).toEqual(['1', '2']);
    expect(status).toBe(0);
  });

  test('writes nothing but protocol to stdout, whatever its dependencies print', async () => {
    const { session, stderr } = startKitchen();
    expect(await session.call(1, 'kitchen/noisy')).toMatchObject({ result: { isError: false } });
    expect(session.received).toHaveLength(1);
    // It comes through another pipe than the answer, and may be later.
    for (const words of ['this would break the protocol', 'and so would this'])
      await expect.poll(stderr, { timeout: 60_000 }).toContain(words);
  });

  test('aborts running calls some time after input ends, lets them checkpoint, and exits', async () => {
    const { session, exited, stderr } = startKitchen({ KITCHEN_STDIO: JSON.stringify({ lingerMs: 50 }) });
    session.send({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'kitchen/work', arguments: { steps: 10_000, stepMs: 5 }, _meta: { progressToken: 1 } },
    });
    await session.find((message) => (message as { method?: string }).method === 'notifications/progress');
    session.end();
    expect(await exited).toBe(0);
    expect(stderr()).toContain('checkpoint written');
  });

  test('aborts at once when nobody can hear it any more', async () => {
    const {
      session,
      process: child,
      exited,
      stderr,
    } = startKitchen({ KITCHEN_STDIO: JSON.stringify({ lingerMs: 60_000 }) });
    session.send({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'kitchen/work', arguments: { steps: 10_000, stepMs: 5 }, _meta: { progressToken: 1 } },
    });
    await session.find((message) => (message as { method?: string }).method === 'notifications/progress');
    child.stdout.destroy();
    expect(await exited).toBe(0);
    expect(stderr()).toContain('checkpoint written');
  });
});

describe('cancellation', () => {
  test.each([
    ['in the old era', {}],
    [
      'in the modern era',
      {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientCapabilities': {},
      },
    ],
  ])('aborts the handler and is never answered %s', async (_, meta) => {
    const { session, service, runtime } = serveRaw(kitchen);
    const params = {
      name: 'kitchen/work',
      arguments: { steps: 1000, stepMs: 5 },
      _meta: { ...meta, progressToken: 'p' },
    };
    session.send({ jsonrpc: '2.0', id: 'long', method: 'tools/call', params });
    await session.find((message) => (message as { method?: string }).method === 'notifications/progress');
    session.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'long', _meta: meta } });
    expect(await runtime.settled(5000)).toBe(true);
    await sleep(60);
    expect(session.received.filter((message) => (message as { id?: string }).id === 'long')).toEqual([]);
    await service.close();
  });
});

describe('flow', () => {
  test('an id still in use is refused and the first call goes on', async () => {
    const { session, service } = serveRaw(kitchen);
    const call = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'kitchen/work', arguments: { steps: 1, stepMs: 40 } },
    };
    session.send(call);
    session.send(call);
    expect(await session.reply(1)).toMatchObject({ error: { code: -32600 } });
    expect(await session.find((message) => 'result' in (message as object))).toMatchObject({
      result: { isError: false },
    });
    await service.close();
  });

  test('a line over the limit is answered and the next request works', async () => {
    const { session, service } = serveRaw(kitchen, {}, { maxLineBytes: 1000 });
    session.write(`{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":"${'y'.repeat(5000)}"}}\n`);
    expect(await session.reply(null)).toMatchObject({
      error: {
        code: -32600,
        message: 'Message too large: at most 1000 bytes',
        data: { kind: 'TooLarge', limitBytes: 1000, suggestion: expect.stringContaining('Send less') },
      },
    });
    expect(await session.request(2, 'ping')).toMatchObject({ result: {} });
    await service.close();
  });

  test('a line over the limit is refused for its size, also when it is no JSON and arrives in pieces', async () => {
    const { session, service } = serveRaw(kitchen, {}, { maxLineBytes: 1000 });
    for (let piece = 0; piece < 10; piece += 1) session.write('x'.repeat(500));
    session.write('\n');
    expect(await session.reply(null)).toMatchObject({ error: { code: -32600, data: { kind: 'TooLarge' } } });
    expect(await session.request(2, 'ping')).toMatchObject({ result: {} });
    expect(session.received).toHaveLength(2);
    await service.close();
  });

  test('reading stops while too much is unread and goes on when the reader catches up', async () => {
    const [input, output] = [new PassThrough(), new PassThrough({ highWaterMark: 1024 })];
    const service = serveStdio(createRuntime(kitchen, { audit: noAudit }), {
      stdin: input,
      stdout: output,
      maxUnreadBytes: 200_000,
    });
    const call = (id: number): string =>
      `${JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'kitchen/big', arguments: { bytes: 50_000 } } })}\n`;
    for (let id = 0; id < 200; id += 1) input.write(call(id));
    await sleep(100);
    // Nobody reads: far fewer than 200 answers of 100 kB may have piled up.
    expect(output.writableLength + output.readableLength).toBeLessThan(2_000_000);
    const session = new RawSession(input, output);
    expect(await session.reply(199)).toMatchObject({ result: { isError: false } });
    await service.close();
  });

  test('reading stops while too many requests are unanswered', async () => {
    const { session, service, runtime } = serveRaw(kitchen, {}, { maxUnanswered: 8 });
    for (let id = 0; id < 64; id += 1) {
      const params = { name: 'kitchen/work', arguments: { steps: 1, stepMs: 20 } };
      session.send({ jsonrpc: '2.0', id, method: 'tools/call', params });
      await sleep(0);
    }
    expect(runtime.running).toBeLessThanOrEqual(16);
    await session.reply(63);
    await service.close();
  });

  test('a request cancelled while it waits in line never starts, and cancelling the one before lets the next begin', async () => {
    const { session, service, runtime } = serveRaw(kitchen, {}, { maxUnanswered: 1 });
    const long = { name: 'kitchen/work', arguments: { steps: 1000, stepMs: 5 } };
    session.send({ jsonrpc: '2.0', id: 'first', method: 'tools/call', params: long });
    session.send({ jsonrpc: '2.0', id: 'second', method: 'tools/call', params: long });
    session.send({ jsonrpc: '2.0', id: 'third', method: 'ping' });
    session.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'second' } });
    await expect.poll(() => runtime.running).toBe(1);
    session.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'first' } });
    expect(await session.reply('third')).toMatchObject({ result: {} });
    await service.close();
  });

  test('a result that JSON cannot hold is answered with an internal error', async () => {
    const broken = {
      ...(kitchen.operations ?? [])[0]!,
      name: 'broken',
      run: () => reply({ content: [{ type: 'text', text: 'x', _meta: { n: 1n } }] }),
    };
    const { session, service } = serveRaw({ ...kitchen, operations: [broken] });
    expect(await session.call(1, 'broken', { text: 'x' })).toMatchObject({ id: 1, error: { code: -32603 } });
    await service.close();
  });

  test('closing waits for handlers that checkpoint', async () => {
    const { session, service, runtime } = serveRaw(kitchen);
    session.send({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'kitchen/work', arguments: { steps: 1000, stepMs: 10 }, _meta: { progressToken: 1 } },
    });
    await session.find((message) => (message as { method?: string }).method === 'notifications/progress');
    await service.close();
    expect(runtime.running).toBe(0);
  });
});
