import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { authenticateByJwt, authenticateByKeys, createKey } from '../../src/auth/index.js';
import { openHttpFront, openMetrics } from '../../src/http/index.js';
import { createRuntime, noAudit } from '../../src/index.js';
import type { AuditEvent } from '../../src/registry/audit-event.js';
import { streamableHttp } from '../../src/transport/streamable-http/endpoint.js';
import { connected, eventually, exampleDefinition, initialize, modernMeta, post, served, session } from './served.js';

let home: string;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'front-'));
});
afterAll(() => rm(home, { recursive: true, force: true }));

/** fetch refuses to forge a Host header; node:http does as it is told. */
function statusWith(url: URL, headers: Record<string, string>, method = 'POST'): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers: { 'content-type': 'application/json', ...headers } }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    sent.on('error', reject).end(method === 'POST' ? JSON.stringify(initialize()) : undefined);
  });
}

/** Only Linux gives the whole of 127.0.0.0/8 to the machine, and a container may have no IPv6. */
const hasIpv6 = Object.values(networkInterfaces()).some((list) => list?.some(({ address }) => address === '::1'));
const loopbackAddresses = [
  ...(process.platform === 'linux' ? ['127.0.0.2', '127.200.10.3'] : []),
  ...(hasIpv6 ? ['::1', '[::1]', '::ffff:127.0.0.2'] : []),
  'localhost',
];

describe('host and origin', () => {
  test.each([
    ['a rebound name', { host: 'evil.example' }, 403],
    ['a rebound name with our port', { host: 'evil.example:3000' }, 403],
    ['a name that starts like ours', { host: 'localhost.evil.example' }, 403],
    ['an unparsable host', { host: 'a b' }, 403],
    ['a foreign page', { origin: 'https://evil.example' }, 403],
    ['an opaque page', { origin: 'null' }, 403],
    ['a page that imitates us', { origin: 'http://127.0.0.1.evil.example' }, 403],
    ['a local page', { origin: 'http://localhost:6274' }, 200],
    ['localhost', { host: 'localhost:1' }, 200],
    ['IPv6 loopback', { host: '[::1]:1' }, 200],
  ])('%s', async (_, headers, status) => {
    const { url } = await served();
    expect(await statusWith(url, headers)).toBe(status);
    expect(await statusWith(new URL('/healthz', url), headers, 'GET')).toBe(status);
  });

  test.each(loopbackAddresses)('a server on %s answers at its own address and refuses foreign names', async (host) => {
    const { url } = await served({ front: { host } });
    const elsewhere = { host: `127.1.2.3:${url.port}` };
    expect(await statusWith(url, {})).toBe(200);
    expect(await statusWith(url, { origin: url.origin })).toBe(200);
    expect(await statusWith(url, { host: `localhost:${url.port}` })).toBe(200);
    for (const headers of [{ host: 'evil.example' }, elsewhere, { origin: 'https://evil.example' }])
      expect(await statusWith(url, headers)).toBe(403);
    expect((await (await connected(url, 'modern')).listTools()).tools.length).toBeGreaterThan(0);
  });

  test('a listed site may call and read, and an unlisted local page may not read', async () => {
    const { url } = await served({ front: { allowedOrigins: ['app.example'] } });
    const preflight = await fetch(url, { method: 'OPTIONS', headers: { origin: 'https://app.example' } });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-origin')).toBe('https://app.example');
    expect(preflight.headers.get('access-control-allow-headers')).toContain('mcp-session-id');
    const local = await post(url, initialize(), { origin: 'http://localhost:1' });
    expect([local.status, local.headers.get('access-control-allow-origin')]).toEqual([200, null]);
  });
});

describe('authentication', () => {
  async function guarded() {
    const file = join(home, `keys-${Math.random()}.json`);
    const ana = await createKey(file, { subject: 'ana', roles: ['operator'] });
    const ben = await createKey(file, { subject: 'ben' });
    const authenticator = await authenticateByKeys(file);
    return { ...(await served({ front: { authenticator } })), ana: `Bearer ${ana.key}`, ben: `Bearer ${ben.key}` };
  }

  test('without a key the server answers with a challenge, with a wrong one it says so', async () => {
    const { url } = await guarded();
    const without = await post(url, initialize());
    expect([without.status, without.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    const wrong = await post(url, initialize(), { authorization: 'Bearer nonsense' });
    expect([wrong.status, wrong.headers.get('www-authenticate')]).toEqual([401, 'Bearer error="invalid_token"']);
    expect((await fetch(new URL('/metrics', url))).status).toBe(401);
    expect((await fetch(new URL('/healthz', url))).status).toBe(200);
  });

  test.each(['legacy', 'modern'] as const)('a tool sees who calls (%s)', async (era) => {
    const { url, ana, witness } = await guarded();
    const client = await connected(url, era, { authorization: ana });
    await client.callTool({ name: 'echo', arguments: { text: 'x' } });
    expect(witness.identities).toEqual(['ana']);
  });

  test('a session belongs to who opened it', async () => {
    const { url, ana, ben } = await guarded();
    const headers = await session(url, undefined, { authorization: ana });
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    expect((await post(url, list, { ...headers, authorization: ben })).status).toBe(404);
    expect((await fetch(url, { method: 'DELETE', headers: { ...headers, authorization: ben } })).status).toBe(404);
    expect((await post(url, list, headers)).status).toBe(200);
  });
});

test('a server with tokens says who issues them, and points there from its challenge', async () => {
  const authenticator = await authenticateByJwt({ jwks: { keys: [] }, issuer: 'https://id.example', audience: 'x' });
  const { url } = await served({ front: { authenticator } });
  const refused = await post(url, initialize());
  const metadata = `${url.origin}/.well-known/oauth-protected-resource/mcp`;
  expect(refused.headers.get('www-authenticate')).toBe(`Bearer resource_metadata="${metadata}"`);
  expect(await (await fetch(metadata)).json()).toEqual({
    resource: url.href,
    authorization_servers: ['https://id.example'],
    bearer_methods_supported: ['header'],
  });
  const proxied = await served({ front: { authenticator, publicUrl: 'https://mcp.example/' } });
  const challenge = (await post(proxied.url, initialize())).headers.get('www-authenticate');
  expect(challenge).toContain('"https://mcp.example/.well-known/oauth-protected-resource/mcp"');
  expect((await fetch(new URL('/.well-known/oauth-protected-resource', (await served()).url))).status).toBe(404);
});

test.each(['0.0.0.0', '::', '192.168.1.1', 'example.org'])(
  'listening on %s without authentication is refused',
  async (host) => {
    await expect(openHttpFront({ host, port: 0, routes: {} })).rejects.toMatchObject({ kind: 'UnsafeBind' });
  },
);

test('a port in use is named', async () => {
  const { front } = await served();
  await expect(openHttpFront({ port: front.port, routes: {} })).rejects.toMatchObject({ kind: 'CannotListen' });
});

test('health, readiness and metrics tell how the server is', async () => {
  const metrics = await openMetrics();
  let ready = false;
  const { url, front } = await served({ front: { metrics, ready: () => ready }, runtime: { audit: metrics.observe } });
  expect((await fetch(new URL('/readyz', url))).status).toBe(503);
  ready = true;
  expect((await fetch(new URL('/readyz', url))).status).toBe(200);
  const client = await connected(url, 'legacy');
  await client.callTool({ name: 'echo', arguments: { text: 'x' } });
  await client.callTool({ name: 'echo', arguments: { text: 7 } });
  const text = await (await fetch(new URL('/metrics', front.url))).text();
  const labels = 'server="example",method="tools/call",target="echo"';
  expect(text).toContain(`mcp_calls_total{${labels},outcome="ok"} 1`);
  expect(text).toMatch(/mcp_call_errors_total\{server="example",method="tools\/call",target="echo",kind="\w+"\} 1/);
  expect(text).toContain(`mcp_call_duration_seconds_count{${labels}} 2`);
  expect(text).toMatch(/http_requests_in_flight \d/);
});

test('what is exposed to Prometheus has these names and labels', async () => {
  const metrics = await openMetrics();
  const event = { server: 's', method: 'tools/call', target: 'a "b"', durationMs: 30 };
  metrics.observe({ ...event, outcome: 'ok' } as AuditEvent);
  metrics.observe({ ...event, target: 'x'.repeat(500), outcome: 'refused', kind: 'UnknownTool' } as AuditEvent);
  metrics.observe({ ...event, method: 'resources/read', target: 'file:///secret', outcome: 'failed' } as AuditEvent);
  metrics.refused(401);
  metrics.watch({ running: 2, auditFailures: 0 });
  metrics.watch({ running: 1, auditFailures: 4 });
  metrics.gauge('mcp_sessions', 'Open sessions', async () => 5);
  const lines = (await metrics.render()).split('\n').filter((line) => !line.includes('x'.repeat(128)));
  for (const line of [
    '# TYPE http_refusals_total counter',
    'http_refusals_total{status="401"} 1',
    '# TYPE mcp_calls_total counter',
    'mcp_calls_total{server="s",method="tools/call",target="a \\"b\\"",outcome="ok"} 1',
    'mcp_call_errors_total{server="s",method="resources/read",target="",kind="failed"} 1',
    '# TYPE mcp_call_duration_seconds histogram',
    'mcp_call_duration_seconds_sum{server="s",method="tools/call",target="a \\"b\\""} 0.03',
    '# TYPE mcp_calls_in_flight gauge',
    'mcp_calls_in_flight 3',
    'mcp_audit_failures 4',
    'mcp_sessions 5',
  ])
    expect(lines).toContain(line);
  const bounds = lines.flatMap(
    (line) => /_bucket\{le="([^"]+)".*target="".* (\d+)$/.exec(line)?.slice(1, 3).join(':') ?? [],
  );
  expect(bounds).toEqual('0.001:0 0.005:0 0.025:0 0.1:1 0.5:1 2.5:1 10:1 60:1 600:1 3600:1 +Inf:1'.split(' '));
});

test('names that callers make up fill neither memory nor the page', async () => {
  const metrics = await openMetrics();
  for (let at = 0; at < 1500; at++)
    metrics.observe({
      server: 's',
      method: 'tools/call',
      target: `t${at}`,
      durationMs: 1,
      outcome: 'ok',
    } as AuditEvent);
  const series = (await metrics.render()).match(/^mcp_calls_total\{.*$/gm) ?? [];
  expect([series.length, series.at(-1)]).toEqual([
    1001,
    'mcp_calls_total{server="s",method="tools/call",target="other",outcome="ok"} 500',
  ]);
});

test('several servers live in one process', async () => {
  const witness = () => ({ started: 0, finished: 0, aborted: 0, identities: [] });
  const one = createRuntime({ ...exampleDefinition(witness()), name: 'one' }, { audit: noAudit });
  const two = createRuntime({ ...exampleDefinition(witness()), name: 'two' }, { audit: noAudit });
  const routes = { '/one/mcp': streamableHttp(one), '/two/mcp': streamableHttp(two) };
  const front = await openHttpFront({ port: 0, routes });
  for (const name of ['one', 'two']) {
    const client = await connected(new URL(`/${name}/mcp`, front.url), 'modern');
    expect(client.getServerVersion()?.name).toBe(name);
  }
  expect((await fetch(new URL('/three/mcp', front.url))).status).toBe(404);
  expect((await fetch(new URL('/__proto__', front.url))).status).toBe(404);
  await front.close({ graceMs: 0 });
});

describe('shutting down', () => {
  const count = (to: number) => ({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'count', arguments: { to, everyMs: 10 }, _meta: modernMeta },
  });
  const modern = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'count' };

  test('a running call finishes, new ones are refused, then the port is free', async () => {
    const { url, front, witness } = await served();
    const headers = await session(url);
    const slow = post(
      url,
      { ...count(30), id: 9, params: { name: 'count', arguments: { to: 30, everyMs: 10 } } },
      headers,
    );
    await eventually(() => witness.started === 1);
    const closed = front.close({ graceMs: 300_000 });
    const late = await post(url, count(1), modern).then(
      (response) => response.status,
      () => 'refused',
    );
    expect(['refused', 503]).toContain(late);
    expect(await (await slow).json()).toMatchObject({ id: 9, result: { structuredContent: { counted: 30 } } });
    await closed;
    expect(witness.finished).toBe(1);
    await expect(fetch(url)).rejects.toThrow();
  });

  test('a call that takes too long is aborted so that it can checkpoint', async () => {
    const { url, front, witness } = await served();
    const slow = post(url, count(10_000), modern).catch(() => undefined);
    await eventually(() => witness.started === 1);
    await front.close({ graceMs: 30, checkpointMs: 2000 });
    expect(witness.aborted).toBe(1);
    await slow;
  });

  test('listening streams do not hold it up', async () => {
    const { url, front } = await served();
    const headers = await session(url);
    const listening = await fetch(url, { headers: { ...headers, accept: 'text/event-stream' } });
    await front.close({ graceMs: 60_000 });
    await listening.text().catch(() => '');
  });
});
