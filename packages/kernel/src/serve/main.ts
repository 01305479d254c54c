import { Fault } from '../fault.js';
import { surviveStrayErrors } from '../gate/stray-errors.js';
import { redactText } from '../redact/index.js';
import { exitCodeOf, exitCodes } from '../shell/exit-codes.js';
import { EarlyExit } from './early-exit.js';
import { type DefinitionSource, type ServeOptions, serve } from './serve.js';

/** The whole body of a server's binary: serves until told to stop, explains what went wrong, and sets the exit code. */
export async function serveMain(source: DefinitionSource, options: ServeOptions = {}): Promise<void> {
  const argv = process.argv.slice(2);
  try {
    if (argv[0] === 'keys') {
      const { runKeysCommand } = await import('./keys-command.js');
      process.stdout.write(await runKeysCommand(`${source.name}-mcp`, argv.slice(1)));
      return;
    }
    const running = await serve(source, argv, process.env, options);
    surviveStrayErrors(running.log);
    await running.closed;
    // The client may hold stdin open for ever; everything that had to be finished is finished.
    process.exit(0);
  } catch (error) {
    process.exitCode = explain(error);
  }
}

/** Exit codes are those of all programs. */
function explain(error: unknown): number {
  if (error instanceof EarlyExit) {
    process.stdout.write(error.output);
    return error.code;
  }
  if (error instanceof Fault) {
    const suggestion = error.suggestion === undefined ? '' : `\n${error.suggestion}`;
    process.stderr.write(redactText(`error: ${error.message}${suggestion}\n`));
    return exitCodeOf(error);
  }
  process.stderr.write(redactText(`${error instanceof Error ? error.stack : String(error)}\n`));
  return exitCodes.failed;
}
