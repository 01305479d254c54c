import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { createServer as createTcpServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { afterThisTest, expectNoneLeft, freshFolder, misbehaving, newMark, serve, toolbox } from '../host/servers.js';
import { cpe, project, type Ran, run } from './cli.js';

/** Makes the certificate that nobody trusts; the test is skipped where it is missing. */
const OPENSSL = 'openssl';

/** Connects to one server that must not work, in a process of its own; whatever was started is gone afterwards. */
async function fails(server: object, more: object = {}): Promise<Ran> {
  const mark = newMark();
  const ran = await cpe(project({ s: { ...server, ...more } }), ['mcp', 'info', 's'], {
    env: { ...process.env, CPE_TEST_MARK: mark },
  });
  await expectNoneLeft(mark);
  return ran;
}

describe('a server process that does not come up', () => {
  test('because the command does not exist is named, with PATH', async () => {
    expect(await fails({ type: 'stdio', command: 'no-such-command-anywhere' })).toEqual({
      code: 4,
      out: '',
      err: 'error: The command no-such-command-anywhere of s was not found.\nGive the full path of the command, or check PATH and that cwd exists.\n',
    });
  });

  test('because it exits at once is told with exit code and last words', async () => {
    const { code, err } = await fails(misbehaving('exit-at-start'));
    expect(code).toBe(4);
    expect(err).toMatch(
      /error: s ended during the handshake with exit code 3\. It wrote to stderr: cannot open config\.toml/,
    );
  });

  test('because it stays silent is given up at its timeout', async () => {
    const started = Date.now();
    const { code, err } = await fails(misbehaving('silent'), { timeout: 2 });
    expect(code).toBe(4);
    expect(err).toContain('The handshake with s got no sign of life within 2000 ms');
    expect(Date.now() - started).toBeGreaterThanOrEqual(2000);
  });

  test('because a wrapper hangs leaves neither it nor its child', async () => {
    expect(await fails(misbehaving('silent,grandchild,ignore-term'), { timeout: 1 })).toMatchObject({ code: 4 });
  });

  test.each([
    ['refuses the version', 'refuse', 'Unsupported protocol version'],
    ['answers with a version nobody knows', 'old', '1999-01-01'],
    ['dies at the handshake', 'die-at-handshake', 'no license file found'],
  ])('because it %s says so', async (_, manners, expected) => {
    const { code, err } = await run(project({ s: misbehaving(manners) }), ['mcp', 'info', 's']);
    expect({ code, err }).toEqual({ code: 4, err: expect.stringContaining(expected) });
  });
});

describe('a server over HTTP that does not come up', () => {
  const info = (server: object): Promise<Ran> => run(project({ s: server }), ['mcp', 'info', 's']);
  const headers = { Authorization: 'Bearer canary-token-4711' };

  test.each([
    [
      'http,unauthorized',
      3,
      ['requires authorization (HTTP 401)', 'Bearer realm="vault"', 'Set an Authorization header'],
    ],
    ['http,forbidden', 3, ['denied access (HTTP 403)']],
    ['http,web-page', 4, ['HTTP 404', 'A web page answered']],
    ['http,broken', 4, ['HTTP 500', 'its log will tell more']],
    ['http,login-page', 4, ['text/html', 'not a web page']],
    ['http,redirect', 4, ['HTTP 307', 'redirects to']],
  ])('because of %s has its own message and never shows the token', async (manners, expected, texts) => {
    const { code, out, err } = await info({ type: 'http', url: await serve(manners), headers });
    expect({ code, out }).toEqual({ code: expected, out: '' });
    for (const text of texts) expect(err).toContain(text);
    expect(err).not.toContain('canary-token');
  });

  test('because it never says where to write is given up at its timeout', async () => {
    const { code, err } = await info({ type: 'sse', url: await serve('sse,no-endpoint'), timeout: 1 });
    expect({ code, err }).toEqual({ code: 4, err: expect.stringContaining('within 1000 ms') });
  });

  test('because nobody listens says so', async () => {
    const server = createTcpServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as { port: number };
    server.close();
    await once(server, 'close');
    const { code, err } = await info({ type: 'http', url: `http://127.0.0.1:${port}/mcp` });
    expect({ code, err }).toEqual({ code: 4, err: expect.stringContaining('ECONNREFUSED') });
  });

  test('because its name is unknown says so', async () => {
    const { code, err } = await info({ type: 'http', url: 'http://no-such-host.invalid/mcp', timeout: 20 });
    expect({ code, err }).toEqual({
      code: 4,
      err: expect.stringMatching(/cannot be reached: .*(ENOTFOUND|EAI_AGAIN)/),
    });
  });

  test('because its certificate is self-signed names the cause and the variable', async (context) => {
    const folder = freshFolder();
    const files = { key: join(folder, 'key.pem'), cert: join(folder, 'cert.pem') };
    try {
      const subject = ['-nodes', '-days', '2', '-subj', '/CN=localhost', '-keyout', files.key, '-out', files.cert];
      execFileSync(OPENSSL, ['req', '-x509', '-newkey', 'rsa:2048', ...subject], { stdio: 'ignore' });
    } catch {
      context.skip('openssl is not installed');
    }
    const server = createServer({ key: readFileSync(files.key), cert: readFileSync(files.cert) }).listen(
      0,
      '127.0.0.1',
    );
    afterThisTest(() => server.close());
    await once(server, 'listening');
    const { port } = server.address() as { port: number };
    const { code, err } = await info({ type: 'http', url: `https://localhost:${port}/mcp` });
    expect({ code, err }).toEqual({
      code: 4,
      err: expect.stringMatching(/self-signed certificate.*\n.*NODE_EXTRA_CA_CERTS/),
    });
  });
});

describe('several servers', () => {
  test('of which one fails to list give a warning, and the others work', async () => {
    const folder = project({ s: toolbox({}, 'count'), bad: misbehaving('hang-list', { requestTimeout: 0.3 }) });
    const { code, err } = await run(folder, ['mcp', 'lock']);
    expect({ code, err }).toEqual({
      code: 0,
      err: expect.stringContaining("listing the tools of server 'bad' failed"),
    });
  });

  test('that offer one tool give the warning line of the seed', async () => {
    const folder = project({ server1: toolbox({}, 'read_file'), server2: toolbox({}, 'read_file') });
    const { err } = await run(folder, ['mcp', 'lock']);
    expect(err).toBe(
      `WARN mcp tool registration warning warning="skipping duplicate tool name 'read_file' in server 'server2' (already registered from server 'server1')"\n`,
    );
  });
});

test('a wrapper that works leaves neither itself nor its child', async () => {
  const mark = newMark();
  const env = { ...process.env, CPE_TEST_MARK: mark };
  const folder = project({ s: toolbox({ env: { MANNERS: 'grandchild' } }, 'count') });
  const args = ['mcp', 'call-tool', '--server', 's', '--tool', 'count'];
  expect(await cpe(folder, args, { env })).toMatchObject({ code: 0, out: '1' });
  await expectNoneLeft(mark);
});

test('a call that takes too long exits with 4, and nothing is left', async () => {
  const mark = newMark();
  const env = { ...process.env, CPE_TEST_MARK: mark };
  const folder = project({ s: toolbox({ requestTimeout: 3 }, 'hang') });
  const { code, err } = await cpe(folder, ['mcp', 'call-tool', '--server', 's', '--tool', 'hang'], { env });
  expect({ code, err }).toEqual({
    code: 4,
    err: expect.stringContaining('hang of s got no sign of life within 3000 ms'),
  });
  await expectNoneLeft(mark);
});

test('a server that dies during a call exits with 4 and its last words', async () => {
  const { code, err } = await run(project({ s: toolbox({}, 'die') }), [
    'mcp',
    'call-tool',
    '--server',
    's',
    '--tool',
    'die',
  ]);
  expect({ code, err }).toEqual({
    code: 4,
    err: expect.stringMatching(/s ended during .*die.* with exit code 9.*last words/s),
  });
});

describe('an answer that is not what it should be', () => {
  /** A server that answers one method with this, and the rest properly. */
  function answering(method: string, answer: object): object {
    const script = join(freshFolder(), 'server.mjs');
    writeFileSync(
      script,
      `const answers = {
  initialize: ({ params }) => ({ result: { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } } }),
  'tools/list': () => ({ result: { tools: [{ name: 'a', inputSchema: { type: 'object' } }] } }),
  'tools/call': () => ({ result: { content: [{ type: 'text', text: 'ok' }] } }),
  ${JSON.stringify(method)}: () => (${JSON.stringify(answer)}),
};
let rest = '';
process.stdin.setEncoding('utf8').on('data', (chunk) => {
  const lines = (rest + chunk).split('\\n');
  rest = lines.pop();
  for (const message of lines.map((line) => JSON.parse(line)).filter(({ id }) => id !== undefined)) {
    const answer = answers[message.method]?.(message) ?? { error: { code: -32601, message: 'no such method' } };
    process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id: message.id, ...answer }) + '\\n');
  }
}).on('end', () => process.exit(0));`,
    );
    return { type: 'stdio', command: process.execPath, args: [script], timeout: 20 };
  }

  test.each([
    ['no content', 'tools/call', { result: {} }, 0, '', 'note: [the tool returned no content]\n'],
    [
      'content that is no list',
      'tools/call',
      { result: { content: 'hi' } },
      0,
      '',
      'note: [a part of the result was left out: it is not an array]\n',
    ],
    [
      'only structured content',
      'tools/call',
      { result: { content: [], structuredContent: { n: 1 } } },
      0,
      '{"n":1}',
      '',
    ],
    [
      'an error without a word',
      'tools/call',
      { result: { content: [], isError: true } },
      5,
      '',
      'error: s/a reports a failure without a word.\n',
    ],
    ['no result', 'tools/call', { result: null }, 4, '', 'error: s answered a with something that is no result.\n'],
    [
      'an error with details',
      'tools/call',
      { error: { code: -32602, message: 'bad x', data: { x: 'too big' } } },
      5,
      '',
      'error: bad x\n{"x":"too big"}\n',
    ],
    [
      'a list of tools that is none',
      'tools/list',
      { result: { tools: {} } },
      5,
      '',
      `WARN mcp tool registration warning warning="server 's': the list of tools is left out, it is not an array"\nerror: s offers no tool a.\nIts tools: none.\n`,
    ],
    [
      'a refused handshake',
      'initialize',
      { error: { code: -32000, message: 'not today' } },
      4,
      '',
      'error: The handshake with s failed: not today\n',
    ],
  ])('is told: %s', async (_, method, answer, code, out, err) => {
    const args = ['mcp', 'call-tool', '--server', 's', '--tool', 'a'];
    expect(await run(project({ s: answering(method, answer) }), args)).toEqual({ code, out, err });
  });

  test('at the handshake in a form of its own is quoted, since it looks like silence', async () => {
    const server = { ...answering('initialize', { jsonrpc: '1.0', result: {} }), timeout: 5 };
    const { code, err } = await run(project({ s: server }), ['mcp', 'info', 's']);
    expect({ code, err }).toEqual({
      code: 4,
      err: expect.stringMatching(/within 5000 ms\.\nIt wrote to stdout what is not MCP: ".*1\.0/),
    });
  });
});
