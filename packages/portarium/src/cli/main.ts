import { CommanderError } from 'commander';
import type { CliIo } from './cli-io.js';
import { exitCodeOf, exitCodes, explanation } from './exit-code.js';
import type { OpenPlane } from './plane-settings.js';
import { portariumProgram } from './program.js';

/** One command line from words to exit code; nothing is thrown. */
export async function runPortarium(
  words: readonly string[],
  open: OpenPlane,
  io: Omit<CliIo, 'fail'>,
  signal: AbortSignal,
): Promise<number> {
  let code = 0;
  const fail = (found: number): void => {
    code = found;
  };
  const program = portariumProgram(open, { ...io, fail }, signal);
  try {
    await program.parseAsync([...words], { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : exitCodes.caller;
    // Somebody interrupted a command that waits; that is how those end.
    if (signal.aborted) return code;
    io.err(explanation(error, program.opts<{ json?: boolean }>().json ?? false));
    return exitCodeOf(error);
  }
}
