import type { RequestId, Transport } from '@modelcontextprotocol/client';
import { isObject } from '../../essentials/is-object.js';
import type { ResponseMessage } from '../link/json-rpc.js';

type Reply = (client: Transport, id: RequestId, body: object) => void;

interface Greeting {
  readonly client: Transport;
  readonly id: RequestId;
}

/** `initialize` of the older era happens once in the life of a process, however many clients it has. */
export class Handshake {
  #first: Greeting | undefined;
  #answer: object | undefined;
  #confirmed = false;
  #waiting: Greeting[] = [];

  get isDone(): boolean {
    return this.#answer !== undefined;
  }

  /** True for the greeting that goes to the server; all others are answered by what it brings. */
  isFirst(client: Transport, id: RequestId, reply: Reply): boolean {
    if (this.#answer !== undefined) reply(client, id, { result: this.#answer });
    else if (this.#first === undefined) {
      this.#first = { client, id };
      return true;
    } else this.#waiting.push({ client, id });
    return false;
  }

  /** True when the answer was one to the greeting, which everybody who waits then gets. */
  settle(client: Transport, id: RequestId, answer: ResponseMessage, reply: Reply): boolean {
    if (this.#first === undefined || this.#first.client !== client || this.#first.id !== id) return false;
    const body = isObject(answer.result) ? { result: answer.result } : { error: answer.error ?? {} };
    if ('result' in body) this.#answer = body.result;
    for (const each of [this.#first, ...this.#waiting]) reply(each.client, each.id, body);
    this.#first = undefined;
    this.#waiting = [];
    return true;
  }

  mayConfirm(): boolean {
    const may = !this.#confirmed;
    this.#confirmed = true;
    return may;
  }

  /** Who greeted and went away leaves the greeting to the next. */
  forget(client: Transport): void {
    this.#waiting = this.#waiting.filter((each) => each.client !== client);
    if (this.#first?.client !== client) return;
    this.#first = undefined;
  }
}
