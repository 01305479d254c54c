import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/client';

import { isObject, type JsonObject } from '../../essentials/is-object.js';

/** The messages of one line (an array is a batch, as in revision 2025-03-26), or undefined when it is something else. */
export function jsonRpcMessages(line: string): JSONRPCMessage[] | undefined {
  let parsed: unknown;
  try {
    parsed = JSON.parse(line);
  } catch {
    return undefined;
  }
  const messages = Array.isArray(parsed) ? parsed : [parsed];
  return messages.length > 0 && messages.every(isJsonRpc) ? messages : undefined;
}

function isJsonRpc(value: unknown): value is JSONRPCMessage {
  if (!isObject(value) || value.jsonrpc !== '2.0') return false;
  return typeof value.method === 'string' || 'result' in value || 'error' in value;
}

export interface RequestMessage {
  readonly id: RequestId;
  readonly method: string;
  readonly params?: JsonObject;
}

export interface NotificationMessage {
  readonly method: string;
  readonly params?: JsonObject;
}

export interface ResponseMessage {
  readonly id?: RequestId | null;
  readonly result?: unknown;
  readonly error?: unknown;
}

export function isRequest(message: object): message is RequestMessage {
  return 'method' in message && 'id' in message;
}

export function isNotification(message: object): message is NotificationMessage {
  return 'method' in message && !('id' in message);
}

/** Whether a message of which only the beginning is known is news and no answer. */
export function isNewsByHead(head: string): boolean {
  return /^\s*\{\s*(?:"jsonrpc"\s*:\s*"2\.0"\s*,\s*)?"method"\s*:/.test(head);
}

/** How much of either end of a message is enough to find its id there: writers put it first or last. */
export const EDGE_CHARS = 512;

/** The id of a message of which only both ends are known or worth reading, when either end shows it. */
export function requestIdAtEdges(message: {
  readonly head: string;
  readonly tail: string;
}): string | number | undefined {
  const id = '("[^"]{1,128}"|-?\\d{1,15})';
  const atHead = new RegExp(`^\\s*\\{\\s*(?:"jsonrpc"\\s*:\\s*"2\\.0"\\s*,\\s*)?"id"\\s*:\\s*${id}\\s*,`).exec(
    message.head,
  );
  const atTail = new RegExp(`,\\s*"id"\\s*:\\s*${id}\\s*(?:,\\s*"jsonrpc"\\s*:\\s*"2\\.0"\\s*)?\\}\\s*$`).exec(
    message.tail,
  );
  const found = atHead?.[1] ?? atTail?.[1];
  return found === undefined ? undefined : (JSON.parse(found) as string | number);
}
