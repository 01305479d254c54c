import { PassThrough } from 'node:stream';
import { Client, type ClientOptions, type Transport } from '@modelcontextprotocol/client';

import { createRuntime } from '../protocol/create-runtime.js';
import { modernRevision } from '../protocol/revisions.js';
import type { RuntimeOptions, ServerRuntime } from '../protocol/runtime.js';
import { noAudit } from '../registry/audit-event.js';
import type { ServerDefinition } from '../registry/server-definition.js';
import { LineReader } from '../transport/stdio/lines.js';
import { type ServeStdioOptions, type StdioService, serveStdio } from '../transport/stdio/serve.js';
import { RawSession } from './raw-session.js';

export interface InMemoryRaw {
  readonly session: RawSession;
  readonly runtime: ServerRuntime;
  readonly service: StdioService;
}

/** A definition served through the real stdio transport over two in-memory pipes, spoken to in raw lines. */
export function serveRaw(
  definition: ServerDefinition,
  options: TestRuntimeOptions = {},
  limits: ServeStdioOptions = {},
): InMemoryRaw {
  const [toServer, fromServer] = [new PassThrough(), new PassThrough()];
  const runtime = createRuntime(definition, { audit: noAudit, ...options });
  const service = serveStdio(runtime, { stdin: toServer, stdout: fromServer, ...limits });
  void service.closed.then(() => fromServer.end());
  return { session: new RawSession(toServer, fromServer), runtime, service };
}

/** Nothing is kept unless a test asks for it. */
export type TestRuntimeOptions = Partial<RuntimeOptions>;

export interface ConnectOptions extends TestRuntimeOptions {
  /** Which revision the client speaks: one that initializes, or the modern one. The newest legacy one when left out. */
  readonly revision?: string;
  readonly client?: ClientOptions;
}

export interface InMemoryClient {
  readonly client: Client;
  readonly runtime: ServerRuntime;
  close(): Promise<void>;
}

/** The same, with the official client on the other end. */
export async function connectInMemory(
  definition: ServerDefinition,
  options: ConnectOptions = {},
): Promise<InMemoryClient> {
  const { revision, client: clientOptions, ...runtimeOptions } = options;
  const [toServer, fromServer] = [new PassThrough(), new PassThrough()];
  const runtime = createRuntime(definition, { audit: noAudit, ...runtimeOptions });
  const service = serveStdio(runtime, { stdin: toServer, stdout: fromServer });
  const client = new Client({ name: 'test', version: '0' }, { ...clientOptions, ...negotiation(revision) });
  await client.connect(pipeTransport(toServer, fromServer));
  return {
    client,
    runtime,
    async close() {
      await client.close();
      await service.close();
    },
  };
}

/** Client options that make the official client speak exactly this revision. */
export function negotiation(revision: string | undefined): ClientOptions {
  if (revision === undefined) return {};
  if (revision === modernRevision) return { versionNegotiation: { mode: { pin: modernRevision } } };
  return { supportedProtocolVersions: [revision] };
}

function pipeTransport(toServer: PassThrough, fromServer: PassThrough): Transport {
  const transport: Transport = {
    async start() {
      const lines = new LineReader(
        Number.POSITIVE_INFINITY,
        (line) => transport.onmessage?.(JSON.parse(line)),
        () => {},
      );
      fromServer.on('data', (chunk: Buffer) => lines.push(chunk));
      fromServer.once('end', () => transport.onclose?.());
    },
    async send(message) {
      toServer.write(`${JSON.stringify(message)}\n`);
    },
    async close() {
      toServer.end();
      transport.onclose?.();
    },
  };
  return transport;
}
