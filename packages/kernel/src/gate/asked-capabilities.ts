import {
  type ClientCapabilities,
  type InputRequiredResult,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server';

const capabilityFor: Readonly<Record<string, keyof ClientCapabilities>> = {
  'elicitation/create': 'elicitation',
  'sampling/createMessage': 'sampling',
  'roots/list': 'roots',
};

/** Why a task cannot ask this: nothing is asked, or the caller never said that it answers such questions. */
export function questionIssue(
  { inputRequests = {} }: InputRequiredResult,
  declared: ClientCapabilities = {},
): ProtocolError | undefined {
  const requests = Object.values(inputRequests);
  if (requests.length === 0) return new ProtocolError(ProtocolErrorCode.InternalError, 'A task waits for no answer.');
  const needed = requests.map(({ method }) => capabilityFor[method]).filter((name) => name !== undefined);
  const missing = needed.filter((name) => declared[name] === undefined);
  if (missing.length === 0) return undefined;
  const requiredCapabilities = Object.fromEntries(missing.map((name) => [name, {}])) as ClientCapabilities;
  return new MissingRequiredClientCapabilityError({ requiredCapabilities });
}
