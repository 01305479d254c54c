import '../store/pg-for-vitest.js';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { idOf } from '../../src/domain/ids.js';
import type { Caller } from '../../src/domain/principal.js';
import type { Store } from '../../src/domain/store-port.js';
import { realSurroundings } from '../../src/domain/surroundings.js';
import { openPostgresStore } from '../../src/store/postgres-store.js';
import { openSqliteStore } from '../../src/store/sqlite-store.js';
import { temporaryFolder, testClock } from '../app/plane.js';
import { createTestedPlane } from '../app/use-cases.js';
import { onPostgres } from '../store/on-postgres.js';
import { seededRandom } from './crash-suite.js';
import { bundledEngine, startEngine } from './engine-process.js';

const alice: Caller = { workspaceId: idOf('ws-a'), principalId: idOf('alice'), kind: 'user', roles: ['admin'] };
const schedules = 30;
const times = 20;

let engine: Awaited<ReturnType<typeof bundledEngine>>;
beforeAll(async () => {
  engine = await bundledEngine();
});
afterAll(() => engine?.remove());

/** A day ago: everything since then is due when an engine of today opens the database. */
async function schedulesOfYesterday(open: (surroundings: ReturnType<typeof testClock>) => Promise<Store>) {
  const surroundings = testClock(Date.now() - 86_400_000);
  const store = await open(surroundings);
  const nothing = { servers: () => [], tools: async () => [], call: async () => Promise.reject(new Error('not here')) };
  const plane = createTestedPlane({
    store,
    surroundings,
    downstream: nothing,
    http: nothing,
    owner: 'past',
    runEngine: false,
  });
  await plane.initWorkspace({ workspaceId: 'ws-a', adminId: 'alice' });
  const actions = [{ actionId: 'tell', operation: 'event:emit', type: 'Told' }];
  await plane.putWorkflow(alice, { source: { name: 'Report', executionTier: 'Auto', actions } });
  const body = {
    workflowId: 'report',
    cron: '* * * * *',
    timeZone: 'UTC',
    toleranceSeconds: 60,
    active: true,
  } as const;
  for (let n = 0; n < schedules; n++)
    await plane.putSchedule(alice, { ...body, scheduleId: `s${n}`, catchUp: 'all', mostCaughtUp: times });
  await plane.close();
}

/** Two engines at a time, killed again and again while they start what is late. */
async function eachTimeOnce(database: string, store: Store): Promise<void> {
  const random = seededRandom(20);
  const desk = 'http://127.0.0.1:9/mcp';
  const isDue = async () => {
    const now = Date.now();
    const all = await store.read('ws-a', (tables) => tables.schedules.find());
    return all.filter(({ nextAt = 0 }) => nextAt <= now).length;
  };
  for (let round = 0; round < 6 && (await isDue()) > 0; round++) {
    const before = await isDue();
    const pair = await Promise.all([1, 2].map(() => startEngine(engine.file, database, desk, 500)));
    while ((await isDue()) > before - 5 && (await isDue()) > 0) await sleep(1);
    await sleep(random() * 10);
    await Promise.all(pair.map((one) => one.kill()));
  }
  const last = await startEngine(engine.file, database, desk, 500);
  while ((await isDue()) > 0) await sleep(20);
  await last.kill();
  const runs = await store.read('ws-a', (tables) => tables.runs.find());
  for (let n = 0; n < schedules; n++) {
    const own = runs.filter(({ correlationId }) => correlationId.startsWith(`s${n}@`));
    const minutes = own
      .map(({ correlationId }) => Date.parse(correlationId.split('@')[1] ?? '') / 60_000)
      .sort((a, b) => a - b);
    expect(minutes.length, 'twenty were late; others came due meanwhile').toBeGreaterThanOrEqual(times);
    expect(minutes, `s${n}: each minute once and none left out`).toEqual(minutes.map((_, i) => (minutes[0] ?? 0) + i));
  }
}

test('times of schedules are run once each over kill -9 and two engines on one file', async () => {
  const database = `${temporaryFolder()}/portarium.db`;
  await schedulesOfYesterday(async (surroundings) => openSqliteStore(database, { surroundings }));
  const store = openSqliteStore(database, { surroundings: realSurroundings() });
  await eachTimeOnce(database, store);
  await store.close();
}, 120_000);

onPostgres('on PostgreSQL (needs postgresql)', (server) => {
  test('times of schedules are run once each over kill -9 and two engines', async () => {
    const database = await server().database('schedules');
    await schedulesOfYesterday((surroundings) => openPostgresStore(database, { surroundings }));
    const store = await openPostgresStore(database, { surroundings: realSurroundings() });
    await eachTimeOnce(database, store);
    await store.close();
  }, 120_000);
});
