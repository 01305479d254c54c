import { argument, command, required, textValue, withDefault } from '@quadrivium/kernel/shell';
import { ledgerFault } from '../faults.js';
import type { JsonValue } from '../format/canonical-json.js';
import { type Actor, type ActorKind, defaultChain, entryLine, textOf } from '../format/entry.js';
import { withNewLedger } from './with-ledger.js';

export const appendCommand = command({
  name: 'append',
  description: 'append one entry and print it; creates the database when it is not there',
  arguments: { database: argument('the database file') },
  options: {
    stream: required(textValue('stream', 'what the entry belongs to', 'name')),
    type: required(textValue('type', 'what happened', 'name')),
    actor: required(textValue('actor', 'who did it, for instance user:alice or system:backup', 'kind:id')),
    body: withDefault(textValue('body', 'what to record, or - to read it from standard input', 'json'), 'null'),
    chain: withDefault(textValue('chain', 'which chain', 'name'), defaultChain),
    at: textValue('at', 'when it happened, UTC; now when omitted', 'time'),
  },
  async run(io, { database, chain, stream, type, actor, body: given, at = io.now().toISOString() }) {
    const body = readBody(given === '-' ? await io.readStdin() : given);
    const draft = { chain, stream, type, at, body, actor: readActor(actor) };
    const [entry] = await withNewLedger(database, (ledger) => ledger.append([draft]));
    if (entry === undefined) return undefined;
    const line = entryLine(textOf(entry), entry.hash);
    return { data: JSON.parse(line) as unknown, details: () => line };
  },
});

function readActor(given: string): Actor {
  const colon = given.indexOf(':');
  // An unknown kind or a missing id is refused where every draft is checked.
  return { kind: given.slice(0, Math.max(colon, 0)) as ActorKind, id: given.slice(colon + 1) };
}

function readBody(json: string): JsonValue {
  try {
    return JSON.parse(json) as JsonValue;
  } catch (cause) {
    throw ledgerFault('InvalidInput', `The body is not JSON: ${(cause as Error).message}.`, { cause });
  }
}
