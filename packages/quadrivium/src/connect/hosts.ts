/** How each MCP host is told about servers. One entry per host; `quadrivium connect <host>` prints it or writes it. */
import { join } from 'node:path';

export interface Places {
  readonly home: string;
  readonly here: string;
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export interface Host {
  readonly title: string;
  /** What to do with the snippet. */
  readonly where: string;
  /** What is left to do once the file is written; most hosts read it when they start. */
  readonly afterwards?: string;
  snippet(url: string): string;
  /** The file that `--install` changes, and how its servers are kept in it. */
  file(places: Places): string;
  readonly form:
    | { readonly kind: 'json'; readonly key: string; entry(address: string): object }
    | { readonly kind: 'toml' };
}

export const servers = ['cobre', 'portarium', 'career'] as const;

/** Models of most providers take no slash in a name, so hosts are shown cobre's tools under portable ones. */
const addressOf = (url: string, name: string) => `${url}/${name}/mcp${name === 'cobre' ? '/portable' : ''}`;

export function entriesOf(url: string, entry: (address: string) => object): Record<string, object> {
  return Object.fromEntries(servers.map((name) => [name, entry(addressOf(url, name))]));
}

export function tomlSection(url: string, name: string): string {
  return `[mcp_servers.${name}]\nurl = "${addressOf(url, name)}"\n`;
}

type JsonForm = Extract<Host['form'], { kind: 'json' }>;

/** A host whose configuration is an object of servers under one key. */
function jsonHost(host: Omit<Host, 'snippet' | 'form'> & { readonly form: JsonForm }): Host {
  const { key, entry } = host.form;
  return { ...host, snippet: (url) => snippetOf(key, entriesOf(url, entry)) };
}

/** One line per server, so that a person sees at a glance what is in it. */
function snippetOf(key: string, entries: Record<string, object>): string {
  const lines = Object.entries(entries).map(([name, entry]) => `    "${name}": ${JSON.stringify(entry)}`);
  return `{\n  "${key}": {\n${lines.join(',\n')}\n  }\n}`;
}

function claudeDesktopFile({ home, platform, env }: Places): string {
  const file = 'claude_desktop_config.json';
  if (platform === 'darwin') return join(home, 'Library/Application Support/Claude', file);
  if (platform === 'win32') return join(env.APPDATA ?? join(home, 'AppData/Roaming'), 'Claude', file);
  return join(env.XDG_CONFIG_HOME ?? join(home, '.config'), 'Claude', file);
}

export const hosts: Readonly<Record<string, Host>> = {
  'claude-code': {
    title: 'Claude Code',
    where: 'run these commands',
    snippet: (url) =>
      servers.map((name) => `claude mcp add --transport http ${name} ${addressOf(url, name)}`).join('\n'),
    file: ({ here }) => join(here, '.mcp.json'),
    afterwards: 'Start claude in this folder: it asks once whether it may use them.',
    form: { kind: 'json', key: 'mcpServers', entry: (address) => ({ type: 'http', url: address }) },
  },
  'claude-desktop': jsonHost({
    title: 'Claude Desktop',
    where: 'claude_desktop_config.json (Settings > Developer > Edit Config)',
    file: claudeDesktopFile,
    form: {
      kind: 'json',
      key: 'mcpServers',
      entry: (address) => ({ command: 'npx', args: ['-y', 'mcp-remote', address] }),
    },
  }),
  vscode: jsonHost({
    title: 'VS Code',
    where: '.vscode/mcp.json',
    file: ({ here }) => join(here, '.vscode/mcp.json'),
    form: { kind: 'json', key: 'servers', entry: (address) => ({ type: 'http', url: address }) },
  }),
  cursor: jsonHost({
    title: 'Cursor',
    where: '.cursor/mcp.json',
    file: ({ here }) => join(here, '.cursor/mcp.json'),
    form: { kind: 'json', key: 'mcpServers', entry: (address) => ({ url: address }) },
  }),
  gemini: jsonHost({
    title: 'Gemini CLI',
    where: '.gemini/settings.json',
    file: ({ here }) => join(here, '.gemini/settings.json'),
    afterwards: 'Start gemini in this folder: it uses them once it trusts the folder.',
    form: { kind: 'json', key: 'mcpServers', entry: (address) => ({ type: 'http', url: address }) },
  }),
  codex: {
    title: 'Codex',
    where: '~/.codex/config.toml',
    snippet: (url) =>
      servers
        .map((name) => tomlSection(url, name))
        .join('\n')
        .trimEnd(),
    file: ({ home, env }) => join(env.CODEX_HOME ?? join(home, '.codex'), 'config.toml'),
    form: { kind: 'toml' },
  },
};
