import {
  INTERNAL_ERROR,
  type JSONRPCMessage,
  METHOD_NOT_FOUND,
  type RequestId,
  type Transport,
} from '@modelcontextprotocol/client';
import type { Excess } from '../../untrusted/json/json-gauge.js';
import {
  isNotification,
  isRequest,
  type NotificationMessage,
  type RequestMessage,
  type ResponseMessage,
} from '../link/json-rpc.js';
import { PROBE } from '../link/probe-patience.js';
import { Handshake } from './handshake.js';
import { cancelledId, subscriptionId, tokenOf, withCancelledId, withSubscription, withToken } from './renamed.js';

interface Question {
  readonly client: Transport;
  /** The client's own id, and its own word for progress. */
  readonly id: RequestId;
  readonly token: RequestId | undefined;
}

/**
 * Lets several clients use one server at the same time, as if each had it alone. Requests get ids of ours on their way to
 * the server, because two clients may count alike; answers, progress and cancellations find back by them. The server is
 * greeted once: who comes later gets the answer that the first one got. What the server asks is asked of the client whose
 * request is the newest, for that is who it most likely asks because of.
 */
export class Exchange {
  readonly #server: Transport;
  readonly #clients = new Set<Transport>();
  readonly #questions = new Map<RequestId, Question>();
  /** Questions of the server, and who has to answer them. */
  readonly #asked = new Map<RequestId, Transport>();
  readonly #handshake = new Handshake();
  #lastId = 0;
  #ended = false;

  constructor(server: Transport) {
    this.#server = server;
    server.onmessage = (message) => this.#fromServer(message);
    server.onclose = () => this.#end();
  }

  get clients(): number {
    return this.#clients.size;
  }

  get ended(): boolean {
    return this.#ended;
  }

  join(client: Transport): void {
    this.#clients.add(client);
    client.onmessage = (message) => this.#fromClient(client, message);
    client.onclose = () => this.#leave(client);
  }

  /** An answer beyond a bound was thrown away; whoever waits for it is told, or all where nobody knows whose it was. */
  refuse(id: RequestId | undefined, { bound, limit }: Excess): void {
    const error = { code: INTERNAL_ERROR, message: `The answer was beyond the limit of ${limit} ${bound}.` };
    const failed = id !== undefined && this.#questions.has(id) ? [id] : [...this.#questions.keys()];
    for (const each of failed) this.#answerClient({ id: each, error });
  }

  #fromClient(client: Transport, message: JSONRPCMessage): void {
    if (isRequest(message)) this.#ask(client, message);
    else if (isNotification(message)) this.#tell(client, message);
    else this.#answerServer(client, message as ResponseMessage);
  }

  #ask(client: Transport, request: RequestMessage): void {
    const isGreeting = request.method === 'initialize';
    if (isGreeting && !this.#handshake.isFirst(client, request.id, reply)) return;
    // Its silence or refusal is known by now, and would take time again.
    if (request.method === PROBE && this.#handshake.isDone)
      reply(client, request.id, unknown('The session is an older one.'));
    else this.#forward(client, request);
  }

  #forward(client: Transport, request: RequestMessage): void {
    this.#lastId += 1;
    this.#questions.set(this.#lastId, { client, id: request.id, token: tokenOf(request.params) });
    const params = withToken(request.params, this.#lastId);
    this.#send(this.#server, { ...request, id: this.#lastId, ...(params === undefined ? {} : { params }) });
  }

  #tell(client: Transport, notification: NotificationMessage): void {
    if (notification.method === 'notifications/initialized' && !this.#handshake.mayConfirm()) return;
    if (notification.method !== 'notifications/cancelled') this.#send(this.#server, notification);
    else this.#cancel(client, notification);
  }

  #cancel(client: Transport, notification: NotificationMessage): void {
    const ours = this.#idOf(client, cancelledId(notification));
    if (ours !== undefined) this.#send(this.#server, withCancelledId(notification, ours));
  }

  #answerServer(client: Transport, message: ResponseMessage): void {
    if (message.id === undefined || message.id === null || this.#asked.get(message.id) !== client) return;
    this.#asked.delete(message.id);
    this.#send(this.#server, message);
  }

  #fromServer(message: JSONRPCMessage): void {
    if (isRequest(message)) this.#askClient(message);
    else if (isNotification(message)) this.#spread(message);
    else this.#answerClient(message as ResponseMessage);
  }

  #answerClient(message: ResponseMessage): void {
    const question = this.#questions.get(message.id as RequestId);
    if (question === undefined) return;
    this.#questions.delete(message.id as RequestId);
    const { client, id } = question;
    if (this.#handshake.settle(client, id, message, reply)) return;
    this.#send(client, { ...message, id });
  }

  #askClient(request: RequestMessage): void {
    const newest = [...this.#questions.values()].at(-1)?.client;
    if (request.method === 'ping') reply(this.#server, request.id, { result: {} });
    else if (newest === undefined) reply(this.#server, request.id, unknown('Nobody is there to ask.'));
    else {
      this.#asked.set(request.id, newest);
      this.#send(newest, request);
    }
  }

  #spread(notification: NotificationMessage): void {
    for (const [client, message] of this.#concerned(notification)) this.#send(client, message);
  }

  /** Whom news concern, in their own words; what names no request concerns everybody. */
  #concerned(notification: NotificationMessage): (readonly [Transport, NotificationMessage])[] {
    const { method, params } = notification;
    if (method === 'notifications/progress') {
      const { client, token } = this.#questions.get(params?.progressToken as RequestId) ?? {};
      if (client === undefined || token === undefined) return [];
      return [[client, { method, params: { ...params, progressToken: token } }]];
    }
    if (method === 'notifications/cancelled') {
      const asked = this.#asked.get(cancelledId(notification) as RequestId);
      return asked === undefined ? [] : [[asked, notification]];
    }
    const subscriber = this.#questions.get(subscriptionId(notification) as RequestId);
    if (subscriber !== undefined) return [[subscriber.client, withSubscription(notification, subscriber.id)]];
    return [...this.#clients].map((client) => [client, notification] as const);
  }

  /** Whoever goes away wants nothing any more, and answers nothing. */
  #leave(client: Transport): void {
    this.#clients.delete(client);
    this.#handshake.forget(client);
    for (const [id, question] of this.#questions) {
      if (question.client !== client) continue;
      this.#questions.delete(id);
      this.#send(this.#server, withCancelledId({ method: 'notifications/cancelled' }, id));
    }
    for (const [id, asked] of this.#asked) {
      if (asked !== client) continue;
      this.#asked.delete(id);
      reply(this.#server, id, unknown('Who was asked has left.'));
    }
  }

  #end(): void {
    this.#ended = true;
    for (const client of this.#clients) void client.close();
  }

  #idOf(client: Transport, id: RequestId | undefined): RequestId | undefined {
    return [...this.#questions].find(([, each]) => each.client === client && each.id === id)?.[0];
  }

  /** Nobody waits here: who cannot be told has gone, and its end says so. */
  #send(to: Transport, message: object): void {
    void to.send({ jsonrpc: '2.0', ...message } as JSONRPCMessage).catch(() => undefined);
  }
}

function reply(to: Transport, id: RequestId, body: object): void {
  void to.send({ jsonrpc: '2.0', id, ...body } as JSONRPCMessage).catch(() => undefined);
}

function unknown(message: string): object {
  return { error: { code: METHOD_NOT_FOUND, message } };
}
