import { describe, expect, test } from 'vitest';

import { events, eventually, initialize, messages, post, served, session } from '../http/served.js';

const call = (id: number | string, name: string, args: unknown, meta?: object) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: args, ...(meta === undefined ? {} : { _meta: meta }) },
});
const list = (id: number | string) => ({ jsonrpc: '2.0', id, method: 'tools/list' });

describe('the handshake', () => {
  test.each(['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'])('agrees on %s', async (version) => {
    const { url } = await served();
    const [answer] = await messages(await post(url, initialize(version)));
    expect(answer).toMatchObject({ id: 'init', result: { protocolVersion: version, serverInfo: { name: 'example' } } });
  });

  test('with empty parameters means the oldest revision', async () => {
    const { url } = await served();
    const [answer] = await messages(await post(url, { jsonrpc: '2.0', id: 1, method: 'initialize', params: {} }));
    expect(answer).toMatchObject({ result: { protocolVersion: '2024-11-05' } });
  });

  test('counter-offers to a newer revision and refuses a hopeless one with the supported list', async () => {
    const { url, endpoint } = await served();
    const [offer] = await messages(await post(url, initialize('2027-01-01')));
    expect(offer).toMatchObject({ result: { protocolVersion: '2025-11-25' } });
    const refused = await post(url, initialize('1.0.0'));
    expect(refused.status).toBe(200);
    const [error] = await messages(refused);
    expect(error).toMatchObject({ id: 'init', error: { code: -32602, data: { requested: '1.0.0' } } });
    expect(endpoint.sessionCount).toBe(1);
  });

  test('refuses newer revisions too when the operator wants it strict', async () => {
    const { url } = await served({ runtime: { strictProtocol: true } });
    const [error] = await messages(await post(url, initialize('2027-01-01')));
    expect(error).toMatchObject({ error: { code: -32602 } });
  });
});

describe('the life of a session', () => {
  test('it is opened, used and ended', async () => {
    const { url, endpoint } = await served();
    const headers = await session(url);
    const [answer] = await messages(await post(url, list(1), headers));
    expect(answer).toMatchObject({
      id: 1,
      result: { tools: [{ name: 'echo' }, { name: 'count' }, { name: 'flood' }] },
    });
    expect((await fetch(url, { method: 'DELETE', headers })).status).toBe(200);
    expect((await post(url, list(2), headers)).status).toBe(404);
    expect(endpoint.sessionCount).toBe(0);
  });

  test.each([
    ['no session', {}, 400],
    ['an unknown session', { 'mcp-session-id': 'nobody' }, 404],
  ])('%s is refused', async (_, headers, status) => {
    const { url } = await served();
    expect((await post(url, list(1), headers)).status).toBe(status);
    expect((await fetch(url, { headers: { accept: 'text/event-stream', ...headers } })).status).toBe(status);
    expect((await fetch(url, { method: 'DELETE', headers })).status).toBe(status);
  });

  test('an unsupported version header is refused, and so is a second handshake', async () => {
    const { url } = await served();
    const headers = await session(url);
    expect((await post(url, list(1), { ...headers, 'mcp-protocol-version': '1999-01-01' })).status).toBe(400);
    expect((await post(url, initialize(), headers)).status).toBe(400);
    expect((await post(url, list(1), headers)).status).toBe(200);
  });

  test('ids must be unique among running calls and may be reused afterwards', async () => {
    const { url, witness } = await served();
    const headers = await session(url);
    const slow = post(url, call('same', 'count', { to: 20, everyMs: 10 }), headers);
    await eventually(() => witness.started === 1);
    expect((await post(url, list('same'), headers)).status).toBe(400);
    await messages(await slow);
    expect((await post(url, list('same'), headers)).status).toBe(200);
  });

  test('idle sessions expire, and the idlest makes room when there are too many', async () => {
    let time = 0;
    const { url, endpoint } = await served({ http: { maxSessions: 2, sessionIdleMs: 40, now: () => time } });
    const first = await session(url);
    time = 1;
    const second = await session(url);
    time = 2;
    await session(url);
    expect(endpoint.sessionCount).toBe(2);
    expect((await post(url, list(1), first)).status).toBe(404);
    expect((await post(url, list(1), second)).status).toBe(200);
    time = 100_000;
    await eventually(() => endpoint.sessionCount === 0);
  });

  test('when every session is busy a new one is told to wait', async () => {
    const { url } = await served({ http: { maxSessions: 1 } });
    const headers = await session(url);
    const giveUp = new AbortController();
    const listening = await fetch(url, { headers: { ...headers, accept: 'text/event-stream' }, signal: giveUp.signal });
    expect(listening.status).toBe(200);
    const refused = await post(url, initialize());
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).toBe('30');
    giveUp.abort();
  });
});

describe('answers', () => {
  test('a single answer is JSON, and one with progress is a stream', async () => {
    const { url } = await served();
    const headers = await session(url);
    const plain = await post(url, call(1, 'echo', { text: 'a' }), headers);
    expect(plain.headers.get('content-type')).toBe('application/json');
    const streamed = await post(url, call(2, 'count', { to: 3, everyMs: 60 }, { progressToken: 'p' }), headers);
    expect(streamed.headers.get('content-type')).toBe('text/event-stream');
    const all = await messages(streamed);
    expect(all[0]).toMatchObject({ method: 'notifications/progress', params: { progressToken: 'p', progress: 1 } });
    expect(all.at(-1)).toMatchObject({ id: 2, result: { structuredContent: { counted: 3 } } });
  });

  test('clients that take only one kind get that kind', async () => {
    const { url } = await served();
    const headers = await session(url);
    const onlyEvents = await post(url, list(1), { ...headers, accept: 'text/event-stream' });
    expect(onlyEvents.headers.get('content-type')).toBe('text/event-stream');
    expect(await messages(onlyEvents)).toMatchObject([{ id: 1 }]);
    const onlyJson = await post(url, call(2, 'count', { to: 2, everyMs: 1 }, { progressToken: 1 }), {
      ...headers,
      accept: 'application/json',
    });
    expect(await onlyJson.json()).toMatchObject({ id: 2, result: { structuredContent: { counted: 2 } } });
    expect((await post(url, list(3), { ...headers, accept: 'image/png' })).status).toBe(406);
  });

  test('a silent call becomes a stream with comments, so that nobody in between gives up', async () => {
    const { url } = await served({ http: { keepAliveMs: 20 } });
    const headers = await session(url);
    const response = await post(url, call(1, 'count', { to: 10, everyMs: 20 }), headers);
    const text = await response.text();
    expect(text).toContain(': keepalive\n\n');
    expect(text).toContain('"counted":10');
  });

  test('several streams of one session run side by side', async () => {
    const { url } = await served();
    const headers = await session(url);
    const responses = await Promise.all(
      [1, 2, 3].map((id) => post(url, call(id, 'count', { to: 5, everyMs: 30 }, { progressToken: id }), headers)),
    );
    const answers = await Promise.all(responses.map(messages));
    for (const [index, all] of answers.entries()) {
      expect(all.at(-1)).toMatchObject({ id: index + 1 });
      expect(
        all.slice(0, -1).every(({ params }) => (params as { progressToken: number }).progressToken === index + 1),
      ).toBe(true);
    }
  });
});

describe('batches', () => {
  test.each(['2024-11-05', '2025-03-26'])('are answered with one array in %s', async (version) => {
    const { url } = await served();
    const headers = await session(url, version);
    const response = await post(
      url,
      [list(1), { jsonrpc: '2.0', method: 'notifications/x' }, { nonsense: true }, call(2, 'echo', { text: 'b' })],
      headers,
    );
    const answers = await messages(response);
    expect(answers.map(({ id }) => id).sort()).toEqual([1, 2, null]);
    expect(answers.find(({ id }) => id === null)).toMatchObject({ error: { code: -32600 } });
  });

  test('with progress come as a stream with every answer in it', async () => {
    const { url } = await served();
    const headers = await session(url, '2025-03-26');
    const batch = [list(1), {}, call(2, 'count', { to: 3, everyMs: 40 }, { progressToken: 1 })];
    const answers = await messages(await post(url, batch, headers));
    expect(answers.filter((message) => !('method' in message)).map(({ id }) => id)).toEqual([null, 1, 2]);
  });

  test('of notifications are accepted, and of broken entries answered', async () => {
    const { url } = await served();
    const headers = await session(url, '2025-03-26');
    expect((await post(url, [{ jsonrpc: '2.0', method: 'notifications/x' }], headers)).status).toBe(202);
    expect(await messages(await post(url, [1, {}], headers))).toMatchObject([
      { error: { code: -32600 } },
      { id: null },
    ]);
  });

  test.each(['2025-06-18', '2025-11-25'])('do not exist in %s', async (version) => {
    const { url } = await served();
    const response = await post(url, [list(1)], await session(url, version));
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { code: -32600 } });
  });
});

describe('a client that disappears', () => {
  test('has its call cancelled after a moment, because nobody can receive the answer', async () => {
    const { url, witness, runtime } = await served();
    const headers = await session(url);
    const giveUp = new AbortController();
    const gone = post(url, call(1, 'count', { to: 10_000, everyMs: 5 }), headers, { signal: giveUp.signal });
    await eventually(() => witness.started === 1);
    giveUp.abort();
    await expect(gone).rejects.toThrow();
    await eventually(() => witness.aborted === 1);
    await eventually(() => runtime.running === 0);
    expect((await post(url, list(1), headers)).status).toBe(200);
  });

  test('can come back for the rest of a stream', async () => {
    const { url, witness } = await served();
    const headers = await session(url);
    const giveUp = new AbortController();
    const body = call(1, 'count', { to: 60, everyMs: 10 }, { progressToken: 1 });
    const first = await post(url, body, headers, { signal: giveUp.signal });
    let last: string | undefined;
    try {
      for await (const event of events(first)) {
        if (last === undefined) expect(event).toMatchObject({ data: '', retry: expect.any(String) });
        last = event.id ?? last;
        if (event.data.includes('"progress":')) giveUp.abort();
      }
    } catch {
      // The connection was cut on purpose.
    }
    expect(last).toBeDefined();
    const again = await fetch(url, {
      headers: { ...headers, accept: 'text/event-stream', 'last-event-id': String(last) },
    });
    const rest = await messages(again);
    expect(rest.at(-1)).toMatchObject({ id: 1, result: { structuredContent: { counted: 60 } } });
    expect(witness.aborted).toBe(0);
  });

  test('and never comes back has its stream cancelled too', async () => {
    const { url, witness } = await served({ http: { resumeGraceMs: 50 } });
    const headers = await session(url);
    const giveUp = new AbortController();
    const body = call(1, 'count', { to: 10_000, everyMs: 5 }, { progressToken: 1 });
    const response = await post(url, body, headers, { signal: giveUp.signal });
    await response.body?.getReader().read();
    giveUp.abort();
    await eventually(() => witness.aborted === 1);
  });

  test('a cancelled call ends its response without an answer', async () => {
    const { url, witness } = await served();
    const headers = await session(url);
    const response = post(url, call(7, 'count', { to: 10_000, everyMs: 5 }), headers);
    await eventually(() => witness.started === 1);
    const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 7 } };
    expect((await post(url, cancel, headers)).status).toBe(202);
    expect((await messages(await response)).filter((message) => message.id === 7)).toEqual([]);
    await eventually(() => witness.aborted === 1);
  });
});
