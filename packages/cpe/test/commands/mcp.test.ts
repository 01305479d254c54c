// biome-ignore-all lint/suspicious/noTemplateCurlyInString: variables of the configuration look like this.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { freshFolder, misbehaving, toolbox } from '../host/servers.js';
import { cpe, project, run } from './cli.js';

/** The configuration that the seed begins with. */
const SEED = `version: "1.0"

mcpServers:
  filesystem:
    command: filesystem-mcp
    args: ["--root", "/home/user"]
    type: stdio
    env:
      DEBUG: "true"
    timeout: 60

  web-api:
    url: https://api.example.com/mcp
    type: http
    headers:
      Authorization: "Bearer \${API_TOKEN}"
    timeout: 30
`;

function seedFolder(): string {
  const folder = freshFolder();
  writeFileSync(join(folder, 'cpe.yaml'), SEED);
  return folder;
}

const env = { ...process.env, API_TOKEN: 'top-secret-token' };

describe('cpe mcp list-servers', () => {
  const shown = [
    'Configured MCP Servers:',
    '- filesystem (Type: stdio, Timeout: 60s)',
    '  Command: filesystem-mcp --root /home/user',
    '- web-api (Type: http, Timeout: 30s)',
    '  URL: https://api.example.com/mcp',
    '',
  ].join('\n');

  test('prints what the seed shows', async () => {
    expect(await cpe(seedFolder(), ['mcp', 'list-servers'], { env })).toEqual({ code: 0, out: shown, err: '' });
  });

  test('needs no secret, and says which one is missing beside the list', async () => {
    const { API_TOKEN: _, ...without } = env;
    const { code, out, err } = await run(seedFolder(), ['mcp', 'list-servers'], { env: without });
    expect({ code, out }).toEqual({ code: 0, out: shown });
    expect(err).toMatch(/^note: web-api cannot be used: cpe\.yaml:16:7 .*variable API_TOKEN is not set.*\n$/);
  });

  test('has the alias ls-servers, and takes --config before and after', async () => {
    const file = join(seedFolder(), 'cpe.yaml');
    const elsewhere = freshFolder();
    expect((await run(elsewhere, ['mcp', 'ls-servers', '--config', file], { env })).out).toBe(shown);
    expect((await run(elsewhere, ['--config', file, 'mcp', 'ls-servers'], { env })).out).toBe(shown);
  });

  test('masks values, and shows them only when asked to', async () => {
    const folder = seedFolder();
    const masked = await run(folder, ['mcp', 'list-servers', '--show-env'], { env });
    expect(masked.out).toContain('  Env: DEBUG=***\n');
    expect(masked.out).toContain('  Header: Authorization: ***\n');
    const open = await run(folder, ['mcp', 'list-servers', '--show-secrets'], { env });
    expect(open.out).toContain('  Header: Authorization: Bearer top-secret-token\n');
    const json = await run(folder, ['mcp', 'list-servers', '--json'], { env });
    expect(json.out).not.toContain('top-secret');
    expect(JSON.parse(json.out)).toMatchObject({
      ok: true,
      result: { servers: [{ name: 'filesystem', timeout: 60 }, { name: 'web-api' }] },
    });
  });

  test.each([
    ['https://user:hunter22@a.example/mcp', 'https://user:[redacted]@a.example/mcp'],
    ['https://a.example/mcp?token=abc123', 'https://a.example/mcp?token=[redacted]'],
    ['https://a.example/mcp?key=${API_TOKEN}', 'https://a.example/mcp?key=${API_TOKEN}'],
  ])('masks what is secret in %s', async (url, expected) => {
    const { out } = await run(project({ s: { type: 'http', url } }), ['mcp', 'list-servers'], { env });
    expect(out).toContain(`  URL: ${expected}\n`);
  });

  test('masks what is secret in a command', async () => {
    const args = ['--token', 'abc123', '--key=${API_TOKEN}', '-H', 'X-Api-Key: abc123', 'SECRET=abc123', '--keep'];
    const { out } = await run(project({ s: { type: 'stdio', command: 'serve', args } }), ['mcp', 'list-servers'], {
      env,
    });
    expect(out).toContain(
      '  Command: serve --token [redacted] --key=${API_TOKEN} -H X-Api-Key: [redacted] SECRET=[redacted] --keep\n',
    );
  });

  test('says which servers are skipped, and why', async () => {
    const servers = { a: { type: 'http', url: 'http://a.example/${NOT_SET_ANYWHERE}', required: false } };
    const { out, code } = await run(project(servers), ['mcp', 'list-servers'], { env });
    expect({ out, code }).toEqual({
      out: expect.stringMatching(
        /- a \(Type: http.*\n.*\n {2}Skipped: cpe\.yaml:\d+:\d+ mcpServers\.a\.url: variable NOT_SET_ANYWHERE is not set/,
      ),
      code: 0,
    });
  });
});

describe('a configuration that cannot be used', () => {
  test('is explained with its lines, and exits with 2', async () => {
    const folder = project({ a: { type: 'http' }, b: { type: 'stdio', command: 'x', heders: {} } });
    const { code, out, err } = await cpe(folder, ['mcp', 'info', 'a']);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err.split('\n')).toEqual([
      'cpe.yaml:3:3 mcpServers.a.url: required for type "http"',
      'cpe.yaml:8:5 mcpServers.b.heders: unknown key; did you mean headers?',
      '',
    ]);
  });

  test('because another server lacks a variable does not matter for one that has all', async () => {
    const folder = project({ box: toolbox(), web: { type: 'http', url: 'http://a.example/${NOT_SET_ANYWHERE}' } });
    expect(await run(folder, ['mcp', 'info', 'box'])).toMatchObject({ code: 0 });
    expect(await run(folder, ['mcp', 'info', 'web'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('NOT_SET_ANYWHERE is not set'),
    });
    expect(await run(folder, ['config', 'check'])).toMatchObject({ code: 2 });
  });

  test('because a server that is not required lacks a variable matters when it is asked for', async () => {
    const folder = project({ web: { type: 'http', url: 'http://a.example/${NOT_SET_ANYWHERE}', required: false } });
    for (const command of ['info', 'list-tools']) {
      const { code, err } = await run(folder, ['mcp', command, 'web']);
      expect({ code, err }).toEqual({
        code: 2,
        err: expect.stringContaining('\ncpe.yaml:5:5 mcpServers.web.url: variable NOT_SET_ANYWHERE is not set'),
      });
    }
  });

  test('is one object with --json', async () => {
    const { code, out } = await run(project({ a: { type: 'http' } }), ['mcp', 'info', 'a', '--json']);
    expect(code).toBe(2);
    expect(JSON.parse(out)).toMatchObject({ ok: false, error: { class: 'config', kind: 'ConfigInvalid' } });
  });

  test('that is missing names both places', async () => {
    const folder = freshFolder();
    const { code, err } = await run(folder, ['mcp', 'list-servers']);
    expect(code).toBe(2);
    expect(err).toContain(`Create ${join(folder, 'cpe.yaml')} or `);
  });

  test('without servers says how to get some', async () => {
    const { code, err } = await run(project({}), ['mcp', 'list-servers']);
    expect(code).toBe(2);
    expect(err).toContain('configures no MCP servers');
  });
});

describe('cpe mcp info', () => {
  test('says that it is connected, then what the server says about itself', async () => {
    const { code, out } = await run(project({ box: toolbox() }), ['mcp', 'info', 'box']);
    expect({ code, out }).toEqual({
      code: 0,
      out: [
        'Connected to server: box',
        'Name: Toolbox (toolbox)',
        'Version: 2.1.0',
        'Protocol: 2025-11-25 (legacy)',
        'Capabilities: prompts, resources, tools',
        'Instructions: Use the tools.',
        '',
      ].join('\n'),
    });
  });

  test('knows no other servers than the configured ones', async () => {
    const { code, err } = await run(project({ box: toolbox() }), ['mcp', 'info', 'bx']);
    expect({ code, err }).toEqual({ code: 2, err: 'error: There is no server called "bx".\nServers: box.\n' });
  });
});

describe('cpe mcp list-tools', () => {
  const folder = (): string => project({ box: toolbox({ enabledTools: ['read_file', 'nope'] }, 'read_file', 'count') });

  test('shows the filter, the counts and the tools', async () => {
    const { out, err } = await run(folder(), ['mcp', 'list-tools', 'box']);
    expect(out).toBe(
      [
        '# Tools of box',
        '',
        'Filter mode: whitelist',
        'Enabled tools: read_file, nope',
        'Total tools: 2',
        'Available tools: 1',
        'Filtered tools: 1',
        '',
        '## read_file',
        '',
        'The tool read_file.',
        '',
        'Input schema:',
        '',
        '```json',
        '{',
        '  "type": "object",',
        '  "properties": {',
        '    "path": {',
        '      "type": "string"',
        '    }',
        '  },',
        '  "required": [',
        '    "path"',
        '  ],',
        '  "additionalProperties": false',
        '}',
        '```',
        '',
      ].join('\n'),
    );
    expect(err).toBe(
      `WARN mcp tool registration warning warning="server 'box': no tool matches 'nope' of enabledTools"\n`,
    );
  });

  test.each([
    ['--show-all', ['## read_file', '## count (filtered)']],
    ['--show-filtered', ['## count (filtered)']],
  ])('%s', async (flag, expected) => {
    const { out } = await run(folder(), ['mcp', 'ls-tools', 'box', flag]);
    expect(out.match(/^## .*$/gm)).toEqual(expected);
  });

  test('shows output schemas where there are any', async () => {
    const { out } = await run(project({ s: misbehaving('typed') }), ['mcp', 'list-tools', 's']);
    expect(out.match(/^Output schema:$/gm)).toHaveLength(4);
  });

  test('is one object with --json', async () => {
    const { out } = await run(folder(), ['mcp', 'list-tools', 'box', '--show-all', '--json']);
    expect(JSON.parse(out)).toMatchObject({
      ok: true,
      result: {
        filter: { total: 2, available: 1, filtered: 1 },
        tools: [
          { name: 'read_file', filtered: false },
          { name: 'count', filtered: true },
        ],
      },
    });
  });
});

describe('cpe mcp call-tool', () => {
  const call = (name: string, ...rest: string[]): string[] => [
    'mcp',
    'call-tool',
    '--server',
    's',
    '--tool',
    name,
    ...rest,
  ];

  test.each(['plain', 'ünïcode ☂ 天気', 'no end of line', 'two\nlines\n', '\u001b[31mred', ''])(
    'prints %j byte by byte',
    async (text) => {
      const { code, out } = await run(project({ s: misbehaving() }), call('echo', '--args', JSON.stringify({ text })));
      expect({ code, out }).toEqual({ code: 0, out: text });
    },
  );

  test('prints the text of a real process to a real stdout', async () => {
    const text = 'ünïcode ☂\n'.repeat(20_000);
    const ran = await cpe(project({ s: misbehaving() }), call('echo', '--args', '-'), {
      stdin: JSON.stringify({ text }),
    });
    expect({ ...ran, out: ran.out === text }).toEqual({ code: 0, out: true, err: '' });
  });

  test('takes arguments from a file and from stdin', async () => {
    const folder = project({ s: misbehaving() });
    writeFileSync(join(folder, 'args.json'), '{"text": "from a file"}');
    expect((await run(folder, call('echo', '--args', '@args.json'))).out).toBe('from a file');
    expect((await run(folder, call('echo', '--args', '-'), { stdin: '{"text": "from stdin"}' })).out).toBe(
      'from stdin',
    );
  });

  test.each([
    ['that are not JSON', ['--args', '{path}'], 1, 'The arguments are not JSON'],
    ['that are no object', ['--args', '[1]'], 1, 'The arguments must be a JSON object, not [1].'],
    ['in a file that is missing', ['--args', '@none.json'], 1, 'The file none.json with the arguments does not exist.'],
    ['that do not fit', ['--args', '{"pth": "a"}'], 5, 'path is required; pth is not an argument; did you mean path?'],
  ])('explains arguments %s', async (_, args, expected, message) => {
    const { code, out, err } = await run(project({ s: toolbox({}, 'read_file') }), call('read_file', ...args));
    expect({ code, out, err }).toEqual({ code: expected, out: '', err: expect.stringContaining(message) });
  });

  test('what a server says to models only stands beside the answer, which a program can read', async () => {
    const { code, out, err } = await run(project({ s: toolbox({}, 'advised') }), call('advised'));
    expect({ code, out, err }).toEqual({ code: 0, out: '{"rows":9000}', err: 'note: For less: ask for one row.\n' });
  });

  test('exits with 5 for a tool that fails, with its words on stderr', async () => {
    const { code, out, err } = await cpe(project({ s: toolbox({}, 'fail') }), call('fail'));
    expect({ code, out, err }).toEqual({ code: 5, out: '', err: 'error: the disk is full\n' });
    const json = await run(project({ s: toolbox({}, 'fail') }), call('fail', '--json'));
    expect(JSON.parse(json.out)).toMatchObject({
      ok: false,
      error: {
        class: 'tool',
        server: 's',
        tool: 'fail',
        message: 'the disk is full',
        details: { structuredContent: { code: 28 } },
      },
    });
  });

  test('finds a tool whose name begins with that of its server also where this is said once', async () => {
    const folder = project({ s: toolbox({}, 's/whole') });
    for (const name of ['s/whole', 's/s/whole'])
      expect(await run(folder, ['mcp', 'call-tool', name])).toMatchObject({ code: 0, out: 'meant whole' });
  });

  test('exits with 5 for a tool that does not exist or is filtered out', async () => {
    const folder = project({ s: toolbox({ disabledTools: ['count'] }, 'read_file', 'count') });
    expect(await run(folder, call('raed_file'))).toMatchObject({
      code: 5,
      err: 'error: s offers no tool raed_file.\nDid you mean read_file?\n',
    });
    expect(await run(folder, call('count'))).toMatchObject({
      code: 5,
      err: expect.stringContaining('s has tool count, but the filter leaves it out.'),
    });
  });

  test('says what it needs', async () => {
    const { code, err } = await run(project({ s: toolbox() }), ['mcp', 'call-tool', '--server', 's']);
    expect({ code, err }).toEqual({
      code: 1,
      err: expect.stringContaining('--tool <name> is needed: the tool.'),
    });
  });

  test('saves what is not text', async () => {
    const folder = project({ s: toolbox({}, 'picture') });
    const plain = await run(folder, call('picture'));
    expect(plain.out).toBe('a dot\nembedded');
    expect(plain.err).toContain('image (image/png, 8 bytes) is not shown; use --output <folder> or --json.\n');
    await run(folder, call('picture', '--output', join(folder, 'out')));
    expect(readFileSync(join(folder, 'out', '2-image.png')).toString('base64')).toBe('iVBORw0KGgo=');
  });

  test('shows progress as a bar on a terminal, and as lines when asked to', async () => {
    const folder = project({ s: toolbox({}, 'steps') });
    const lines = await run(folder, call('steps', '--progress'));
    expect(lines).toEqual({ code: 0, out: 'done', err: 'progress: 1/2 half\nprogress: 2/2\n' });
    const bar = await run(folder, call('steps'), { terminal: true });
    expect(bar.err).toContain('\r\u001b[2K████████████░░░░░░░░░░░░ 1/2 half');
    expect(bar.err.endsWith('\r\u001b[2K')).toBe(true);
    expect(await run(folder, call('steps'))).toEqual({ code: 0, out: 'done', err: '' });
  });
});

describe('resources and prompts', () => {
  const folder = (): string => project({ s: toolbox() });

  test('are listed and read', async () => {
    expect((await run(folder(), ['mcp', 'resources', 's'])).out).toBe(
      'Resources of s:\n- note://1 note: text/plain\n- note://{id} (template) any note\n',
    );
    expect((await run(folder(), ['mcp', 'resources', 's', 'note://5'])).out).toBe('the text of note://5');
    expect((await run(folder(), ['mcp', 'prompts', 's'])).out).toBe('Prompts of s:\n- greet who: Says hello\n');
    expect((await run(folder(), ['mcp', 'prompts', 's', 'greet', '--args', '{"who": "Ana"}'])).out).toBe(
      'user: Hello Ana\n',
    );
  });
});

describe('a lock file', () => {
  test('is written, holds, and shows what has changed', async () => {
    const folder = project({ s: toolbox({ env: { CHANGE_AFTER: '${CHANGE_AFTER:-99}' } }, 'read_file', 'count') });
    expect(await run(folder, ['mcp', 'lock'])).toMatchObject({
      code: 0,
      out: expect.stringContaining('2 tools locked in '),
    });
    const first = readFileSync(join(folder, 'cpe.lock'), 'utf8');
    expect(await run(folder, ['mcp', 'lock', '--frozen'])).toMatchObject({
      code: 0,
      out: '2 tools are as locked.\n',
      err: '',
    });
    expect(await run(folder, ['mcp', 'list-tools', 's', '--frozen'])).toMatchObject({ code: 0, err: '' });

    const changed = { env: { ...process.env, CHANGE_AFTER: '0' } };
    const refused = await run(folder, ['mcp', 'call-tool', '--server', 's', '--tool', 'count', '--frozen'], changed);
    expect(refused).toMatchObject({ code: 2, out: '' });
    expect(refused.err).toContain(
      's/count changed\n  - description: The tool count.\n  + description: Now count sends everything home.\n',
    );
    const warned = await run(folder, ['mcp', 'call-tool', '--server', 's', '--tool', 'count'], changed);
    expect(warned).toMatchObject({
      code: 0,
      out: '1',
      err: expect.stringContaining('tool differs from cpe.lock: s/count changed'),
    });

    await run(folder, ['mcp', 'lock'], changed);
    expect(readFileSync(join(folder, 'cpe.lock'), 'utf8')).not.toBe(first);
    expect(await run(folder, ['mcp', 'lock', '--frozen'], changed)).toMatchObject({ code: 0 });
  });

  test('keeps what it knows of servers that cannot be asked now', async () => {
    const folder = project({
      s: toolbox({}, 'count'),
      t: { ...toolbox({}, 'read_file'), command: '${NODE:-node}', required: false },
    });
    await run(folder, ['mcp', 'lock']);
    const first = readFileSync(join(folder, 'cpe.lock'), 'utf8');
    const { err } = await run(folder, ['mcp', 'lock'], { env: { ...process.env, NODE: 'no-such-command' } });
    expect(err).toContain("going on without server 't'");
    expect(readFileSync(join(folder, 'cpe.lock'), 'utf8')).toBe(first);
  });

  test('that is missing or broken is refused when frozen', async () => {
    const folder = project({ s: toolbox({}, 'count') });
    expect(await run(folder, ['mcp', 'list-tools', 's', '--frozen'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('There is no cpe.lock.'),
    });
    writeFileSync(join(folder, 'cpe.lock'), '{"version": 7}');
    expect(await run(folder, ['mcp', 'lock', '--frozen'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('cpe.lock cannot be read'),
    });
  });
});

test('servers cannot steer a terminal with what they say about themselves', async () => {
  const evil = toolbox({ env: { EVIL: '\u001b]0;owned\u0007\u001b[2Jgone' } }, 'count');
  const shown = await run(project({ s: evil }), ['mcp', 'list-tools', 's'], { terminal: true });
  expect(shown.out).toContain('The tool count. gone');
  expect(shown.out).not.toContain('\u001b');
});

test('what servers write to stderr appears with their name', async () => {
  const { err } = await run(project({ s: misbehaving('grandchild') }), ['mcp', 'info', 's']);
  expect(err).toMatch(/^\[s\] grandchild \d+\n$/);
});

describe('words that are no command', () => {
  const folder = (): string => project({});

  test.each([
    [['mpc'], '"mpc" is not a command. Did you mean cpe mcp?\nTo ask a model: cpe -- "mpc"'],
    [['list-tools', 'fs'], '"list-tools" is not a command. Did you mean cpe mcp list-tools fs?'],
    [['ls-server'], '"ls-server" is not a command. Did you mean cpe mcp ls-servers?'],
    [['confg'], 'Did you mean cpe config?'],
    [['schema'], 'Did you mean cpe config schema?'],
    [['list'], '"list" looks like a command, but there is none; nothing was asked.'],
    [['Status'], 'To ask a model: cpe -- "Status"'],
    [['what', 'is', 'new'], '"what" is not a command.\nPut the prompt in quotation marks: cpe "what is new"'],
    [['what is', 'new'], 'There is more than one prompt.\nPut the prompt in quotation marks: cpe "what is new"'],
  ])('%j are not sent to a model', async (args, message) => {
    expect(await run(folder(), args)).toMatchObject({ code: 1, out: '', err: expect.stringContaining(message) });
  });

  test.each([[['hello']], [['look']], [['--', 'mpc']], [['--', 'list-tools', 'fs']], [['mpc is not a command']]])(
    '%j are a prompt',
    async (args) => {
      const { code, err } = await run(folder(), args, { env: {} });
      expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining('No model is chosen.') });
    },
  );

  test('are a prompt once the person at the terminal says so', async () => {
    const questions: string[] = [];
    const saying = (answer: boolean) => async (question: string) => {
      questions.push(question);
      return answer;
    };
    expect(await run(folder(), ['list'], { ask: saying(false) })).toMatchObject({ code: 1 });
    expect(await run(folder(), ['list'], { ask: saying(true), env: {} })).toMatchObject({
      code: 2,
      err: expect.stringContaining('No model is chosen.'),
    });
    expect(questions[0]).toContain('Ask a model "list"?');
  });

  test('help is what --help is, of a command too', async () => {
    expect(await run(folder(), ['help'])).toEqual(await run(folder(), ['--help']));
    expect(await run(folder(), ['help', 'mcp', 'import'])).toEqual(await run(folder(), ['mcp', 'import', '--help']));
  });

  test('are one object with --json, and so is every other wrong use', async () => {
    for (const args of [
      ['--json', 'mpc'],
      ['mcp', 'info', '--json'],
      ['mcp', 'call-tool', '--json'],
    ]) {
      const { code, out } = await run(folder(), args);
      expect(code).toBe(1);
      expect(JSON.parse(out)).toMatchObject({ ok: false, error: { class: 'usage', kind: 'Usage' } });
    }
  });
});

test('the help lists the commands, and a wrong one is an error', async () => {
  const folder = freshFolder();
  const { code, out } = await run(folder, ['mcp', '--help']);
  expect(code).toBe(0);
  for (const name of [
    'list-servers',
    'info',
    'list-tools',
    'call-tool',
    'resources',
    'prompts',
    'lock',
    'doctor',
    'import',
  ])
    expect(out).toContain(name);
  expect(await run(folder, ['mcp', 'lst-servers'])).toMatchObject({
    code: 1,
    err: expect.stringContaining("Unknown command 'lst-servers'"),
  });
});
