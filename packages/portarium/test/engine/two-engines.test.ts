import { idOf } from '../../src/domain/ids.js';
import '../store/pg-for-vitest.js';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Caller } from '../../src/domain/principal.js';
import type { Store } from '../../src/domain/store-port.js';
import { realSurroundings } from '../../src/domain/surroundings.js';
import { openPostgresStore } from '../../src/store/postgres-store.js';
import { openSqliteStore } from '../../src/store/sqlite-store.js';
import { type Desk, openDesk } from '../app/desk-server.js';
import { createTestedPlane, type TestedPlane } from '../app/use-cases.js';
import { onPostgres } from '../store/on-postgres.js';
import { bundledEngine, startEngine } from './engine-process.js';

const alice: Caller = {
  workspaceId: idOf('ws-a'),
  principalId: idOf('alice'),
  kind: 'user',
  roles: ['admin', 'operator'],
};
const surroundings = realSurroundings();

let desk: Desk;
let engine: Awaited<ReturnType<typeof bundledEngine>>;
let bundle: string;
beforeAll(async () => {
  desk = await openDesk({ takesMs: 3 });
  engine = await bundledEngine();
  bundle = engine.file;
});
afterAll(async () => {
  engine?.remove();
  await desk?.close();
});

function operatorOf(store: Store): TestedPlane {
  const nothing = {
    servers: () => ['desk'],
    tools: async () => [],
    call: async () => Promise.reject(new Error('not here')),
  };
  return createTestedPlane({
    store,
    surroundings,
    downstream: nothing,
    http: nothing,
    owner: 'operator',
    runEngine: false,
  });
}

const call = (actionId: string, tool: string) => ({
  actionId,
  operation: 'mcp:call',
  server: 'desk',
  tool,
  arguments: { run: '{{ run.runId }}', step: actionId, amount: 1 },
});

/** Two engines share the work of twenty runs; then one is stopped in a call past its lease and comes back. */
async function shareAndFence(store: Store, database: string): Promise<void> {
  const plane = operatorOf(store);
  await plane.initWorkspace({ workspaceId: 'ws-a', adminId: 'alice' });
  const steps = ['a', 'b', 'c'].map((id) => call(id, 'desk_refund'));
  await plane.putWorkflow(alice, { source: { name: 'Shared', executionTier: 'Auto', actions: steps } });
  await plane.putWorkflow(alice, {
    source: { name: 'Slow', executionTier: 'Auto', actions: [call('slow', 'desk_slow_refund')] },
  });
  const runs: string[] = [];
  for (let i = 0; i < 20; i++) runs.push((await plane.startRun(alice, { workflowId: 'shared' })).runId);
  const engines = await Promise.all([1, 2].map(() => startEngine(bundle, database, desk.url, 60_000)));
  const ended = () => store.read('ws-a', (tables) => tables.runs.find({ where: { status: 'Succeeded' } }));
  while ((await ended()).length < runs.length) await sleep(20);
  for (const runId of runs) {
    const made = desk.calls.filter(({ arguments: args }) => args.run === runId).map(({ arguments: args }) => args.step);
    expect(made).toEqual(['a', 'b', 'c']);
  }
  await Promise.all(engines.map((engine) => engine.kill()));

  const { runId } = await plane.startRun(alice, { workflowId: 'slow' });
  const before = desk.count('desk_slow_refund');
  // Long enough that it is stopped before it first renews, and thus outside any transaction.
  const first = await startEngine(bundle, database, desk.url, 2000);
  while (desk.count('desk_slow_refund') === before) await sleep(5);
  first.suspend();
  const second = await startEngine(bundle, database, desk.url, 2000);
  const state = async () => (await plane.getRun(alice, runId)).steps[0]?.state;
  while ((await state()) !== 'UnknownOutcome') await sleep(20);
  first.resume();
  desk.release();
  await sleep(500);
  expect(await state()).toBe('UnknownOutcome');
  await Promise.all([first.kill(), second.kill()]);
  expect(await plane.verifyEvidence(alice)).toMatchObject({ valid: true });
}

test('C8: two engines on one file make each call once; one that was stopped past its lease cannot write', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'portarium-two-'));
  const database = join(folder, 'portarium.db');
  const store = openSqliteStore(database, { surroundings });
  await shareAndFence(store, database);
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

onPostgres('on PostgreSQL (needs postgresql)', (server) => {
  test('C8: two engines make each call once; one that was stopped past its lease cannot write', async () => {
    const database = await server().database('two');
    const store = await openPostgresStore(database, { surroundings });
    await shareAndFence(store, database);
    await store.close();
  });
});
