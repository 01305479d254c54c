import type { StandardSchemaV1 } from '@modelcontextprotocol/client';
import { isObject, type JsonObject } from '../../essentials/is-object.js';
import { own } from '../../essentials/own.js';

/**
 * The SDK checks whole results and refuses a list of forty tools for one bad one. We check item by item ourselves, so
 * its check must be passed by: in the older era with a schema that accepts everything, in the newer one, which also
 * checks on the wire, with an empty result of the right shape that carries the real one under a symbol.
 */
const RAW: unique symbol = Symbol('raw result');

const fresh = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' };
const EMPTY_RESULTS: Readonly<Record<string, JsonObject>> = {
  'tools/call': { resultType: 'complete', content: [] },
  'tools/list': { ...fresh, tools: [] },
  'prompts/get': { resultType: 'complete', messages: [] },
  'prompts/list': { ...fresh, prompts: [] },
  'resources/list': { ...fresh, resources: [] },
  'resources/templates/list': { ...fresh, resourceTemplates: [] },
  'resources/read': { ...fresh, contents: [] },
  'completion/complete': { resultType: 'complete', completion: { values: [] } },
};

/** What the SDK sees of a result: it refuses tasks, and everything else that is not complete is its own business. */
export function standIn(method: string, result: JsonObject): JsonObject {
  const empty = own(EMPTY_RESULTS, method);
  const { resultType = 'complete' } = result;
  const ours = resultType === 'complete' || (resultType === 'task' && method === 'tools/call');
  return empty === undefined || !ours ? result : { ...empty, [RAW]: result };
}

/** The result as the server sent it. */
export function rawOf(result: unknown): JsonObject {
  const raw = (result as { [RAW]?: JsonObject } | undefined)?.[RAW] ?? result;
  return isObject(raw) ? raw : {};
}

export const anyResult: StandardSchemaV1<unknown, unknown> = {
  '~standard': { version: 1, vendor: 'quadrivium', validate: (value) => ({ value }) },
};
