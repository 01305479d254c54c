import { join } from 'node:path';
import { plainJson, plainText } from '@quadrivium/kernel/shell';
import { type LoadedConfig, type LoadWishes, loadConfig } from '../config/load.js';
import { cpeFault } from '../faults.js';
import { userToolCache } from '../host/cache/tool-cache.js';
import type { ConnectedHost } from '../host/host.js';
import { keeperAddress } from '../host/kept-server.js';
import { LOCK_FILE } from '../host/lockfile.js';
import { type HostOptions, openHost } from '../host/open-host.js';
import type { ServerSession } from '../host/server-session.js';
import type { CliWorld } from './cli-world.js';
import type { CommandContext } from './command.js';
import { loginsOf } from './logins.js';
import type { ServerChoice } from './server-choice.js';
import { StderrLines } from './stderr-lines.js';

/** Connects, does the work, and takes everything down again, whatever happens. */
export async function withHost<Value>(
  { world, options }: CommandContext,
  wishes: HostOptions,
  work: (host: ConnectedHost, loaded: LoadedConfig) => Promise<Value>,
  loaded: LoadedConfig = loadServers(world, options.config, { needed: wishes.only }),
): Promise<Value> {
  const stderr = new StderrLines((line) => world.err(world.errIsTerminal ? plainText(line) : line));
  const host = await openHost(loaded, {
    signal: world.signal,
    logins: loginsOf(world),
    cache: userToolCache(world),
    ask: options.refresh === true,
    keepGoing: options.keepGoing === true,
    onWarning: (warning) => world.err(warningLine(warning)),
    onStderr: (server, text) => stderr.push(server, text),
    keeper: keeperAddress(world, loaded.path),
    lock: { text: world.readText(join(loaded.folder, LOCK_FILE)), frozen: options.frozen === true },
    ...wishes,
  });
  try {
    return await work(host, loaded);
  } finally {
    await host.close();
    stderr.flush();
  }
}

/** The same for one server, named or described on the command line. */
export function withServer<Value>(
  context: CommandContext,
  { name, loaded: described }: Pick<ServerChoice, 'name' | 'loaded'>,
  wishes: HostOptions,
  work: (session: ServerSession, host: ConnectedHost, loaded: LoadedConfig) => Promise<Value>,
): Promise<Value> {
  const withSession = (host: ConnectedHost, loaded: LoadedConfig): Promise<Value> => {
    const session = host.session(name);
    if (session === undefined) throw host.servers().find((server) => server.name === name)?.failure;
    return work(session, host, loaded);
  };
  return withHost(context, { ...wishes, only: [name] }, withSession, described);
}

export function loadServers(world: CliWorld, explicit?: string, wishes: LoadWishes = {}): LoadedConfig {
  const loaded = loadConfig(world, explicit, wishes);
  if (Object.keys(loaded.config.mcpServers).length > 0 || loaded.skipped.size > 0) return loaded;
  throw cpeFault('NoServers', `${loaded.path} configures no MCP servers.`, {
    suggestion: 'Add one under mcpServers, or bring those of another program with cpe mcp import.',
  });
}

/** In the form of the original, which scripts may look for. */
export function warningLine(warning: string): string {
  return `WARN mcp tool registration warning warning=${plainJson(warning)}\n`;
}
