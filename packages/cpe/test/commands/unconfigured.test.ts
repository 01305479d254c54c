import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { freshFolder, misbehaving, serve, TOOLBOX, toolbox } from '../host/servers.js';
import { cpe, project, run } from './cli.js';

const box = (...tools: string[]): string[] => ['--', process.execPath, TOOLBOX, ...tools];

describe('a server that no configuration names', () => {
  test('is a command after --, however many words it has', async () => {
    const folder = freshFolder();
    expect(await cpe(folder, ['mcp', 'list-tools', '-q', ...box('read_file', 'count')])).toMatchObject({
      code: 0,
      err: '',
      out: expect.stringMatching(/^toolbox-server\/read_file\(\{ path: string.* \}\): .*\ntoolbox-server\/count\(\)/),
    });
    expect(await run(folder, ['mcp', 'info', ...box()])).toMatchObject({
      code: 0,
      out: expect.stringContaining('Connected to server: toolbox-server\n'),
    });
  });

  test('is an address, with its headers', async () => {
    const folder = freshFolder();
    const url = await serve('http');
    const headers = ['--header', 'X-Tenant: acme', '--header', 'Authorization: Bearer a: b'];
    const { code, out } = await run(folder, ['mcp', 'call', 'seen', '--url', url, ...headers]);
    expect({ code, out }).toMatchObject({ code: 0, out: expect.stringContaining('tools/call') });
    expect(await run(folder, ['mcp', 'list-tools', '-q', '--url', url])).toMatchObject({
      code: 0,
      out: expect.stringContaining('127.0.0.1/echo('),
    });
  });

  test.each([
    [['--url', 'nowhere'], 'nowhere is no http:// or https:// address.'],
    [['--url', 'http://a.example', '--', 'run'], 'A server has an address or a command, not both.'],
    [['--url', 'http://a.example', '--header', 'nonsense'], '--header takes "Name: value", not "nonsense".'],
    [['--'], 'There is no command after --.'],
    [[], 'No server is named.'],
  ])('is refused with a reason: %j', async (words, message) => {
    const { code, err } = await run(freshFolder(), ['mcp', 'info', ...words]);
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining(message) });
  });
});

describe('arguments of a tool', () => {
  test.each([
    ['text stays text where text is wanted', ['path=17'], { path: '17' }],
    ['what the schema wants otherwise is read as JSON', ['numbers=[1,2]'], { numbers: [1, 2] }],
    ['a list can be given one by one', ['numbers=1', 'numbers=2'], { numbers: [1, 2] }],
    [':= is JSON in any case', ['numbers:=[3]'], { numbers: [3] }],
    ['words win over --args', ['--args', '{"numbers":[9]}', 'numbers=1'], { numbers: [1] }],
  ])('%s', async (_, words, expected) => {
    const { out, code, err } = await run(freshFolder(), ['mcp', 'call', 'said', ...words, ...box('said')]);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(JSON.parse(out)).toEqual(expected);
  });

  test('name a configured tool as server/tool', async () => {
    const folder = project({ box: toolbox({}, 'said') });
    expect((await run(folder, ['mcp', 'call-tool', 'box/said', 'path=a=b'])).out).toBe('{"path":"a=b"}');
    expect(await run(folder, ['mcp', 'call-tool', 'box/said', 'path'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('"path" is no argument of the form key=value.'),
    });
    expect(await run(folder, ['mcp', 'call-tool', 'said'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('--server <name> is needed: the server.'),
    });
  });
});

test('list-tools without a server lists all, and -q has a line for each tool', async () => {
  const folder = project({
    a: toolbox({}, 'count'),
    b: toolbox({}, 'picture'),
    c: misbehaving('silent', { timeout: 1 }),
  });
  const short = await run(folder, ['mcp', 'list-tools', '-q']);
  expect(short.out.split('\n').map((line) => line.split('(')[0])).toEqual(['a/count', 'b/picture', '']);
  expect(short.err).toContain("going on without server 'c'");
  const { out } = await run(folder, ['mcp', 'list-tools']);
  expect(out).toMatch(/# Tools of a\n[\s\S]*## count\n[\s\S]*# Tools of b\n[\s\S]*## picture\n/);
});

describe('cpe mcp add', () => {
  const commented = `# ours
version: "1.0"

mcpServers:
  # the first
  fs:
    type: stdio
    command: filesystem-mcp # by hand
    args: ["--root", "/home/user"]

# models follow
models:
  - ref: m
    id: m
    type: openai
`;

  test('writes a server and leaves everything else as it was', async () => {
    const folder = freshFolder();
    writeFileSync(join(folder, 'cpe.yaml'), commented, { mode: 0o640 });
    const { code } = await run(folder, ['mcp', 'add', 'web', '--url', 'https://a.example/sse', '--header', 'X-A: b']);
    expect(code).toBe(0);
    const added = '  web:\n    type: sse\n    url: https://a.example/sse\n    headers:\n      X-A: b\n';
    const [before = '', after = ''] = commented.split('\n# models');
    expect(readFileSync(join(folder, 'cpe.yaml'), 'utf8')).toBe(`${before}${added}\n# models${after}`);
    expect(statSync(join(folder, 'cpe.yaml')).mode & 0o777).toBe(0o640);
  });

  test('makes a file where there is none, for its owner alone, and what it wrote works', async () => {
    const folder = freshFolder();
    const env = ['--env', 'API_KEY=hush'];
    const { err } = await run(folder, ['mcp', 'add', 'box', ...env, ...box('count')]);
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of the configuration.
    expect(err).toContain('API_KEY stands in the file; a variable such as ${API_KEY} would be safer');
    expect(statSync(join(folder, 'cpe.yaml')).mode & 0o777).toBe(0o600);
    expect((await run(folder, ['mcp', 'call', 'box/count'])).out).toBe('1');
  });

  test('keeps the comments of JSON too', async () => {
    const folder = freshFolder();
    writeFileSync(join(folder, 'cpe.json'), '{\n  // ours\n  "mcpServers": {}\n}\n');
    expect(await run(folder, ['mcp', 'add', 'web', '--url', 'https://a.example/mcp'])).toMatchObject({ code: 0 });
    expect(readFileSync(join(folder, 'cpe.json'), 'utf8')).toContain('// ours');
    expect((await run(folder, ['mcp', 'list-servers'])).out).toContain('- web (Type: http');
  });

  test.each([
    ['a name that is taken', ['fs', '--url', 'https://a.example'], 1, 'has a server called fs already.'],
    ['a name that no tool could have', ['a b', '--url', 'https://a.example'], 2, 'may have letters, digits'],
    ['no server', ['web'], 1, 'Say how the server is reached.'],
    ['an address that is none', ['web', '--url', 'nowhere'], 2, 'must be an http:// or https:// address'],
  ])('%s is refused and the file left alone', async (_, words, code, message) => {
    const folder = freshFolder();
    writeFileSync(join(folder, 'cpe.yaml'), commented);
    expect(await run(folder, ['mcp', 'add', ...words])).toMatchObject({ code, err: expect.stringContaining(message) });
    expect(readFileSync(join(folder, 'cpe.yaml'), 'utf8')).toBe(commented);
  });

  test('writes over a server when asked to', async () => {
    const folder = project({ box: toolbox() });
    expect(await run(folder, ['mcp', 'add', 'box', '--replace', '--url', 'http://a.example/mcp'])).toMatchObject({
      code: 0,
    });
    expect((await run(folder, ['mcp', 'list-servers'])).out).toContain('- box (Type: http');
  });
});
