#!/usr/bin/env node
/** `cobre`: the command line. */
import { runProgram } from '../cli/program.js';

// A reader that went away, like `head`, is no failure of the run.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

if (process.argv[2] === 'serve') {
  // The server has options, help and exit codes of its own: it gets the words as `cobre-mcp` would.
  process.argv.splice(2, 1);
  const { serveCobre } = await import('./serve-cobre.js');
  await serveCobre();
} else {
  process.exitCode = await runProgram(process.argv.slice(2));
}
