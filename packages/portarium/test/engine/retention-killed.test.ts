import '../store/pg-for-vitest.js';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { exportLines, nodeCrypto, verifyLines } from '@quadrivium/ledger';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { idOf } from '../../src/domain/ids.js';
import { freshRun, type Run } from '../../src/domain/run.js';
import type { Store } from '../../src/domain/store-port.js';
import { realSurroundings, type Surroundings } from '../../src/domain/surroundings.js';
import { openPostgresStore } from '../../src/store/postgres-store.js';
import { openSqliteStore } from '../../src/store/sqlite-store.js';
import { temporaryFolder, testClock } from '../app/plane.js';
import { onPostgres } from '../store/on-postgres.js';
import { seededRandom } from './crash-suite.js';
import { bundledEngine } from './engine-process.js';

const day = 86_400_000;
const oldRuns = 300;
const entriesOfRun = 8;

let janitor: Awaited<ReturnType<typeof bundledEngine>>;
beforeAll(async () => {
  janitor = await bundledEngine('./retention-process.fixture.ts');
});
afterAll(() => janitor?.remove());

const actor = { kind: 'system', id: 'test' } as const;

function runOf(n: number, now: number, isOpen: boolean): Run {
  const runId = idOf<'run'>(`run_${String(n).padStart(6, '0')}`);
  const origin = { workspaceId: idOf('ws-a'), runId, workflowId: idOf('flow'), definition: {}, input: {} };
  const fresh = freshRun(origin as unknown as Run, now);
  return isOpen ? { ...fresh, status: 'Paused' } : { ...fresh, status: 'Succeeded', endedAt: now };
}

/** A hundred days ago: many runs that ended, then one that is open, then some that ended after it began. */
async function hundredDaysAgo(open: (surroundings: Surroundings) => Promise<Store>): Promise<void> {
  const surroundings = testClock(Date.now() - 100 * day);
  const store = await open(surroundings);
  await store.transact('ws-a', async (tx) => {
    await tx.workspaces.put({ workspaceId: idOf('ws-a'), name: 'a', environment: 'dev', createdAtIso: '' });
    const rule = { succeededDays: 30, evidenceDays: 30, eventDays: 30 };
    await tx.retentions.put({ workspaceId: idOf('ws-a'), rule, savedBy: idOf('adam'), savedAt: tx.now });
  });
  for (let n = 0; n < oldRuns + 20; n += 20) {
    await store.transact('ws-a', async (tx) => {
      for (let i = n; i < n + 20; i++) {
        const run = runOf(i, tx.now, i === oldRuns);
        await tx.runs.put(run);
        for (let entry = 0; entry < entriesOfRun; entry++)
          tx.evidence({ category: 'Run', type: 'Step', summary: 's', actor, runId: run.runId, detail: { entry } });
        tx.evidence({ category: 'System', type: 'Note', summary: 'of the workspace', actor });
        tx.emit({ type: 'run.Told', subject: 'x', runId: run.runId, data: { n: i } });
      }
    });
  }
  await store.close();
}

async function verified(store: Store) {
  const { ledger } = store;
  const chain = 'ws-a';
  const source = {
    checkpoints: () => ledger.checkpoints(chain),
    cuts: () => ledger.cuts(chain),
    entries: () => ledger.entries({ chain }),
  };
  return verifyLines(exportLines(source, { chain }), { crypto: nodeCrypto });
}

/** Killed at whatever moment, again and again; after each time the chain is whole and nothing that is kept is gone. */
async function killedAgainAndAgain(database: string, store: Store): Promise<number> {
  const random = seededRandom(7);
  const keyFile = `${temporaryFolder()}/keys`;
  let kills = 0;
  for (let round = 0; round < 30; round++) {
    const child = spawn(process.execPath, [janitor.file, database, keyFile], { stdio: ['ignore', 'pipe', 'inherit'] });
    let said = '';
    child.stdout.on('data', (chunk) => {
      said += chunk;
    });
    const gone = once(child, 'exit');
    while (!said.includes('open') && child.exitCode === null) await sleep(1);
    await Promise.race([gone, sleep(random() * 40)]);
    if (round < 8 && child.exitCode === null && !said.includes('done')) {
      child.kill('SIGKILL');
      kills += 1;
    }
    await gone;
    expect(await verified(store)).toMatchObject({ valid: true, problems: [] });
    expect(
      await store.read('ws-a', (tables) => tables.runs.get(idOf(`run_${String(oldRuns).padStart(6, '0')}`))),
    ).toMatchObject({ status: 'Paused' });
    if (said.includes('done')) return kills;
  }
  return kills;
}

async function suite(database: string, store: Store): Promise<void> {
  const kills = await killedAgainAndAgain(database, store);
  expect(kills, 'it was killed in the middle at least once').toBeGreaterThan(0);
  const left = await store.read('ws-a', (tables) => tables.runs.find());
  expect(left.map(({ runId }) => runId)).toEqual([`run_${String(oldRuns).padStart(6, '0')}`]);
  // Every old run has its entries and one of the workspace, all before the first one of the run that is open.
  const { chains } = await verified(store);
  expect(chains[0]?.cut?.seq).toBeGreaterThanOrEqual(oldRuns * (entriesOfRun + 1));
  const first = store.ledger.entries({ chain: 'ws-a', stream: String(left[0]?.runId) });
  for await (const entry of first) {
    expect(entry).toMatchObject({ streamIndex: 1 });
    break;
  }
  // The feed keeps its newest event, so that numbers never come again.
  expect(await store.events('ws-a', 0, 10)).toHaveLength(1);
}

test('removing what is old survives kill -9 at any moment', async () => {
  const database = `${temporaryFolder()}/portarium.db`;
  await hundredDaysAgo(async (surroundings) => openSqliteStore(database, { surroundings }));
  const store = openSqliteStore(database, { surroundings: realSurroundings() });
  await suite(database, store);
  await store.close();
}, 240_000);

onPostgres('on PostgreSQL (needs postgresql)', (server) => {
  test('removing what is old survives kill -9 at any moment', async () => {
    const database = await server().database('retention_killed');
    await hundredDaysAgo((surroundings) => openPostgresStore(database, { surroundings }));
    const store = await openPostgresStore(database, { surroundings: realSurroundings() });
    await suite(database, store);
    await store.close();
  }, 240_000);
});
