import type { CliCommand } from './command.js';
import { compareCommand } from './compare.js';
import { exportCommand } from './export.js';
import { initCommand } from './init.js';
import { plotCommand } from './plot.js';
import { queryCommand } from './query.js';
import { reportCommand } from './report.js';
import { runCommand } from './run.js';
import { schemaCommand } from './schema.js';
import { summaryCommand } from './summary.js';
import { validateCommand } from './validate.js';
import { versionCommand } from './version.js';

/**
 * In the order of the help, which is the order of a day's work. What others may ask for as well is asked for through the
 * gate (`shell.call`). init, schema and version show what comes with the program, and plot makes pictures of results that
 * the person can read anyway, in files that only they name: no other front has them, and nothing of them is to be granted.
 */
export const commands: readonly CliCommand[] = [
  initCommand,
  validateCommand,
  runCommand,
  summaryCommand,
  reportCommand,
  plotCommand,
  queryCommand,
  compareCommand,
  exportCommand,
  schemaCommand,
  versionCommand,
];
