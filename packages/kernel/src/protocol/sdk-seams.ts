/**
 * Members of the SDK's classes that its types hide and that we use all the same, in one place.
 *
 * They save a third of the cost of a call: the SDK validates every message with zod up to six times, and what reaches it
 * from us has been checked already. The SDK is pinned to one exact version, and `sdk-seams.test.ts` fails when a bump
 * renames one of these.
 */
import type {
  JSONRPCErrorResponse,
  JSONRPCMessage,
  JSONRPCNotification,
  JSONRPCRequest,
  JSONRPCResponse,
  MessageExtraInfo,
  Result,
  ServerContext,
  Transport,
} from '@modelcontextprotocol/server';

export type StoredHandler = (request: JSONRPCRequest, context: ServerContext) => Promise<Result>;

export interface SdkSeams {
  _onrequest(request: JSONRPCRequest, extra?: MessageExtraInfo): void;
  _onnotification(notification: JSONRPCNotification, extra?: MessageExtraInfo): void;
  _onresponse(response: JSONRPCResponse | JSONRPCErrorResponse): void;
  /** Runs a handler and does what `input_required` results need, in either era. */
  _invokeInputRequiredCapableHandler(
    method: string,
    handler: StoredHandler,
    request: JSONRPCRequest,
    context: ServerContext,
  ): Promise<Result>;
}

export function seamsOf(server: object): SdkSeams {
  return server as SdkSeams;
}

/** A transport that only ever delivers what `normalise` let through. */
export interface NormalisingTransport extends Transport {
  readonly normalises: true;
}

export function isNormalising(transport: Transport): transport is NormalisingTransport {
  return 'normalises' in transport && transport.normalises === true;
}

/** Hands a message to the server by its shape alone. */
export function dispatch(server: SdkSeams, message: JSONRPCMessage, extra?: MessageExtraInfo): void {
  if (!('method' in message)) server._onresponse(message as JSONRPCResponse);
  else if ('id' in message) server._onrequest(message, extra);
  else server._onnotification(message, extra);
}
