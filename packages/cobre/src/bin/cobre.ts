#!/usr/bin/env node
/** `cobre`: the command line. */
import { runCobre } from '../cli/program.js';

process.exitCode = await runCobre(process.argv.slice(2), async () => {
  const { serveCobre } = await import('./serve-cobre.js');
  await serveCobre();
});
