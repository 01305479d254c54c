import type { ClientCapabilities, InputRequiredResult } from '@modelcontextprotocol/server';
import { internalErrorCode } from '../wire/json-rpc.js';
import { missingCapability, RpcError } from '../wire/rpc-error.js';

const capabilityFor: Readonly<Record<string, keyof ClientCapabilities>> = {
  'elicitation/create': 'elicitation',
  'sampling/createMessage': 'sampling',
  'roots/list': 'roots',
};

/** Why a task cannot ask this: nothing is asked, or the caller never said that it answers such questions. */
export function questionIssue(
  { inputRequests = {} }: InputRequiredResult,
  declared: ClientCapabilities = {},
): RpcError | undefined {
  const requests = Object.values(inputRequests);
  if (requests.length === 0) return new RpcError(internalErrorCode, 'A task waits for no answer.');
  const needed = requests.map(({ method }) => capabilityFor[method]).filter((name) => name !== undefined);
  const missing = needed.filter((name) => declared[name] === undefined);
  if (missing.length === 0) return undefined;
  return missingCapability(Object.fromEntries(missing.map((name) => [name, {}])));
}
