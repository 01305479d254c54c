import { maskCommandWords, onSwitch, plainText, redactText } from '@quadrivium/kernel/shell';
import type { Raw } from '../../config/rules/rule.js';
import { recordOf } from '../../config/rules/rule.js';
import { type ServerConfig, timeoutOf } from '../../config/schema.js';
import type { CliCommand } from '../command.js';
import { loadServers } from '../with-host.js';

export const listServers: CliCommand = {
  name: 'mcp list-servers',
  aliases: ['ls-servers'],
  description: 'List the configured servers',
  options: {
    showEnv: onSwitch('show-env', 'also show variables and headers, with their values masked'),
    showSecrets: onSwitch('show-secrets', 'also show variables and headers, with their values'),
  },

  async run({ world, options }) {
    // Nothing is connected, so no variable is needed; the values of those that are not set cannot be shown.
    const { config, written, skipped } = loadServers(world, options.config, { needed: [] });
    const open = options.showSecrets === true;
    const entries = Object.entries(config.mcpServers).map(([name, server]) => {
      return { name, shown: open ? server : asWritten(server, written[name]), reason: undefined };
    });
    const left = [...skipped].map(([name, reason]) => ({ name, shown: asWritten({}, written[name]), reason }));
    const all = inFileOrder([...entries, ...left], Object.keys(written));
    for (const { name, shown, reason } of all)
      if (reason !== undefined && shown.required !== false)
        world.err(`note: ${name} cannot be used: ${plainText(reason)}\n`);
    const detailed = open || options.showEnv === true;
    const lines = all.flatMap(({ name, shown, reason }) => linesOf(name, shown, reason, detailed, open));
    const value = all.map(({ name, shown, reason }) => recordFor(name, shown, reason, open));
    return { text: `${['Configured MCP Servers:', ...lines].join('\n')}\n`, value: { servers: value } };
  },
};

type Shown = Partial<ServerConfig>;

/** Variables stay as they are written, because their values may be secret; so may what looks like a secret. */
function asWritten(server: Shown, written: Raw = {}): Shown {
  const { command, args, url, type, timeout, required } = { ...server, ...(written as Shown) };
  return {
    ...server,
    ...(type === undefined ? {} : { type }),
    ...(command === undefined ? {} : { command: redactText(String(command)) }),
    ...(args === undefined ? {} : { args: maskCommandWords(args.map(String)) }),
    ...(url === undefined ? {} : { url: redactText(String(url)) }),
    ...(typeof timeout === 'number' ? { timeout } : {}),
    ...(required === undefined ? {} : { required }),
    env: recordOf(written.env) as Record<string, string>,
    headers: recordOf(written.headers) as Record<string, string>,
  };
}

function linesOf(name: string, server: Shown, reason: string | undefined, detailed: boolean, open: boolean): string[] {
  const timeout = timeoutOf({ timeout: server.timeout ?? 0 });
  const place =
    server.type === 'stdio' ? `Command: ${[server.command, ...(server.args ?? [])].join(' ')}` : `URL: ${server.url}`;
  return [
    `- ${name} (Type: ${server.type}, Timeout: ${timeout}s)`,
    `  ${place}`,
    ...(detailed ? pairs('Env', server.env, '=', open) : []),
    ...(detailed ? pairs('Header', server.headers, ': ', open) : []),
    ...(reason === undefined || server.required !== false ? [] : [`  Skipped: ${reason}`]),
  ];
}

function pairs(
  label: string,
  values: Readonly<Record<string, string>> = {},
  separator: string,
  open: boolean,
): string[] {
  return Object.entries(values).map(
    ([name, value]) => `  ${label}: ${name}${separator}${open ? value : hidden(value)}`,
  );
}

/** A variable says more than stars, and no secret. */
function hidden(value: string): string {
  return /^\$\{[^}]+\}$/.test(value) ? value : '***';
}

function recordFor(name: string, server: Shown, reason: string | undefined, open: boolean): object {
  const masked = (values: Readonly<Record<string, string>> = {}): object =>
    Object.fromEntries(Object.entries(values).map(([key, value]) => [key, open ? value : hidden(value)]));
  const { type, command, args, url, timeout, enabledTools, disabledTools, required } = server;
  return {
    name,
    ...{
      type,
      command,
      args,
      url,
      timeout: timeoutOf({ timeout: timeout ?? 0 }),
      enabledTools,
      disabledTools,
      required,
    },
    env: masked(server.env),
    headers: masked(server.headers),
    ...(reason === undefined ? {} : { skipped: reason }),
  };
}

function inFileOrder<Entry extends { readonly name: string }>(
  entries: readonly Entry[],
  order: readonly string[],
): Entry[] {
  return [...entries].sort((a, b) => order.indexOf(a.name) - order.indexOf(b.name));
}
