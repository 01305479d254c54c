import { Command, CommanderError, Option } from 'commander';

import { Fault } from '../fault.js';
import type { CommandLine } from './command-line.js';
import { EarlyExit } from './early-exit.js';
import type { Flag } from './flag.js';
import { allFlags, variableOf } from './flags.js';

/** Raw texts by flag; a switch without a value means yes. */
export function parseArguments(line: CommandLine): Readonly<Record<string, string | undefined>> {
  const command = new Command(line.name)
    .description(line.description)
    .version(line.version)
    .allowExcessArguments(false);
  let output = '';
  const keep = (text: string): void => {
    output += text;
  };
  command.exitOverride().configureOutput({ writeOut: keep, writeErr: keep, outputError: keep });
  for (const flag of Object.values(allFlags(line.extra))) command.addOption(optionFor(flag, line.prefix));
  command.addHelpText(
    'after',
    `\nEvery option can be given as a variable, for example ${variableOf('port', line.prefix)}; options win.`,
  );
  try {
    command.parse([...line.argv], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    throw error.exitCode === 0 ? new EarlyExit(0, output) : badUsage(error.message, line.name);
  }
  const values = command.opts<Record<string, string | true | undefined>>();
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, value === true ? 'true' : value]));
}

function optionFor(flag: Flag<unknown>, prefix: string): Option {
  const value = flag.placeholder !== undefined ? ` <${flag.placeholder}>` : '';
  const standard = flag.standard !== undefined ? ` (default: ${flag.standard})` : '';
  return new Option(`--${flag.name}${value}`, `${flag.description}${standard} [${variableOf(flag.name, prefix)}]`);
}

/** Commander already knows what was probably meant. */
function badUsage(message: string, name: string): Fault<'BadUsage'> {
  const [, meant] = /\(Did you mean (?:one of )?(.*?)\?\)/s.exec(message) ?? [];
  const text = message.replace(/^error: /, '').split('\n')[0] ?? message;
  return new Fault('BadUsage', `${text.charAt(0).toUpperCase()}${text.slice(1)}.`, {
    suggestion: meant === undefined ? `Run ${name} --help to see all options.` : `Did you mean ${meant}?`,
  });
}
