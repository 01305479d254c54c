import { join } from 'node:path';
import { isObject } from '@quadrivium/kernel/essentials';
import { parse } from 'smol-toml';
import { recordOf } from '../rules/rule.js';
import type { ImportSource } from './import-source.js';
import { filters, inSeconds, literally, present, texts } from './server-words.js';

/** The command line of OpenAI keeps servers in TOML and names variables instead of writing them into values. */
export const codex: ImportSource = {
  name: 'codex',
  title: 'Codex',
  places: ({ home, env }) => [join(env.CODEX_HOME || join(home, '.codex'), 'config.toml')],
  parse,
  serversIn: (value) => (isObject(value.mcp_servers) ? value.mcp_servers : undefined),
  convert(server) {
    if (server.enabled === false) return undefined;
    const startup = server.startup_timeout_sec ?? inSeconds(server.startup_timeout_ms);
    return {
      ...(typeof server.command === 'string' ? processOf(server) : remoteOf(server)),
      ...present({ startupTimeout: startup, requestTimeout: server.tool_timeout_sec, required: server.required }),
      ...filters(server.enabled_tools, server.disabled_tools),
    };
  },
};

type Fields = Readonly<Record<string, unknown>>;

function processOf({ command, args, env, cwd }: Fields): Fields {
  return recordOf(literally(present({ type: 'stdio', command, args, env: texts(env), cwd })));
}

function remoteOf(server: Fields): Fields {
  const named = Object.entries(texts(server.env_http_headers)).map(([header, name]) => [header, variable(name)]);
  const token = server.bearer_token_env_var;
  const headers = {
    ...recordOf(literally(texts(server.http_headers))),
    ...Object.fromEntries(named),
    ...(typeof token === 'string' ? { Authorization: `Bearer ${variable(token)}` } : {}),
  };
  return present({ type: 'http', url: literally(server.url), headers });
}

function variable(name: string): string {
  return `\${${name}}`;
}
