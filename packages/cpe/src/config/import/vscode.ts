// biome-ignore-all lint/suspicious/noTemplateCurlyInString: variables of configurations look like this.

import { join } from 'node:path';
import { isObject } from '@quadrivium/kernel/essentials';
import { type Raw, recordOf } from '../rules/rule.js';
import type { ImportSource } from './import-source.js';
import { parseJson } from './json-servers.js';
import { endpoint, rewrite } from './server-words.js';

/** VS Code asks for `inputs` when a server starts; here they become variables. */
export const vscode: ImportSource = {
  name: 'vscode',
  title: 'VS Code',
  places: ({ cwd }) => [join(cwd, '.vscode', 'mcp.json'), join(cwd, '.vscode', 'settings.json')],
  parse: parseJson,
  serversIn(value) {
    const inSettings = isObject(value.mcp) && isObject(value.mcp.servers) ? value.mcp.servers : undefined;
    return isObject(value.servers) ? value.servers : inSettings;
  },
  convert(server, note) {
    if (server.envFile !== undefined)
      note(`the variables of ${String(server.envFile)} must be in the environment of cpe`);
    return recordOf(rewrite(endpoint(server, note), (text) => ourVariables(text, note))) as Raw;
  },
};

function ourVariables(text: string, note: (text: string) => void): string {
  return text.replace(/\$\{(env|input):([^}]+)\}|\$\{workspaceFolder\}/g, (_, kind?: string, name?: string) => {
    if (kind === undefined || name === undefined) return '${PWD}';
    if (kind === 'env') return `\${${name}}`;
    const variable = name
      .toUpperCase()
      .replace(/[^A-Z0-9]+/g, '_')
      .replace(/^(\d)/, '_$1');
    note(`set ${variable}, which VS Code asks for as "${name}"`);
    return `\${${variable}}`;
  });
}
