import { text } from 'node:stream/consumers';
import type { Command } from 'commander';
import { ledgerFault } from '../faults.js';
import type { JsonValue } from '../format/canonical-json.js';
import { type Actor, type ActorKind, defaultChain, entryLine, textOf } from '../format/entry.js';
import { type CommandIo, printLine } from './command-io.js';
import { withNewLedger } from './with-ledger.js';

interface Flags {
  readonly chain: string;
  readonly stream: string;
  readonly type: string;
  readonly actor: string;
  readonly body: string;
  readonly at?: string;
}

export function appendCommand(program: Command, io: CommandIo): void {
  program
    .command('append')
    .description('append one entry and print it; creates the database when it is not there')
    .argument('<database>', 'the database file')
    .requiredOption('--stream <name>', 'what the entry belongs to')
    .requiredOption('--type <name>', 'what happened')
    .requiredOption('--actor <kind:id>', 'who did it, for instance user:alice or system:backup')
    .option('--body <json>', 'what to record, or - to read it from standard input', 'null')
    .option('--chain <name>', 'which chain', defaultChain)
    .option('--at <time>', 'when it happened, UTC; now when omitted')
    .action(async (database: string, flags: Flags) => {
      const { chain, stream, type } = flags;
      const at = flags.at ?? io.now().toISOString();
      const body = readBody(flags.body === '-' ? await text(io.stdin) : flags.body);
      const draft = { chain, stream, type, at, body, actor: readActor(flags.actor) };
      const [entry] = await withNewLedger(database, (ledger) => ledger.append([draft]));
      if (entry !== undefined) printLine(io.stdout, entryLine(textOf(entry), entry.hash));
    });
}

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
