/** POSTs that are refused before anybody has read what they ask for: any of them may have been a call, and leaves an entry. */
import { type RefuseOptions, refuse } from '../http/answer.js';
import type { Exchange, Refused } from '../http/endpoint.js';
import { unreadCall } from '../protocol/refused-requests.js';
import type { ServerRuntime } from '../protocol/runtime.js';

/** Refused here, to a caller who is known. */
export function refuseUnread(
  { req, res, identity }: Exchange,
  runtime: ServerRuntime,
  status: number,
  message: string,
  options?: RefuseOptions,
): void {
  req.resume();
  runtime.refused(unreadCall, { identity });
  refuse(res, status, message, options);
}

/** Refused by the front, to somebody who is not known or calls from a place that may not. */
export function recordTurnedAway(runtime: ServerRuntime, { req, kind }: Refused): undefined {
  if (req.method === 'POST') runtime.turnedAway(kind);
}
