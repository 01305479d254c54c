/** How each MCP host is told about a server. One entry per host; `quadrivium connect <host>` prints it. */
export interface Host {
  readonly title: string;
  readonly where: string;
  snippet(url: string): string;
}

const servers = ['cobre', 'portarium', 'career'] as const;

function asObject(url: string, entry: (address: string) => object): Record<string, object> {
  return Object.fromEntries(servers.map((name) => [name, entry(`${url}/${name}/mcp`)]));
}

const json = (value: unknown) => JSON.stringify(value, null, 2);

export const hosts: Readonly<Record<string, Host>> = {
  'claude-code': {
    title: 'Claude Code',
    where: 'Run these commands',
    snippet: (url) => servers.map((name) => `claude mcp add --transport http ${name} ${url}/${name}/mcp`).join('\n'),
  },
  'claude-desktop': {
    title: 'Claude Desktop',
    where: 'Settings > Connectors > Add custom connector, or claude_desktop_config.json through a bridge',
    snippet: (url) =>
      json({ mcpServers: asObject(url, (address) => ({ command: 'npx', args: ['-y', 'mcp-remote', address] })) }),
  },
  vscode: {
    title: 'VS Code',
    where: '.vscode/mcp.json',
    snippet: (url) => json({ servers: asObject(url, (address) => ({ type: 'http', url: address })) }),
  },
  cursor: {
    title: 'Cursor',
    where: '.cursor/mcp.json',
    snippet: (url) => json({ mcpServers: asObject(url, (address) => ({ url: address })) }),
  },
  codex: {
    title: 'Codex',
    where: '~/.codex/config.toml',
    snippet: (url) => servers.map((name) => `[mcp_servers.${name}]\nurl = "${url}/${name}/mcp"`).join('\n\n'),
  },
};
