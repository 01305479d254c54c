import type { ServerResponse } from 'node:http';

import { refuse } from '../http/answer.js';
import type { Body } from '../http/body.js';
import { parseErrorCode } from '../wire/json-rpc.js';
import { tooLarge } from '../wire/too-large.js';

/** Answers a POST whose body holds no message that could be read. */
export function refuseBody(res: ServerResponse, { kind }: Exclude<Body, { kind: 'text' }>, limitBytes: number): void {
  if (kind === 'cut-off') return void res.destroy();
  if (kind === 'not-text') return void refuse(res, 400, 'Parse error: the body is not UTF-8', { code: parseErrorCode });
  const { message, ...error } = tooLarge(limitBytes);
  // The connection stays open: closed on somebody who is still sending, it would be reset and the answer lost.
  refuse(res, 413, message, error);
}
