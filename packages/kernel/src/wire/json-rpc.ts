import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/server';

/** An answer we write ourselves. `id` is null when the request was too broken to have one. */
export interface WireError {
  readonly jsonrpc: '2.0';
  readonly id: RequestId | null;
  readonly error: { readonly code: number; readonly message: string; readonly data?: unknown };
}

export type WireMessage = JSONRPCMessage | WireError;

export const parseErrorCode = -32700;
export const invalidRequestCode = -32600;
export const invalidParamsCode = -32602;
export const internalErrorCode = -32603;
export const headerMismatchCode = -32020;
export const missingCapabilityCode = -32021;

/** The SDK accepts strings and safe integers; everything else it would drop without an answer. */
export function isRequestId(value: unknown): value is RequestId {
  return typeof value === 'string' || Number.isSafeInteger(value);
}

export function wireError(id: unknown, code: number, message: string, data?: unknown): WireError {
  return {
    jsonrpc: '2.0',
    id: isRequestId(id) ? id : null,
    error: data === undefined ? { code, message } : { code, message, data },
  };
}
