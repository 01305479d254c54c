/** Runs and disks that once froze the whole control plane: no answers, no end on SIGTERM, no start afterwards. */
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { openSqlite } from '@quadrivium/ledger';
import { expect, onTestFinished, test } from 'vitest';
import { sampled, sampledCount } from '../../../../test/support/sampling.js';
import { realSurroundings } from '../../src/domain/surroundings.js';
import { openSqliteStore } from '../../src/store/sqlite-store.js';
import { temporaryFolder } from '../app/plane.js';
import { command, serve, watchHealth } from './served.js';

delete process.env.PORTARIUM_TOKEN;

/** Freezes lasted for ever. This is ten times what a busy machine needs for an answer. */
const frozenMs = 10_000;
const timeout = 120_000;

async function fresh(folder = temporaryFolder()): Promise<{ readonly db: string; readonly key: string }> {
  const db = join(folder, 'p.db');
  return { db, key: (await command<{ key: string }>('--db', db, 'init')).key };
}

const post = (body: unknown) => ({
  actionId: 'call',
  operation: 'http:call',
  method: 'POST',
  url: 'http://127.0.0.1:1/',
  body,
});
const wait = (durationMs: string) => ({ actionId: 'wait', operation: 'timer:wait', durationMs });

const odd: readonly (readonly [string, object, object, RegExp])[] = [
  ['a fraction of a millisecond', wait('{{ input.ms / 3 }}'), { ms: 100 }, /whole number of milliseconds/],
  ['a wait beyond all calendars', wait('{{ input.ms }}'), { ms: 1e300 }, /later than the year 9999/],
  ['no number in the body of a call', post({ n: '{{ input.a - 1 }}' }), { a: 'x' }, /at \/n NaN is not a number/],
  ['half a character in an argument', post({ t: '{{ input.t }}' }), { t: '\ud800' }, /not valid Unicode/],
  ['no number inside a text', post({ t: 'about {{ input.a * 2 }}' }), { a: 'x' }, /NaN is not a number/],
];

test('computed values that cannot be kept fail their step; the server goes on, ends and starts again', {
  timeout,
}, async () => {
  const { db, key } = await fresh();
  const server = await serve(db, key);
  const health = watchHealth(server.url);
  for (const [name, action, input, message] of odd) {
    const runId = await server.start(name, [action], input);
    const run = await server.until(runId, 'Failed');
    expect(run.failure?.message).toMatch(message);
  }
  expect((await health.stop()).at(-1)).toBeLessThan(frozenMs);
  expect(await server.end()).toBe(0);
  const again = await serve(db, key);
  expect((await fetch(`${again.url}/readyz`)).status).toBe(200);
  expect(await again.end()).toBe(0);
});

test('an answer that is not valid Unicode fails the step that got it, and is not asked for again', {
  timeout,
}, async () => {
  let asked = 0;
  const strange = createServer((_, res) => {
    asked += 1;
    res.setHeader('content-type', 'application/json').end('{"text":"\\ud800"}');
  }).listen(0, '127.0.0.1');
  await once(strange, 'listening');
  onTestFinished(() => void strange.close());
  const { port } = strange.address() as AddressInfo;
  const folder = temporaryFolder();
  const { db, key } = await fresh(folder);
  const servers = join(folder, 'servers.json');
  writeFileSync(servers, JSON.stringify({ allowedHosts: [`127.0.0.1:${port}`] }));
  const server = await serve(db, key, '--servers', servers);
  const runId = await server.start('Strange', [{ ...post({}), url: `http://127.0.0.1:${port}/` }]);
  const run = await server.until(runId, 'Failed', 'Paused');
  expect(run).toMatchObject({ status: 'Failed', steps: [{ state: 'Failed', error: { kind: 'InvalidAnswer' } }] });
  expect(asked).toBe(1);
  expect(await server.end()).toBe(0);
});

test('a run whose rows make no sense is left alone more and more; others go on, and it is told', {
  timeout,
}, async () => {
  const { db, key } = await fresh();
  const before = await serve(db, key);
  const broken = await before.start('Broken', [wait('{{ 1000 }}')]);
  expect(await before.end()).toBe(0);
  const database = openSqlite(db);
  database.exec(`UPDATE steps SET body = json_set(body, '$.state', 'Nonsense') WHERE run_id = '${broken}'`);
  database.exec(`UPDATE runs SET wake_at = 1, body = json_set(body, '$.wakeAt', 1) WHERE run_id = '${broken}'`);
  database.close();
  const server = await serve(db, key);
  const health = watchHealth(server.url);
  const runId = await server.start('Fine', [wait('{{ 100 }}')]);
  await server.until(runId, 'Succeeded');
  expect((await health.stop()).at(-1)).toBeLessThan(frozenMs);
  expect(await server.end()).toBe(0);
  const told = server
    .log()
    .split('\n')
    .filter((line) => line.includes(broken) && line.includes('pauseMs'));
  expect(told.length).toBeGreaterThan(0);
  expect(told.length).toBeLessThan(20);
});

/** Enough evidence that reading it takes a thread, and longer than those who ask for it wait here. */
async function fillEvidence(db: string): Promise<void> {
  const store = openSqliteStore(db, { surroundings: realSurroundings() });
  const actor = { kind: 'user', id: 'admin' } as const;
  const batches = sampledCount('thousands of entries that are read while somebody breaks off', 12, 4);
  for (let batch = 0; batch < batches; batch += 1)
    await store.transact('default', async (tx) => {
      for (let i = 0; i < 5000; i += 1) tx.evidence({ category: 'System', type: 'Filler', summary: `${i}`, actor });
    });
  await store.close();
}

test('whoever breaks off reading long evidence, at whatever moment, ends that reading and nothing else', {
  timeout,
}, async () => {
  const { db, key } = await fresh();
  await fillEvidence(db);
  const server = await serve(db, key);
  const headers = { authorization: `Bearer ${key}` };
  const url = `${server.url}/v1/workspaces/default/evidence:verify`;
  for (const i of sampled('moments at which a reading is broken off', [...Array(15).keys()], 3)) {
    // The thread needs some time to start, so that most of these come while it reads.
    const asked = fetch(url, { headers, signal: AbortSignal.timeout(200 + 60 * i) });
    await asked.then((answer) => answer.text()).catch(() => {});
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  }
  const last = fetch(url, { headers });
  last.catch(() => {});
  expect(await server.end()).toBe(0);
});

/** Always something to do for some seconds, so that the disk is full in the middle of it. */
const busy = Array.from({ length: 40 }, (_, i) => ({ ...wait('{{ 50 }}'), actionId: `wait-${i}` }));

/** A small file system of its own where that is allowed (as root); nothing otherwise. */
function smallFileSystem(kilobytes: number): string | undefined {
  const folder = join(temporaryFolder(), 'small');
  mkdirSync(folder);
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${kilobytes}k`, 'tmpfs', folder]).status !== 0) return undefined;
  onTestFinished(() => void spawnSync('umount', ['-l', folder]));
  return folder;
}

test('a full disk with runs due stops nothing: it is told, and the runs go on when there is room again', {
  timeout,
}, async ({ skip }) => {
  const folder = smallFileSystem(32_768);
  if (folder === undefined) return skip('needs the right to mount a file system');
  const { db, key } = await fresh(folder);
  const server = await serve(db, key);
  const runs: string[] = [];
  for (const name of ['One', 'Two', 'Three']) runs.push(await server.start(name, busy));
  const filler = join(folder, 'filler');
  spawnSync('dd', ['if=/dev/zero', `of=${filler}`, 'bs=1k']);
  expect(existsSync(filler)).toBe(true);
  const health = watchHealth(server.url);
  await expect.poll(() => server.log(), { timeout: 60_000 }).toMatch(/disk is full|disk I\/O/);
  await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status, { timeout: 60_000 }).toBe(503);
  expect((await server.ask('POST', '/runs', { workflowId: 'one', parameters: {} })).status).toBe(503);
  expect((await health.stop()).at(-1)).toBeLessThan(frozenMs);
  rmSync(filler);
  for (const runId of runs) expect((await server.until(runId, 'Succeeded')).status).toBe('Succeeded');
  expect(await server.end()).toBe(0);
});

test('a full disk does not keep the server from ending or from starting', { timeout }, async ({ skip }) => {
  const folder = smallFileSystem(32_768);
  if (folder === undefined) return skip('needs the right to mount a file system');
  const { db, key } = await fresh(folder);
  const server = await serve(db, key);
  const runId = await server.start('Due', busy);
  const filler = join(folder, 'filler');
  spawnSync('dd', ['if=/dev/zero', `of=${filler}`, 'bs=1k']);
  await expect.poll(() => server.log(), { timeout: 60_000 }).toMatch(/disk is full|disk I\/O/);
  await server.end();
  const again = await serve(db, key);
  expect((await fetch(`${again.url}/healthz`)).status).toBe(200);
  rmSync(filler);
  expect((await again.until(runId, 'Succeeded')).status).toBe('Succeeded');
  expect(await again.end()).toBe(0);
});
