/**
 * What stands between the wire and the SDK, on every transport.
 *
 * The SDK drops what it does not understand without a word, answers incomplete requests with internal errors and knows
 * no batches on stdio. Here every line becomes exactly one of: messages the SDK will certainly accept, an answer we give
 * ourselves, or nothing (a broken notification or response must never be answered).
 */

import { isJSONRPCResponse, type JSONRPCMessage, type JSONRPCRequest } from '@modelcontextprotocol/server';
import { isObject, type JsonObject } from '../essentials/is-object.js';

import { isWithinDepth } from '../wire/depth.js';
import {
  invalidParamsCode,
  invalidRequestCode,
  isRequestId,
  parseErrorCode,
  type WireError,
  wireError,
} from '../wire/json-rpc.js';
import { tolerantInitialize } from './initialize.js';
import { stringifyPromptArguments } from './prompt-arguments.js';
import { hasBatches } from './revisions.js';
import { asksForTasksUndeclared, undeclaredTasks } from './task-subscription.js';

export interface ProtocolRules {
  readonly strictProtocol: boolean;
  /** The deepest nesting of a whole message. */
  readonly maxDepth: number;
}

/** A batch is answered in one piece, so its size bounds what has to be held back. */
const mostInBatch = 1000;

/** `refused` is what was asked for in vain, for whoever keeps evidence of it: one request, or a batch of them. */
export type InboundSingle =
  | { readonly kind: 'deliver'; readonly message: JSONRPCMessage }
  | { readonly kind: 'answer'; readonly response: WireError; readonly refused?: unknown }
  | { readonly kind: 'drop'; readonly why: string };

export type Inbound = InboundSingle | { readonly kind: 'batch'; readonly entries: readonly InboundSingle[] };

/** One line, frame or body as text. `revision` is what this connection agreed on, undefined until then. */
export function normaliseText(text: string, rules: ProtocolRules, revision?: string): Inbound {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return answer(null, parseErrorCode, 'Parse error: the message is not valid JSON');
  }
  return normaliseValue(value, rules, revision);
}

export function normaliseValue(value: unknown, rules: ProtocolRules, revision?: string): Inbound {
  if (!isWithinDepth(value, rules.maxDepth)) {
    const id = isObject(value) ? value.id : null;
    return answer(id, invalidRequestCode, `Invalid request: nested deeper than ${rules.maxDepth} levels`, value);
  }
  return Array.isArray(value) ? normaliseBatch(value, rules, revision) : normaliseSingle(value, rules);
}

function normaliseBatch(values: readonly unknown[], rules: ProtocolRules, revision?: string): Inbound {
  if (values.length === 0) return answer(null, invalidRequestCode, 'Invalid request: the batch is empty');
  if (!hasBatches(revision)) {
    return answer(null, invalidRequestCode, `Invalid request: protocol revision ${revision} has no batches`, values);
  }
  if (values.length > mostInBatch) {
    return answer(null, invalidRequestCode, `Invalid request: more than ${mostInBatch} messages in a batch`, values);
  }
  const seen = new Set<unknown>();
  return { kind: 'batch', entries: values.map((value) => normaliseEntry(value, rules, seen)) };
}

/** Inside a batch an id must be unique, or answers could not be told apart, and the handshake must stand alone. */
function normaliseEntry(value: unknown, rules: ProtocolRules, seen: Set<unknown>): InboundSingle {
  const entry = normaliseSingle(value, rules);
  if (entry.kind !== 'deliver' || !('method' in entry.message) || !('id' in entry.message)) return entry;
  const { id, method } = entry.message;
  if (method === 'initialize') return answer(id, invalidRequestCode, 'Invalid request: initialize cannot be batched');
  if (seen.has(id)) return answer(id, invalidRequestCode, 'Invalid request: the batch uses this id twice', value);
  seen.add(id);
  return entry;
}

/** What a batch asked for in vain, each by itself; all of it as one where nothing of the batch was let in. */
export function refusedIn(entries: readonly InboundSingle[]): readonly unknown[] {
  const refused = entries.flatMap((entry) => (entry.kind === 'answer' ? [entry.refused] : []));
  return entries.some(({ kind }) => kind === 'deliver') ? refused : [refused];
}

function normaliseSingle(value: unknown, rules: ProtocolRules): InboundSingle {
  if (!isObject(value)) return answer(null, invalidRequestCode, 'Invalid request: a message is a JSON object');
  if (value.jsonrpc !== '2.0') return refuse(value, 'jsonrpc must be "2.0"');
  if (typeof value.method === 'string') return normaliseCall(value, value.method, rules);
  if ('result' in value || 'error' in value) return normaliseResponse(value);
  return refuse(value, 'method must be a string');
}

/** A request when it has an id, a notification otherwise. Unknown top-level keys are left behind: the SDK is strict. */
function normaliseCall(value: JsonObject, method: string, rules: ProtocolRules): InboundSingle {
  const isRequest = 'id' in value;
  if (isRequest && !isRequestId(value.id)) return refuse(value, 'id must be a string or an integer');
  const issue = paramsIssue(value.params);
  if (issue !== undefined) {
    if (!isRequest) return drop(`notification: ${issue}`);
    return answer(value.id, invalidParamsCode, `Invalid params: ${issue}`, value);
  }
  const params = value.params as JSONRPCRequest['params'];
  const body = params === undefined ? { jsonrpc: '2.0' as const, method } : { jsonrpc: '2.0' as const, method, params };
  if (!isRequest) return { kind: 'deliver', message: body };
  return normaliseRequest({ ...body, id: value.id as JSONRPCRequest['id'] }, rules);
}

function normaliseRequest(request: JSONRPCRequest, rules: ProtocolRules): InboundSingle {
  if (request.method === 'prompts/get') return { kind: 'deliver', message: stringifyPromptArguments(request) };
  if (request.method === 'subscriptions/listen' && asksForTasksUndeclared(request.params)) {
    return { kind: 'answer', response: undeclaredTasks(request.id) };
  }
  if (request.method !== 'initialize') return { kind: 'deliver', message: request };
  const initialized = tolerantInitialize(request, rules.strictProtocol);
  return 'error' in initialized ? { kind: 'answer', response: initialized } : { kind: 'deliver', message: initialized };
}

/** What would make the SDK drop the message: it validates `_meta` before it looks at anything else. */
function paramsIssue(params: unknown): string | undefined {
  if (params === undefined) return undefined;
  if (!isObject(params)) return 'params must be an object';
  const meta = params._meta;
  if (meta === undefined) return undefined;
  if (!isObject(meta)) return '_meta must be an object';
  if (meta.progressToken !== undefined && !isRequestId(meta.progressToken)) {
    return '_meta.progressToken must be a string or an integer';
  }
  const task = meta['io.modelcontextprotocol/related-task'];
  const isTask = task === undefined || (isObject(task) && typeof task.taskId === 'string');
  return isTask ? undefined : '_meta["io.modelcontextprotocol/related-task"] must name a taskId';
}

/** Responses are rare (a person answered a question), so the SDK's own, slow check may decide. */
function normaliseResponse({ id, result, error }: JsonObject): InboundSingle {
  const message = error === undefined ? { jsonrpc: '2.0', id, result } : { jsonrpc: '2.0', id, error };
  return isRequestId(id) && isJSONRPCResponse(message) ? { kind: 'deliver', message } : drop('malformed response');
}

function answer(
  id: unknown,
  code: number,
  message: string,
  refused?: unknown,
): InboundSingle & { readonly kind: 'answer' } {
  return { kind: 'answer', response: wireError(id, code, message), refused };
}

function refuse(value: JsonObject, issue: string): InboundSingle {
  return answer(value.id, invalidRequestCode, `Invalid request: ${issue}`, value);
}

function drop(why: string): InboundSingle {
  return { kind: 'drop', why };
}
