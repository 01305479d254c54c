import { refuse } from '../http/answer.js';
import type { Body } from '../http/body.js';
import type { Exchange } from '../http/endpoint.js';
import type { ServerRuntime } from '../protocol/runtime.js';
import { parseErrorCode } from '../wire/json-rpc.js';
import { tooLarge } from '../wire/too-large.js';
import { refuseUnread } from './refuse-unread.js';

/** Answers a POST whose body holds no message that could be read. */
export function refuseBody(
  exchange: Exchange,
  runtime: ServerRuntime,
  { kind }: Exclude<Body, { kind: 'text' }>,
  limitBytes: number,
): void {
  if (kind === 'cut-off') return void exchange.res.destroy();
  if (kind === 'not-text')
    return void refuse(exchange.res, 400, 'Parse error: the body is not UTF-8', { code: parseErrorCode });
  const { message, ...error } = tooLarge(limitBytes);
  // The connection stays open: closed on somebody who is still sending, it would be reset and the answer lost.
  refuseUnread(exchange, runtime, 413, message, error);
}
