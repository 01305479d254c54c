/**
 * Where subagents, however deep, report to: an HTTP server on this machine only, whose path holds a secret, so that
 * nobody else can write to the user's terminal through it.
 */

import { timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { jsonOr } from '@quadrivium/kernel/essentials';
import { EventOrder } from './event-order.js';
import { MAX_EVENT_BYTES, SubagentEvent } from './subagent-event.js';

export const EVENT_PATH = '/subagent-events';

export interface EventEndpoint {
  /** What children find in `CPE_SUBAGENT_LOGGING_ADDRESS`. */
  readonly address: string;
  close(): Promise<void>;
}

export interface EndpointOptions {
  /** Not to be guessed. */
  readonly token: string;
  /** Told the events of each run in their order. */
  readonly onEvent: (event: SubagentEvent) => void;
}

export async function openEventEndpoint({ token, onEvent }: EndpointOptions): Promise<EventEndpoint> {
  const order = new EventOrder(onEvent);
  const server = createServer((request, response) => void answer(request, response, token, order));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // Waiting for events must not keep a run alive that is over.
  server.unref();
  const { port } = server.address() as AddressInfo;
  return { address: `http://127.0.0.1:${port}${EVENT_PATH}/${token}`, close: () => close(server, order) };
}

async function close(server: Server, order: EventOrder): Promise<void> {
  order.flush();
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  token: string,
  order: EventOrder,
): Promise<void> {
  // A caller that goes away in the middle is its own problem.
  request.on('error', () => undefined);
  response.on('error', () => undefined);
  const status = refusalOf(request, token) ?? (await receive(request, order));
  response.writeHead(status, status === 405 ? { allow: 'POST' } : status === 413 ? { connection: 'close' } : {});
  response.end();
}

function refusalOf({ method, url = '' }: IncomingMessage, token: string): number | undefined {
  const [path = ''] = url.split('?', 1);
  if (path !== EVENT_PATH && !path.startsWith(`${EVENT_PATH}/`)) return 404;
  if (!isSame(path.slice(EVENT_PATH.length + 1), token)) return 403;
  return method === 'POST' ? undefined : 405;
}

function isSame(given: string, token: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(token)];
  return a.length === b.length && timingSafeEqual(a, b);
}

async function receive(request: IncomingMessage, order: EventOrder): Promise<number> {
  const body = await bodyOf(request);
  if (body === undefined) return 413;
  const event = SubagentEvent.safeParse(jsonOr(body, undefined));
  if (!event.success) return 400;
  order.take(event.data);
  return 200;
}

async function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      bytes += (chunk as Buffer).length;
      if (bytes > MAX_EVENT_BYTES) return undefined;
      chunks.push(chunk as Buffer);
    }
  } catch {
    return '';
  }
  return Buffer.concat(chunks).toString('utf8');
}
