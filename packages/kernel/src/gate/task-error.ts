import type { TaskError } from '../task/task-record.js';
import { internalErrorCode } from '../wire/json-rpc.js';
import { isRpcError } from '../wire/rpc-error.js';

/** The JSON-RPC error that the foreground would have answered with. */
export function taskError(error: unknown): TaskError {
  if (!isRpcError(error))
    return { code: internalErrorCode, message: error instanceof Error ? error.message : String(error) };
  const { code, message, data } = error;
  return data === undefined ? { code, message } : { code, message, data };
}
