/** Messages that are answered: each is sent with a place of its own to which the answer comes. */
import type { Msg, NatsConnection } from '@nats-io/nats-core';
import { newSecret } from '@quadrivium/kernel/essentials';

/** Nobody is there who listens to the subject. */
export class NobodyThere extends Error {}
/** Given up, or the server was lost meanwhile. */
export class CallLost extends Error {}

interface Waiting {
  resolve(data: Uint8Array): void;
  reject(cause: Error): void;
}

export class Inbox {
  readonly #connection: NatsConnection;
  readonly #name = `_INBOX.${newSecret(12, 'hex')}`;
  readonly #waiting = new Map<string, Waiting>();
  #sent = 0;

  constructor(connection: NatsConnection) {
    this.#connection = connection;
    connection.subscribe(`${this.#name}.*`, { callback: (_, message) => this.#arrived(message) });
  }

  ask(subject: string, data: Uint8Array, signal: AbortSignal | undefined): Promise<Uint8Array> {
    const token = String(this.#sent++);
    const { promise, ...waiting } = withResolvers<Uint8Array>();
    const giveUp = (): void => waiting.reject(new CallLost('Nobody waits for the answer any more.'));
    if (signal?.aborted) giveUp();
    else {
      signal?.addEventListener('abort', giveUp, { once: true });
      this.#waiting.set(token, waiting);
      this.#connection.publish(subject, data, { reply: `${this.#name}.${token}` });
    }
    return promise.finally(() => {
      signal?.removeEventListener('abort', giveUp);
      this.#waiting.delete(token);
    });
  }

  /** After the server was lost: what was under way may never have arrived. */
  giveUpAll(): void {
    for (const { reject } of this.#waiting.values()) reject(new CallLost('The connection was lost.'));
  }

  #arrived(message: Msg): void {
    const waiting = this.#waiting.get(message.subject.slice(this.#name.length + 1));
    if (message.headers?.code === 503) waiting?.reject(new NobodyThere('Nobody listens.'));
    else waiting?.resolve(message.data);
  }
}

function withResolvers<T>() {
  let [resolve, reject]: [(value: T) => void, (cause: Error) => void] = [() => {}, () => {}];
  const promise = new Promise<T>((kept, broken) => {
    [resolve, reject] = [kept, broken];
  });
  return { promise, resolve, reject };
}
