// biome-ignore-all lint/suspicious/noTemplateCurlyInString: this is what a shell would replace.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import { connectConfig } from '../../src/host/connect-config.js';
import { afterThisTest, open, serve, textOf, tool, toolbox, unlisted } from './servers.js';

describe('a stdio server', () => {
  test('gets its arguments without a shell in between', async () => {
    const host = await open({ s: toolbox({}, 'argv', '$(touch x)', '${HOME}', 'a b', '*') });
    expect(JSON.parse(textOf(await host.call(tool(host, 'argv'), {})))).toEqual([
      'argv',
      '$(touch x)',
      '${HOME}',
      'a b',
      '*',
    ]);
  });

  test('is what a server without a type is, for programs that describe one', () => {
    expect(connectConfig({ command: 'run' })).toMatchObject({ type: 'stdio', command: 'run', args: [], timeout: 60 });
  });
});

test.each([
  ['nothing', {}, { timeout: 60, requestTimeout: 60 }],
  ['a short time to connect', { timeout: 2 }, { timeout: 2, requestTimeout: 60 }],
  ['a long time to connect', { timeout: 300 }, { timeout: 300, requestTimeout: 60 }],
  ['a time for calls', { requestTimeout: 300 }, { timeout: 60, requestTimeout: 300 }],
])('%s in the configuration leaves connecting and calling apart', (_, times, expected) => {
  expect(connectConfig({ command: 'run', ...times })).toMatchObject(expected);
});

test('an http server gets the configured headers', async () => {
  const headers = { 'X-Tenant': 'acme', Authorization: 'Bearer abc' };
  const host = await open({ s: { type: 'http', url: await serve('http'), headers } });
  const seen = JSON.parse(textOf(await host.call(unlisted(host, 'headers'), {})));
  expect(seen).toMatchObject({ 'x-tenant': 'acme', authorization: 'Bearer abc' });
});

/** The least a server over SSE can be: one stream, answers for the handshake and an empty list. */
async function sseServer(note: (request: IncomingMessage) => void): Promise<string> {
  let stream: ServerResponse | undefined;
  const server = createServer(async (request, response) => {
    note(request);
    if (request.method === 'GET') {
      stream = response.writeHead(200, { 'content-type': 'text/event-stream' });
      stream.write('event: endpoint\ndata: /messages\n\n');
      return;
    }
    let body = '';
    for await (const chunk of request) body += String(chunk);
    response.writeHead(202).end();
    const { id, method, params } = JSON.parse(body);
    const capabilities = { tools: {} };
    const serverInfo = { name: 'tiny', version: '1' };
    const { protocolVersion } = params ?? {};
    const result = method === 'initialize' ? { protocolVersion, capabilities, serverInfo } : { tools: [] };
    if (id !== undefined) stream?.write(`event: message\ndata: ${JSON.stringify({ jsonrpc: '2.0', id, result })}\n\n`);
  }).listen(0, '127.0.0.1');
  afterThisTest(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as { port: number }).port}/sse`;
}

test('an sse server gets the configured headers with every request', async () => {
  const seen: (string | undefined)[] = [];
  const url = await sseServer(({ method, headers }) => seen.push(`${method} ${headers['x-tenant']}`));
  const host = await open({ s: { type: 'sse', url, headers: { 'X-Tenant': 'acme' } } });
  expect(host.servers()).toMatchObject([{ state: 'ready', info: { serverInfo: { name: 'tiny' } } }]);
  expect(seen[0]).toBe('GET acme');
  expect(seen.length).toBeGreaterThanOrEqual(3);
  expect(new Set(seen.slice(1))).toEqual(new Set(['POST acme']));
});
