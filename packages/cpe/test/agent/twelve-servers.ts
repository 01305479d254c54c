/** Twelve servers of other people in one configuration; `node scripts/tools.mjs peers servers` fetches them. */
import { join } from 'node:path';
import { chromiumIsAbsent, chromiumPath } from '../../../../test/support/browser.js';
import { toolSet } from '../../../../test/support/tool-sets.js';

const peers = toolSet('peers');
const others = toolSet('servers');

export const twelveAreAbsent = peers.absent || others.absent || chromiumIsAbsent;

const node = (...args: string[]): object => ({ type: 'stdio', command: process.execPath, args, timeout: 120 });

export function twelveServers(folder: string): Record<string, object> {
  const browser = [
    '--headless',
    '--isolated',
    '--no-sandbox',
    '--browser',
    'chromium',
    '--output-dir',
    join(folder, '.browser'),
  ];
  return {
    everything: node(peers.path('@modelcontextprotocol/server-everything/dist/index.js'), 'stdio'),
    filesystem: node(peers.path('@modelcontextprotocol/server-filesystem/dist/index.js'), folder),
    memory: node(peers.path('@modelcontextprotocol/server-memory/dist/index.js')),
    playwright: node(peers.path('@playwright/mcp/cli.js'), ...browser, '--executable-path', chromiumPath),
    thinking: node(others.path('@modelcontextprotocol/server-sequential-thinking/dist/index.js')),
    vault: node(others.path('@bitbonsai/mcpvault/dist/server.js'), folder),
    eslint: node(others.path('@eslint/mcp/src/mcp-cli.js')),
    curl: node(others.path('@mcp-get-community/server-curl/dist/index.js')),
    notion: node(others.path('@notionhq/notion-mcp-server/bin/cli.mjs')),
    obsidian: node(others.path('mcp-obsidian/dist/index.js'), folder),
    commands: node(others.path('mcp-server-commands/build/index.js')),
    // This one writes a greeting to where only messages belong.
    time: node(others.path('time-mcp/dist/index.js')),
  };
}
