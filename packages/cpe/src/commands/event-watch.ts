import { appendFileSync, writeFileSync } from 'node:fs';
import { newSecret } from '@quadrivium/kernel/essentials';
import { lineageOf } from '../agent/subagent/lineage.js';
import { type EventEndpoint, openEventEndpoint } from '../events/event-endpoint.js';
import { EventPrinter } from '../events/event-printer.js';
import type { SubagentEvent } from '../events/subagent-event.js';
import { cpeFault } from '../faults.js';
import type { CliWorld } from './cli-world.js';
import { type CommandOptions, textOption } from './command.js';

/** Collects the events of all subagents below this process and shows them; passes the address on when another does. */
export async function watchEvents(
  world: CliWorld,
  options: CommandOptions,
  watch: (event: SubagentEvent) => void,
): Promise<EventEndpoint> {
  const { eventAddress } = lineageOf(world.env);
  if (eventAddress !== undefined) return { address: eventAddress, close: async () => undefined };
  const verbose = options.verboseSubagent === true || (world.env.CPE_VERBOSE_SUBAGENT ?? '') !== '';
  const printer = new EventPrinter({ write: (block) => world.err(block), verbose });
  const record = recordingTo(textOption(options, 'eventsFile'));
  return openEventEndpoint({
    token: newSecret(24),
    onEvent: (event) => {
      record(event);
      watch(event);
      printer.print(event);
    },
  });
}

/** The whole tree, one JSON object per line. */
function recordingTo(path: string | undefined): (event: object) => void {
  if (path === undefined) return () => undefined;
  try {
    writeFileSync(path, '', { mode: 0o600 });
  } catch (error) {
    throw cpeFault('Usage', `The events cannot be written to ${path}: ${(error as Error).message}`, { cause: error });
  }
  return (event) => appendFileSync(path, `${JSON.stringify(event)}\n`);
}
