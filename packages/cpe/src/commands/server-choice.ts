import { basename } from 'node:path';
import { oneOf, repeated, textValue } from '@quadrivium/kernel/shell';
import { ourName } from '../config/import/import-servers.js';
import { endpoint } from '../config/import/server-words.js';
import type { LoadedConfig } from '../config/load.js';
import type { Raw } from '../config/rules/rule.js';
import { Config } from '../config/schema.js';
import { cpeFault } from '../faults.js';
import { type CommandContext, textOption } from './command.js';

/** For every command about one server, which then need not be configured. */
export const serverOptions = {
  url: textValue('url', 'a server that is not configured, by its address; a command goes after --', 'address'),
  transport: oneOf('transport', 'how the address is spoken to', ['http', 'sse']),
  header: repeated(textValue('header', 'sent to the address, as "Name: value"; repeatable', 'header'), 'one-by-one'),
};

/** What is said about a server that is configured by nobody. */
export const SERVER_HELP = 'its name in the configuration; or --url <address>, or -- <command and arguments>';

export interface ServerChoice {
  readonly name: string;
  /** The positional arguments behind the server. */
  readonly args: CommandContext['args'];
  /** Stands for a file where the server is described on the command line. */
  readonly loaded?: LoadedConfig;
}

/** The server that a command line names or describes. */
export function chosenServer(context: CommandContext): ServerChoice {
  return describedChoice(context) ?? namedChoice(context);
}

export function describedChoice(context: CommandContext): ServerChoice | undefined {
  const server = describedServer(context);
  if (server === undefined) return undefined;
  const name = nameOf(server);
  return { name, args: context.args, loaded: loadedFor(name, server, context) };
}

function namedChoice({ args: [name, ...args] }: CommandContext): ServerChoice {
  if (name !== undefined) return { name, args };
  throw cpeFault('Usage', 'No server is named.', {
    suggestion: 'Give its name in the configuration, or describe it: --url <address>, or -- <command and arguments>.',
  });
}

/** `--url` or the words after `--`, as a configuration would say it; undefined when there is neither. */
export function describedServer({ options, serverWords }: CommandContext): Raw | undefined {
  const url = textOption(options, 'url');
  if (url !== undefined && serverWords !== undefined)
    throw cpeFault('Usage', 'A server has an address or a command, not both.');
  if (serverWords !== undefined) return commandServer(serverWords);
  if (url === undefined) return undefined;
  const type = options.transport;
  return endpoint({ url, type, headers: headersOf(options.header) }, () => undefined);
}

function commandServer([command, ...args]: readonly string[]): Raw {
  if (command === undefined) throw cpeFault('Usage', 'There is no command after --.');
  return { type: 'stdio', command, args };
}

function headersOf(given: unknown): Record<string, string> {
  const lines = Array.isArray(given) ? (given as string[]) : [];
  return Object.fromEntries(
    lines.map((line) => {
      const [, name, value] = /^([^\s:]+):\s*(.*)$/s.exec(line) ?? [];
      if (name === undefined || value === undefined)
        throw cpeFault('Usage', `--header takes "Name: value", not ${JSON.stringify(line)}.`);
      return [name, value];
    }),
  );
}

/** The host of an address; of `npx -y @scope/some-server --flag` the package. */
function nameOf({ url, command, args }: Raw): string {
  if (typeof url === 'string') return ourName(URL.canParse(url) ? new URL(url).hostname : url);
  const words = [String(command), ...((args as string[] | undefined) ?? [])];
  const isRunner = /^(npx|bunx|uvx|pnpm|yarn|node|deno|python3?|uv|docker)$/.test(basename(words[0] ?? ''));
  const telling = words.slice(isRunner ? 1 : 0).find((word) => !/^(-|dlx$|exec$|run$)/.test(word)) ?? words[0] ?? '';
  return ourName(basename(telling).replace(/@[^@/]*$|\.[cm]?[jt]s$/, ''));
}

function loadedFor(name: string, server: Raw, { world }: CommandContext): LoadedConfig {
  const parsed = Config.safeParse({ mcpServers: { [name]: server } });
  const url = server.url === undefined || URL.canParse(String(server.url));
  if (!parsed.success || !url) throw cpeFault('Usage', `${String(server.url)} is no http:// or https:// address.`);
  return { path: '', folder: world.cwd, config: parsed.data, written: { [name]: server }, skipped: new Map() };
}
