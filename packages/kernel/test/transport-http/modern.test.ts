import { describe, expect, test } from 'vitest';

import { eventually, messages, modernMeta, post, served } from '../http/served.js';

const headersFor = (method: string, name?: string) => ({
  'mcp-protocol-version': '2026-07-28',
  'mcp-method': method,
  ...(name === undefined ? {} : { 'mcp-name': name }),
});
const request = (id: number, method: string, params: object = {}) => ({
  jsonrpc: '2.0',
  id,
  method,
  params: { ...params, _meta: { ...modernMeta } },
});
const echo = request(1, 'tools/call', { name: 'echo', arguments: { text: 'a' } });

describe('the stateless revision', () => {
  test('is discovered and served without a session', async () => {
    const { url, endpoint } = await served();
    const discovered = await post(url, request(1, 'server/discover'), headersFor('server/discover'));
    expect(discovered.headers.get('mcp-session-id')).toBeNull();
    expect(await discovered.json()).toMatchObject({ id: 1, result: { supportedVersions: ['2026-07-28'] } });
    const called = await post(url, echo, headersFor('tools/call', 'echo'));
    expect(await called.json()).toMatchObject({
      id: 1,
      result: { structuredContent: { text: 'a' }, resultType: 'complete' },
    });
    expect(endpoint.sessionCount).toBe(0);
  });

  test.each([
    ['a missing method header', { 'mcp-protocol-version': '2026-07-28' }, echo, 400, -32020],
    ['a method header that contradicts the body', headersFor('tools/list'), echo, 400, -32020],
    ['a name header that contradicts the body', headersFor('tools/call', 'count'), echo, 400, -32020],
    [
      'a version header that contradicts the body',
      { ...headersFor('tools/call', 'echo'), 'mcp-protocol-version': '2025-11-25' },
      echo,
      400,
      -32020,
    ],
    [
      'an unknown revision',
      headersFor('tools/list'),
      {
        ...request(1, 'tools/list'),
        params: { _meta: { ...modernMeta, 'io.modelcontextprotocol/protocolVersion': '2099-01-01' } },
      },
      400,
      -32020,
    ],
    ['an unknown method', headersFor('no/such'), request(1, 'no/such'), 404, -32601],
    ['no envelope', headersFor('tools/list'), { jsonrpc: '2.0', id: 1, method: 'tools/list' }, 400, -32602],
    ['a batch', headersFor('tools/list'), [request(1, 'tools/list')], 400, -32600],
    ['broken JSON', headersFor('tools/list'), '{"jsonrpc":', 400, -32700],
  ])('%s is refused', async (_, headers, body, status, code) => {
    const { url } = await served();
    const response = await post(url, body, headers as unknown as Record<string, string>);
    expect([response.status, ((await response.json()) as { error: { code: number } }).error.code]).toEqual([
      status,
      code,
    ]);
    expect((await post(url, echo, headersFor('tools/call', 'echo'))).status).toBe(200);
  });

  test('has no listening stream', async () => {
    const { url } = await served();
    expect((await fetch(url, { headers: { ...headersFor('x'), accept: 'text/event-stream' } })).status).toBe(405);
  });

  test('streams progress, and closing the stream cancels the call', async () => {
    const { url, witness, runtime } = await served();
    const giveUp = new AbortController();
    const body = request(3, 'tools/call', { name: 'count', arguments: { to: 10_000, everyMs: 5 } });
    Object.assign(body.params._meta, { progressToken: 'p' });
    const response = await post(url, body, headersFor('tools/call', 'count'), { signal: giveUp.signal });
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    await response.body?.getReader().read();
    giveUp.abort();
    await eventually(() => witness.aborted === 1);
    await eventually(() => runtime.running === 0);
  });

  test('several streams run side by side', async () => {
    const { url } = await served();
    const bodies = [1, 2, 3].map((id) =>
      request(id, 'tools/call', { name: 'count', arguments: { to: 4, everyMs: 30 } }),
    );
    const answers = await Promise.all(
      bodies.map(async (body) => messages(await post(url, body, headersFor('tools/call', 'count')))),
    );
    expect(answers.map((all) => all.at(-1)?.id)).toEqual([1, 2, 3]);
  });
});
