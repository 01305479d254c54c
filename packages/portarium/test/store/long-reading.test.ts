import './pg-for-vitest.js';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { idOf } from '../../src/domain/ids.js';
import { openPostgresStore } from '../../src/store/postgres-store.js';
import { collect, openPlane, type TestPlane } from '../app/plane.js';
import { until, world } from '../http/world.js';
import { type PostgresServer, postgresIsAbsent, startPostgres } from './postgres-server.js';

const actor = { kind: 'user', id: 'alice' } as const;

type Seeded = Pick<TestPlane['store'], 'transact'>;

/** More than is read in passing. */
async function fill(store: Seeded, workspaceId: string, entries = 4000): Promise<void> {
  for (let made = 0; made < entries; made += 500) {
    await store.transact(workspaceId, async (tx) => {
      for (let i = 0; i < 500; i += 1)
        tx.evidence({ category: 'System', type: 'Seen', summary: 's', actor, runId: idOf(`run-${i % 7}`) });
    });
  }
}

/** How often others had their turn while this went on. */
async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let turns = 0;
  let over = false;
  const counting = (async () => {
    for (; !over; turns += 1) await nextTurn();
  })();
  await work.finally(() => {
    over = true;
  });
  await counting;
  return turns;
}

const threads = (): number => process.getActiveResourcesInfo().filter((name) => name === 'MessagePort').length;

describe.skipIf(postgresIsAbsent()).each(['SQLite', 'PostgreSQL'])('evidence that is long, on %s', (name) => {
  let server: PostgresServer | undefined;
  beforeAll(async () => {
    server = name === 'SQLite' ? undefined : await startPostgres();
  });
  afterAll(() => server?.stop());

  let made = 0;
  async function opened(): Promise<TestPlane> {
    const url = await server?.database(`long_${++made}`);
    const plane = await openPlane(
      url === undefined ? {} : { openStore: (options) => openPostgresStore(url, options), workspaceId: 'ws-a' },
    );
    await fill(plane.store, plane.alice.workspaceId);
    return plane;
  }

  test('is verified and exported while others have their turn, and both tell the whole of it', async () => {
    const { plane, zoe, store } = await opened();
    const { seq } = await store.ledger.head(zoe.workspaceId);
    const verifying = plane.verifyEvidence(zoe);
    expect(await turnsDuring(verifying)).toBeGreaterThan(5);
    const report = await verifying;
    expect(report).toMatchObject({ valid: true, problems: [], signing: { signedUpTo: 0, unsigned: seq } });
    expect(report.chains[0]).toMatchObject({ chain: zoe.workspaceId, entries: seq });
    const exporting = collect(plane.exportEvidence(zoe));
    expect(await turnsDuring(exporting)).toBeGreaterThan(5);
    expect(await exporting).toHaveLength(seq + 1);
  });

  test('is no longer read once nobody waits for it: a cancel ends the thread', async () => {
    const { plane, zoe } = await opened();
    const before = threads();
    const controller = new AbortController();
    const verifying = plane.verifyEvidence(zoe, {}, controller.signal);
    const ended = expect(verifying).rejects.toThrow('not wanted any more');
    await until(
      async () => threads(),
      (now) => now > before,
    );
    controller.abort(new Error('not wanted any more'));
    await ended;
    await until(
      async () => threads(),
      (now) => now === before,
    );
    // Whoever stops in the middle of an export is not read ahead for either.
    for await (const line of plane.exportEvidence(zoe)) {
      expect(line).toContain('"kind":"export"');
      expect(threads()).toBeGreaterThan(before);
      break;
    }
    await until(
      async () => threads(),
      (now) => now === before,
    );
    // One who goes does not take the thread from one who stays.
    const second = new AbortController();
    const [gone, stays] = [plane.verifyEvidence(zoe, {}, second.signal), plane.verifyEvidence(zoe)];
    second.abort();
    await expect(gone).rejects.toThrow();
    expect(await stays).toMatchObject({ valid: true });
  });
});

test('while long evidence is verified and exported over HTTP, every other call is answered', async () => {
  const w = await world();
  try {
    await fill(w.plane.deps.store, 'ws-a');
    const ended: string[] = [];
    const headers = { authorization: `Bearer ${w.keys.zoe}` };
    const reading = ['verify', 'export'].map(async (what) => {
      const response = await fetch(`${w.url}/v1/workspaces/ws-a/evidence:${what}`, { headers });
      expect((await response.text()).length).toBeGreaterThan(100);
      ended.push(what);
    });
    for (let i = 0; i < 5; i += 1) {
      expect((await fetch(`${w.url}/healthz`)).status).toBe(200);
      expect((await w.rest('alice', 'GET', '/runs')).status).toBe(200);
    }
    ended.push('answered');
    await Promise.all(reading);
    expect(ended[0]).toBe('answered');
  } finally {
    await w.close();
  }
});
