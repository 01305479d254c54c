import type { JSONRPCRequest } from '@modelcontextprotocol/server';
import { PROTOCOL_VERSION_META_KEY } from '@modelcontextprotocol/server';
import { isObject, type JsonObject } from '../essentials/is-object.js';

import { invalidParamsCode, type WireError, wireError } from '../wire/json-rpc.js';
import { isRevision, legacyRevisions, oldestRevision, supportedRevisions } from './revisions.js';

/**
 * The SDK answers an incomplete `initialize` with an internal error and offers its newest revision to anybody. We fill
 * in what is missing (old clients send `{}` and mean 2024-11-05), refuse a version nobody could ever agree on, and leave
 * the counter-offer for newer ones to the SDK, because the client may still know one of ours.
 */
export function tolerantInitialize(request: JSONRPCRequest, strict: boolean): JSONRPCRequest | WireError {
  const params: JsonObject = isObject(request.params) ? request.params : {};
  if (claimsModernRevision(params)) return request;
  const requested = params.protocolVersion ?? oldestRevision;
  if (!isNegotiable(requested, strict)) return unsupported(request, requested);
  return {
    ...request,
    params: {
      ...params,
      protocolVersion: requested,
      capabilities: isObject(params.capabilities) ? params.capabilities : {},
      clientInfo: isClientInfo(params.clientInfo) ? params.clientInfo : { name: 'unknown', version: '0' },
    },
  };
}

function isNegotiable(requested: unknown, strict: boolean): requested is string {
  if (typeof requested !== 'string') return false;
  if ((legacyRevisions as readonly string[]).includes(requested)) return true;
  return !strict && isRevision(requested) && requested > oldestRevision;
}

function unsupported(request: JSONRPCRequest, requested: unknown): WireError {
  return wireError(request.id, invalidParamsCode, 'Unsupported protocol version', {
    supported: supportedRevisions,
    requested,
  });
}

function claimsModernRevision(params: JsonObject): boolean {
  return isObject(params._meta) && PROTOCOL_VERSION_META_KEY in params._meta;
}

function isClientInfo(value: unknown): boolean {
  return isObject(value) && typeof value.name === 'string' && typeof value.version === 'string';
}
