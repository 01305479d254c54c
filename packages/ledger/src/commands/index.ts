import { Fault } from '@quadrivium/kernel/fault';
import { Command, CommanderError } from 'commander';
import { appendCommand } from './append.js';
import { checkpointCommand } from './checkpoint.js';
import { type CommandIo, type ExitCode, printLine } from './command-io.js';
import { exportCommand } from './export.js';
import { headCommand } from './head.js';
import { keygenCommand } from './keygen.js';
import { verifyCommand } from './verify.js';

/** Runs the command line and gives the exit code; never ends the process itself, so that output is not cut off. */
export async function runLedgerCommand(args: readonly string[], io: CommandIo): Promise<ExitCode> {
  let code: ExitCode = 0;
  const program = new Command('quadrivium-ledger')
    .description('An append-only, hash-chained log: verify it, export it, sign it.')
    .version('0.1.0')
    .addHelpText('after', '\nExit codes: 0 valid or done, 1 broken, 2 wrong usage or not possible.')
    .configureOutput({ writeOut: (text) => io.stdout.write(text), writeErr: (text) => io.stderr.write(text) })
    .exitOverride();
  verifyCommand(program, io, (broken) => {
    code = broken;
  });
  for (const add of [exportCommand, headCommand, checkpointCommand, keygenCommand, appendCommand]) add(program, io);
  for (const command of program.commands) command.exitOverride().configureOutput(program.configureOutput());
  try {
    await program.parseAsync(args, { from: 'user' });
    return code;
  } catch (error) {
    return explain(error, io);
  }
}

function explain(error: unknown, io: CommandIo): ExitCode {
  // Commander has already printed its message, or the help that was asked for.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  if (error instanceof Fault) {
    printLine(io.stderr, `error: ${error.message}`);
    if (error.suggestion !== undefined) printLine(io.stderr, error.suggestion);
    return 2;
  }
  if (error instanceof Error && 'code' in error) {
    printLine(io.stderr, `error: ${error.message}`);
    return 2;
  }
  throw error;
}
