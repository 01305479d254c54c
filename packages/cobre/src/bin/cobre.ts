#!/usr/bin/env node
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { exitCodes } from './envelope.js';
import { outputFormats } from './output.js';
import { runCommand } from './run-command.js';
import { validateCommand } from './validate-command.js';
import { version } from './version.js';

function positive(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new InvalidArgumentError('It must be a whole number from 1.');
  return value;
}

const format = () => new Option('--output-format <form>', 'How to answer').choices(outputFormats).default('human');

async function main(): Promise<number> {
  let code: number = exitCodes.ok;
  const program = new Command('cobre')
    .description('Plan a hydrothermal power system: validate a case, train a policy, simulate it.')
    .version(version)
    .exitOverride();
  program
    .command('run')
    .description('Train and simulate a case as its settings say')
    .argument('<case>', 'Case directory')
    .option('--output <directory>', 'Where results go; <case>/output unless given')
    .addOption(new Option('--threads <count>', 'Threads that share the work').argParser(positive).env('COBRE_THREADS'))
    .addOption(format())
    .option('--quiet', 'No progress lines')
    .exitOverride()
    .action(async (directory, options) => {
      code = await runCommand(directory, options);
    });
  program
    .command('validate')
    .description('Check a case in five layers')
    .argument('<case>', 'Case directory')
    .addOption(format())
    .exitOverride()
    .action(async (directory, options) => {
      code = await validateCommand(directory, options);
    });
  try {
    await program.parseAsync();
    return code;
  } catch (cause) {
    if (cause instanceof CommanderError) return cause.exitCode === 0 ? exitCodes.ok : exitCodes.arguments;
    throw cause;
  }
}

// A reader that went away, like `head`, is no failure of the run.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

process.exitCode = await main();
