import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';

import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

import { createKey } from '../../src/auth/index.js';
import { silentLogger } from '../../src/index.js';
import { type RunningServer, serve } from '../../src/serve/index.js';
import { bundled } from '../fixtures/bundle.js';
import {
  connected,
  events,
  eventually,
  exampleDefinition,
  initialize,
  messages,
  post,
  session,
} from '../http/served.js';

let home: string;
const running: RunningServer[] = [];
const children: ChildProcessWithoutNullStreams[] = [];

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'serve-'));
});
afterEach(async () => {
  for (const server of running.splice(0)) await server.close();
  for (const child of children.splice(0)) child.kill('SIGKILL');
});
afterAll(() => rm(home, { recursive: true, force: true }));

async function started(argv: readonly string[], env: Record<string, string> = {}): Promise<RunningServer> {
  const witness = { started: 0, finished: 0, aborted: 0, identities: [] };
  const options = { signals: false, log: silentLogger, workingDirectory: home };
  const server = await serve(exampleDefinition(witness), argv, env, options);
  running.push(server);
  return server;
}

describe('in this process', () => {
  test('http serves both eras and refuses what was not asked for', async () => {
    const { url } = await started(['--transport', 'http', '--port', '0']);
    for (const era of ['legacy', 'modern'] as const) {
      expect((await (await connected(new URL('/mcp', url), era)).listTools()).tools).toHaveLength(3);
    }
    expect((await fetch(new URL('/sse', url))).status).toBe(404);
    expect((await fetch(new URL('/ws', url))).status).toBe(404);
  });

  test('all-http adds WebSocket and HTTP+SSE, and so does --legacy-sse for the latter', async () => {
    const all = await started([], { EXAMPLE_MCP_TRANSPORT: 'all-http', EXAMPLE_MCP_PORT: '0' });
    expect((await fetch(new URL('/ws', all.url))).status).toBe(426);
    const some = await started(['--transport', 'http', '--port', '0', '--legacy-sse']);
    const stream = await fetch(new URL('/sse', some.url));
    expect(stream.headers.get('content-type')).toBe('text/event-stream');
    await stream.body?.cancel();
  });

  test('--allowed-tools and --strict-protocol reach the runtime', async () => {
    const { url } = await started([
      '--transport',
      'http',
      '--port',
      '0',
      '--allowed-tools',
      'echo',
      '--strict-protocol',
    ]);
    const client = await connected(new URL('/mcp', url), 'modern');
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['echo']);
    const [refused] = await messages(await post(new URL('/mcp', url), initialize('2027-01-01')));
    expect(refused).toMatchObject({ error: { code: -32602 } });
  });

  test('--auth keys lets key holders in and nobody else', async () => {
    const file = join(home, 'keys.json');
    const { key } = await createKey(file, { subject: 'ana' });
    const { url } = await started(['--transport', 'http', '--port', '0', '--auth', 'keys', '--keys-file', file]);
    const endpoint = new URL('/mcp', url);
    expect((await post(endpoint, initialize())).status).toBe(401);
    await session(endpoint, undefined, { authorization: `Bearer ${key}` });
    const metrics = await fetch(new URL('/metrics', url), { headers: { authorization: `Bearer ${key}` } });
    const text = await metrics.text();
    expect(text).toContain('mcp_calls_in_flight 0');
    expect(text).toContain('mcp_sessions 1');
  });

  test.each([
    [['--transport', 'http', '--host', '0.0.0.0'], 'UnsafeBind'],
    [['--transport', 'http', '--auth', 'keys'], 'BadUsage'],
    [['--transport', 'http', '--auth', 'jwt', '--jwks', 'x.json'], 'BadUsage'],
    [['--allowed-dirs', '/no/such/directory'], 'BadAllowedDirectory'],
  ])('%j is refused as %s', async (argv, kind) => {
    await expect(started(argv)).rejects.toMatchObject({ kind });
  });

  test('what a definition has opened is closed when the server cannot start, and the reason is not hidden', async () => {
    for (const close of [() => {}, () => Promise.reject(new Error('the database is gone'))]) {
      let closed = 0;
      const options = {
        signals: false,
        log: silentLogger,
        workingDirectory: home,
        onClose: () => {
          closed += 1;
          return close();
        },
      };
      const witness = { started: 0, finished: 0, aborted: 0, identities: [] };
      const starting = serve(exampleDefinition(witness), ['--allowed-tools', 'no-such-tool'], {}, options);
      await expect(starting).rejects.toMatchObject({ kind: 'UnknownAllowedTool' });
      expect(closed).toBe(1);
    }
  });

  test('stdio serves the given streams and ends with them', async () => {
    const [stdin, stdout] = [new PassThrough(), new PassThrough()];
    const witness = { started: 0, finished: 0, aborted: 0, identities: [] };
    let closed = 0;
    const server = await serve(
      exampleDefinition(witness),
      [],
      {},
      {
        signals: false,
        stdin,
        stdout,
        workingDirectory: home,
        onClose: () => {
          closed += 1;
        },
      },
    );
    let out = '';
    stdout.on('data', (chunk) => {
      out += String(chunk);
    });
    stdin.write(`${JSON.stringify(initialize())}\n`);
    await eventually(() => out.includes('"protocolVersion":"2025-11-25"'));
    stdin.end();
    await server.closed;
    expect(closed).toBe(1);
  });
});

let program: string;

/** Starts the example as a program of its own. */
function launch(...argv: readonly string[]) {
  const child = spawn(process.execPath, [program, ...argv], { env: { PATH: process.env.PATH ?? '' } });
  children.push(child);
  const seen = { out: '', err: '', code: undefined as number | null | undefined };
  child.stdout.on('data', (chunk) => {
    seen.out += String(chunk);
  });
  child.stderr.on('data', (chunk) => {
    seen.err += String(chunk);
  });
  child.on('close', (code) => {
    seen.code = code;
  });
  return { child, seen, exit: () => eventually(() => seen.code !== undefined) };
}

describe('as a program', () => {
  beforeAll(async () => {
    program = await bundled(new URL('./example-server.ts', import.meta.url));
  });

  test('a wrong flag explains itself and exits with 1', async () => {
    const { seen, exit } = launch('--prot', '1');
    await exit();
    expect(seen).toEqual({ code: 1, out: '', err: "error: Unknown option '--prot'.\nDid you mean --port?\n" });
  });

  test('SIGTERM lets a running call finish, then the program exits with 0', async () => {
    const { child, seen, exit } = launch('--transport', 'http', '--port', '0');
    await eventually(() => seen.err.includes('listening'));
    const url = new URL('/mcp', (JSON.parse(seen.err.split('\n')[0] ?? '') as { url: string }).url);
    const headers = await session(url);
    const params = { name: 'count', arguments: { to: 30, everyMs: 10 }, _meta: { progressToken: 1 } };
    const call = await post(url, { jsonrpc: '2.0', id: 1, method: 'tools/call', params }, headers);
    const heard: Record<string, unknown>[] = [];
    for await (const { data } of events(call)) {
      if (data === '') continue;
      // The first progress shows that the call is under way.
      if (heard.length === 0) child.kill('SIGTERM');
      heard.push(JSON.parse(data) as Record<string, unknown>);
    }
    expect(heard.at(-1)).toMatchObject({ id: 1, result: { structuredContent: { counted: 30 } } });
    await exit();
    expect(seen.code).toBe(0);
    expect(seen.err).toContain('closed {"started":1,"finished":1,"aborted":0');
    expect(seen.out).toBe('');
  });

  test('keys are created, listed without secrets, and revoked', async () => {
    const file = join(home, 'program-keys.json');
    const created = launch('keys', 'create', '--keys-file', file, '--subject', 'ana', '--roles', 'a,b');
    await created.exit();
    expect(created.seen.out).toMatch(/^qk_[a-z0-9]{10}_[\w-]{43}\n$/);
    const id = created.seen.out.slice(3, 13);
    const revoked = launch('keys', 'revoke', id, '--keys-file', file);
    await revoked.exit();
    const listed = launch('keys', 'list', '--keys-file', file);
    await listed.exit();
    expect(JSON.parse(listed.seen.out)).toMatchObject({
      id,
      subject: 'ana',
      roles: ['a', 'b'],
      revokedAt: expect.any(Number),
    });
    expect(listed.seen.out).not.toContain('sha256');
  });

  test('what is wrong with the words after keys is told as every command tells it', async () => {
    const nobody = launch('keys', 'create', '--keys-file', join(home, 'no-keys.json'), '--output-format', 'json');
    await nobody.exit();
    expect(nobody.seen.code).toBe(1);
    expect(JSON.parse(nobody.seen.out)).toMatchObject({ exit_code: 1, errors: [{ kind: 'BadUsage' }] });
    const unknown = launch('keys', 'revoke', 'nothing', '--keys-file', join(home, 'no-keys.json'));
    await unknown.exit();
    expect(unknown.seen).toMatchObject({
      out: '',
      err: expect.stringMatching(/^error: There is no key with id nothing/),
    });
    expect(unknown.seen.code).not.toBe(0);
  });
});
