import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { realSurroundings } from '../../src/domain/surroundings.js';
import { openSqliteStore } from '../../src/store/sqlite-store.js';
import { openDesk } from '../app/desk-server.js';
import { crashAtRandomPoints, seededRandom } from '../engine/crash-suite.js';
import { bundledEngine, startEngine } from '../engine/engine-process.js';
import { until, type World, world } from '../http/world.js';
import { type RestateServer, restateIsAbsent, startRestate } from './restate-server.js';

/** `PORTARIUM_KILLS=200` for the long form. */
const kills = Math.ceil(Number(process.env.PORTARIUM_KILLS ?? 24) / 8);

/** Through the gate and on to the end; gives what the evidence says about it. */
async function flagshipOn(w: World): Promise<string[]> {
  const { runId } = (await w.rest('alice', 'POST', '/runs', { workflowId: 'notes', parameters: { topic: 'ducks' } }))
    .body;
  const get = async () => (await w.rest('alice', 'GET', `/runs/${runId}`)).body;
  const waiting = await until(get, ({ status }) => status === 'WaitingForApproval');
  expect(w.notes.calls.map(({ tool }) => tool)).toEqual(['notes_read']);
  const [approval] = waiting.pendingApprovals;
  expect(approval?.plan).toMatchObject([{ tool: 'notes_write', arguments: { topic: 'ducks', text: 'about ducks' } }]);
  await w.rest('bob', 'POST', `/approvals/${approval?.approvalId}/decide`, { decision: 'Approved' });
  await until(get, ({ status }) => status === 'Succeeded');
  expect(w.notes.calls).toEqual([
    { tool: 'notes_read', args: { topic: 'ducks' } },
    { tool: 'notes_write', args: { topic: 'ducks', text: 'about ducks' } },
  ]);
  const items = (await w.rest('alice', 'GET', `/work-items?runId=${runId}`)).body.items;
  expect(items).toMatchObject([{ title: 'Look at the note', status: 'Open' }]);
  expect((await w.rest('zoe', 'GET', '/evidence:verify')).body.valid).toBe(true);
  const evidence = (await w.rest('zoe', 'GET', `/runs/${runId}/evidence?limit=200`)).body.items;
  return (evidence as { type: string }[]).map(({ type }) => type);
}

describe.skipIf(restateIsAbsent())('runs on a real Restate server (needs the tool set restate)', () => {
  let server: RestateServer;
  beforeAll(async () => {
    server = await startRestate();
  });
  afterAll(() => server?.stop());

  const options = () => ({ ingress: server.ingress, worker: { ...server.worker, admin: server.admin } });

  test('read, ask, write, close: the same workflow leaves the same evidence on both engines', async () => {
    const distributed = await world(undefined, options());
    const onRestate = await flagshipOn(distributed).finally(() => distributed.close());
    const embedded = await world();
    const here = await flagshipOn(embedded).finally(() => embedded.close());
    expect(onRestate).toEqual(here);
  });

  test('cancelling while a run waits reaches it, and a wait that is over wakes it', async () => {
    const w = await world(undefined, options());
    try {
      const wait = { actionId: 'wait', operation: 'timer:wait', durationMs: 300 };
      const pause = { workflowId: 'pause', name: 'Pause', executionTier: 'Auto', actions: [wait] };
      await w.rest('adam', 'POST', '/workflows', pause);
      const long = { ...pause, workflowId: 'long', actions: [{ ...wait, durationMs: 3_600_000 }] };
      await w.rest('adam', 'POST', '/workflows', long);
      const start = async (workflowId: string) => (await w.rest('alice', 'POST', '/runs', { workflowId })).body.runId;
      const ends = (runId: string) =>
        until(
          async () => (await w.rest('alice', 'GET', `/runs/${runId}`)).body,
          ({ status }) => ['Succeeded', 'Failed', 'Cancelled'].includes(status),
        );
      const [short, hour] = [await start('pause'), await start('long')];
      expect((await ends(short)).status).toBe('Succeeded');
      await w.rest('alice', 'POST', `/runs/${hour}/cancel`);
      expect((await ends(hour)).status).toBe('Cancelled');
    } finally {
      await w.close();
    }
  });

  test('C7: workers killed at random points, and the Restate server once, repeat nothing and lose nothing', {
    timeout: 600_000,
  }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'portarium-crash-'));
    const database = join(folder, 'portarium.db');
    const desk = await openDesk({ takesMs: 4 });
    const engine = await bundledEngine();
    const store = openSqliteStore(database, { surroundings: realSurroundings() });
    try {
      const report = await crashAtRandomPoints({
        store,
        desk,
        start: () => startEngine(engine.file, database, desk.url, 100, options()),
        meanwhile: async (point) => {
          if (point === 1) await server.crash();
        },
        points: kills,
        windowMs: 3000,
        random: seededRandom(3),
      });
      console.log(`Restate: ${JSON.stringify(report)}`);
      expect(report).toMatchObject({ runs: kills, kills });
    } finally {
      await store.close();
      await desk.close();
      engine.remove();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
