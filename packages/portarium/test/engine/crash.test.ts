import '../store/pg-for-vitest.js';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sampledCount } from '../../../../test/support/sampling.js';
import { realSurroundings } from '../../src/domain/surroundings.js';
import { openPostgresStore } from '../../src/store/postgres-store.js';
import { openSqliteStore } from '../../src/store/sqlite-store.js';
import { type Desk, openDesk } from '../app/desk-server.js';
import { onPostgres } from '../store/on-postgres.js';
import { crashAtRandomPoints, seededRandom } from './crash-suite.js';
import { bundledEngine, startEngine } from './engine-process.js';

/** `PORTARIUM_KILLS=200` for the long form. */
const kills = Number(process.env.PORTARIUM_KILLS ?? sampledCount('kill points of portarium engines', 40, 3));
/** For a machine that does many other things at once. */
const timeout = 300_000 + kills * 15_000;

let desk: Desk;
let engine: Awaited<ReturnType<typeof bundledEngine>>;
let bundle: string;
beforeAll(async () => {
  desk = await openDesk({ takesMs: 4 });
  engine = await bundledEngine();
  bundle = engine.file;
});
afterAll(async () => {
  engine?.remove();
  await desk?.close();
});

test('C7: engines on SQLite killed at random points repeat nothing, lose nothing and leave a valid chain', {
  timeout,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'portarium-crash-'));
  const database = join(folder, 'portarium.db');
  const store = openSqliteStore(database, { surroundings: realSurroundings() });
  const report = await crashAtRandomPoints({
    store,
    desk,
    start: () => startEngine(bundle, database, desk.url, 100),
    points: kills,
    windowMs: 3000,
    random: seededRandom(1),
  });
  await store.close();
  rmSync(folder, { recursive: true, force: true });
  console.log(`SQLite: ${JSON.stringify(report)}`);
  expect(report).toMatchObject({ runs: kills, kills });
});

onPostgres('on PostgreSQL (needs postgresql)', (server) => {
  test('C7: engines killed at random points repeat nothing, lose nothing and leave a valid chain', {
    timeout,
  }, async () => {
    const database = await server().database('crash');
    const store = await openPostgresStore(database, { surroundings: realSurroundings() });
    const few = process.env.PORTARIUM_KILLS === undefined;
    const points = few ? sampledCount('kill points of portarium engines', 5, 1) : kills;
    const report = await crashAtRandomPoints({
      store,
      desk,
      start: () => startEngine(bundle, database, desk.url, 100),
      points,
      windowMs: 3000,
      random: seededRandom(2),
    });
    await store.close();
    console.log(`PostgreSQL: ${JSON.stringify(report)}`);
    expect(report).toMatchObject({ runs: points, kills: points });
  });
});
