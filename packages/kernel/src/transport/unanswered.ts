import { setTimeout as sleep } from 'node:timers/promises';

import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/server';

import type { ServerRuntime } from '../protocol/runtime.js';

/**
 * Requests of one connection that still wait for their answer. A handler that has returned is not an answer that has
 * left: a shutdown must wait for both.
 */
export class Unanswered {
  readonly #ids = new Set<RequestId>();

  get size(): number {
    return this.#ids.size;
  }

  received(message: JSONRPCMessage): void {
    if (!('method' in message)) return;
    // A subscription is answered only when it ends, which is not worth waiting for.
    if ('id' in message && message.method !== 'subscriptions/listen') this.#ids.add(message.id);
    if (message.method === 'notifications/cancelled') this.#ids.delete(message.params?.requestId as RequestId);
  }

  sent(message: JSONRPCMessage): void {
    if (!('method' in message) && message.id !== undefined) this.#ids.delete(message.id);
  }
}

/** Answers leave within moments of their handler's return; longer than this nobody waits for them. */
const longestDepartureMs = 1000;
const lookEveryMs = 5;

/** True once nothing runs and every answer has left, false when the calls took longer than the grace. */
export async function settledAndAnswered(
  runtime: ServerRuntime,
  graceMs: number,
  waiting: () => number,
): Promise<boolean> {
  if (!(await runtime.settled(graceMs))) return false;
  for (let waitedMs = 0; waiting() > 0 && waitedMs < longestDepartureMs; waitedMs += lookEveryMs)
    await sleep(lookEveryMs);
  return true;
}
