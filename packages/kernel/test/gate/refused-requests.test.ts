/** What a transport refuses before it is a call: by its form, by headers, by a limit. One entry each, over real servers. */
import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import {
  type AuditEvent,
  type Authenticator,
  anonymousIdentity,
  createRuntime,
  Fault,
  operation,
  RateLimit,
  toolErrorProfile,
} from '../../src/index.js';
import { serveRaw } from '../../src/testing/index.js';
import { initialize, modernMeta, post, type ServedOptions, served, session } from '../http/served.js';

const told = (kept: readonly AuditEvent[]) => kept.map(({ target, outcome, kind }) => `${target} ${outcome} ${kind}`);
const deep = (levels: number): unknown => (levels === 0 ? 1 : { in: deep(levels - 1) });
const call = (id: unknown, params: unknown = { name: 'echo', arguments: {} }) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params,
});

describe('over a pipe', () => {
  const echo = operation({
    ...{ name: 'echo', title: 'Echo', description: 'Answers.', effect: 'read' },
    input: { type: 'object' } as const,
    run: (_, { signal }) => new Promise((resolve) => signal.addEventListener('abort', () => resolve({}))),
  });

  async function opened(revision?: string, maxLineBytes = 2000, held?: Promise<void>, rateLimit?: RateLimit) {
    const kept: AuditEvent[] = [];
    const definition = { name: 'counted', version: '1', errorProfile: toolErrorProfile, operations: [echo] };
    const audit = async (event: AuditEvent) => {
      await held;
      kept.push(event);
    };
    const raw = serveRaw(definition, { audit, maxArgumentDepth: 8, ...(rateLimit && { rateLimit }) }, { maxLineBytes });
    await raw.session.initialize(revision);
    return { kept, ...raw };
  }

  test.each<[string, unknown, string | number | null, string]>([
    ['parameters that are no object', call(1, [1]), 1, '(unnamed) refused InvalidRequest'],
    ['an id that is none', call(1.5), null, 'echo refused InvalidRequest'],
    ['what is nested too deeply', call(1, { name: 'echo', arguments: deep(20) }), 1, 'echo refused InvalidRequest'],
    ['a batch where there are none', [call(1)], null, 'echo refused InvalidRequest'],
    [
      'a line beyond the limit',
      call(1, { name: 'echo', arguments: { text: 'x'.repeat(3000) } }),
      null,
      '(unread) refused InvalidRequest',
    ],
  ])('%s leaves one entry', async (_, message, id, entry) => {
    const { kept, session, service } = await opened();
    session.send(message);
    expect(await session.reply(id)).toMatchObject({ error: { code: expect.any(Number) } });
    await service.close();
    expect(told(kept)).toEqual([entry]);
  });

  test('an id that is in use leaves one entry beside that of the call that has it', async () => {
    const { kept, session, service } = await opened();
    session.send(call(1));
    session.send(call(1));
    expect(await session.reply(1)).toMatchObject({ error: { message: expect.stringContaining('in use') } });
    await service.close();
    expect(told(kept)).toEqual(['echo refused InvalidRequest', 'echo cancelled undefined']);
  });

  test('in a batch, whoever uses an id again leaves one entry', async () => {
    const { kept, session, service } = await opened('2025-03-26');
    session.send([call(1, { name: 'nobody' }), call(1)]);
    await session.find((message) => Array.isArray(message));
    await service.close();
    expect(told(kept).sort()).toEqual(['echo refused InvalidRequest', 'nobody refused UnknownTool']);
  });

  test.each<[string, string, readonly unknown[]]>([
    ['that the revision does not know', '2025-11-25', [call(1), call(2), { jsonrpc: '2.0', method: 'x' }, call(3)]],
    ['with nothing in it that can be read', '2025-03-26', [call(1, [1]), call(2, [1]), call(3, [1])]],
  ])('a batch %s leaves one entry that says how many it held', async (_, revision, batch) => {
    const { kept, session, service } = await opened(revision);
    session.send(batch);
    session.send(call('last', [1]));
    await session.reply('last');
    await service.close();
    expect(kept).toMatchObject([
      { target: '(batch)', outcome: 'refused', requests: 3 },
      { target: '(unnamed)', outcome: 'refused' },
    ]);
  });

  test('what is refused for its form counts as calls do', async () => {
    // Four at once are a quarter of sixteen a minute; the clock stands still.
    const limit = new RateLimit(16, { now: () => 0 });
    const { kept, session, service } = await opened('2025-11-25', 2000, undefined, limit);
    session.send([call(1), call(2), call(3)]);
    session.send(call(4, [1]));
    session.send(call(5, { name: 'nobody' }));
    await session.reply(5);
    await service.close();
    expect(told(kept)).toEqual([
      '(batch) refused InvalidRequest',
      '(unnamed) refused InvalidRequest',
      'nobody refused RateLimited',
    ]);
  });

  test('whoever sends a name or an id without end fills no record with it', async () => {
    const { kept, session, service } = await opened('2025-11-25', 1_000_000);
    const long = 'x'.repeat(100_000);
    session.send(call(long, { name: long, arguments: {} }));
    session.send(call(long, [1]));
    await session.reply(long);
    session.send(call('last', { name: long, arguments: [1] }));
    await session.reply('last');
    await service.close();
    expect(kept).toHaveLength(3);
    for (const { target, requestId } of kept) {
      expect(target.length).toBeLessThan(3000);
      expect(String(requestId).length).toBeLessThan(3000);
    }
  });

  test('refusals that come faster than they are kept wait, but not without end', async () => {
    let letGo = (): void => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const { kept, session, service } = await opened('2025-11-25', 1_000_000, held);
    for (let n = 0; n < 10_050; n += 1) session.send(call(n, [1]));
    await session.reply(10_049);
    letGo();
    await service.close();
    expect(kept).toHaveLength(10_000);
  });

  test('what is no call leaves none', async () => {
    const { kept, session, service } = await opened();
    session.send({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: [1] });
    expect(await session.reply(1)).toMatchObject({ error: { code: expect.any(Number) } });
    await service.close();
    expect(kept).toEqual([]);
  });
});

describe('over HTTP', () => {
  async function opened(options: ServedOptions = {}) {
    const kept: AuditEvent[] = [];
    const audit = (event: AuditEvent) => void kept.push(event);
    return { kept, ...(await served({ ...options, runtime: { audit } })) };
  }
  const modern = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'echo' };
  const modernCall = call(1, { name: 'echo', arguments: {}, _meta: modernMeta });
  const otherRevision = { ...modernMeta, 'io.modelcontextprotocol/protocolVersion': '2030-01-01' };

  test.each<[string, unknown, Record<string, string>, number, string]>([
    ['a session that nobody opened', call(1), { 'mcp-session-id': 'none' }, 404, 'echo refused InvalidRequest'],
    ['no session', call(1), {}, 400, 'echo refused InvalidRequest'],
    ['a body beyond the limit', call(1, { text: 'x'.repeat(3000) }), {}, 413, '(unread) refused InvalidRequest'],
    ['parameters that are no object', call(1, 7), {}, 200, '(unnamed) refused InvalidRequest'],
    [
      'a header that names another tool',
      modernCall,
      { ...modern, 'mcp-name': 'other' },
      400,
      'echo refused InvalidRequest',
    ],
    [
      'a revision that nobody speaks',
      call(1, { name: 'echo', arguments: {}, _meta: otherRevision }),
      { ...modern, 'mcp-protocol-version': '2030-01-01' },
      400,
      'echo refused InvalidRequest',
    ],
  ])('%s leaves one entry', async (_, body, headers, status, entry) => {
    const { kept, url } = await opened({ http: { bodyLimit: 2000 } });
    expect((await post(url, body, headers)).status).toBe(status);
    await expect.poll(() => told(kept)).toEqual([entry]);
  });

  test('a caller that accepts no form of answer leaves one entry, and the next call its own', async () => {
    const { kept, url } = await opened();
    const headers = await session(url);
    expect((await post(url, call(1), { ...headers, accept: 'text/plain' })).status).toBe(406);
    await post(url, call(2), headers);
    await expect
      .poll(() => kept.map(({ target, requestId }) => [target, requestId]))
      .toEqual([
        ['echo', 1],
        ['echo', 2],
      ]);
  });

  test('who has no key leaves one entry a call under nobody’s name, and none by listening', async () => {
    const authenticator: Authenticator = {
      scheme: 'keys',
      authenticate: () => {
        throw new Fault('Unauthenticated', 'No.', { context: { reason: 'missing' } });
      },
    };
    const { kept, url } = await opened({ front: { authenticator } });
    for (const path of ['/mcp', '/messages?sessionId=none'])
      expect((await post(new URL(path, url), call(1))).status).toBe(401);
    expect((await fetch(url)).status).toBe(401);
    await expect.poll(() => told(kept)).toEqual(Array(2).fill('(unread) refused Unauthenticated'));
    expect(kept.map(({ identity }) => identity)).toEqual([anonymousIdentity, anonymousIdentity]);
  });

  test('who calls from a page that may not leaves one entry', async () => {
    const { kept, url } = await opened();
    expect((await post(url, call(1), { origin: 'http://elsewhere.example' })).status).toBe(403);
    expect(told(kept)).toEqual(['(unread) refused Forbidden']);
  });

  test('who has no key cannot fill the record: sixty a minute are kept, and the next says of how many it tells', async () => {
    const kept: AuditEvent[] = [];
    let now = 0;
    const audit = (event: AuditEvent) => void kept.push(event);
    const definition = { name: 'counted', version: '1', errorProfile: toolErrorProfile, operations: [] };
    const runtime = createRuntime(definition, { audit, clock: () => now });
    for (let asked = 0; asked < 100; asked += 1) runtime.turnedAway('Unauthenticated');
    expect(kept).toHaveLength(60);
    now = 60_000;
    runtime.turnedAway('Unauthenticated');
    expect(kept.slice(-2).map(({ requests }) => requests)).toEqual([undefined, 41]);
  });

  test.each<[string, string, Record<string, string>, number]>([
    ['a body that is said to be no JSON', '/mcp', { 'content-type': 'text/plain' }, 415],
    ['a body that is packed', '/mcp', { 'content-encoding': 'gzip' }, 415],
    ['a stream that nobody opened', '/messages?sessionId=none', {}, 404],
  ])('%s leaves one entry', async (_, path, headers, status) => {
    const { kept, url } = await opened();
    expect((await post(new URL(path, url), call(1), headers)).status).toBe(status);
    expect(told(kept)).toEqual(['(unread) refused InvalidRequest']);
  });

  test('calls that come while the server stops leave one entry each', async () => {
    const { kept, url, front } = await opened();
    const headers = await session(url);
    front.drain();
    const refused = await post(url, call(1), headers).then(
      ({ status }) => status,
      () => undefined,
    );
    // A new connection finds nobody; one that was open already is answered.
    expect(told(kept)).toEqual(refused === 503 ? ['echo refused InvalidRequest'] : []);
  });
});

describe('over a WebSocket', () => {
  async function opened(payloadLimit: number) {
    const kept: AuditEvent[] = [];
    const { url } = await served({
      runtime: { audit: (event) => void kept.push(event) },
      webSocket: { payloadLimit },
    });
    const ws = new WebSocket(`ws://${url.host}/ws`, ['mcp']);
    await once(ws, 'open');
    ws.send(JSON.stringify(initialize()));
    await once(ws, 'message');
    return { kept, ws };
  }

  test('parameters that are no object leave one entry', async () => {
    const { kept, ws } = await opened(10_000);
    ws.send(JSON.stringify(call(1, 'none')));
    await once(ws, 'message');
    ws.close();
    expect(told(kept)).toEqual(['(unnamed) refused InvalidRequest']);
  });

  test('a message beyond the limit ends the connection and leaves one entry', async () => {
    const { kept, ws } = await opened(1000);
    ws.send(JSON.stringify(call(1, { text: 'x'.repeat(3000) })));
    const [code] = await once(ws, 'close');
    expect(code).toBe(1009);
    await expect.poll(() => told(kept)).toEqual(['(unread) refused InvalidRequest']);
  });
});
