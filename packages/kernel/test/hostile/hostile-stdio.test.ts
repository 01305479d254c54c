/** Things nobody should send. After each of them the next request works, in the same process, and memory stays bounded. */
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';

import { type ChildServer, startChildServer } from '../../src/testing/index.js';
import { bundledKitchen } from '../fixtures/bundle.js';

const script = await bundledKitchen();
const mebibyte = 1024 * 1024;
let server: ChildServer;
let probes = 0;

beforeAll(() => {
  server = startChildServer(script);
});

afterAll(() => server.kill());

/** A fresh request that must succeed after whatever came before. */
async function stillServes(): Promise<void> {
  probes += 1;
  const id = `probe-${probes}`;
  expect(await server.session.call(id, 'kitchen/echo', { text: id })).toMatchObject({
    id,
    result: { structuredContent: { text: id } },
  });
  server.session.clear();
}

describe('hostile input on stdio', () => {
  test('garbage, binary noise and half messages are answered and survived', async () => {
    const { session } = server;
    const noise = Buffer.from(Array.from({ length: 4096 }, (_, i) => (i * 7919) % 256).filter((byte) => byte !== 10));
    session.write(Buffer.concat([noise, Buffer.from('\n')]));
    session.write('{"jsonrpc":"2.0","id":1,"meth\n');
    session.write('}{\n\u0000\n"\n[[[[[\n');
    await session.find(() => session.received.length >= 6);
    expect(session.received.every((reply) => (reply as { error: { code: number } }).error.code === -32700)).toBe(true);
    await stillServes();
  });

  test('wrong types everywhere are answered one by one', async () => {
    const { session } = server;
    const wrong: unknown[] = [
      null,
      7,
      'text',
      true,
      {},
      { jsonrpc: 2 },
      { jsonrpc: '2.0', id: {}, method: 'ping' },
      { jsonrpc: '2.0', id: 'a', method: null },
      { jsonrpc: '2.0', id: 'b', method: 'tools/call', params: [1] },
      { jsonrpc: '2.0', id: 'c', method: 'tools/call', params: { name: {}, arguments: [] } },
      { jsonrpc: '2.0', id: 'd', method: 'tools/call', params: { name: 'kitchen/echo', arguments: { text: {} } } },
      { jsonrpc: '2.0', id: 'e', method: 'resources/read', params: { uri: 5 } },
      { jsonrpc: '2.0', id: 'f', method: 'prompts/get', params: { name: 'kitchen/compare', arguments: 'x' } },
      { jsonrpc: '2.0', id: 'g', method: 'completion/complete', params: { ref: 'x', argument: 3 } },
      { jsonrpc: '2.0', id: 'h', method: 'no/such/method', params: {} },
      { jsonrpc: '2.0', id: 'i', method: 'logging/setLevel', params: { level: 5 } },
      { jsonrpc: '2.0', id: 'j', method: 'tools/list', params: { cursor: {} } },
      { jsonrpc: '2.0', id: 'k', method: 'constructor', params: {} },
      { jsonrpc: '2.0', id: 'l', method: '__proto__', params: {} },
    ];
    for (const message of wrong) session.send(message);
    await session.find(() => session.received.length >= wrong.length);
    const failed = session.received.filter(
      (reply) => 'error' in (reply as object) || (reply as { result: { isError: boolean } }).result.isError,
    );
    expect(failed).toHaveLength(wrong.length);
    await stillServes();
  });

  test('responses and notifications nobody asked for are ignored', async () => {
    const { session } = server;
    session.send({ jsonrpc: '2.0', id: 999, result: {} });
    session.send({ jsonrpc: '2.0', id: 'x', error: { code: 1, message: 'no' } });
    session.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: {} } });
    session.send({ jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: 1, progress: 'x' } });
    session.send({ jsonrpc: '2.0', method: 'tools/call', params: { name: 'kitchen/echo' } });
    await session.request('after', 'ping');
    expect(session.received).toHaveLength(1);
    await stillServes();
  });

  test('deep nesting is refused', async () => {
    const { session } = server;
    session.write(`${'['.repeat(2_000_000)}\n`);
    session.write(
      `{"jsonrpc":"2.0","id":"deep","method":"ping","params":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}}\n`,
    );
    expect(await session.reply('deep')).toMatchObject({ error: { code: -32600 } });
    await stillServes();
  });

  test('a line of 20 MB is served', async () => {
    const text = 'x'.repeat(20 * mebibyte);
    const { result } = (await server.session.call('large', 'kitchen/echo', { text })) as {
      result: { structuredContent: { text: string } };
    };
    expect(result.structuredContent.text).toHaveLength(text.length);
    await stillServes();
  });

  test('an endless line is refused once and never kept', async () => {
    const chunk = Buffer.alloc(mebibyte, 'x');
    for (let part = 0; part < 80; part += 1) {
      if (!server.session.write(chunk)) await new Promise((resolve) => server.process.stdin.once('drain', resolve));
    }
    server.session.write('\n');
    expect(await server.session.reply(null)).toMatchObject({ error: { code: -32600 } });
    await stillServes();
  });

  test('10,000 pipelined calls are all answered, written without reading in between', async () => {
    const { session } = server;
    const count = 10_000;
    const calls = Array.from({ length: count }, (_, id) =>
      JSON.stringify({
        jsonrpc: '2.0',
        id,
        method: 'tools/call',
        params: { name: 'kitchen/echo', arguments: { text: 'x' } },
      }),
    );
    session.write(`${calls.join('\n')}\n`);
    await session.find(() => session.received.length >= count);
    const ids = new Set(session.received.map((reply) => (reply as { id: number }).id));
    expect(ids.size).toBe(count);
    await stillServes();
  });

  test('a reader that stops reading does not fill the memory', async () => {
    // A process of its own: what the tests above left in memory differs between machines.
    const { session, process: child, kill } = startChildServer(script);
    onTestFinished(kill);
    await session.call('awake', 'kitchen/echo', { text: 'awake' });
    child.stdout.pause();
    const before = residentBytes(child.pid);
    for (let id = 0; id < 4000; id += 1) {
      const params = { name: 'kitchen/big', arguments: { bytes: 150_000 } };
      session.send({ jsonrpc: '2.0', id: `slow-${id}`, method: 'tools/call', params });
    }
    await sleep(3000);
    // 4,000 answers of 300 kB would be 1.2 GB on top; the unread part is capped at 16 MiB, the rest is the collector's.
    expect(residentBytes(child.pid) - before).toBeLessThan(500 * mebibyte);
    child.stdout.resume();
    await session.reply('slow-100');
  });

  test('memory is bounded after all of this', async () => {
    expect(residentBytes(server.process.pid)).toBeLessThan(600 * mebibyte);
    await stillServes();
  });
});

describe('a client that goes away in the middle of a call', () => {
  test('leaves a server that exits cleanly, even when half a message was written', async () => {
    const lonely = startChildServer(script, { env: { KITCHEN_STDIO: '{"lingerMs":20}' } });
    lonely.session.send({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'kitchen/work', arguments: { steps: 10_000, stepMs: 5 }, _meta: { progressToken: 1 } },
    });
    await lonely.session.find((message) => (message as { method?: string }).method === 'notifications/progress');
    lonely.session.write('{"jsonrpc":"2.0","id":2,"method":');
    lonely.process.stdin.destroy();
    lonely.process.stdout.destroy();
    lonely.process.stderr.destroy();
    expect(await lonely.exited).toBe(0);
  });
});

/** Resident memory of a process, where the system tells; otherwise nothing can be claimed. */
function residentBytes(pid: number | undefined): number {
  try {
    const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return Number(kilobytes) * 1024;
  } catch {
    return 0;
  }
}
