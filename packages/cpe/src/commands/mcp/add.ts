import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { writeWholeNow } from '@quadrivium/kernel/essentials';
import { argument, onSwitch, repeated, textValue } from '@quadrivium/kernel/shell';
import { withServerAdded } from '../../config/add-server.js';
import { foundConfig } from '../../config/discover.js';
import { secretsIn } from '../../config/import/import-servers.js';
import { present } from '../../config/import/server-words.js';
import { readConfig } from '../../config/load.js';
import type { Raw } from '../../config/rules/rule.js';
import { cpeFault } from '../../faults.js';
import type { CliCommand, CommandContext } from '../command.js';
import { describedServer, serverOptions } from '../server-choice.js';

export const add: CliCommand = {
  name: 'mcp add',
  description: 'Write a server into the configuration: --url <address>, or -- <command and arguments>',
  arguments: { name: argument('what it is to be called') },
  options: {
    ...serverOptions,
    env: repeated(textValue('env', 'variable of the command, as NAME=value; repeatable', 'variable'), 'one-by-one'),
    replace: onSwitch('replace', 'write over a server of that name'),
  },

  async run(context) {
    const { world, args, options } = context;
    const [name = ''] = args;
    const server = newServer(context);
    const found = foundConfig(world, options.config);
    const path = found?.path ?? options.config ?? join(world.cwd, 'cpe.yaml');
    const before = found === undefined ? {} : readConfig(world, path, found.text, { needed: [] }).written;
    if (Object.hasOwn(before, name) && options.replace !== true)
      throw cpeFault('Usage', `${path} has a server called ${name} already.`, {
        suggestion: 'Choose another name, or write over it with --replace.',
      });
    const text = withServerAdded(path, found?.text, name, server);
    readConfig(world, path, text, { needed: [] });
    writeBeside(path, text);
    for (const field of secretsIn(server))
      world.err(`note: ${field} stands in the file; a variable such as \${${variableFor(field)}} would be safer\n`);
    return { text: `${name} added to ${path}\n`, value: { file: path, name, server } };
  },
};

function newServer(context: CommandContext): Raw {
  const server = describedServer(context);
  if (server === undefined)
    throw cpeFault('Usage', 'Say how the server is reached.', {
      suggestion: 'cpe mcp add <name> --url <address>, or cpe mcp add <name> -- <command and arguments>',
    });
  return present({ ...server, env: variablesOf(context.options.env) });
}

function variablesOf(given: unknown): Record<string, string> {
  const pairs = Array.isArray(given) ? (given as string[]) : [];
  return Object.fromEntries(
    pairs.map((pair) => {
      const [, name, value] = /^([^=\s]+)=(.*)$/s.exec(pair) ?? [];
      if (name === undefined || value === undefined)
        throw cpeFault('Usage', `--env takes NAME=value, not ${JSON.stringify(pair)}.`);
      return [name, value];
    }),
  );
}

function variableFor(field: string): string {
  return field.toUpperCase().replace(/[^A-Z0-9]+/g, '_');
}

/** All or nothing, and for the same readers as before. */
function writeBeside(path: string, text: string): void {
  writeWholeNow(path, text, { mode: existsSync(path) ? statSync(path).mode & 0o777 : 0o600 });
}
