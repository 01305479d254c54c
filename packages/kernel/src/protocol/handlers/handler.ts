import type { Result, Server, StandardSchemaV1 } from '@modelcontextprotocol/server';
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { isObject, type JsonObject } from '../../essentials/is-object.js';

import type { GateSettings } from '../../gate/call.js';
import type { ServerDefinition } from '../../registry/server-definition.js';

import type { ContextSource, RequestContext } from '../request-context.js';

/** What handlers are made from, once per runtime. */
export interface HandlerParts {
  readonly definition: ServerDefinition;
  readonly settings: GateSettings;
  readonly listedTools: ListedTools;
  readonly toolNames: 'seed' | 'portable';
}

/** The tool list as a caller may see it, computed once per distinct view. */
export type ListedTools = (identity: ContextSource['identity']) => Result;

export type Handler = (params: JsonObject, context: RequestContext, server: Server) => Result | Promise<Result>;

export type HandlerTable = Readonly<Record<string, Handler>>;

/**
 * Lets the SDK hand parameters over unchecked. Its own check answers mistakes of the caller with an internal error and a
 * page of library text (typescript-sdk #2284); our handlers say what is wrong.
 */
export const anyParams: StandardSchemaV1<JsonObject, JsonObject> = {
  '~standard': { version: 1, vendor: 'quadrivium', validate: (value) => ({ value: value as JsonObject }) },
};

export function invalidParams(message: string, data?: unknown): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message, data);
}

export function requiredText(params: JsonObject, name: string): string {
  const value = params[name];
  if (typeof value !== 'string') throw invalidParams(`Invalid params: ${name} must be a string`);
  return value;
}

export function optionalObject(params: JsonObject, name: string): JsonObject | undefined {
  const value = params[name];
  if (value !== undefined && !isObject(value)) throw invalidParams(`Invalid params: ${name} must be an object`);
  return value;
}

/** Our lists are short and come in one page, so no cursor was ever handed out. */
export function refuseCursor(params: JsonObject): void {
  if (params.cursor !== undefined) throw invalidParams('Invalid params: unknown cursor');
}
