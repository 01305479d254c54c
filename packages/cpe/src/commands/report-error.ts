import { type Answer, explanationOf } from '@quadrivium/kernel/shell';
import type { Fault } from '../faults.js';
import { classOf } from './exit-codes.js';

/** `{"ok": true, "result": …}` or `{"ok": false, "error": {…}}`, as the specification of cpe says. */
export function bareForm({ data, exitCode = 0, errors: [error] = [] }: Answer): object {
  return error === undefined ? { ok: exitCode === 0, result: data } : errorRecord(error);
}

export function errorRecord({
  kind,
  message,
  context,
  suggestion,
}: Pick<Fault, 'kind' | 'message' | 'context'> & { readonly suggestion?: string | null | undefined }): object {
  const { server, tool, ...details } = context;
  return {
    ok: false,
    error: {
      class: classOf(kind),
      kind: kind === 'InternalError' ? 'Unexpected' : kind,
      ...(server === undefined ? {} : { server }),
      ...(tool === undefined ? {} : { tool }),
      message,
      ...(suggestion === undefined || suggestion === null ? {} : { suggestion }),
      page: explanationOf(kind),
      details,
    },
  };
}
