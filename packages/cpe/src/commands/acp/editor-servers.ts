import { resolve } from 'node:path';
import type { McpServer } from '@agentclientprotocol/sdk';
import type { LoadedConfig } from '../../config/load.js';
import { ServerConfig } from '../../config/schema.js';

/**
 * The configuration with the servers of the editor beside its own, all at home in the folder that the editor has open. A server
 * of the editor whose name the configuration has already is the same one, configured by hand.
 */
export function withEditorServers(loaded: LoadedConfig, cwd: string, servers: readonly McpServer[]): LoadedConfig {
  const given = servers.map((server) => [nameOf(server), configOf(server)] as const);
  const all = { ...Object.fromEntries(given), ...loaded.config.mcpServers };
  const atHome = Object.entries(all).map(([name, server]) => [name, placed(server, cwd)]);
  return { ...loaded, config: { ...loaded.config, mcpServers: Object.fromEntries(atHome) } };
}

function nameOf({ name }: McpServer): string {
  return name.replace(/[^A-Za-z0-9_.-]+/g, '-').slice(0, 64) || 'server';
}

function configOf(server: McpServer): ServerConfig {
  const texts = (pairs: readonly { name: string; value: string }[]) =>
    Object.fromEntries(pairs.map(({ name, value }) => [name, value]));
  if ('type' in server)
    return ServerConfig.parse({ type: server.type, url: server.url, headers: texts(server.headers) });
  const { command, args, env } = server;
  return ServerConfig.parse({ type: 'stdio', command, args, env: texts(env) });
}

function placed(server: ServerConfig, cwd: string): ServerConfig {
  return server.type === 'stdio' ? { ...server, cwd: resolve(cwd, server.cwd ?? '.') } : server;
}
