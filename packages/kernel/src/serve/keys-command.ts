import { Command, CommanderError } from 'commander';

import { createKey, listKeys, revokeKey } from '../auth/key-file.js';
import { Fault } from '../fault.js';
import { EarlyExit } from './early-exit.js';

const list = (text: string): readonly string[] => text.split(',').map((item) => item.trim());

/** `keys create|list|revoke`: the operator's side of `--auth keys`. Gives the text to print. */
export async function runKeysCommand(program: string, argv: readonly string[]): Promise<string> {
  let output = '';
  const say = (text: string): void => {
    output += `${text}\n`;
  };
  const command = new Command(`${program} keys`).description('Manage the API keys of this server').exitOverride();
  command.configureOutput({ writeOut: (text) => say(text.trimEnd()), writeErr: () => {}, outputError: () => {} });
  command
    .command('create')
    .description('Create a key; it is shown this one time')
    .requiredOption('--keys-file <path>', 'key file; made when absent')
    .requiredOption('--subject <name>', 'who uses the key')
    .option('--roles <names>', 'comma-separated roles', list)
    .option('--workspaces <names>', 'comma-separated workspaces', list)
    .option('--label <text>', 'a note')
    .action(async ({ keysFile, ...grant }: Parameters<typeof createKey>[1] & { keysFile: string }) => {
      say((await createKey(keysFile, grant)).key);
    });
  command
    .command('list')
    .description('List all keys, without their secrets')
    .requiredOption('--keys-file <path>', 'key file')
    .action(async ({ keysFile }: { keysFile: string }) => {
      for (const { hash: _, ...record } of await listKeys(keysFile)) say(JSON.stringify(record));
    });
  command
    .command('revoke <id>')
    .description('Take a key out of use')
    .requiredOption('--keys-file <path>', 'key file')
    .action(async (id: string, { keysFile }: { keysFile: string }) => {
      await revokeKey(keysFile, id);
      say(`revoked ${id}`);
    });
  for (const sub of command.commands) sub.exitOverride().copyInheritedSettings(command);
  try {
    await command.parseAsync([...argv], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) throw new EarlyExit(0, output);
    throw new Fault('BadUsage', error.message.replace(/^error: /, ''), { suggestion: `Run ${program} keys --help.` });
  }
  return output;
}
