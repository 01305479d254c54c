// biome-ignore-all lint/suspicious/noTemplateCurlyInString: variables of configurations look like this.
import { describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { importServers } from '../../src/config/import/import-servers.js';
import { readConfig } from '../../src/config/load.js';
import { faultOf, type Machine, machine } from './loading.js';

/** Imports, and proves that what comes out is a configuration cpe accepts. */
function imported(files: Readonly<Record<string, string>>, from?: string, file?: string, rest: Machine = {}) {
  const found = importServers(machine({ ...rest, files }), { from, file });
  const env = { TOKEN: 't', PWD: '/here', API_KEY: 'k', GH_TOKEN: 'g', TENANT: 'x', ...rest.env };
  readConfig(
    machine({ env, files: { '/here/key.txt': 'k' } }),
    '/here/cpe.yaml',
    stringify({ mcpServers: found.servers }),
  );
  return found;
}

const CLAUDE = JSON.stringify({
  mcpServers: {
    'My Files': { command: 'npx', args: ['-y', 'files-mcp'], env: { DEBUG: '1', API_KEY: 'literal' } },
    remote: { url: 'https://a.example/mcp', headers: { Authorization: 'Bearer ${TOKEN}' } },
    events: { url: 'https://a.example/sse' },
    typed: { type: 'sse', url: 'https://a.example/stream' },
    off: { command: 'x', disabled: true },
  },
});

test.each([{ type: 'ws', url: 'wss://a.example/mcp' }, { url: 'ws://a.example/mcp' }])(
  'a server that speaks WebSocket is left out, and that is said: %j',
  (server) => {
    const text = JSON.stringify({ mcpServers: { live: server, files: { command: 'files-mcp' } } });
    const { servers, notes } = imported({ '/here/.mcp.json': text }, 'claude-code');
    expect(Object.keys(servers)).toEqual(['files']);
    expect(notes).toEqual([expect.stringContaining('live: speaks WebSocket, which cpe does not, and is left out')]);
  },
);

describe('servers of Claude Desktop, Claude Code and Cursor', () => {
  const places = {
    'claude-desktop': '/home/ana/.config/Claude/claude_desktop_config.json',
    'claude-code': '/here/.mcp.json',
    cursor: '/here/.cursor/mcp.json',
  };

  test.each(Object.entries(places))('%s are found in their place and translated', (from, place) => {
    const { servers, notes, file } = imported({ [place]: CLAUDE }, from);
    expect(file).toBe(place);
    expect(servers).toEqual({
      'My-Files': { type: 'stdio', command: 'npx', args: ['-y', 'files-mcp'], env: { DEBUG: '1', API_KEY: 'literal' } },
      remote: { type: 'http', url: 'https://a.example/mcp', headers: { Authorization: 'Bearer ${TOKEN}' } },
      events: { type: 'sse', url: 'https://a.example/sse' },
      typed: { type: 'sse', url: 'https://a.example/stream' },
    });
    expect(notes).toEqual([
      'My Files: is called My-Files here',
      'My-Files: API_KEY stands in the file; a variable would be safer',
      'off: is switched off there and left out',
    ]);
  });

  test('of one folder in Claude Code are added to those of all', () => {
    const text = JSON.stringify({
      mcpServers: { all: { command: 'a' } },
      projects: {
        '/here': { mcpServers: { own: { command: 'b', timeout: 120_000 } } },
        '/else': { mcpServers: { no: { command: 'c' } } },
      },
    });
    expect(imported({ '/home/ana/.claude.json': text }, 'claude-code').servers).toEqual({
      all: { type: 'stdio', command: 'a' },
      own: { type: 'stdio', command: 'b', requestTimeout: 120 },
    });
  });
});

test('servers of VS Code come with comments, and inputs become variables', () => {
  const text = `{
    // what the editor asks for
    "inputs": [{"id": "api-key", "type": "promptString"}],
    "servers": {
      "github": {"type": "http", "url": "https://a.example/mcp", "headers": {"X-Key": "\${input:api-key}"}},
      "local": {"command": "node", "args": ["\${workspaceFolder}/s.js"], "env": {"T": "\${env:TOKEN}"}, "envFile": ".env"},
    },
  }`;
  const { servers, notes } = imported({ '/here/.vscode/mcp.json': text });
  expect(servers).toEqual({
    github: { type: 'http', url: 'https://a.example/mcp', headers: { 'X-Key': '${API_KEY}' } },
    local: { type: 'stdio', command: 'node', args: ['${PWD}/s.js'], env: { T: '${TOKEN}' } },
  });
  expect(notes).toEqual([
    'github: set API_KEY, which VS Code asks for as "api-key"',
    'local: the variables of .env must be in the environment of cpe',
  ]);
});

test('servers of Codex come from TOML', () => {
  const text = `
model = "gpt-5"

[mcp_servers.docs]
command = "npx" # a comment
args = [
  "-y",
  'docs-mcp',
]
startup_timeout_sec = 20
tool_timeout_sec = 90.5
enabled_tools = ["a", "b"]
disabled_tools = ["b"]
required = false
[mcp_servers.docs.env]
"PRICE" = "\${5}"

[mcp_servers.github]
url = "https://a.example/mcp"
bearer_token_env_var = "GH_TOKEN"
env_http_headers = { "X-Tenant" = "TENANT" }

[mcp_servers.off]
command = "x"
enabled = false
`;
  expect(imported({ '/home/ana/.codex/config.toml': text }, 'codex').servers).toEqual({
    docs: {
      type: 'stdio',
      command: 'npx',
      args: ['-y', 'docs-mcp'],
      env: { PRICE: '$${5}' },
      startupTimeout: 20,
      requestTimeout: 90.5,
      enabledTools: ['a'],
      required: false,
    },
    github: {
      type: 'http',
      url: 'https://a.example/mcp',
      headers: { 'X-Tenant': '${TENANT}', Authorization: 'Bearer ${GH_TOKEN}' },
    },
  });
});

test('servers of OpenCode have commands as lists and times in milliseconds', () => {
  const text = `{
    "mcp": {
      "files": {"type": "local", "command": ["npx", "-y", "files"], "environment": {"K": "{env:API_KEY}"}, "timeout": 5000},
      "web": {"type": "remote", "url": "https://a.example/mcp", "headers": {"A": "{file:key.txt}"}, "timeout": {"startup": 3000, "request": 60000}},
      "off": {"type": "local", "command": ["x"], "enabled": false}
    }
  }`;
  expect(imported({ '/here/opencode.json': text }, 'opencode').servers).toEqual({
    files: { type: 'stdio', command: 'npx', args: ['-y', 'files'], env: { K: '${API_KEY}' }, startupTimeout: 5 },
    web: {
      type: 'http',
      url: 'https://a.example/mcp',
      headers: { A: '${file:key.txt}' },
      startupTimeout: 3,
      requestTimeout: 60,
    },
  });
});

describe('which program a file belongs to', () => {
  test.each([
    ['mcpServers', CLAUDE, 'Claude Desktop'],
    ['servers', '{"servers": {"a": {"command": "b"}}}', 'VS Code'],
    ['mcp_servers', '[mcp_servers.a]\ncommand = "b"', 'Codex'],
    ['mcp', '{"mcp": {"a": {"type": "local", "command": ["b"]}}}', 'OpenCode'],
  ])('is known by %s', (_, text, title) => {
    expect(imported({ '/else/file': text }, undefined, '/else/file').title).toBe(title);
  });

  test('or is a fault that says what was looked for', () => {
    expect(faultOf(() => imported({ '/x': '{"a": 1}' }, undefined, '/x')).message).toContain('names no MCP servers');
    expect(faultOf(() => imported({}, 'cursor')).suggestion).toContain('/here/.cursor/mcp.json');
    expect(faultOf(() => imported({}, 'emacs')).suggestion).toContain(
      'claude-desktop, claude-code, cursor, vscode, codex, opencode',
    );
    expect(faultOf(() => imported({ '/x': 'a = [1' }, 'codex', '/x')).message).toContain('1:  a = [1');
  });
});
