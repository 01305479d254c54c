/** A real PostgreSQL that goes away in the middle of everything and comes back. */
import './pg-for-vitest.js';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { realSurroundings } from '../../src/domain/surroundings.js';
import type { CallOutcome, Downstream } from '../../src/steps/ports.js';
import { openPostgresStore } from '../../src/store/postgres-store.js';
import { openPlane, type TestClock, temporaryFolder } from '../app/plane.js';
import { command, serve } from '../bin/served.js';
import { type PostgresServer, postgresIsAbsent, startPostgres } from './postgres-server.js';

delete process.env.PORTARIUM_TOKEN;
const timeout = 120_000;

/** Calls that hang until they are let go; how often each run called is kept. */
function desk() {
  const calls: string[] = [];
  let isOpen = false;
  const waiting: (() => void)[] = [];
  const downstream: Downstream = {
    servers: () => ['desk'],
    tools: async () => [{ name: 'pay', inputSchema: { type: 'object' }, annotations: { destructiveHint: true } }],
    async call({ arguments: { run } }): Promise<CallOutcome> {
      calls.push(String(run));
      if (!isOpen) await new Promise<void>((resolve) => waiting.push(resolve));
      return { ok: true, output: { paid: run } };
    },
  };
  return {
    downstream,
    calls,
    open() {
      isOpen = true;
      for (const go of waiting.splice(0)) go();
    },
  };
}

/** A web service that answers when it is told to. */
async function slowTill() {
  let asked = () => {};
  let count = 0;
  const waiting: ServerResponse[] = [];
  const till = createServer((_, response) => {
    count += 1;
    waiting.push(response);
    asked();
  }).listen(0, '127.0.0.1');
  const wasAsked = new Promise<void>((resolve) => {
    asked = resolve;
  });
  await once(till, 'listening');
  onTestFinished(() => {
    till.closeAllConnections();
    till.close();
  });
  const { port } = till.address() as AddressInfo;
  const servers = join(temporaryFolder(), 'servers.json');
  writeFileSync(servers, JSON.stringify({ allowedHosts: [`127.0.0.1:${port}`] }));
  return {
    url: `http://127.0.0.1:${port}/`,
    servers,
    asked: wasAsked,
    count: () => count,
    answer() {
      for (const response of waiting.splice(0)) response.setHeader('content-type', 'application/json').end('{}');
    },
  };
}

const pay = (actionId: string) => ({
  actionId,
  operation: 'mcp:call',
  server: 'desk',
  tool: 'pay',
  arguments: { run: `{{ run.runId }} ${actionId}` },
});
const flow = { workflowId: 'pay', name: 'Pay', executionTier: 'Auto', actions: [pay('one'), pay('two')] };

describe.skipIf(postgresIsAbsent())('PostgreSQL that is away (needs postgresql)', () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
  }, timeout);
  afterAll(() => server?.stop());

  async function world(name: string) {
    const at = desk();
    const url = await server.database(name);
    const clock: TestClock = { ...realSurroundings(), pass: () => {} };
    const opened = await openPlane({
      downstream: at.downstream,
      environment: 'dev',
      clock,
      openStore: (options) => openPostgresStore(url, options),
      engine: { onProblem: () => {} },
    });
    onTestFinished(() => at.open());
    await opened.plane.putWorkflow(opened.alice, { source: flow });
    const runs: string[] = [];
    for (let i = 0; i < 8; i += 1)
      runs.push((await opened.plane.startRun(opened.alice, { workflowId: 'pay', input: {} })).runId);
    const succeeded = async () => {
      for (const runId of runs) {
        const status = async () => (await opened.plane.getRun(opened.alice, runId)).status;
        await expect.poll(status, { timeout: 60_000 }).toBe('Succeeded');
      }
    };
    return { ...opened, ...at, runs, succeeded };
  }

  test('what calls brought while it was away is written when it is back, and nobody is asked', {
    timeout,
  }, async () => {
    const { plane, alice, calls, open, runs, succeeded } = await world('outcomes');
    plane.engine.run();
    await expect.poll(() => calls.length, { timeout: 30_000 }).toBe(8);
    await server.down();
    open();
    await expect.poll(() => plane.engine.problems.failures, { timeout: 30_000 }).toBeGreaterThan(0);
    expect(await plane.health()).toMatchObject({ ready: false, store: { ok: false } });
    await expect(plane.getRun(alice, runs[0] ?? '')).rejects.toMatchObject({ kind: 'Unavailable' });
    await server.up();
    await succeeded();
    expect(new Set(calls).size, 'each of the two calls of eight runs').toBe(16);
    expect(calls).toHaveLength(16);
    expect(await plane.listWorkItems(alice, {})).toMatchObject({ items: [] });
    expect(await plane.verifyEvidence(alice)).toMatchObject({ valid: true });
  });

  test('broken off again and again in the middle of commits, nothing is lost, made twice or asked', {
    timeout,
  }, async () => {
    const { plane, alice, calls, open, succeeded } = await world('commits');
    open();
    plane.engine.run();
    for (let i = 0; i < 3; i += 1) {
      await expect.poll(() => calls.length, { timeout: 30_000 }).toBeGreaterThan(i * 4);
      await server.down();
      await server.up();
    }
    await succeeded();
    expect(calls).toHaveLength(16);
    expect(await plane.listWorkItems(alice, {})).toMatchObject({ items: [] });
    expect(await plane.verifyEvidence(alice)).toMatchObject({ valid: true });
  });

  test('while it is away every request is told so, and all is well when it is back', { timeout }, async () => {
    const db = await server.database('served');
    const { key } = await command<{ key: string }>('--db', db, 'init');
    const served = await serve(db, key);
    const ready = async () => (await fetch(`${served.url}/readyz`)).status;
    expect(await ready()).toBe(200);
    await server.down();
    expect(await ready(), 'at once, not after the next look').toBe(503);
    for (const [method, path, body] of [
      ['GET', '/runs', undefined],
      ['POST', '/runs', { workflowId: 'x', parameters: {} }],
    ] as const) {
      const answer = await served.ask(method, path, body);
      expect(answer.status, method).toBe(503);
      expect(answer.headers.get('content-type')).toContain('application/problem+json');
      expect(await answer.json()).toMatchObject({ code: 'Unavailable', status: 503 });
    }
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
    const mcp = await fetch(`${served.url}/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify(call),
    });
    expect(mcp.status).toBe(503);
    expect((await fetch(`${served.url}/healthz`)).status).toBe(200);
    await server.up();
    await expect.poll(ready, { timeout: 30_000 }).toBe(200);
    expect((await served.ask('GET', '/runs')).status).toBe(200);
    expect(await served.end()).toBe(0);
  });

  test('a server that is frozen is one that is away: everybody is told so, and all goes on when it thaws', {
    timeout: 2 * timeout,
  }, async () => {
    const db = await server.database('frozen');
    const { key } = await command<{ key: string }>('--db', db, 'init');
    const served = await serve(db, key);
    const ready = async () => (await fetch(`${served.url}/readyz`)).status;
    const wait = { actionId: 'wait', operation: 'timer:wait', durationMs: 1500 };
    const before = await served.start('Before', [wait]);
    server.freeze();
    onTestFinished(() => server.thaw());
    const refused = Promise.all([
      served.ask('GET', '/runs'),
      served.ask('POST', '/runs', { workflowId: 'before', parameters: {} }),
      // More than there are connections.
      ...Array.from({ length: 15 }, () => served.ask('GET', `/runs/${before}`)),
    ]);
    expect(await ready()).toBe(503);
    expect((await fetch(`${served.url}/healthz`)).status, 'the process itself is well').toBe(200);
    for (const answer of await refused) {
      expect(answer.status).toBe(503);
      expect(await answer.json()).toMatchObject({ code: 'Unavailable' });
    }
    server.thaw();
    await expect.poll(ready, { timeout: 60_000 }).toBe(200);
    expect((await served.until(before, 'Succeeded')).status).toBe('Succeeded');
    const after = await served.start('After', [{ ...wait, durationMs: 1 }]);
    expect((await served.until(after, 'Succeeded')).status).toBe('Succeeded');
    const verified = await served.ask('GET', '/evidence:verify');
    expect(await verified.json()).toMatchObject({ valid: true });
    expect(await served.end()).toBe(0);
  });

  test('a process that is told to end does so though the server is frozen, and whoever waited is told', {
    timeout: 2 * timeout,
  }, async () => {
    const db = await server.database('ending');
    const { key } = await command<{ key: string }>('--db', db, 'init');
    const served = await serve(db, key);
    expect((await served.ask('GET', '/runs')).status).toBe(200);
    server.freeze();
    onTestFinished(() => server.thaw());
    const waits = Array.from({ length: 3 }, () =>
      served.ask('POST', '/runs', { workflowId: 'hello', parameters: { name: 'x' } }).then(
        ({ status }) => status,
        () => 'cut off',
      ),
    );
    // A server that never answers would hold each of these for half a minute, and the last record of calls as well.
    expect(await served.end()).toBe(0);
    for (const status of await Promise.all(waits)) expect([503, 'cut off']).toContain(status);
    server.thaw();
    const again = await serve(db, key);
    const { items } = (await (await again.ask('GET', '/runs')).json()) as { items: unknown[] };
    // What was sent before the freeze may have been done: at most once each.
    expect(items.length).toBeLessThanOrEqual(3);
    expect(await (await again.ask('GET', '/evidence:verify')).json()).toMatchObject({ valid: true });
    expect(await again.end()).toBe(0);
  });

  test('a call that must not be repeated and outlasts the order to end is waited for, and its outcome is written', {
    timeout: 2 * timeout,
  }, async () => {
    const db = await server.database('outlasting');
    const { key } = await command<{ key: string }>('--db', db, 'init');
    const till = await slowTill();
    const served = await serve(db, key, '--servers', till.servers);
    const runId = await served.start('Pay', [
      { actionId: 'pay', operation: 'http:call', method: 'POST', url: till.url },
    ]);
    await till.asked;
    const ended = served.end();
    // Longer than a process that ends waits for a server that is silent: this one answers whatever it is asked.
    await sleep(8000);
    till.answer();
    expect(await ended).toBe(0);
    const again = await serve(db, key, '--servers', till.servers);
    expect(await again.until(runId, 'Succeeded', 'Failed', 'Paused')).toMatchObject({ status: 'Succeeded' });
    expect(till.count()).toBe(1);
    expect(await (await again.ask('GET', '/work-items')).json()).toMatchObject({ items: [] });
    expect(await again.end()).toBe(0);
  });
});
