import { Client, SSEClientTransport } from '@modelcontextprotocol/client';
import { describe, expect, test } from 'vitest';

import { events, eventually, initialize, post, served } from '../http/served.js';

async function rawStream(url: URL) {
  const giveUp = new AbortController();
  const response = await fetch(new URL('/sse', url), {
    headers: { accept: 'text/event-stream' },
    signal: giveUp.signal,
  });
  const stream = events(response);
  const first = await stream.next();
  const address = new URL(first.value?.data ?? '', url);
  const next = async () => JSON.parse((await stream.next()).value?.data ?? 'null') as Record<string, unknown>;
  return { response, first: first.value, address, next, hangUp: () => giveUp.abort() };
}

describe('the official SSE client', () => {
  test('lists, calls, gets progress and cancels', async () => {
    const { url, witness } = await served();
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(new SSEClientTransport(new URL('/sse', url)));
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
  test('the first event names the address, and answers come on the stream', async () => {
    const { url } = await served();
    const { response, first, address, next, hangUp } = await rawStream(url);
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    expect(first).toMatchObject({ event: 'endpoint', data: expect.stringMatching(/^\/messages\?sessionId=/) });
    expect((await post(address, initialize('2024-11-05'))).status).toBe(202);
    expect(await next()).toMatchObject({ id: 'init', result: { protocolVersion: '2024-11-05' } });
    expect((await post(address, '{broken')).status).toBe(202);
    expect(await next()).toMatchObject({ id: null, error: { code: -32700 } });
    const batch = [{ jsonrpc: '2.0', id: 1, method: 'ping' }, {}, { jsonrpc: '2.0', id: 2, method: 'ping' }];
    await post(address, batch);
    expect(await next()).toHaveLength(3);
    hangUp();
  });

  test('unknown sessions, wrong methods and huge bodies are refused', async () => {
    const { url } = await served();
    const { address, hangUp } = await rawStream(url);
    expect((await post(new URL('/messages?sessionId=nobody', url), initialize())).status).toBe(404);
    expect((await post(new URL('/sse', url), initialize())).status).toBe(405);
    expect((await fetch(address)).status).toBe(405);
    const huge = await post(address, 'x'.repeat(5_000_000));
    expect(huge.status).toBe(413);
    expect(await huge.json()).toMatchObject({ id: null, error: { code: -32600, data: { kind: 'TooLarge' } } });
    expect((await post(address, initialize(), { 'content-type': 'text/plain' })).status).toBe(415);
    expect((await post(address, initialize())).status).toBe(202);
    hangUp();
  });

  test('hanging up ends the call and the session', async () => {
    const { url, witness, runtime } = await served();
    const { address, next, hangUp } = await rawStream(url);
    await post(address, initialize('2024-11-05'));
    await next();
    const params = { name: 'count', arguments: { to: 10_000, everyMs: 5 } };
    await post(address, { jsonrpc: '2.0', id: 1, method: 'tools/call', params });
    await eventually(() => witness.started === 1);
    hangUp();
    await eventually(() => witness.aborted === 1);
    await eventually(() => runtime.running === 0);
    expect((await post(address, initialize())).status).toBe(404);
  });
});
