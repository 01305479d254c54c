import { Fault } from '@quadrivium/kernel/fault';
import { Command, CommanderError, Option } from 'commander';
import { version } from '../version.js';
import type { Answer, Does } from './command.js';
import { exitCodes } from './envelope.js';
import { commands } from './index.js';
import { failure, show } from './output.js';
import { type CommonOptions, outputFormats, processShell, type Shell } from './shell.js';

/** Runs the program with the given words and returns its exit code. */
export async function runProgram(argv: readonly string[]): Promise<number> {
  let code: number = exitCodes.ok;
  const program = new Command('cobre')
    .description('Plan a hydrothermal power system: validate a case, train a policy, simulate it, look at the results.')
    .version(version)
    .option('--color', 'Colours even where no terminal is seen')
    .option('--no-color', 'No colours')
    .exitOverride();
  for (const { name, declare } of commands) {
    const command = program.command(name).exitOverride();
    const does: Does = <A extends readonly unknown[]>(work: (shell: Shell, ...args: A) => Promise<Answer>) => {
      return async (...args: unknown[]) => {
        const shell = processShell((args.at(-1) as Command).optsWithGlobals<CommonOptions>());
        // Commander appends the command itself, which no work needs.
        const answer = await work(shell, ...(args.slice(0, -1) as unknown as A)).catch(failure);
        code = show(shell, pathOf(args.at(-1) as Command), answer);
      };
    };
    declare(command, does);
    addCommonOptions(command);
  }
  // Only for the help: these words never come here, see bin/cobre.ts.
  program.command('serve').description('Serve MCP over stdio or HTTP, as cobre-mcp does; cobre serve --help says more');
  try {
    await program.parseAsync([...argv], { from: 'user' });
    return code;
  } catch (cause) {
    if (!(cause instanceof CommanderError)) throw cause;
    return cause.exitCode === 0 ? exitCodes.ok : refuseWords(argv, cause);
  }
}

/** `schema export` is one name. */
function pathOf(command: Command): string {
  const { parent } = command;
  return parent?.parent ? `${pathOf(parent)} ${command.name()}` : command.name();
}

/** Commander has told people already; a program that reads JSON gets its envelope all the same. */
function refuseWords(argv: readonly string[], { message }: CommanderError): number {
  const form = outputFormats.find(
    (name) => argv.includes(`--output-format=${name}`) || argv[argv.indexOf('--output-format') + 1] === name,
  );
  const known = form !== undefined && form !== 'human';
  if (!known) return exitCodes.arguments;
  const shell = processShell({ outputFormat: form, progress: false });
  return show(shell, argv[0] ?? '', failure(new Fault('InvalidArguments', message.replace(/^error: /, ''))));
}

function addCommonOptions(command: Command): void {
  const targets = command.commands.length > 0 ? command.commands : [command];
  for (const target of targets) {
    target
      .addOption(new Option('--output-format <form>', 'How to answer').choices(outputFormats).default('human'))
      .option('--quiet', 'Only the one line that matters')
      .option('--no-progress', 'No progress')
      .addOption(new Option('--audit-log <file>', 'Append a line per call to this file').env('COBRE_AUDIT_LOG'))
      .exitOverride();
  }
}
