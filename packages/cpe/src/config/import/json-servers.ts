/** The `mcpServers` JSON that Claude Desktop began and others took over. */

import { join } from 'node:path';
import { isObject } from '@quadrivium/kernel/essentials';
import { parse as readJson } from 'jsonc-parser';
import type { ConfigWorld } from '../discover.js';
import type { Raw } from '../rules/rule.js';
import { jsonFault } from '../source.js';
import type { ImportSource } from './import-source.js';
import { endpoint, filters, inSeconds, present } from './server-words.js';

/** With comments, as people write settings. */
export function parseJson(text: string): unknown {
  const body = text.replace(/^\uFEFF/, '');
  const fault = jsonFault(body);
  if (fault !== undefined) throw new Error(fault.message);
  return readJson(body, [], { allowTrailingComma: true });
}

function convert(server: Raw, note: (text: string) => void): Raw | undefined {
  if (server.disabled === true || server.enabled === false) return undefined;
  if (server.alwaysAllow !== undefined || server.autoApprove !== undefined)
    note('its list of approved tools is left out');
  return {
    ...endpoint(server, note),
    ...present({ requestTimeout: inSeconds(server.timeout) }),
    ...filters(server.includeTools ?? server.enabledTools, server.excludeTools ?? server.disabledTools),
  };
}

const shared = {
  parse: parseJson,
  convert,
  serversIn: (value: Raw): Raw | undefined => (isObject(value.mcpServers) ? value.mcpServers : undefined),
};

/** Where programs with a window keep their settings. */
function appData({ platform, home, env }: ConfigWorld): string {
  if (platform === 'darwin') return join(home, 'Library', 'Application Support');
  if (platform === 'win32') return env.APPDATA ?? join(home, 'AppData', 'Roaming');
  return env.XDG_CONFIG_HOME || join(home, '.config');
}

export const claudeDesktop: ImportSource = {
  ...shared,
  name: 'claude-desktop',
  title: 'Claude Desktop',
  places: (world) => [join(appData(world), 'Claude', 'claude_desktop_config.json')],
};

/** Its own file has servers for every folder and for single ones. */
export const claudeCode: ImportSource = {
  ...shared,
  name: 'claude-code',
  title: 'Claude Code',
  places: ({ cwd, home }) => [join(cwd, '.mcp.json'), join(home, '.claude.json')],
  serversIn(value, { cwd }) {
    const project = isObject(value.projects) ? value.projects[cwd] : undefined;
    const own = isObject(project) && isObject(project.mcpServers) ? project.mcpServers : undefined;
    if (own === undefined) return shared.serversIn(value);
    return { ...shared.serversIn(value), ...own };
  },
};

export const cursor: ImportSource = {
  ...shared,
  name: 'cursor',
  title: 'Cursor',
  places: ({ cwd, home }) => [join(cwd, '.cursor', 'mcp.json'), join(home, '.cursor', 'mcp.json')],
};
