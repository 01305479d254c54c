/**
 * A provider of models over real HTTP that says what a test wrote down. It speaks the streaming interfaces of OpenAI
 * (chat and responses), Anthropic and Gemini. Turns are queued per model, so that several agents can share one server.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { dialects } from './mock-dialects.js';

export interface MockCall {
  readonly tool: string;
  /** An object, or the very text of the arguments. */
  readonly input: object | string;
}

/** What the model does next. */
export interface MockTurn {
  readonly text?: string;
  readonly thought?: string;
  readonly calls?: readonly MockCall[];
  readonly ending?: 'length';
  /** Answers with this status instead. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Answers with this body instead, and the best of statuses. */
  readonly body?: { readonly type: string; readonly text: string };
  /** Breaks the connection in the middle of the stream, or ends it there as if that were all. */
  readonly cut?: 'broken' | 'ended';
  readonly delayMs?: number;
  /** The second half of the stream waits for this. */
  readonly hold?: Promise<unknown>;
  /** Computes the turn from the request. */
  readonly answer?: (request: MockRequest) => MockTurn;
}

export interface MockRequest {
  readonly path: string;
  readonly model: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Record<string, unknown>;
  /** The whole body as text, for looking something up. */
  readonly text: string;
}

export class MockProvider {
  readonly requests: MockRequest[] = [];
  /** Resolves a request before it is answered; for tests that must act in between. */
  onRequest: ((request: MockRequest) => void) | undefined;
  readonly #turns = new Map<string, MockTurn[]>();
  readonly #server = createServer((request, response) => void this.#serve(request, response));

  static async start(): Promise<MockProvider> {
    const provider = new MockProvider();
    await provider.listen();
    return provider;
  }

  async listen(): Promise<void> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`;
  }

  /** What the model of this id does next, turn by turn. */
  script(model: string, ...turns: MockTurn[]): void {
    this.#turns.set(model, [...(this.#turns.get(model) ?? []), ...turns]);
  }

  requestsOf(model: string): MockRequest[] {
    return this.requests.filter((request) => request.model === model);
  }

  reset(): void {
    this.requests.length = 0;
    this.#turns.clear();
    this.onRequest = undefined;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = '';
    for await (const chunk of request.setEncoding('utf8')) text += chunk;
    const path = request.url ?? '';
    const dialect = dialects.find((each) => each.matches(path));
    if (dialect === undefined) return void response.writeHead(404).end('{"error":{"message":"no such interface"}}');
    const body = JSON.parse(text) as Record<string, unknown>;
    const seen = { path, model: dialect.modelOf(path, body), headers: request.headers, body, text };
    this.requests.push(seen);
    this.onRequest?.(seen);
    const next = this.#turns.get(seen.model)?.shift() ?? { status: 418 };
    const turn = next.answer?.(seen) ?? next;
    if (turn.delayMs !== undefined) await sleep(turn.delayMs);
    if (turn.status !== undefined) return refuse(response, turn);
    if (turn.body !== undefined)
      return void response.writeHead(200, { 'content-type': turn.body.type }).end(turn.body.text);
    await stream(response, dialect.events(turn), turn);
  }
}

function refuse(response: ServerResponse, { status = 500, headers = {} }: MockTurn): void {
  const message = status === 418 ? 'the script of the mock is over' : `status ${status} as written`;
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify({ type: 'error', error: { type: 'mock_error', message } }));
}

async function stream(response: ServerResponse, events: readonly string[], turn: MockTurn): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const half = Math.ceil(events.length / 2);
  for (const event of events.slice(0, half)) response.write(event);
  if (turn.cut === 'ended') return void response.end();
  if (turn.cut === 'broken') {
    await sleep(20);
    return void response.destroy();
  }
  await turn.hold;
  for (const event of events.slice(half)) response.write(event);
  response.end();
}
