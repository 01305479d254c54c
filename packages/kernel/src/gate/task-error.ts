import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';

import type { TaskError } from '../task/task-record.js';

/** The JSON-RPC error that the foreground would have answered with. */
export function taskError(error: unknown): TaskError {
  if (!(error instanceof ProtocolError)) {
    return { code: ProtocolErrorCode.InternalError, message: error instanceof Error ? error.message : String(error) };
  }
  const { code, message, data } = error;
  return data === undefined ? { code, message } : { code, message, data };
}
