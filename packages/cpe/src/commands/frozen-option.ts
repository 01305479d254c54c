import type { Command } from 'commander';
import { LOCK_FILE } from '../host/lockfile.js';

/** For every command that uses tools. */
export function frozenOption(command: Command): Command {
  return command.option('--frozen', `refuse tools that differ from ${LOCK_FILE}`);
}
