import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createKey } from '@quadrivium/kernel';
import { connect } from '@quadrivium/kernel/client';
import { type ChildServer, startChildServer } from '@quadrivium/kernel/testing';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { bundledSource } from '../../../../test/support/bundled-source.js';
import { freePort, redisIsAbsent, startRedis } from '../../../../test/support/redis-server.js';
import { CareerApp } from '../../src/app/career-app.js';
import { verifyAudit } from '../../src/app/verify-audit.js';

const script = join(import.meta.dirname, '../../src/bin/career-mcp.ts');
const folder = () => mkdtempSync(join(tmpdir(), 'quadrivium-career-'));

let server: ChildServer | undefined;
afterEach(() => server?.kill());
/** One that hears everything that is wrong, and goes on. */
let patient: ChildServer | undefined;
let hostileLines = 0;
afterAll(() => patient?.kill());

function start(...args: string[]): ChildServer {
  server = startChildServer(bundledSource(script), { args: ['--allow-write', ...args] });
  return server;
}

const opportunity = { company: 'c', role_title: 'r', requirements: [{ text: 'Python' }] };

describe('the server as a process', () => {
  test('answers initialize with empty params as the seed shows, and echoes text ids', async () => {
    const { session } = start();
    expect(await session.request('1', 'initialize', {})).toEqual({
      jsonrpc: '2.0',
      id: '1',
      result: {
        protocolVersion: '2024-11-05',
        capabilities: { tools: {} },
        serverInfo: expect.objectContaining({ name: 'career-coordination-mcp', version: '0.2.0' }),
        instructions: expect.any(String),
      },
    });
    expect(await session.request(7, 'ping')).toMatchObject({ id: 7, result: {} });
  });

  test('lists every tool with name, description and schema, also before initialize', async () => {
    const { session } = start();
    const { result } = (await session.request('2', 'tools/list', {})) as {
      result: { tools: { name: string; description: string; inputSchema: object }[] };
    };
    const four = ['match_opportunity', 'validate_match_report', 'get_audit_trace', 'interaction_apply_event'];
    expect(result.tools.slice(0, 4).map((tool) => tool.name)).toEqual(four);
    for (const tool of result.tools)
      expect(tool).toMatchObject({ description: expect.stringMatching(/\w/), inputSchema: { type: 'object' } });
  });

  test('answers a request that is piped in, and ends', () => {
    const request = '{"jsonrpc":"2.0","id":"1","method":"tools/list","params":{}}\n';
    const cwd = folder();
    const { stdout, status } = spawnSync(process.execPath, [bundledSource(script)], {
      input: request,
      encoding: 'utf8',
      cwd,
    });
    expect(readdirSync(cwd)).toEqual([]);
    expect(JSON.parse(stdout.trim())).toMatchObject({ id: '1', result: { tools: expect.any(Array) } });
    expect(status).toBe(0);
  });

  test.each([
    ['not JSON', 'this is not JSON', -32700],
    ['an empty batch', '[]', -32600],
    ['an unknown method', '{"jsonrpc":"2.0","id":1,"method":"nope"}', -32601],
    ['params that are an array', '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":[1]}', -32602],
    ['a tool name that is a number', '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":5}}', -32602],
    [
      'an unknown tool',
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"nope","arguments":{}}}',
      -32602,
    ],
    [
      'a missing argument',
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_audit_trace","arguments":{}}}',
      -32602,
    ],
    [
      'an unknown event',
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"interaction_apply_event","arguments":{"interaction_id":"i","event":"Fly","idempotency_key":"k"}}}',
      -32602,
    ],
  ])('answers %s with its code and goes on', async (title, line, code) => {
    patient ??= startChildServer(bundledSource(script), { args: ['--allow-write'] });
    const { session } = patient;
    // An id of its own, so that no answer to a line before can be taken for the answer to this one.
    const own = `hostile ${++hostileLines}`;
    session.clear();
    session.write(`${line.replace('"id":1', `"id":"${own}"`)}\n`);
    const answer = await session.reply(line.includes('"id":1') ? own : null);
    const message = title === 'an unknown method' ? expect.stringContaining('Method not found') : expect.any(String);
    expect(answer.error).toMatchObject({ code, message });
    expect(await session.request(`${own} ping`, 'ping')).toMatchObject({ result: {} });
    expect(session.received).toHaveLength(2);
  });

  test('keeps everything in the file given with --db, over a kill -9', async () => {
    const db = join(folder(), 'career.db');
    const first = start('--db', db);
    await first.session.initialize();
    await first.session.call(1, 'add_atom', { atom_id: 'a', claim: 'Python', verified: true });
    const matched = await first.session.call(2, 'match_opportunity', { opportunity, trace_id: 't' });
    await first.kill();
    const second = start('--db', db, '--audit-chain-verify', 'fail');
    await second.session.initialize();
    const trace = await second.session.call(3, 'get_audit_trace', { trace_id: 't' });
    expect(JSON.stringify(trace)).toContain('DecisionRecorded');
    expect(JSON.stringify(matched)).toContain('"overall_score":1');
  });

  test.each([
    ['JSON', 'career.json', (db: string) => JSON.stringify({ db, 'default-strategy': 'evidence_v2' })],
    ['TOML', 'career.toml', (db: string) => `db = ${JSON.stringify(db)}\ndefault-strategy = "evidence_v2"\n`],
  ])('takes its settings from a %s file, which variables and flags overrule', async (_, name, text) => {
    const place = folder();
    const file = join(place, name);
    writeFileSync(file, text(join(place, 'career.db')));
    const [lexical, hybrid] = ['deterministic_lexical_v0.1', 'hybrid_lexical_embedding_v0.2'];
    const env = { CAREER_MCP_DEFAULT_STRATEGY: lexical };
    for (const [args, more, strategy] of [
      [[], {}, 'evidence_v2'],
      [[], env, lexical],
      [['--default-strategy', hybrid], env, hybrid],
    ] as const) {
      server = startChildServer(bundledSource(script), { args: ['--config', file, ...args], env: more });
      await server.session.initialize();
      const answer = await server.session.call(1, 'match_opportunity', { opportunity });
      expect(JSON.stringify(answer)).toContain(`"strategy":"${strategy}"`);
      await server.kill();
    }
  });

  test.each([
    ['an unknown vector backend', ['--vector-backend', 'lancedb'], 1, /--vector-backend must be one of/],
    ['SQLite vectors without a file', ['--vector-backend', 'sqlite'], 2, /database file/],
    ['an address that is no Redis', ['--redis', 'nonsense'], 2, /not a Redis address/],
    [
      'a patience that is none',
      ['--redis', 'redis://127.0.0.1:1/0?commandTimeout=20s'],
      2,
      /"20s" is not a commandTimeout/,
    ],
    ['a database nobody can write', ['--db', '/no/such/place/x.db'], 2, /cannot be opened/],
  ])('refuses to start with %s, with one clear message and nothing on stdout', async (_, args, code, message) => {
    const child = start(...args);
    expect(await child.exited).toBe(code);
    expect(child.stderr()).toMatch(message);
    expect(child.session.received).toEqual([]);
  });

  test('every call leaves an event with the identity behind the key, and never the key', async () => {
    const place = folder();
    const keys = join(place, 'keys.json');
    const db = join(place, 'career.db');
    const { key: secret } = await createKey(keys, { subject: 'ursula', roles: ['coach'] });
    const port = await freePort();
    start('--transport', 'http', '--port', String(port), '--auth', 'keys', '--keys-file', keys, '--db', db);
    const url = `http://127.0.0.1:${port}/mcp`;
    await expect
      .poll(() =>
        fetch(`http://127.0.0.1:${port}/healthz`).then(
          (r) => r.ok,
          () => false,
        ),
      )
      .toBe(true);
    const knock = (headers: Record<string, string>) =>
      fetch(url, { method: 'POST', headers, body: '{}' }).then(async (r) => [r.status, await r.json()]);
    expect(await knock({})).toMatchObject([401, { error: { data: { code: 'AUTH_REQUIRED' } } }]);
    const wrong = `${secret.slice(0, -4)}0000`;
    expect(await knock({ authorization: `Bearer ${wrong}` })).toMatchObject([
      401,
      { error: { data: { code: 'AUTH_INVALID' } } },
    ]);
    const client = await connect({ type: 'http', url, timeout: 10, headers: { Authorization: `Bearer ${secret}` } });
    await client.callTool('list_atoms', {});
    await client.callTool('add_atom', { claim: 'Taught Latin' });
    await client.close();
    await server?.kill();
    const app = new CareerApp({ db });
    const calls = app.audit.trace('calls');
    const refused = calls.filter(({ event_type }) => event_type === 'AuthFailed');
    expect(refused.map(({ payload, actor }) => [JSON.parse(payload), actor.id])).toEqual([
      [{ code: 'AUTH_REQUIRED' }, 'anonymous'],
      [{ code: 'AUTH_INVALID' }, 'anonymous'],
    ]);
    const called = calls.filter(({ event_type }) => event_type === 'ToolCalled');
    expect(called.map((event) => [JSON.parse(event.payload).tool, event.actor.id])).toEqual([
      ['list_atoms', 'ursula'],
      ['add_atom', 'ursula'],
    ]);
    expect(await verifyAudit(app)).toMatchObject({ valid: true });
    await app.close();
    for (const key of [secret, wrong]) expect(readFileSync(db).includes(key)).toBe(false);
    expect(readFileSync(keys, 'utf8')).not.toContain(secret);
  });

  test('over stdio, --auth keys serves nobody without a key, and whoever the key stands for', async () => {
    const place = folder();
    const [keys, db] = [join(place, 'keys.json'), join(place, 'career.db')];
    const { key } = await createKey(keys, { subject: 'ursula', roles: ['coach'] });
    const wrong = `${key.slice(0, -4)}0000`;
    const answers: unknown[] = [];
    for (const [at, CAREER_API_KEY] of ['', wrong, key].entries()) {
      server = startChildServer(bundledSource(script), {
        args: ['--allow-write', '--auth', 'keys', '--keys-file', keys, '--db', db],
        env: { CAREER_API_KEY },
      });
      await server.session.initialize();
      answers.push(await server.session.call(at, 'add_atom', { atom_id: 'a', claim: 'Taught Latin' }));
      await server.kill();
    }
    expect(answers).toMatchObject([
      { error: { code: -32602, data: { kind: 'AUTH_REQUIRED' } } },
      { error: { code: -32602, data: { kind: 'AUTH_INVALID' } } },
      { result: { structuredContent: { atom_id: 'a' } } },
    ]);
    const app = new CareerApp({ db });
    expect(app.audit.trace('calls').map((event) => [event.event_type, event.actor.id, event.payload])).toEqual([
      ['AuthFailed', 'anonymous', '{"tool":"add_atom","code":"AUTH_REQUIRED"}'],
      ['AuthFailed', 'anonymous', '{"tool":"add_atom","code":"AUTH_INVALID"}'],
      ['ToolCalled', 'ursula', '{"tool":"add_atom","outcome":"ok","via":"api-key"}'],
    ]);
    await app.close();
    for (const secret of [key, wrong]) expect(readFileSync(db).includes(secret)).toBe(false);
  });

  test('answers a line of 20 MB and the next request', async () => {
    const { session } = start();
    session.write(`${'x'.repeat(20_000_000)}\n`);
    expect(await session.find((message) => 'error' in (message as object))).toMatchObject({ error: { code: -32700 } });
    expect(await session.request(99, 'ping')).toMatchObject({ result: {} });
  });

  test('speaks as MCP clients of today expect: no reply to notifications, numbers stay numbers', async () => {
    const { session } = start();
    await session.request(1, 'initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: {} });
    session.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
    expect(await session.request(2, 'ping')).toEqual({ jsonrpc: '2.0', id: 2, result: {} });
    const called = await session.call(3, 'list_contacts', {});
    expect(called).toMatchObject({
      id: 3,
      result: { isError: false, structuredContent: { contacts: [] }, content: [{ type: 'text' }] },
    });
    expect(session.received).toHaveLength(3);
  });

  test('reports progress of a long index build', async () => {
    const { session } = start();
    await session.initialize();
    for (let n = 0; n < 600; n++)
      session.send({
        jsonrpc: '2.0',
        id: `a${n}`,
        method: 'tools/call',
        params: { name: 'add_atom', arguments: { atom_id: `a${n}`, claim: `Did thing number ${n}` } },
      });
    await session.reply('a599');
    await session.call('build', 'index_build', { scope: 'atoms' }, { progressToken: 'p' });
    const progress = session.received.filter(
      (message) => (message as { method?: string }).method === 'notifications/progress',
    );
    const values = progress.map((message) => (message as { params: { progress: number; total: number } }).params);
    expect(values.at(-1)).toMatchObject({ progress: 600, total: 600 });
    expect(values.map((one) => one.progress)).toEqual([...values.map((one) => one.progress)].sort((a, b) => a - b));
  });

  test.skipIf(redisIsAbsent())('coordinates over --redis (needs redis-server)', async () => {
    const redis = await startRedis();
    const { session } = start('--redis', redis.uri);
    await session.initialize();
    await session.call(1, 'add_contact', { contact_id: 'c', name: 'Carl' });
    await session.call(2, 'add_opportunity', { opportunity_id: 'o', ...opportunity });
    const made = JSON.stringify(
      await session.call(3, 'create_interaction', { contact_id: 'c', opportunity_id: 'o', idempotency_key: 'k' }),
    );
    const id = /"interaction_id":"([^"]+)"/.exec(made)?.[1] ?? '';
    const applied = await session.call(4, 'interaction_apply_event', {
      interaction_id: id,
      event: 'Prepare',
      idempotency_key: 'p',
    });
    expect(JSON.stringify(applied)).toContain('"outcome":"applied"');
    await redis.stop();
  });
});
