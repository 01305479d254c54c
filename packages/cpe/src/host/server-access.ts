import type { ConnectionEvents } from '@quadrivium/kernel/client';
import { presentDate } from '@quadrivium/kernel/essentials';
import type { Config, ServerConfig } from '../config/schema.js';
import { cacheKey } from './cache/cache-key.js';
import type { ToolCache } from './cache/tool-cache.js';
import { connectServer, type SessionSetup } from './connect-server.js';
import type { ServerAccess } from './server-session.js';

export interface AccessOptions extends SessionSetup {
  /** Where is remembered what lazy servers offer. */
  readonly cache?: ToolCache;
  /** Ask lazy servers too, whatever the cache knows. */
  readonly ask?: boolean;
  /** Told what servers want noticed. */
  readonly onLog?: (server: string, message: ConnectionEvents['log']) => void;
}

export function isLazy({ lazy }: ServerConfig, { defaults }: Pick<Config, 'defaults'>): boolean {
  return lazy ?? defaults.lazy;
}

/** How a session reaches its server; a lazy one may be remembered instead. */
export function accessTo(
  name: string,
  server: ServerConfig,
  config: Pick<Config, 'defaults'>,
  options: AccessOptions,
  warn: (warning: string) => void,
): ServerAccess {
  const { cache, ask, signal: whole, onLog } = options;
  const connect = (closing: AbortSignal) => {
    const signal = whole === undefined ? closing : AbortSignal.any([closing, whole]);
    return connectServer(name, server, { ...options, signal });
  };
  const heard = onLog === undefined ? {} : { heard: (message: ConnectionEvents['log']) => onLog(name, message) };
  if (cache === undefined || !isLazy(server, config)) return { connect, ...heard };
  const key = cacheKey(server, process.cwd());
  const tell = (reason: string): void => warn(`server '${name}': ${reason}`);
  return {
    connect,
    ...heard,
    remembered: ask === true ? undefined : cache.read(key, tell),
    remember: (info, tools) => cache.write(key, { name, savedAt: presentDate().toISOString(), info, tools }, tell),
  };
}
