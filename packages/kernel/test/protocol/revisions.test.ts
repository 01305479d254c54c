import { describe, expect, test } from 'vitest';

import { legacyRevisions, modernRevision, supportedRevisions } from '../../src/index.js';
import { connectInMemory, serveRaw } from '../../src/testing/index.js';
import { kitchen } from '../fixtures/kitchen.js';

describe.each(supportedRevisions.map((revision) => [revision]))('the official client at revision %s', (revision) => {
  test('lists and calls tools, reads resources, gets prompts and completes', async () => {
    const { client, close } = await connectInMemory(kitchen, { revision });
    try {
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toContain('kitchen/echo');
      const whoami = await client.callTool({ name: 'kitchen_whoami', arguments: {} });
      expect(whoami.structuredContent).toEqual({
        subject: 'local',
        era: revision === modernRevision ? 'modern' : 'legacy',
        protocolVersion: revision,
      });
      const { contents } = await client.readResource({ uri: 'kitchen://case/%2Fdata%2Fone/config' });
      expect(JSON.parse((contents[0] as { text: string }).text)).toEqual({ case_dir: '/data/one' });
      const prompt = await client.getPrompt({ name: 'kitchen/compare', arguments: { output_dirs: '/a,/b' } });
      expect(prompt.messages[0]?.content).toMatchObject({ text: 'Compare ["/a","/b"] by storage.' });
      if (revision !== '2024-11-05') {
        const ref = { type: 'ref/prompt', name: 'kitchen/compare' } as const;
        const { completion } = await client.complete({ ref, argument: { name: 'metric', value: 's' } });
        expect(completion.values).toEqual(['storage', 'spill']);
      }
    } finally {
      await close();
    }
  });
});

describe('the handshake in bytes', () => {
  test.each(legacyRevisions.map((revision) => [revision]))('%s is answered with itself', async (revision) => {
    const { session, service } = serveRaw(kitchen);
    expect(await session.initialize(revision)).toMatchObject({
      result: { protocolVersion: revision, serverInfo: { name: 'kitchen', version: '1.2.3' } },
    });
    await service.close();
  });

  test('empty parameters are answered with 2024-11-05', async () => {
    const { session, service } = serveRaw(kitchen);
    expect(await session.request('1', 'initialize', {})).toMatchObject({
      id: '1',
      result: { protocolVersion: '2024-11-05', capabilities: { tools: { listChanged: false } } },
    });
    await service.close();
  });

  test('a newer revision gets 2025-11-25 as counter-offer; strict servers refuse it', async () => {
    const open = serveRaw(kitchen);
    expect(await open.session.initialize('2099-01-01')).toMatchObject({ result: { protocolVersion: '2025-11-25' } });
    const strict = serveRaw(kitchen, { strictProtocol: true });
    expect(await strict.session.initialize('2099-01-01')).toMatchObject({
      error: { code: -32602, data: { requested: '2099-01-01' } },
    });
    // A refused handshake leaves the connection open for a better one.
    strict.session.clear();
    expect(await strict.session.initialize('2025-06-18')).toMatchObject({ result: { protocolVersion: '2025-06-18' } });
    await Promise.all([open.service.close(), strict.service.close()]);
  });

  test('requests before initialize work, and an initialized notification is never answered', async () => {
    const { session, service } = serveRaw(kitchen);
    session.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
    session.send({ jsonrpc: '2.0', method: 'notifications/nonsense', params: { x: 1 } });
    expect(await session.request(1, 'tools/list')).toMatchObject({ result: { tools: expect.any(Array) } });
    expect(await session.request(2, 'ping')).toEqual({ jsonrpc: '2.0', id: 2, result: {} });
    expect(session.received).toHaveLength(2);
    await service.close();
  });

  test('the definition may fix the capability object per revision', async () => {
    const literal = { tools: { listChanged: false }, prompts: { listChanged: false } };
    const definition = {
      ...kitchen,
      capabilities: (revision: string) => (revision === '2025-03-26' ? literal : { tools: {} }),
    };
    const { session, service } = serveRaw(definition);
    const { result } = (await session.initialize('2025-03-26')) as { result: { capabilities: unknown } };
    expect(result.capabilities).toEqual(literal);
    await service.close();
  });
});

describe('the modern revision in bytes', () => {
  const meta = (revision = modernRevision) => ({
    'io.modelcontextprotocol/protocolVersion': revision,
    'io.modelcontextprotocol/clientCapabilities': {},
  });

  test('server/discover names the revision and results carry resultType, cache hints and the server', async () => {
    const { session, service } = serveRaw(kitchen);
    const discovered = await session.request(1, 'server/discover', { _meta: meta() });
    expect(discovered).toMatchObject({ result: { supportedVersions: [modernRevision], resultType: 'complete' } });
    const listed = await session.request(2, 'tools/list', { _meta: meta() });
    expect(listed).toMatchObject({ result: { resultType: 'complete', ttlMs: 60_000, cacheScope: 'private' } });
    await service.close();
  });

  test('another revision in the envelope is -32022, on the first request and on every later one', async () => {
    const { session, service } = serveRaw(kitchen);
    expect(await session.request(1, 'tools/list', { _meta: meta('2030-01-01') })).toMatchObject({
      error: { code: -32022, data: { supported: [modernRevision], requested: '2030-01-01' } },
    });
    expect(await session.request(2, 'tools/list', { _meta: meta() })).toHaveProperty('result');
    expect(await session.call(3, 'kitchen/echo', { text: 'x' }, meta('2030-01-01'))).toMatchObject({
      error: { code: -32022 },
    });
    await service.close();
  });

  test('a client that probes and then initializes is served in the old era', async () => {
    const { session, service } = serveRaw(kitchen);
    await session.request('probe', 'server/discover', { _meta: meta() });
    expect(await session.initialize('2025-06-18')).toMatchObject({ result: { protocolVersion: '2025-06-18' } });
    expect(await session.call(2, 'kitchen/echo', { text: 'x' })).toMatchObject({ result: { isError: false } });
    await service.close();
  });
});

describe('batches in bytes', () => {
  test('are answered with one array, in any order, with broken entries named', async () => {
    const { session, service } = serveRaw(kitchen);
    await session.initialize('2025-03-26');
    session.send([
      {
        jsonrpc: '2.0',
        id: 'slow',
        method: 'tools/call',
        params: { name: 'kitchen/work', arguments: { steps: 1, stepMs: 20 } },
      },
      { jsonrpc: '2.0', id: 'fast', method: 'ping' },
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      { nonsense: true },
    ]);
    const joined = (await session.find(Array.isArray)) as { id: unknown }[];
    expect(new Set(joined.map(({ id }) => id))).toEqual(new Set(['slow', 'fast', null]));
    await service.close();
  });

  test('of notifications only get no answer, and a cancelled entry does not hold the others back', async () => {
    const { session, service } = serveRaw(kitchen);
    await session.initialize('2025-03-26');
    session.clear();
    session.send([{ jsonrpc: '2.0', method: 'notifications/initialized' }]);
    session.send([
      { jsonrpc: '2.0', id: 1, method: 'ping' },
      {
        jsonrpc: '2.0',
        id: 2,
        method: 'tools/call',
        params: { name: 'kitchen/work', arguments: { steps: 500, stepMs: 10 } },
      },
    ]);
    session.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 2 } });
    expect(await session.find(Array.isArray)).toEqual([{ jsonrpc: '2.0', id: 1, result: {} }]);
    expect(session.received).toHaveLength(1);
    await service.close();
  });

  test('are refused once a revision without them is agreed on', async () => {
    const { session, service } = serveRaw(kitchen);
    await session.initialize('2025-11-25');
    session.send([{ jsonrpc: '2.0', id: 1, method: 'ping' }]);
    expect(await session.reply(null)).toMatchObject({ error: { code: -32600 } });
    expect(await session.request(1, 'ping')).toMatchObject({ result: {} });
    await service.close();
  });
});
