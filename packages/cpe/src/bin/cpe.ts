#!/usr/bin/env node
/** `cpe`: use MCP servers by hand, by script, or by a model. */
import { processWorld } from '../commands/cli-world.js';
import { EXIT } from '../commands/exit-codes.js';
import { runCli } from '../commands/run-cli.js';

const stop = new AbortController();
let stoppedBy: number | undefined;

/** Asked once, calls are cancelled and servers closed; asked again, cpe goes at once and its guards end the servers. */
function onSignal(code: number): void {
  if (stoppedBy !== undefined) process.exit(code);
  stoppedBy = code;
  stop.abort();
}
process.on('SIGINT', () => onSignal(EXIT.sigint));
process.on('SIGTERM', () => onSignal(EXIT.sigterm));
process.on('SIGHUP', () => onSignal(EXIT.sigterm));
// Whoever reads our output may stop early, as `head` does; that is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  stoppedBy ??= EXIT.ok;
  stop.abort();
});

const exitCode = await runCli(process.argv.slice(2), processWorld(stop.signal));
process.exitCode = stoppedBy ?? exitCode;
