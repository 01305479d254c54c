import type { CliCommand } from './command.js';
import { initCommand } from './init.js';
import { runCommand } from './run.js';
import { validateCommand } from './validate.js';
import { versionCommand } from './version.js';

/** In the order of the help, which is the order of a day's work. */
export const commands: readonly CliCommand[] = [initCommand, validateCommand, runCommand, versionCommand];
