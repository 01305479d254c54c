import type { Failure } from '../../registry/error-profile.js';

/** The machine-readable half of a JSON-RPC error: what a caller branches on and what it may show. */
export function errorData({ cause, fault, tool }: Failure): Record<string, unknown> {
  const { missing = [], issues = [], ...context } = fault.context as Record<string, unknown>;
  const isInput = cause === 'input';
  const kind = isInput && (missing as unknown[]).length > 0 ? 'MissingParameter' : fault.kind;
  return {
    kind,
    tool,
    ...(isInput ? { missing, issues } : { context }),
    ...(fault.suggestion === undefined ? {} : { hint: fault.suggestion }),
  };
}
