import type { RequestId } from '@modelcontextprotocol/client';
import { isObject, type JsonObject } from '../../essentials/is-object.js';
import type { NotificationMessage } from '../link/json-rpc.js';

const SUBSCRIPTION = 'io.modelcontextprotocol/subscriptionId';

export function tokenOf(params: JsonObject | undefined): RequestId | undefined {
  const meta = params?._meta;
  return isObject(meta) ? (meta.progressToken as RequestId | undefined) : undefined;
}

/** The same parameters; whoever wants progress is told of it under the new id. */
export function withToken(params: JsonObject | undefined, id: RequestId): JsonObject | undefined {
  if (tokenOf(params) === undefined) return params;
  return { ...params, _meta: { ...(params?._meta as JsonObject), progressToken: id } };
}

export function cancelledId({ params }: NotificationMessage): RequestId | undefined {
  return params?.requestId as RequestId | undefined;
}

export function withCancelledId(notification: NotificationMessage, requestId: RequestId): NotificationMessage {
  return { ...notification, params: { ...notification.params, requestId } };
}

export function subscriptionId({ params }: NotificationMessage): RequestId | undefined {
  return isObject(params?._meta) ? (params._meta[SUBSCRIPTION] as RequestId | undefined) : undefined;
}

/** News of a subscription carry the id of the request that asked for them. */
export function withSubscription(notification: NotificationMessage, id: RequestId): NotificationMessage {
  const meta = notification.params?._meta as JsonObject;
  return { ...notification, params: { ...notification.params, _meta: { ...meta, [SUBSCRIPTION]: id } } };
}
