#!/usr/bin/env node
/** `cobre`: the command line. */
import { runProgram } from '../cli/program.js';

// A reader that went away, like `head`, is no failure of the run.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

process.exitCode = await runProgram(process.argv.slice(2));
