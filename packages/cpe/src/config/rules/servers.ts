import { isObject } from '@quadrivium/kernel/essentials';
import type { ConfigProblem } from '../problem.js';
import { type Raw, type Rule, recordOf } from './rule.js';

type ServerRule = (server: Raw) => [field: string, message: string][];

/** The fields that only make sense for a process, and those that only make sense over HTTP. */
const OF_PROCESS = ['command', 'args', 'env', 'cwd', 'forwardEvents'];
const OF_HTTP = ['url', 'headers', 'oauth'];

const typeGiven: ServerRule = ({ type, command, url }) => {
  if (type !== undefined) return [];
  if (command !== undefined) return [['type', 'required; this looks like type: stdio']];
  return [['type', url === undefined ? 'required; one of stdio, http, sse' : 'required; say type: http or type: sse']];
};

const neededFields: ServerRule = (server) => {
  const needed = server.type === 'stdio' ? 'command' : isRemote(server) ? 'url' : undefined;
  if (needed === undefined || (server[needed] !== undefined && server[needed] !== '')) return [];
  return [[needed, `required for type "${server.type}"`]];
};

const foreignFields: ServerRule = (server) => {
  const foreign = server.type === 'stdio' ? OF_HTTP : isRemote(server) ? OF_PROCESS : [];
  return foreign
    .filter((field) => server[field] !== undefined)
    .map((field) => [field, `not allowed for type "${server.type}"`]);
};

const addressForm: ServerRule = ({ type, url }) => {
  if (type === 'stdio' || typeof url !== 'string' || url === '') return [];
  return /^https?:\/\/[^\s/]/.test(url) && URL.canParse(url) ? [] : [['url', 'must be an http:// or https:// address']];
};

const oneFilter: ServerRule = ({ enabledTools, disabledTools }) =>
  enabledTools !== undefined && disabledTools !== undefined
    ? [['disabledTools', 'not allowed together with enabledTools']]
    : [];

function isRemote({ type }: Raw): boolean {
  return type === 'http' || type === 'sse';
}

const serverRules: readonly ServerRule[] = [typeGiven, neededFields, foreignFields, addressForm, oneFilter];

export const servers: Rule = ({ mcpServers }) =>
  Object.entries(recordOf(mcpServers)).flatMap(([name, server]) => [
    // JavaScript takes this name for something else, and so would everything that is written under it.
    ...(name === '__proto__' ? [{ path: ['mcpServers', name], message: 'no server can have this name' }] : []),
    ...(isObject(server) ? serverRules.flatMap((rule) => rule(server).map((found) => problemOf(name, found))) : []),
  ]);

function problemOf(name: string, [field, message]: [string, string]): ConfigProblem {
  return { path: ['mcpServers', name, field], message };
}
