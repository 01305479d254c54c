import { Client, type ClientOptions, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterEach, expect } from 'vitest';
import { type HttpFront, type HttpFrontOptions, openHttpFront } from '../../src/http/index.js';
import { createRuntime, noAudit, type ServerRuntime } from '../../src/index.js';
import type { TestRuntimeOptions } from '../../src/testing/index.js';
import { sse } from '../../src/transport/sse.js';
import {
  type StreamableHttpEndpoint,
  type StreamableHttpOptions,
  streamableHttp,
} from '../../src/transport/streamable-http/endpoint.js';
import { type WebSocketOptions, webSocket } from '../../src/transport/websocket.js';
import { exampleDefinition, type Witness } from './example.js';

export { exampleDefinition, type Witness } from './example.js';

export interface Served {
  readonly front: HttpFront;
  readonly runtime: ServerRuntime;
  readonly endpoint: StreamableHttpEndpoint;
  readonly url: URL;
  readonly witness: Witness;
}

export interface ServedOptions {
  readonly http?: StreamableHttpOptions;
  readonly webSocket?: WebSocketOptions;
  readonly front?: Partial<HttpFrontOptions>;
  readonly runtime?: TestRuntimeOptions;
}

const open: { close(): Promise<unknown> }[] = [];

afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.close().catch(() => {});
});

/** A server on a free port with every transport, closed after the test. */
export async function served(options: ServedOptions = {}): Promise<Served> {
  const witness: Witness = { started: 0, finished: 0, aborted: 0, identities: [] };
  const runtime = createRuntime(exampleDefinition(witness), { audit: noAudit, graceMs: 200, ...options.runtime });
  const endpoint = streamableHttp(runtime, { abandonGraceMs: 50, ...options.http });
  const front = await openHttpFront({
    port: 0,
    routes: { '/mcp': endpoint, '/ws': webSocket(runtime, options.webSocket), ...sse(runtime) },
    ...options.front,
  });
  open.push({ close: () => front.close({ graceMs: 0, checkpointMs: 500 }) });
  return { front, runtime, endpoint, url: new URL('/mcp', front.url), witness };
}

export type Version = 'legacy' | 'modern';

/** The official client, closed after the test. */
export async function connected(
  url: URL,
  era: Version,
  headers: Record<string, string> = {},
  options: ClientOptions = {},
): Promise<Client> {
  const mode = era === 'legacy' ? 'legacy' : { pin: '2026-07-28' };
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode }, ...options });
  open.push(client);
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  return client;
}

/** Asks again until it holds: what happens on the other side of a socket has no moment of its own. */
export async function eventually(holds: () => boolean): Promise<void> {
  await expect.poll(holds, { interval: 10, message: String(holds) }).toBe(true);
}

export const initialize = (protocolVersion = '2025-11-25') => ({
  jsonrpc: '2.0',
  id: 'init',
  method: 'initialize',
  params: { protocolVersion, capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
});

export const modernMeta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
};

/** A raw POST, for what no well-behaved client would send. */
export function post(
  url: URL,
  body: unknown,
  headers: Record<string, string> = {},
  init: RequestInit = {},
): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
    ...init,
  });
}

/** Headers of a fresh session. */
export async function session(
  url: URL,
  version?: string,
  headers: Record<string, string> = {},
): Promise<Record<string, string>> {
  const response = await post(url, initialize(version), headers);
  const id = response.headers.get('mcp-session-id');
  if (id === null) throw new Error(`no session: ${response.status} ${await response.text()}`);
  await response.text();
  const all = { ...headers, 'mcp-session-id': id, 'mcp-protocol-version': version ?? '2025-11-25' };
  await post(url, { jsonrpc: '2.0', method: 'notifications/initialized' }, all);
  return all;
}

export interface SseEvent {
  readonly event?: string;
  readonly id?: string;
  readonly retry?: string;
  readonly data: string;
}

/** Events of a response as they come. */
export async function* events(response: Response): AsyncGenerator<SseEvent> {
  let rest = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    rest += decoder.decode(chunk, { stream: true });
    const blocks = rest.split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const fields = block.split('\n').map((line) => line.split(/: ?(.*)/s).slice(0, 2));
      const known = Object.fromEntries(fields) as Record<string, string>;
      if (known.data !== undefined) yield { ...known, data: known.data };
    }
  }
}

/** The messages of an answer, whether it came as JSON or as a stream. */
export async function messages(response: Response): Promise<Record<string, unknown>[]> {
  if (response.headers.get('content-type') !== 'text/event-stream') {
    const value = (await response.json()) as Record<string, unknown> | Record<string, unknown>[];
    return Array.isArray(value) ? value : [value];
  }
  const all: Record<string, unknown>[] = [];
  for await (const { data } of events(response)) if (data !== '') all.push(JSON.parse(data) as Record<string, unknown>);
  return all;
}
