import { Command, CommanderError } from 'commander';
import { plainText } from '../events/plain-text.js';
import { cpeFault } from '../faults.js';
import { VERSION } from '../host/client-identity.js';
import type { CliWorld } from './cli-world.js';
import type { CliCommand, CommandContext, CommandOptions, Outcome } from './command.js';
import { EXIT, exitCodeOf } from './exit-codes.js';
import { commands } from './index.js';
import { refuseMistyped } from './mistyped-command.js';
import { errorRecord, errorText } from './report-error.js';

const GROUPS: Readonly<Record<string, string>> = {
  mcp: 'Look at MCP servers and use them by hand',
  config: 'Look at the configuration',
};

const paths = commands.flatMap(({ path, aliases = [] }) => [
  path,
  ...aliases.map((alias) => [...path.slice(0, -1), alias]),
]);

/** Runs one command line and gives its exit code. Results go to stdout, everything else to stderr. */
export async function runCli(argv: readonly string[], world: CliWorld): Promise<number> {
  let exitCode: number = EXIT.ok;
  const program = buildProgram(commands, world, async (command, args, options) => {
    // What stands after `--` is never meant as a command.
    const check = command.path.length === 0 && !argv.includes('--') ? () => refuseMistyped(args, paths) : undefined;
    exitCode = await runCommand(command, { world, args, options }, check);
  });
  try {
    await program.parseAsync([...argv], { from: 'user' });
    return exitCode;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return EXIT.ok;
    if (argv.includes('--json')) await world.out(`${JSON.stringify(errorRecord(usageFault(error)))}\n`);
    return EXIT.unexpected;
  }
}

type Runner = (command: CliCommand, args: (string | undefined)[], options: CommandOptions) => Promise<void>;

function buildProgram(list: readonly CliCommand[], world: CliWorld, run: Runner): Command {
  const program = new Command('cpe')
    .description('Use MCP servers: by hand, by script, or by a model.')
    .version(VERSION)
    .option('--config <file>', 'configuration file; otherwise ./cpe.yaml, then the user’s own')
    .option('--json', 'print one JSON object instead of text');
  for (const command of list) addCommand(program, command, run);
  for (const each of allCommands(program)) {
    each.exitOverride().showSuggestionAfterError();
    each.configureOutput({ writeOut: (text) => void world.out(text), writeErr: (text) => world.err(text) });
  }
  return program;
}

function addCommand(program: Command, command: CliCommand, run: Runner): void {
  const target = command.path.reduce((parent, name) => childOf(parent, name), program);
  if (command.path.length > 0) target.description(command.summary).aliases([...(command.aliases ?? [])]);
  command.configure?.(target);
  // Commander passes the arguments, then the options, then itself.
  target.action(async (...given: unknown[]) => {
    const args = given.slice(0, -2).flat() as (string | undefined)[];
    await run(command, args, target.optsWithGlobals());
  });
}

function childOf(parent: Command, name: string): Command {
  const known = parent.commands.find((each) => each.name() === name);
  if (known !== undefined) return known;
  const child = parent.command(name);
  return GROUPS[name] === undefined ? child : child.description(GROUPS[name]);
}

function allCommands(command: Command): Command[] {
  return [command, ...command.commands.flatMap(allCommands)];
}

/** What commander has told in words already. */
function usageFault({ message }: CommanderError): Error {
  return cpeFault('Usage', message.replace(/^error: /, ''));
}

async function runCommand(command: CliCommand, context: CommandContext, check?: () => void): Promise<number> {
  const { world, options } = context;
  try {
    check?.();
    const outcome = await command.run(context);
    if (outcome !== undefined) await print(outcome, options, world);
    return outcome?.exitCode ?? EXIT.ok;
  } catch (error) {
    if (options.json === true) await world.out(`${JSON.stringify(errorRecord(error))}\n`);
    else if (!world.signal.aborted) world.err(forTerminal(errorText(error), world.errIsTerminal));
    return exitCodeOf(error);
  }
}

async function print(outcome: Outcome, options: CommandOptions, world: CliWorld): Promise<void> {
  const { text, value, exitCode = EXIT.ok, verbatim } = outcome;
  if (options.json === true) await world.out(`${JSON.stringify({ ok: exitCode === EXIT.ok, result: value })}\n`);
  else await world.out(forTerminal(text, world.outIsTerminal && verbatim !== true));
}

/** Descriptions and messages come from servers, which must not be able to steer the terminal of whoever reads them. */
function forTerminal(text: string, isTerminal: boolean): string {
  return isTerminal ? plainText(text) : text;
}
