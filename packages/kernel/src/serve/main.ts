import { Fault } from '../fault.js';
import { surviveStrayErrors } from '../gate/stray-errors.js';
import { redactText } from '../redact/index.js';
import { exitCodeOf, exitCodes } from '../shell/exit-codes.js';
import { processTerminal, type Terminal } from '../shell/terminal.js';
import { EarlyExit } from './early-exit.js';
import { type DefinitionSource, type ServeOptions, serve } from './serve.js';

/** The whole body of a server's binary: serves until told to stop, explains what went wrong, and sets the exit code. */
export async function serveMain(source: DefinitionSource, options: ServeOptions = {}): Promise<void> {
  const argv = process.argv.slice(2);
  try {
    if (argv[0] === 'keys') {
      const [{ keysProgram }, { runProgram }] = await Promise.all([
        import('./keys-command.js'),
        import('../shell/program.js'),
      ]);
      process.exitCode = await runProgram(keysProgram(`${source.name}-mcp`, source.version), argv);
      return;
    }
    const running = await serve(source, argv, process.env, options);
    surviveStrayErrors(running.log);
    await running.closed;
    // The client may hold stdin open for ever; everything that had to be finished is finished.
    process.exit(0);
  } catch (error) {
    process.exitCode = await explain(error, processTerminal());
  }
}

/** Exit codes are those of all programs. */
async function explain(error: unknown, terminal: Terminal): Promise<number> {
  if (error instanceof EarlyExit) {
    await terminal.out(error.output);
    return error.code;
  }
  if (error instanceof Fault) {
    const suggestion = error.suggestion === undefined ? '' : `\n${error.suggestion}`;
    terminal.err(redactText(`error: ${error.message}${suggestion}\n`));
    return exitCodeOf(error);
  }
  terminal.err(redactText(`${error instanceof Error ? error.stack : String(error)}\n`));
  return exitCodes.failed;
}
