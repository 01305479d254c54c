/**
 * Third-party programs that tests talk to, fetched on demand into `.tools/<set>` and never part of the workspace's
 * dependencies: they are large, some need another Node, and `npm start` must not wait for them.
 *
 *   node scripts/tools.mjs conformance peers
 *
 * A set is complete when its stamp holds exactly these versions, so a second call costs nothing.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const platform = `${process.platform}-${process.arch}`;

export const toolSets = {
  /** The official conformance suite; it needs Node 22, whose binary npm carries per platform. */
  conformance: {
    '@modelcontextprotocol/conformance': '0.2.0-alpha.12',
    node22: `npm:node-${platform}@22.23.3`,
  },
  /** Independent clients and real servers. */
  peers: {
    '@modelcontextprotocol/server-everything': '2026.8.31',
    '@modelcontextprotocol/server-filesystem': '2026.8.31',
    '@modelcontextprotocol/server-memory': '2026.8.31',
    '@modelcontextprotocol/sdk': '1.32.2',
    '@modelcontextprotocol/inspector': '2.12.0',
    '@ai-sdk/mcp': '2.0.93',
    '@playwright/mcp': '0.0.83',
    'mongodb-mcp-server': '3.0.4',
    mcporter: '0.9.0',
  },
  /** The vendor's own reader of the bundles that hosts install. */
  bundles: {
    '@anthropic-ai/mcpb': '2.1.2',
  },
  /** Hosts of agents, which say themselves what they make of our manifests and servers. */
  hosts: {
    '@anthropic-ai/claude-code': '2.1.327',
    '@google/gemini-cli': '0.61.0',
    '@openai/codex': '0.169.0',
  },
  /** What compiles the inner loops of cobre's simplex. */
  compiler: {
    assemblyscript: '0.28.20',
  },
  /** What turns the pages of the repository into a site. */
  site: {
    vitepress: '1.6.4',
  },
  /** Servers of other people, small and at home without a network; with four of the peers a session of twelve. */
  servers: {
    '@modelcontextprotocol/server-sequential-thinking': '2026.8.31',
    '@bitbonsai/mcpvault': '0.16.0',
    '@eslint/mcp': '0.3.13',
    '@mcp-get-community/server-curl': '0.1.0',
    '@notionhq/notion-mcp-server': '2.5.2',
    'mcp-obsidian': '1.0.0',
    'mcp-server-commands': '0.5.0',
    'time-mcp': '1.0.6',
  },
  /** Servers whose tools bring pages along (MCP Apps), by the authors of that extension. */
  apps: {
    '@modelcontextprotocol/server-basic-vanillajs': '2.0.3',
    '@modelcontextprotocol/server-budget-allocator': '2.0.3',
  },
  /** The server of the distributed engine that runs portarium's workflows past one machine. */
  restate: {
    '@restatedev/restate-server': '1.7.12',
  },
};

/** Sets of a gigabyte, which CI does not fetch: their tests run before a release, and where somebody has fetched them. */
export const onlyOnRequest = ['hosts'];

export function toolFolder(set) {
  return join(root, '.tools', set);
}

export function ensureTools(set) {
  const wanted = JSON.stringify(toolSets[set], null, 2);
  const folder = toolFolder(set);
  const stamp = join(folder, 'installed.json');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return folder;
  mkdirSync(folder, { recursive: true });
  const manifest = { private: true, type: 'module', dependencies: toolSets[set] };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest, null, 2));
  writeFileSync(join(folder, '.npmrc'), 'engine-strict=false\nfund=false\naudit=false\n');
  // Called from an npm script, npm's own variables would carry this repository's settings into the tool folder.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.toLowerCase().startsWith('npm_')),
  );
  const npm = spawnSync('npm', ['install', '--no-package-lock', '--ignore-scripts', '--loglevel=error'], {
    cwd: folder,
    env,
    stdio: ['ignore', 2, 2],
  });
  if (npm.status !== 0) throw new Error(`npm could not install the tool set "${set}" (exit ${npm.status}).`);
  writeFileSync(stamp, wanted);
  return folder;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const set of process.argv.slice(2)) process.stdout.write(`${ensureTools(set)}\n`);
}
