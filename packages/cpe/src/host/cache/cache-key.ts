import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import type { ServerConfig } from '../../config/schema.js';

/**
 * Under which name a server is remembered: the same command with the same arguments in the same folder, or the same address.
 * Of variables and headers only the names count, for their values are secrets that change; what they change about the tools
 * is noticed when the server is used.
 */
export function cacheKey(server: ServerConfig, cwd: string): string {
  const { type, command, args = [], url, env = {}, headers = {}, protocol } = server;
  const place = type === 'stdio' ? [command, args, resolve(cwd, server.cwd ?? '.')] : [url];
  const identity = [type, ...place, Object.keys(env).sort(), Object.keys(headers).sort(), protocol ?? null];
  return createHash('sha256').update(JSON.stringify(identity)).digest('hex').slice(0, 32);
}
