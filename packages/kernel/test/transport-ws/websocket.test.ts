import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';

import { Client, type JSONRPCMessage, type Transport } from '@modelcontextprotocol/client';
import { describe, expect, test } from 'vitest';
import { type ClientOptions, WebSocket } from 'ws';

import { authenticateByJwt, noAuthentication } from '../../src/auth/index.js';
import { Fault } from '../../src/index.js';
import { eventually, initialize, modernMeta, type ServedOptions, served, type Version } from '../http/served.js';

/** The SDK has no WebSocket client any more; this is all one takes. */
class ClientWebSocket implements Transport {
  onmessage?: (message: JSONRPCMessage) => void;
  onclose?: () => void;
  readonly #ws: WebSocket;

  constructor(ws: WebSocket) {
    this.#ws = ws;
  }

  async start() {
    this.#ws.on('message', (data) => this.onmessage?.(JSON.parse(String(data)) as JSONRPCMessage));
    this.#ws.on('close', () => this.onclose?.());
    if (this.#ws.readyState === this.#ws.CONNECTING) await once(this.#ws, 'open');
  }

  async send(message: JSONRPCMessage) {
    this.#ws.send(JSON.stringify(message));
  }

  async close() {
    this.#ws.close();
  }
}

function dial(url: URL, options: ClientOptions = {}, protocols = ['mcp']): WebSocket {
  return new WebSocket(`ws://${url.host}/ws`, protocols, options);
}

async function opened(options: ServedOptions = {}) {
  const server = await served(options);
  const ws = dial(server.url);
  const inbox: unknown[] = [];
  const waiting: ((value: unknown) => void)[] = [];
  ws.on('message', (data) => {
    const value = JSON.parse(String(data)) as unknown;
    const taker = waiting.shift();
    if (taker === undefined) inbox.push(value);
    else taker(value);
  });
  await once(ws, 'open');
  const next = () =>
    inbox.length > 0 ? Promise.resolve(inbox.shift()) : new Promise((resolve) => waiting.push(resolve));
  return {
    ...server,
    ws,
    next,
    send: (value: unknown) => ws.send(typeof value === 'string' ? value : JSON.stringify(value)),
  };
}

/** The status with which an upgrade was refused. */
async function refusal(ws: WebSocket): Promise<number | undefined> {
  ws.on('error', () => {});
  const [, response] = (await once(ws, 'unexpected-response')) as [unknown, { statusCode?: number }];
  return response.statusCode;
}

describe.each<Version>(['legacy', 'modern'])('a %s client', (era) => {
  test('lists, calls, gets progress and cancels', async () => {
    const { url, witness } = await served();
    const mode = era === 'legacy' ? 'legacy' : { pin: '2026-07-28' };
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
    await client.connect(new ClientWebSocket(dial(url)));
    expect((await client.listTools()).tools).toHaveLength(3);
    const seen: number[] = [];
    const counted = await client.callTool(
      { name: 'count', arguments: { to: 20, everyMs: 5 } },
      { onprogress: ({ progress }) => seen.push(progress) },
    );
    expect(counted.structuredContent).toEqual({ counted: 20 });
    expect(seen.at(-1)).toBe(20);
    const giveUp = new AbortController();
    const call = client.callTool({ name: 'count', arguments: { to: 10_000, everyMs: 5 } }, { signal: giveUp.signal });
    await eventually(() => witness.started === 2);
    giveUp.abort();
    await expect(call).rejects.toThrow();
    await eventually(() => witness.aborted === 1);
    await client.close();
  });
});

describe('the wire', () => {
  test('the subprotocol is agreed on, and broken frames are answered', async () => {
    const { ws, next, send } = await opened();
    expect(ws.protocol).toBe('mcp');
    send('{broken');
    expect(await next()).toMatchObject({ id: null, error: { code: -32700 } });
    send('7');
    expect(await next()).toMatchObject({ id: null, error: { code: -32600 } });
    send(initialize('1.0.0'));
    expect(await next()).toMatchObject({ id: 'init', error: { code: -32602 } });
    send(initialize('2025-03-26'));
    expect(await next()).toMatchObject({ id: 'init', result: { protocolVersion: '2025-03-26' } });
    send([{ jsonrpc: '2.0', id: 1, method: 'ping' }, {}, { jsonrpc: '2.0', id: 2, method: 'ping' }]);
    expect(await next()).toHaveLength(3);
    ws.close();
  });

  test('a newer revision has no batches', async () => {
    const { ws, next, send } = await opened();
    send(initialize('2025-11-25'));
    await next();
    send([{ jsonrpc: '2.0', id: 1, method: 'ping' }]);
    expect(await next()).toMatchObject({ id: null, error: { code: -32600 } });
    ws.close();
  });

  test('a modern request is served without a handshake', async () => {
    const { ws, next, send } = await opened();
    send({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'echo', arguments: { text: 'x' }, _meta: modernMeta },
    });
    expect(await next()).toMatchObject({ id: 1, result: { structuredContent: { text: 'x' } } });
    ws.close();
  });

  test.each([
    ['a message beyond the limit', 'x'.repeat(2000), 1009],
    ['a binary message', Buffer.from('{}'), 1003],
  ])('%s closes the connection, and the next one works', async (_, data, code) => {
    const { ws, url } = await opened({ webSocket: { payloadLimit: 1000 } });
    ws.send(data);
    expect((await once(ws, 'close'))[0]).toBe(code);
    const other = dial(url);
    await once(other, 'open');
    other.close();
  });

  test('a peer that answers no ping is dropped and its call ends', async () => {
    const { url, witness } = await served({ webSocket: { pingMs: 30 } });
    const ws = dial(url, { autoPong: false });
    await once(ws, 'open');
    ws.send(JSON.stringify(initialize()));
    const params = { name: 'count', arguments: { to: 10_000, everyMs: 5 } };
    ws.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }));
    await once(ws, 'close');
    await eventually(() => witness.aborted === 1);
  });

  test('pages of other sites, callers without a key and too many callers are refused', async () => {
    const { url } = await served({ webSocket: { maxConnections: 1 } });
    expect(await refusal(dial(url, { origin: 'https://evil.example' }))).toBe(403);
    const first = dial(url);
    await once(first, 'open');
    expect(await refusal(dial(url))).toBe(503);
    first.close();
    const closed = {
      ...noAuthentication,
      authenticate() {
        throw new Fault('Unauthenticated', 'no');
      },
    };
    const guarded = await served({ front: { authenticator: closed } });
    expect(await refusal(dial(guarded.url))).toBe(401);
  });

  test('a refused caller is told how to authenticate, as over HTTP, and counted', async () => {
    const authenticator = await authenticateByJwt({ jwks: { keys: [] }, issuer: 'https://id.example', audience: 'x' });
    const { url, front } = await served({ front: { authenticator } });
    const [, response] = (await once(dial(url), 'unexpected-response')) as [unknown, IncomingMessage];
    const metadata = `${url.origin}/.well-known/oauth-protected-resource/ws`;
    expect(response.statusCode).toBe(401);
    expect(response.headers['www-authenticate']).toBe(`Bearer resource_metadata="${metadata}"`);
    expect(await front.metrics.render()).toContain('http_refusals_total{status="401"} 1');
    response.destroy();
  });

  test('a plain request is told to upgrade', async () => {
    const { url } = await served();
    expect((await fetch(new URL('/ws', url))).status).toBe(426);
  });

  test('a running call finishes before a shutdown closes the connection', async () => {
    const { front, witness, next, send } = await opened();
    send(initialize());
    await next();
    send({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'count', arguments: { to: 10, everyMs: 10 } },
    });
    await eventually(() => witness.started === 1);
    await front.close({ graceMs: 300_000 });
    expect(await next()).toMatchObject({ id: 1, result: { structuredContent: { counted: 10 } } });
  });
});
