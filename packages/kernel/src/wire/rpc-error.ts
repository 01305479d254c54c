import { missingCapabilityCode } from './json-rpc.js';

/**
 * Errors in the words of JSON-RPC. The SDK answers with `code`, `message` and `data` of whatever is thrown, so the gate needs
 * nothing of it: a program that calls operations in its own process does not load the protocol.
 */
export class RpcError extends Error {
  /** That of the SDK's own, which are told by it. */
  override readonly name = 'ProtocolError';

  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/** Ours, or one of the SDK: an operation may throw either. */
export function isRpcError(error: unknown): error is RpcError {
  return error instanceof Error && error.name === 'ProtocolError' && Number.isSafeInteger(Reflect.get(error, 'code'));
}

/** The client has to declare more than it did for this to be answered. */
export function missingCapability(requiredCapabilities: object, message?: string): RpcError {
  const names = Object.keys(requiredCapabilities).join(', ');
  const text = message ?? `Missing required client capabilities: ${names}`;
  return new RpcError(missingCapabilityCode, text, { requiredCapabilities });
}
