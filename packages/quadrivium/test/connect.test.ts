import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { hostNamed, install, snippetText } from '../src/connect/connect.js';
import { hosts } from '../src/connect/hosts.js';
import { endAll, freshFolder, quadrivium } from './server-process.js';

afterAll(endAll);

const url = 'http://127.0.0.1:4070';
const names = Object.keys(hosts);

async function installed(name: string, before?: string): Promise<string> {
  const here = freshFolder();
  const places = { home: here, here, platform: 'linux', env: {} } as const;
  const host = hostNamed(name);
  const file = host.file(places);
  if (before !== undefined) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, before);
  }
  expect(await install(host, url, places)).toContain(file);
  return readFileSync(file, 'utf8');
}

describe('quadrivium connect', () => {
  test.each(names)('prints a snippet for %s that names all servers', (name) => {
    const text = snippetText(hostNamed(name), url);
    for (const server of ['cobre', 'portarium', 'career']) expect(text).toContain(`${url}/${server}/mcp`);
  });

  test.each(names)('puts the servers into a new file of %s', async (name) => {
    for (const server of ['cobre', 'portarium', 'career'])
      expect(await installed(name)).toContain(`${url}/${server}/mcp`);
  });

  test('leaves everything else in a JSON file as it was', async () => {
    const before = {
      theme: 'dark',
      mcpServers: { notes: { url: 'https://notes.example/mcp' }, cobre: { url: 'old' } },
    };
    const after = JSON.parse(await installed('cursor', JSON.stringify(before))) as Record<
      string,
      Record<string, object>
    >;
    expect(after.theme).toBe('dark');
    expect(after.mcpServers).toMatchObject({
      notes: before.mcpServers.notes,
      cobre: { url: `${url}/cobre/mcp/portable` },
    });
  });

  test('replaces its own sections of a TOML file and keeps comments and other sections', async () => {
    const before =
      '# mine\nmodel = "o"\n\n[mcp_servers.cobre]\nurl = "old"\n\n[mcp_servers.notes]\nurl = "https://n.example"\n';
    const after = await installed('codex', before);
    expect(after).toContain('# mine\nmodel = "o"');
    expect(after).toContain('[mcp_servers.notes]\nurl = "https://n.example"');
    expect(after).not.toContain('old');
    expect(after.match(/\[mcp_servers\.cobre\]/g)).toHaveLength(1);
  });

  test('does not touch a file it could not write back whole', async () => {
    await expect(installed('vscode', '{\n  // a comment\n  "servers": {}\n}')).rejects.toThrow(/left alone/);
  });

  test('names the hosts it knows when it does not know one', () => {
    const { stderr, status } = quadrivium(['connect', 'emacs']);
    expect(status).toBe(1);
    expect(stderr).toContain(names.join(', '));
  });
});

describe.each([
  ['the readme', 'README.md', names.slice(0, 1)],
  ['the guide', 'docs/guides/connect-a-host.md', names],
])('%s', (_, file, hosts) => {
  const page = readFileSync(join(import.meta.dirname, '../../..', file), 'utf8');

  test.each(hosts)('shows for %s what the command prints', (name) => {
    const { title, where, snippet } = hostNamed(name);
    const shown = page.split(`<!-- connect:${name} -->\n`)[1] ?? '';
    expect(shown.startsWith(`${title}: ${where}\n`)).toBe(true);
    expect(/```\w*\n([\s\S]*?)\n```/.exec(shown)?.[1]).toBe(snippet(url));
  });
});
