import { describe, expect, test } from 'vitest';

import { connected, eventually, served, type Version } from '../http/served.js';

describe.each<Version>(['legacy', 'modern'])('the official client in the %s era', (era) => {
  test('lists and calls tools', async () => {
    const { url } = await served();
    const client = await connected(url, era);
    expect(client.getServerVersion()).toMatchObject({ name: 'example', version: '1.2.3' });
    expect((await client.listTools()).tools.map((tool) => tool.name)).toEqual(['echo', 'count', 'flood']);
    const result = await client.callTool({ name: 'echo', arguments: { text: 'olá' } });
    expect(result).toMatchObject({
      structuredContent: { text: 'olá' },
      content: [{ type: 'text', text: '{"text":"olá"}' }],
    });
  });

  test('gets every last progress before the result', async () => {
    const { url } = await served();
    const client = await connected(url, era);
    for (let round = 0; round < 3; round += 1) {
      const seen: number[] = [];
      const result = await client.callTool(
        { name: 'count', arguments: { to: 30, everyMs: 5 } },
        { onprogress: ({ progress }) => seen.push(progress) },
      );
      expect(result.structuredContent).toEqual({ counted: 30 });
      expect(seen.at(-1)).toBe(30);
      expect([...seen].sort((a, b) => a - b)).toEqual(seen);
    }
  });

  test('cancels a running call', async () => {
    const { url, witness } = await served();
    const client = await connected(url, era);
    const giveUp = new AbortController();
    const call = client.callTool({ name: 'count', arguments: { to: 10_000, everyMs: 5 } }, { signal: giveUp.signal });
    await eventually(() => witness.started === 1);
    giveUp.abort();
    await expect(call).rejects.toThrow();
    await eventually(() => witness.aborted === 1);
    expect((await client.callTool({ name: 'echo', arguments: { text: 'next' } })).structuredContent).toEqual({
      text: 'next',
    });
  });

  test('makes 1,000 calls at once, each with its own answer', async () => {
    const { url, runtime } = await served();
    const client = await connected(url, era);
    const texts = Array.from({ length: 1000 }, (_, index) => `call ${index}`);
    const results = await Promise.all(texts.map((text) => client.callTool({ name: 'echo', arguments: { text } })));
    expect(results.map((result) => (result.structuredContent as { text: string }).text)).toEqual(texts);
    expect(runtime.running).toBe(0);
  });

  test('answers a call while others are under way', async () => {
    const { url, runtime, witness } = await served();
    const client = await connected(url, era);
    const enough = new AbortController();
    const count = { name: 'count', arguments: { to: 1_000_000, everyMs: 5 } };
    const long = [1, 2].map(() => client.callTool(count, { signal: enough.signal }).catch(() => 'given up'));
    await eventually(() => witness.started === 2);
    const { structuredContent } = await client.callTool({ name: 'echo', arguments: { text: 'meanwhile' } });
    expect({ structuredContent, running: runtime.running }).toEqual({
      structuredContent: { text: 'meanwhile' },
      running: 2,
    });
    enough.abort();
    expect(await Promise.all(long)).toEqual(['given up', 'given up']);
  });
});

test('a client that probes finds the modern era by itself', async () => {
  const { url } = await served();
  const client = await connected(url, 'legacy', {}, { versionNegotiation: { mode: 'auto' } });
  expect(client.getNegotiatedProtocolVersion()).toBe('2026-07-28');
});

test('both eras share one path and one runtime at the same time', async () => {
  const { url, runtime, witness } = await served();
  const clients = await Promise.all([connected(url, 'legacy'), connected(url, 'modern')]);
  const calls = clients.map((client) => client.callTool({ name: 'count', arguments: { to: 20, everyMs: 5 } }));
  await eventually(() => witness.started === 2);
  expect(runtime.running).toBe(2);
  await Promise.all(calls);
});
