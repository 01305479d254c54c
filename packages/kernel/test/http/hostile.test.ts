import { once } from 'node:events';
import { connect } from 'node:net';

import { describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';

import { eventually, initialize, modernMeta, post, type Served, served, session } from './served.js';

/** Whatever came before, the next request works. */
async function stillServes({ url }: Served): Promise<void> {
  const response = await post(url, initialize());
  expect(response.status).toBe(200);
  await response.text();
}

/** Sends raw bytes and gives what comes back until it is what was waited for, the server closes, or the time is up. */
function raw(url: URL, bytes: string, waitMs: number, awaited?: RegExp): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(Number(url.port), url.hostname, () => socket.write(bytes));
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString();
      if (awaited?.test(text)) done();
    });
    const done = () => {
      clearTimeout(timer);
      socket.destroy();
      resolve(text);
    };
    const timer = setTimeout(done, waitMs);
    socket.on('close', done).on('error', done);
  });
}

/** As a client that is too busy to look: not a byte of the answer is read before the last one of the question is sent. */
async function sentThenRead(url: URL, body: string): Promise<string> {
  const socket = connect(Number(url.port), url.hostname).pause();
  const gone = new Promise<string>((resolve) => socket.on('error', () => {}).on('close', () => resolve('')));
  const send = (bytes: string) => new Promise<void>((resolve) => socket.write(bytes, () => resolve()));
  await send(
    `POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`,
  );
  for (let at = 0; at < body.length; at += 1_048_576) await send(body.slice(at, at + 1_048_576));
  const answer = new Promise<string>((resolve) => socket.once('data', (chunk) => resolve(chunk.toString())));
  socket.resume();
  return Promise.race([answer, gone]).finally(() => socket.destroy());
}

describe('broken requests', () => {
  test.each([
    ['not HTTP at all', 'hello there\r\n\r\n', /400 Bad Request/],
    ['binary noise', '\x16\x03\x01\x02\x00\x01\xfc\x03\x03', /400 Bad Request/],
    [
      'two lengths',
      'POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nx',
      /400 Bad Request/,
    ],
    [
      'both length and chunks',
      'POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      /400 Bad Request/,
    ],
    ['an endless header', `GET /mcp HTTP/1.1\r\nHost: localhost\r\nX: ${'a'.repeat(40_000)}\r\n\r\n`, /431|400/],
    ['a strange target', 'GET http://[::bad HTTP/1.1\r\nHost: localhost\r\n\r\n', /400/],
    ['a method nobody serves', 'PUT /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n', /405/],
  ])('%s', async (_, bytes, answer) => {
    const server = await served();
    expect(await raw(server.url, bytes, 30_000, answer)).toMatch(answer);
    await stillServes(server);
  });

  test.each([
    ['broken JSON', '{"jsonrpc": "2.0", "id": 1, ', 400, -32700],
    ['an empty body', '', 400, -32700],
    ['a number', '7', 400, -32600],
    ['null', 'null', 400, -32600],
    ['another version of JSON-RPC', '{"jsonrpc":"1.0","id":1,"method":"ping"}', 400, -32600],
    ['an empty batch', '[]', 400, -32600],
    ['a fractional id', '{"jsonrpc":"2.0","id":1.5,"method":"ping"}', 400, -32600],
    [
      'endless nesting',
      `{"jsonrpc":"2.0","id":1,"method":"ping","params":${'['.repeat(50_000)}${']'.repeat(50_000)}}`,
      400,
      -32600,
    ],
    [
      'deep nesting',
      `{"jsonrpc":"2.0","id":1,"method":"x","params":{"a":${'{"a":'.repeat(500)}1${'}'.repeat(500)}}}`,
      400,
      -32600,
    ],
  ])('%s', async (_, body, status, code) => {
    const server = await served();
    const response = await post(server.url, body, await session(server.url));
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ error: { code } });
    await stillServes(server);
  });

  test('bytes that are no text', async () => {
    const server = await served();
    const bytes = new Uint8Array([0x7b, 0xff, 0xfe, 0x7d]);
    const response = await post(server.url, '', {}, { body: bytes });
    expect([response.status, ((await response.json()) as { error: { code: number } }).error.code]).toEqual([
      400, -32700,
    ]);
    await stillServes(server);
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', ''])(
    'content type "%s"',
    async (type) => {
      const server = await served();
      expect((await post(server.url, initialize(), { 'content-type': type })).status).toBe(415);
      await stillServes(server);
    },
  );

  test('a compressed body', async () => {
    const server = await served();
    expect((await post(server.url, initialize(), { 'content-encoding': 'gzip' })).status).toBe(415);
    await stillServes(server);
  });

  test('keys that would poison prototypes are ordinary keys', async () => {
    const server = await served();
    const body = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"text":"x","__proto__":{"polluted":1}}}}`;
    await (await post(server.url, body, await session(server.url))).text();
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    await stillServes(server);
  });
});

describe('bodies that do not end well', () => {
  const huge = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'x', params: { text: 'x'.repeat(20 * 1024 * 1024) } });

  test('20 MB with a length are refused before they are read', async () => {
    const server = await served();
    const response = await post(server.url, huge);
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({
      id: null,
      error: { code: -32600, message: expect.stringContaining('4194304'), data: { kind: 'TooLarge' } },
    });
    await stillServes(server);
  });

  test('20 MB in chunks are refused at the limit', async () => {
    const server = await served();
    const chunks = new ReadableStream({
      start(controller) {
        for (let at = 0; at < huge.length; at += 262_144) controller.enqueue(Buffer.from(huge.slice(at, at + 262_144)));
        controller.close();
      },
    });
    const response = await post(server.url, '', {}, { body: chunks, duplex: 'half' } as RequestInit);
    expect(response.status).toBe(413);
    await stillServes(server);
  });

  test('whoever reads only after having sent everything still finds the refusal', async () => {
    const server = await served();
    expect(await sentThenRead(server.url, huge)).toMatch(/^HTTP\/1\.1 413 /);
    await stillServes(server);
  });

  test('half a body and then silence or a hang-up', async () => {
    const server = await served();
    const start =
      'POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{"jsonrpc"';
    expect(await raw(server.url, start, 100)).toBe('');
    await stillServes(server);
  });
});

describe('readers and callers that misbehave', () => {
  const flood = (meta: object) => ({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'flood', arguments: { count: 20_000, bytes: 20_000 }, _meta: { ...meta, progressToken: 1 } },
  });

  /** 400 MB are written for a reader that does not read; what stays in memory is what the server failed to drop. */
  async function memoryKept(server: Served, send: () => void): Promise<number> {
    const before = process.memoryUsage().rss;
    send();
    await eventually(() => server.witness.finished === 1);
    return (process.memoryUsage().rss - before) / 1024 ** 2;
  }

  test.each(['legacy', 'modern'])('a reader that stops reading does not fill the memory (%s)', async (era) => {
    const server = await served();
    const headers: Record<string, string> =
      era === 'legacy'
        ? await session(server.url)
        : { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'flood' };
    const body = JSON.stringify(flood(era === 'legacy' ? {} : modernMeta));
    const all = {
      ...headers,
      host: 'localhost',
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    };
    const head = Object.entries(all)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('');
    const socket = connect(Number(server.url.port), server.url.hostname)
      .pause()
      .on('error', () => {});
    const kept = await memoryKept(server, () => {
      socket.write(`POST /mcp HTTP/1.1\r\n${head}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
    });
    expect(kept).toBeLessThan(150);
    socket.destroy();
    await stillServes(server);
  });

  test('nor does one on a WebSocket', async () => {
    const server = await served();
    const ws = new WebSocket(`ws://${server.url.host}/ws`, ['mcp']);
    await once(ws, 'open');
    ws.send(JSON.stringify(initialize()));
    await once(ws, 'message');
    ws.pause();
    expect(await memoryKept(server, () => ws.send(JSON.stringify(flood({}))))).toBeLessThan(150);
    ws.terminate();
    await stillServes(server);
  });

  test('a hundred callers that hang up mid-call leave nothing running', async () => {
    const server = await served();
    const headers = await session(server.url);
    const giveUp = new AbortController();
    const calls = Array.from({ length: 100 }, (_, id) => {
      const body = {
        jsonrpc: '2.0',
        id,
        method: 'tools/call',
        params: { name: 'count', arguments: { to: 10_000, everyMs: 20 } },
      };
      return post(server.url, body, headers, { signal: giveUp.signal }).catch(() => undefined);
    });
    await eventually(() => server.witness.started === 100);
    giveUp.abort();
    await Promise.all(calls);
    await eventually(() => server.witness.aborted === 100);
    await eventually(() => server.runtime.running === 0);
    await stillServes(server);
  });

  test('a thousand connections that send nothing are in nobody’s way', async () => {
    const server = await served();
    const sockets = Array.from({ length: 1000 }, () =>
      connect(Number(server.url.port), server.url.hostname).on('error', () => {}),
    );
    await Promise.all(sockets.map((socket) => once(socket, 'connect')));
    await stillServes(server);
    for (const socket of sockets) socket.destroy();
    await stillServes(server);
  });
});
