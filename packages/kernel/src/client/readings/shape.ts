import { SdkError, SdkErrorCode } from '@modelcontextprotocol/client';
import { isObject } from '../../essentials/is-object.js';

import type { Reading, Situation } from './reading.js';

/** One place of an answer that is not as the protocol has it. */
interface Misfit {
  readonly field: string;
  readonly problem: string;
}

/** An answer of the wrong shape. The SDK repeats its schema library's report; we say which field, in a sentence. */
export function readShape(error: unknown, at: Situation): Reading | undefined {
  if (!(error instanceof SdkError) || error.code !== SdkErrorCode.InvalidResult) return undefined;
  const [, method = at.subject, report = error.message] =
    /^Invalid result for ([^:]+): (.*)$/s.exec(error.message) ?? [];
  const misfits = misfitsIn(report);
  const problems = misfits?.map(({ field, problem }) => `${field} ${problem}`).join('; ') ?? report;
  return {
    kind: at.phase === 'handshake' ? 'HandshakeFailed' : 'ProtocolError',
    message: `The answer of ${at.server} to ${method} is not as the protocol has it: ${problems}.`,
    suggestion: `Update ${at.server}, or tell its author; only a change of the server mends its answer.`,
    context: { method, ...(misfits === undefined ? {} : { misfits }) },
  };
}

function misfitsIn(report: string): readonly Misfit[] | undefined {
  try {
    const issues: unknown = JSON.parse(report);
    return Array.isArray(issues) && issues.length > 0 ? issues.filter(isObject).map(misfitOf) : undefined;
  } catch {
    return undefined;
  }
}

function misfitOf({ path, message }: Record<string, unknown>): Misfit {
  const field = Array.isArray(path) && path.length > 0 ? path.join('.') : 'the result';
  const said = String(message).replace(/^Invalid input: /, '');
  return { field, problem: said.endsWith('received undefined') ? 'is missing' : `is wrong (${said})` };
}
