import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { inspect } from 'node:util';
import type { FetchLike } from '@modelcontextprotocol/client';
import { describe, expect, test } from 'vitest';
import { type Connection, connect } from '../../src/client/index.js';
import { connectHttp, faultOf, serveBad, textOf } from './misbehaving.js';

/** A port that was free a moment ago. */
async function addressOfNobody(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return `http://127.0.0.1:${port}/mcp`;
}

describe('over Streamable HTTP', () => {
  test.each([
    ['an older server', 'http', 'legacy'],
    ['a newer server', 'http,modern', 'modern'],
  ])('%s is listed and called, with the headers of the configuration', async (_, manners, era) => {
    const connection = await connectHttp(await serveBad(manners));
    expect(connection.info.era).toBe(era);
    expect((await connection.tools()).tools).toHaveLength(2);
    const headers = JSON.parse(textOf(await connection.callTool('headers')));
    expect(headers).toMatchObject({ authorization: 'Bearer canary-token-4711' });
  });

  test.each([
    ['destroyed', 'http', 'cut'],
    ['destroyed', 'http,modern', 'cut'],
    ['ended', 'http', 'end'],
    ['ended', 'http,modern', 'end'],
  ])('a stream that is %s before the answer fails the call at once (%s)', async (_, manners, tool) => {
    const connection = await connectHttp(await serveBad(manners));
    const fault = await faultOf(connection.callTool(tool, {}, { timeoutMs: 30_000 }));
    expect(fault).toMatchObject({ kind: 'StreamCut', context: { server: 'bad', phase: 'call', subject: tool } });
    expect(textOf(await connection.callTool('echo', { text: 'still here' }))).toBe('still here');
  });

  test.each([
    ['is only accepted', 'http', 'accepted'],
    ['is answered under another id', 'http', 'other_id'],
    ['is answered under another id', 'http,modern', 'other_id'],
  ])('a call that %s fails at once (%s)', async (_, manners, tool) => {
    const connection = await connectHttp(await serveBad(manners));
    expect((await faultOf(connection.callTool(tool))).kind).toBe('ProtocolError');
  });

  test.each([
    ['an older server is told and its stream closed', 'http', ['notifications/cancelled:', 'closed:']],
    ['a newer server sees its stream closed', 'http,modern', ['closed:']],
  ])('when a call is cancelled, %s', async (_, manners, signs) => {
    const connection = await connectHttp(await serveBad(manners));
    const cancel = new AbortController();
    const fault = faultOf(connection.callTool('hang', {}, { signal: cancel.signal }));
    // The server has heard of the call, and of the question whether it has.
    const heard = async () => textOf(await connection.callTool('seen')).split('"tools/call"').length > 2;
    await expect.poll(heard).toBe(true);
    cancel.abort();
    expect((await fault).kind).toBe('Cancelled');
    await expect
      .poll(async () => {
        const seen = textOf(await connection.callTool('seen'));
        return signs.every((sign) => seen.includes(sign));
      })
      .toBe(true);
  });

  test('progress and result come in order', async () => {
    const connection = await connectHttp(await serveBad('http'));
    const news: number[] = [];
    await connection.callTool('progress', { count: 20 }, { onProgress: ({ progress }) => news.push(progress) });
    expect(news).toEqual(Array.from({ length: 21 }, (_, i) => i + 1));
  });

  test('a session that the server forgot is opened anew, and the refused call sent again', async () => {
    const connection = await connectHttp(await serveBad('http'));
    await faultOf(connection.callTool('forget'));
    expect(textOf(await connection.callTool('echo', { text: 'back' }))).toBe('back');
    expect(connection.diagnostics().starts).toBe(2);
  });

  test.each([
    ['401', 'http,unauthorized', 'Unauthorized', 401, /vault/],
    ['403', 'http,forbidden', 'Unauthorized', 403, /denied/],
    ['500', 'http,broken', 'HttpError', 500, /HTTP 500/],
    ['a web page', 'http,web-page', 'HttpError', 404, /HTTP 404/],
    ['a login page', 'http,login-page', 'HttpError', undefined, /text\/html, which is not MCP/],
    ['a redirect', 'http,redirect', 'HttpError', 307, /elsewhere\.example/],
  ])('%s is told apart and no secret is told', async (_, manners, kind, status, message) => {
    const fault = await faultOf(connectHttp(await serveBad(manners)));
    expect(fault).toMatchObject({ kind, context: { phase: 'handshake', ...(status === undefined ? {} : { status }) } });
    expect(fault.message).toMatch(message);
    expect(inspect(fault, { depth: 20, showHidden: true })).not.toContain('canary-token');
    expect(fault.suggestion).toBeTruthy();
  });

  test('a refused connection and an unknown host name their cause', async () => {
    const refused = await faultOf(connect({ type: 'http', url: await addressOfNobody() }));
    expect(refused).toMatchObject({ kind: 'Unreachable', context: { code: 'ECONNREFUSED' } });
    const unknown = await faultOf(connect({ type: 'http', url: 'http://no-such-host.invalid/mcp' }));
    expect(unknown.kind).toBe('Unreachable');
  });

  test('a silent endpoint ends at the limit of the handshake', async () => {
    const fault = await faultOf(connectHttp(await serveBad('http,silent'), { startupTimeoutMs: 300 }));
    expect(fault.kind).toBe('HandshakeTimeout');
  });
});

describe('over HTTP+SSE', () => {
  test('a server is listed and called', async () => {
    const connection = await connectHttp(await serveBad('sse'), {}, 'sse');
    expect(connection.info.era).toBe('legacy');
    expect(textOf(await connection.callTool('echo', { text: 'sse' }))).toBe('sse');
  });

  test('a stream that never names its endpoint ends at the limit of the handshake', async () => {
    const fault = await faultOf(connectHttp(await serveBad('sse,no-endpoint'), { startupTimeoutMs: 300 }, 'sse'));
    expect(fault.kind).toBe('HandshakeTimeout');
  });

  test('a cut stream fails the call at once and is opened again by the next one', async () => {
    const connection = await connectHttp(await serveBad('sse'), {}, 'sse');
    expect((await faultOf(connection.callTool('cut'))).kind).toBe('ServerDied');
    expect(textOf(await connection.callTool('echo', { text: 'anew' }))).toBe('anew');
  });

  test('401 is a matter of authorization', async () => {
    const fault = await faultOf(connectHttp(await serveBad('sse,unauthorized'), {}, 'sse'));
    expect(fault).toMatchObject({ kind: 'Unauthorized', context: { status: 401 } });
    expect(inspect(fault, { depth: 20 })).not.toContain('canary-token');
  });
});

test('a secret that the server writes to stderr or into an error stays out of the fault', async () => {
  const { SERVER_FILE } = await import('./misbehaving.js');
  const env = { API_TOKEN: 'canary-4711' };
  const connection = await connect(
    { type: 'stdio', command: process.execPath, args: [SERVER_FILE], env },
    { name: 'bad' },
  );
  const told = await faultOf(connection.callTool('rpc_error', { text: 'canary-4711' }));
  expect(told.message).toBe('bad [redacted]');
  const died = await faultOf(connection.callTool('die', { text: 'canary-4711' }));
  expect(inspect([told, died, connection.diagnostics()], { depth: 20, showHidden: true })).not.toContain('canary-4711');
  await connection.close();
});

describe('a connection that breaks before any answer', () => {
  /** Breaks the first request of the given method, as a server does that closes an idle connection too late. */
  async function connectBreaking(method: string): Promise<{ connection: Connection; sent: () => number }> {
    let sent = 0;
    const breaking: FetchLike = (url, init) => {
      if (!String(init?.body).includes(`"method":"${method}"`)) return fetch(url, init);
      sent += 1;
      if (sent > 1) return fetch(url, init);
      return Promise.reject(
        new TypeError('fetch failed', { cause: Object.assign(new Error('reset'), { code: 'ECONNRESET' }) }),
      );
    };
    return { connection: await connectHttp(await serveBad('http'), { fetch: breaking }), sent: () => sent };
  }

  test('is tried once more for a list', async () => {
    const { connection, sent } = await connectBreaking('tools/list');
    expect((await connection.tools()).tools).toHaveLength(2);
    expect(sent()).toBe(2);
  });

  test('is a fault for a call, which may have run', async () => {
    const { connection, sent } = await connectBreaking('tools/call');
    expect((await faultOf(connection.callTool('echo'))).kind).toBe('Unreachable');
    expect(sent()).toBe(1);
  });
});
