import { Command, CommanderError } from 'commander';

import { optionFor, typedFor } from '../shell/commander-tree.js';
import { exitCodesLine } from '../shell/exit-codes.js';
import type { Typed } from '../shell/settings.js';
import { usageFault } from '../shell/usage.js';
import type { CommandLine } from './command-line.js';
import { EarlyExit } from './early-exit.js';
import { allFlags, variableOf } from './flags.js';

/** Raw texts by flag; a switch without a value means yes. */
export function parseArguments(line: CommandLine): Readonly<Record<string, Typed>> {
  const flags = allFlags(line.extra);
  const command = new Command(line.name)
    .description(line.description)
    .version(line.version)
    .allowExcessArguments(false);
  let output = '';
  const keep = (text: string): void => {
    output += text;
  };
  command.exitOverride().configureOutput({ writeOut: keep, writeErr: keep, outputError: keep });
  for (const flag of Object.values(flags)) command.addOption(optionFor(flag, variableOf(flag.name, line.prefix)));
  command.addHelpText(
    'after',
    `\nEvery option can be given as a variable, for example ${variableOf('port', line.prefix)}; options win.\n${exitCodesLine()}`,
  );
  try {
    command.parse([...line.argv], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    throw error.exitCode === 0 ? new EarlyExit(0, output) : usageFault(error, line.name, 'BadUsage');
  }
  return typedFor(flags, command);
}
