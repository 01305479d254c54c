// biome-ignore-all lint/suspicious/noTemplateCurlyInString: variables of the configuration look like this.
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { freshFolder, misbehaving, serve, toolbox } from '../host/servers.js';
import { project, run } from './cli.js';

describe('cpe mcp doctor', () => {
  test('examines every server, and exits with the worst finding', async () => {
    const folder = project({
      good: toolbox({}, 'read_file', 'dotted.name/with slash'),
      odd: misbehaving('malformed,junk'),
      dead: misbehaving('exit-at-start'),
    });
    const { code, out } = await run(folder, ['mcp', 'doctor']);
    expect(code).toBe(4);
    expect(out).toMatch(
      /^good: ok\n {2}connected in \d+ ms, listed 2 tools in \d+ ms\n {2}toolbox 2\.1\.0, protocol 2025-11-25 \(legacy\)\n/,
    );
    expect(out).toMatch(/ {2}tokens: \d+ as JSON, \d+ as declarations, \d+ as signatures, \d+ as names\n/);
    expect(out).toContain('  name: dotted.name/with slash is dotted_name_with_slash for a model\n');
    expect(out).toMatch(/\nodd: \d+ warnings\n/);
    expect(out).toContain('Welcome to my server!');
    expect(out).toMatch(
      /\ndead: failed \(ServerDied\)\n {2}dead ended .*exit code 3.*cannot open config\.toml\n {2}try: /,
    );
    expect(out.endsWith('\n2 of 3 servers work.\n')).toBe(true);
  });

  test('tells authorization from other failures, in JSON too', async () => {
    const folder = project({ locked: { type: 'http', url: await serve('http,unauthorized') }, good: toolbox() });
    const { code, out } = await run(folder, ['mcp', 'doctor', '--json']);
    expect(code).toBe(3);
    expect(JSON.parse(out)).toMatchObject({
      ok: false,
      result: {
        working: 1,
        servers: [
          { name: 'locked', ok: false, error: { class: 'auth' } },
          { name: 'good', ok: true },
        ],
      },
    });
  });

  test('goes on past a server whose variable is not set', async () => {
    const folder = project({
      web: { type: 'http', url: 'http://a.example/${NOT_SET_ANYWHERE}' },
      good: toolbox({}, 'count'),
    });
    const { code, out } = await run(folder, ['mcp', 'doctor']);
    expect(code).toBe(2);
    expect(out).toMatch(
      /^web: failed \(ConfigInvalid\)\n {2}cpe\.yaml:5:5 mcpServers\.web\.url: variable NOT_SET_ANYWHERE is not set/,
    );
    expect(out).toContain('1 of 2 servers work.');
  });

  test('can look at one server only', async () => {
    const folder = project({ good: toolbox({}, 'count'), dead: misbehaving('exit-at-start') });
    expect(await run(folder, ['mcp', 'doctor', 'good'])).toMatchObject({
      code: 0,
      out: expect.stringContaining('1 of 1 servers work.'),
    });
  });
});

describe('cpe mcp import', () => {
  const claude = JSON.stringify({ mcpServers: { files: { command: 'npx', env: { TOKEN: 'abc' } } } });

  test('prints a configuration, with notes on stderr', async () => {
    const folder = freshFolder();
    writeFileSync(join(folder, 'claude.json'), claude);
    expect(await run(folder, ['mcp', 'import', join(folder, 'claude.json')])).toEqual({
      code: 0,
      out: 'version: "1.0"\nmcpServers:\n  files:\n    type: stdio\n    command: npx\n    env:\n      TOKEN: abc\n',
      err: 'note: files: TOKEN stands in the file; a variable would be safer\n',
    });
  });

  test('writes a file that only the user can read, and never over another', async () => {
    const folder = freshFolder();
    writeFileSync(join(folder, '.mcp.json'), claude);
    const args = ['mcp', 'import', '--from', 'claude-code', '--output', join(folder, 'cpe.yaml')];
    expect((await run(folder, args)).out).toContain('1 servers of Claude Code written to ');
    expect(statSync(join(folder, 'cpe.yaml')).mode & 0o777).toBe(0o600);
    expect((await run(folder, ['mcp', 'list-servers'])).out).toContain('- files (Type: stdio, Timeout: 60s)');
    expect(await run(folder, args)).toMatchObject({ code: 1, err: expect.stringContaining('exists already') });
  });
});

describe('cpe config', () => {
  test('schema prints a JSON Schema that judges as cpe does', async () => {
    const { out } = await run(freshFolder(), ['config', 'schema']);
    const judge = new Ajv2020({ strict: false, logger: false }).compile(JSON.parse(out));
    const stdio = { type: 'stdio', command: 'run' };
    expect(judge({ version: '1.0', mcpServers: { s: stdio } })).toBe(true);
    expect(judge({ mcpServers: { s: { ...stdio, url: 'http://a.example' } } })).toBe(false);
    expect(judge({ mcpServers: { s: { type: 'http' } } })).toBe(false);
    expect(judge({ mcpServers: { s: { command: 'run' } } })).toBe(false);
    expect(judge({ mcpServers: { s: { ...stdio, enabledTools: ['a'], disabledTools: ['b'] } } })).toBe(false);
    expect(judge({ mcpServers: { s: { ...stdio, heders: {} } } })).toBe(false);
    expect(judge({ 'x-mine': 1, models: [{ ref: 'a', id: 'a', type: 'openai' }] })).toBe(true);
  });

  test('check says that a file is valid without connecting', async () => {
    const folder = project({ s: { type: 'stdio', command: 'no-such-command-anywhere' } });
    expect(await run(folder, ['config', 'check'])).toMatchObject({
      code: 0,
      out: expect.stringContaining('cpe.yaml is valid: 1 servers, 0 models.'),
    });
    expect(readFileSync(join(folder, 'cpe.yaml'), 'utf8')).toContain('no-such-command');
    const raised = project({ s: { type: 'stdio', command: 'no-such-command-anywhere', timeout: 300 } });
    expect((await run(raised, ['config', 'check'])).out).toContain(
      'note: mcpServers.s: timeout: 300 is for connecting;',
    );
  });
});
