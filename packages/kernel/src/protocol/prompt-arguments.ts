import type { JSONRPCRequest } from '@modelcontextprotocol/server';
import { isObject } from '../essentials/is-object.js';

/** Prompt arguments are strings in every revision; callers that send a literal array or number mean its JSON text. */
export function stringifyPromptArguments(request: JSONRPCRequest): JSONRPCRequest {
  const given = request.params?.arguments;
  if (!isObject(given) || Object.values(given).every((value) => typeof value === 'string')) return request;
  const said = Object.entries(given).filter(([, value]) => value !== null);
  const texts = said.map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]);
  return { ...request, params: { ...request.params, arguments: Object.fromEntries(texts) } };
}
