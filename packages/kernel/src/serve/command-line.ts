import { Command, CommanderError, Option } from 'commander';

import { Fault } from '../fault.js';
import { flags, type Given, variableOf } from './flags.js';

/** Ends the program without serving: what to print, where, and with which exit code. */
export class EarlyExit extends Error {
  readonly code: number;
  readonly output: string;

  constructor(code: number, output: string) {
    super(output);
    this.code = code;
    this.output = output;
  }
}

export interface CommandLine {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly prefix: string;
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Settings by precedence: flag, then variable. Defaults are the server's business. */
export function readCommandLine(line: CommandLine): Given {
  const typed = parseArguments(line);
  const given: Record<string, unknown> = {};
  for (const [key, flag] of Object.entries(flags)) {
    const variable = variableOf(flag.name, line.prefix);
    const fromFlag = typed[key];
    const text = fromFlag ?? line.env[variable];
    if (text === undefined) continue;
    try {
      given[key] = flag.parse(text, fromFlag === undefined);
    } catch (error) {
      throw badValue(fromFlag === undefined ? variable : `--${flag.name}`, text, (error as Error).message);
    }
  }
  return given as Given;
}

/** Variables that start like ours and mean nothing: most likely a typing error. */
export function strangeVariables({ env, prefix }: Pick<CommandLine, 'env' | 'prefix'>): readonly string[] {
  const known = new Set(Object.values(flags).map((flag) => variableOf(flag.name, prefix)));
  return Object.keys(env).filter((name) => name.startsWith(`${prefix}_`) && !known.has(name));
}

/** Raw texts by flag; a switch without a value means yes. */
function parseArguments(line: CommandLine): Readonly<Record<string, string | undefined>> {
  const command = new Command(line.name)
    .description(line.description)
    .version(line.version)
    .allowExcessArguments(false);
  let output = '';
  const keep = (text: string): void => {
    output += text;
  };
  command.exitOverride().configureOutput({ writeOut: keep, writeErr: keep, outputError: keep });
  for (const flag of Object.values(flags)) command.addOption(optionFor(flag, line.prefix));
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

function optionFor(flag: (typeof flags)[keyof typeof flags], prefix: string): Option {
  const value = 'placeholder' in flag && flag.placeholder !== undefined ? ` <${flag.placeholder}>` : '';
  const standard = 'standard' in flag && flag.standard !== undefined ? ` (default: ${flag.standard})` : '';
  return new Option(`--${flag.name}${value}`, `${flag.description}${standard} [${variableOf(flag.name, prefix)}]`);
}

function badValue(name: string, text: string, problem: string): Fault<'BadUsage'> {
  return new Fault('BadUsage', `${name} ${problem}, not "${text.slice(0, 100)}".`, {
    context: { name, value: text.slice(0, 100) },
    suggestion: 'Run with --help to see all options.',
  });
}

/** Commander already knows what was probably meant. */
function badUsage(message: string, name: string): Fault<'BadUsage'> {
  const [, meant] = /\(Did you mean (?:one of )?(.*?)\?\)/s.exec(message) ?? [];
  const text = message.replace(/^error: /, '').split('\n')[0] ?? message;
  return new Fault('BadUsage', `${text.charAt(0).toUpperCase()}${text.slice(1)}.`, {
    suggestion: meant === undefined ? `Run ${name} --help to see all options.` : `Did you mean ${meant}?`,
  });
}
