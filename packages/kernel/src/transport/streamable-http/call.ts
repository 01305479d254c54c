import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/server';

import type { WireError } from '../../wire/json-rpc.js';
import { EventLog } from './events.js';
import type { Reply } from './reply.js';

/** Progress and log lines are worth dropping when the reader is this far behind, in bytes. */
const tooFarBehind = 1024 * 1024;

/** Tells a client how long to wait before it asks again for a stream that was ended early, in milliseconds. */
const retryMs = 500;

/**
 * One POST and everything that answers it: the responses to its requests, and what is said on the way. It outlives its
 * connection for a while, because on resumable sessions the client may come back for the rest.
 */
export class CallStream {
  readonly waiting = new Set<RequestId>();
  readonly #answers: string[];
  readonly #isBatch: boolean;
  readonly #log: EventLog | undefined;
  #reply: Reply | undefined;

  constructor(number: number, options: { isBatch: boolean; isResumable: boolean; answers: readonly WireError[] }) {
    this.#isBatch = options.isBatch;
    this.#answers = options.answers.map((answer) => JSON.stringify(answer));
    this.#log = options.isResumable ? new EventLog(number) : undefined;
  }

  /** Connects the response. A client that takes only events gets them from the start. */
  attach(reply: Reply): void {
    this.#reply = reply;
    if (!reply.isUndecided) reply.startStream();
  }

  detach(reply: Reply): void {
    if (this.#reply === reply) this.#reply = undefined;
  }

  get isAttached(): boolean {
    return this.#reply?.isOpen ?? false;
  }

  /** True when the client holds an event id with which it can ask for the rest. */
  get canResume(): boolean {
    return this.#log !== undefined && this.#wasStream;
  }

  #wasStream = false;

  /** What must come first on a stream: a place to resume from, and answers that were held back for a JSON array. */
  begin(): void {
    this.#wasStream = true;
    if (this.#log !== undefined) void this.#reply?.write(`id: ${this.#log.firstId}\nretry: ${retryMs}\ndata: \n\n`);
    for (const answer of this.#answers.splice(0)) void this.#event(answer);
  }

  /** A notification or a question to the client. */
  say(message: JSONRPCMessage): Promise<void> {
    if (this.#reply !== undefined && !this.#reply.acceptsEvents) return Promise.resolve();
    if ('method' in message && isExpendable(message.method) && (this.#reply?.bufferedBytes ?? 0) > tooFarBehind) {
      return Promise.resolve();
    }
    return this.#event(JSON.stringify(message));
  }

  /** An answer to one of the requests; the last one ends the response. */
  answer(id: RequestId, message: JSONRPCMessage): Promise<void> {
    this.waiting.delete(id);
    this.#answers.push(JSON.stringify(message));
    return this.#flush();
  }

  /** The request was cancelled and will never be answered. */
  forget(id: RequestId): void {
    this.waiting.delete(id);
    if (this.waiting.size === 0) void this.#flush();
  }

  /** Sends what is complete: all at once as JSON, or one by one on a stream. */
  #flush(): Promise<void> {
    if (this.#reply?.isUndecided === true && !this.#wasStream) {
      if (this.waiting.size > 0) return Promise.resolve();
      if (this.#answers.length > 0) return this.#answerAsJson(this.#reply);
    }
    const sent = this.#answers.splice(0).map((answer) => this.#event(answer));
    if (this.waiting.size === 0) this.#reply?.end();
    return sent.length === 0 ? Promise.resolve() : Promise.all(sent).then(() => undefined);
  }

  #answerAsJson(reply: Reply): Promise<void> {
    const answers = this.#answers.splice(0);
    reply.json(this.#isBatch ? `[${answers.join(',')}]` : (answers[0] as string));
    return Promise.resolve();
  }

  /** Starts the stream first, so that the place to resume from precedes everything in the log too. */
  #event(text: string): Promise<void> {
    this.#reply?.startStream();
    const id = this.#log?.append(text);
    return this.#reply?.event(text, id) ?? Promise.resolve();
  }

  /** Ends the connection but not the call: the client comes back for the rest. */
  pause(): void {
    this.#reply?.end();
  }

  /** Continues on a new connection after the given event. */
  resume(reply: Reply, event: number): void {
    this.#reply = reply;
    reply.startStream();
    for (const missed of this.#log?.after(event) ?? []) void reply.event(missed.text, missed.id);
    if (this.waiting.size === 0) reply.end();
  }
}

/** Outdated by the next one, so a slow reader may miss some. */
export function isExpendable(method: string): boolean {
  return method === 'notifications/progress' || method === 'notifications/message';
}
