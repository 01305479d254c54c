import { join } from 'node:path';
import { isObject } from '@quadrivium/kernel/essentials';
import { listOf, type Raw, recordOf } from '../rules/rule.js';
import type { ImportSource } from './import-source.js';
import { parseJson } from './json-servers.js';
import { inSeconds, present, rewrite, texts } from './server-words.js';

/** Commands are lists there, times are milliseconds, and variables are written `{env:NAME}`. */
export const opencode: ImportSource = {
  name: 'opencode',
  title: 'OpenCode',
  places: ({ cwd, home, env }) => [
    join(cwd, 'opencode.json'),
    join(cwd, 'opencode.jsonc'),
    join(env.XDG_CONFIG_HOME || join(home, '.config'), 'opencode', 'opencode.json'),
  ],
  parse: parseJson,
  serversIn(value) {
    if (!isObject(value.mcp)) return undefined;
    // Later versions put the servers one level down, beside other settings.
    return isObject(value.mcp.servers) && !('type' in value.mcp.servers) ? value.mcp.servers : value.mcp;
  },
  convert(server) {
    if (server.enabled === false) return undefined;
    const [command, ...args] = listOf(server.command);
    const ours =
      server.type === 'remote' || command === undefined
        ? { type: 'http', url: server.url, headers: texts(server.headers) }
        : { type: 'stdio', command, args, env: texts(server.environment ?? server.env) };
    return { ...(recordOf(rewrite(present(ours), ourVariables)) as Raw), ...times(server.timeout) };
  },
};

function times(timeout: unknown): Raw {
  const { startup, request } = isObject(timeout) ? timeout : { startup: timeout, request: undefined };
  return present({ startupTimeout: inSeconds(startup), requestTimeout: inSeconds(request) });
}

function ourVariables(text: string): string {
  return text.replace(/\{(env|file):([^}]+)\}/g, (_, kind, name) =>
    kind === 'env' ? `\${${name}}` : `\${file:${name}}`,
  );
}
