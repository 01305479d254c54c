import '../store/pg-for-vitest.js';
import { randomBytes } from 'node:crypto';
import { nodeCrypto, verifyLines } from '@quadrivium/ledger';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compareEvidence } from '../../src/app/evidence/compare-evidence.js';
import { retainWhereDue, runRetention } from '../../src/app/retention/retention.js';
import type { Store } from '../../src/domain/store-port.js';
import type { Surroundings } from '../../src/domain/surroundings.js';
import { openPostgresStore } from '../../src/store/postgres-store.js';
import { type PostgresServer, postgresIsAbsent, startPostgres } from '../store/postgres-server.js';
import { collect, openPlane, type TestPlane } from './plane.js';

const day = 86_400_000;
/** 20 kB that no database makes smaller. */
const noise = () => randomBytes(15_000).toString('base64');
const tell = { actionId: 'tell', operation: 'event:emit', type: 'Told', data: { of: '{{ input.of }}' } };
const ask = { actionId: 'ask', operation: 'human:task', instructions: 'Look at it' };
const flows = [
  { name: 'Report', executionTier: 'Auto', actions: [tell] },
  { name: 'Ask', executionTier: 'Auto', actions: [ask] },
  {
    name: 'Above',
    executionTier: 'Auto',
    actions: [{ actionId: 'below', operation: 'run:start', workflow: 'ask' }],
  },
];

type OpenStore = (options: { surroundings: Surroundings; redact: <T>(value: T) => T }) => Promise<Store>;

async function opened(openStore?: OpenStore) {
  const world = await openPlane({ environment: 'dev', ...(openStore === undefined ? {} : { openStore }) });
  for (const source of flows) await world.plane.putWorkflow(world.adam, { source });
  return world;
}

async function reports({ plane, adam, settle }: TestPlane, count: number, of = 'x'): Promise<void> {
  for (let i = 0; i < count; i++) await plane.startRun(adam, { workflowId: 'report', input: { of } });
  await settle();
}

const start = async ({ plane, adam, settle }: TestPlane, workflowId: string) => {
  const { runId } = await plane.startRun(adam, { workflowId, input: {} });
  await settle();
  return runId;
};

const exported = ({ plane, adam }: TestPlane) => collect(plane.exportEvidence(adam));
const idsOf = async ({ plane, adam }: TestPlane) =>
  (await plane.listRuns(adam, { limit: 200 })).items.map(({ runId }) => runId);

function suite(open: () => Promise<TestPlane>): void {
  test('keeps everything until somebody says how long', async () => {
    const { plane, adam } = await open();
    expect(await plane.getRetention(adam)).toEqual({ rule: {} });
    await expect(plane.planRetention(adam)).rejects.toMatchObject({ kind: 'Conflict' });
    await expect(plane.runRetention(adam)).rejects.toMatchObject({ kind: 'Conflict' });
  });

  test('removes old runs with all that belongs to them, and their evidence behind a signed cut', async () => {
    const world = await open();
    const { plane, adam, clock, store, keys } = world;
    await reports(world, 5);
    clock.pass(40 * day);
    await reports(world, 2);
    const young = (await idsOf(world)).slice(0, 2);
    await plane.putRetention(adam, { succeededDays: 30, evidenceDays: 30, eventDays: 30 });
    const before = await exported(world);
    const plan = await plane.planRetention(adam);
    expect(plan).toMatchObject({ runs: { Succeeded: 5, Failed: 0, Cancelled: 0 } });
    expect(plan.events, 'each old run told at least of its beginning, its event and its end').toBeGreaterThanOrEqual(
      15,
    );
    expect(await idsOf(world), 'a dry run removes nothing').toHaveLength(7);
    const done = await plane.runRetention(adam);
    expect(done).toMatchObject({ runs: plan.runs, events: plan.events });
    expect(await idsOf(world)).toEqual(young);
    expect(done.evidence.cutUpTo, 'as the dry run said').toBe(plan.evidence.upTo);
    const [cut] = await store.ledger.cuts('ws-a');
    expect(cut).toMatchObject({ seq: done.evidence.cutUpTo, count: done.evidence.count });
    const removed = before.find((line) => JSON.parse(line).seq === cut?.seq);
    expect(cut?.hash, 'the cut names the last entry of the export that was made before').toBe(
      JSON.parse(removed ?? '{}').hash,
    );
    const kept = await exported(world);
    expect(await verifyLines(kept, { crypto: nodeCrypto, publicKey: keys.signer.publicKey })).toMatchObject({
      valid: true,
      chains: [{ cut: { seq: cut?.seq, publicKey: keys.signer.publicKey } }],
    });
    expect(await plane.verifyEvidence(adam)).toMatchObject({ valid: true, problems: [] });
    const forged = kept.filter((line) => !line.includes('"kind":"cut"'));
    expect((await verifyLines(forged, { crypto: nodeCrypto })).problems).toMatchObject([{ kind: 'gap', from: 1 }]);
    for (const runId of young) expect((await plane.getRun(adam, runId)).status).toBe('Succeeded');
    const last = (await collect(store.ledger.entries({ chain: 'ws-a' }))).at(-1);
    expect(last).toMatchObject({ type: 'RetentionDone', actor: { id: 'adam' } });
  });

  test('goes on from a cut, and cuts again', async () => {
    const world = await open();
    const { plane, adam, clock, store } = world;
    await plane.putRetention(adam, { succeededDays: 1, evidenceDays: 1 });
    for (let round = 1; round <= 3; round++) {
      await reports(world, 3);
      clock.pass(3 * day);
      expect((await plane.runRetention(adam)).runs.Succeeded).toBe(3);
      expect(await store.ledger.cuts('ws-a')).toHaveLength(round);
      expect(await plane.verifyEvidence(adam)).toMatchObject({ valid: true, problems: [] });
    }
    const cuts = await store.ledger.cuts('ws-a');
    expect(cuts.reduce((sum, { count }) => sum + count, 0)).toBe(cuts.at(-1)?.seq);
    expect((await plane.runRetention(adam)).documents).toBe(0);
  });

  test('touches nothing that is open, nor what something open refers to', async () => {
    const world = await open();
    const { plane, adam, clock, store } = world;
    await reports(world, 2);
    const waiting = await start(world, 'ask');
    const above = await start(world, 'above');
    const [below] = (await plane.getRun(adam, above)).steps.map(({ childRunId }) => childRunId);
    const looked = await start(world, 'report');
    await plane.createWorkItem(adam, { title: 'Why?', runIds: [looked] });
    await reports(world, 1);
    clock.pass(400 * day);
    const entries = await collect(store.ledger.entries({ chain: 'ws-a' }));
    await plane.putRetention(adam, { succeededDays: 1, failedDays: 1, cancelledDays: 1, evidenceDays: 1 });
    const done = await plane.runRetention(adam);
    expect(done.runs).toEqual({ Succeeded: 3, Failed: 0, Cancelled: 0 });
    expect(new Set(await idsOf(world))).toEqual(new Set([waiting, above, below, looked]));
    const first = entries.find(({ stream }) => stream === waiting);
    expect(done.evidence).toMatchObject({ cutUpTo: (first?.seq ?? 0) - 1, heldBy: waiting });
    expect(done.evidence.held).toMatchObject({
      ...{ runId: waiting, workflow: 'Ask', why: 'It has not ended.' },
      todo: expect.stringContaining(`portarium run cancel ${waiting}`),
      entries: entries.length - (first?.seq ?? 0) + 1,
    });
    await plane.cancelRun(adam, { runId: waiting });
    await world.settle();
    const { held } = (await plane.runRetention(adam)).evidence;
    expect(held).toMatchObject({ runId: waiting, why: expect.stringContaining('kept for 1 days') });
    clock.pass(2 * day);
    const next = (await plane.runRetention(adam)).evidence;
    expect(next.held).toMatchObject({ runId: above });
    expect(next.cutUpTo).toBeGreaterThan(done.evidence.cutUpTo);
    expect(await plane.verifyEvidence(adam)).toMatchObject({ valid: true, problems: [] });
    expect(await compareEvidence(plane.deps, adam)).toMatchObject({ agrees: true });
  });

  test('removes no more evidence than was exported, and none without a key', async () => {
    const world = await open();
    const { plane, adam, clock } = world;
    await reports(world, 3);
    clock.pass(10 * day);
    await plane.putRetention(adam, { succeededDays: 1, evidenceDays: 1 });
    const { signer: _, ...keyless } = plane.deps;
    const unsigned = await runRetention(keyless, adam);
    expect(unsigned).toMatchObject({ evidence: { count: 0 }, problem: expect.stringContaining('no key') });
    expect(await plane.runRetention(adam, { evidenceUpTo: 4 })).toMatchObject({ evidence: { count: 4, cutUpTo: 4 } });
    expect(await plane.verifyEvidence(adam)).toMatchObject({ valid: true });
  });

  test('gives back the room on the disk, and says how much', async () => {
    const world = await open();
    const { plane, adam, clock } = world;
    await reports(world, 60, noise());
    clock.pass(10 * day);
    await plane.putRetention(adam, { succeededDays: 1, evidenceDays: 1, eventDays: 1 });
    const { bytesBefore, bytesAfter } = await plane.runRetention(adam, { compact: true });
    // Each run is kept with its input of 20 kB; the event it told of holds it once more.
    expect(bytesBefore - bytesAfter).toBeGreaterThan(60 * 20_000);
    expect((await plane.planRetention(adam)).bytes).toBeLessThan(bytesBefore - 60 * 20_000);
  });

  test('is done by itself where the rule says so, once, and not before its time', async () => {
    const world = await open();
    const { plane, adam, clock } = world;
    await reports(world, 2);
    clock.pass(10 * day);
    await plane.putRetention(adam, { succeededDays: 1 });
    await retainWhereDue(plane.deps);
    expect(await idsOf(world), 'no hours were said').toHaveLength(2);
    await plane.putRetention(adam, { succeededDays: 1, everyHours: 24 });
    await retainWhereDue(plane.deps);
    expect(await idsOf(world), 'a day has not passed').toHaveLength(2);
    clock.pass(day);
    await Promise.all([retainWhereDue(plane.deps), retainWhereDue(plane.deps)]);
    expect(await idsOf(world)).toEqual([]);
    const { items } = await plane.listEvidence(adam, { type: 'RetentionDone' });
    expect(items).toMatchObject([{ actor: { kind: 'system' } }]);
  });
}

describe('retention', () => {
  suite(() => opened());

  test('gives back pages a part at a time on files of this version', async () => {
    const world = await opened();
    const { plane, adam, clock } = world;
    await reports(world, 30, noise());
    clock.pass(10 * day);
    await plane.putRetention(adam, { succeededDays: 1, evidenceDays: 1, eventDays: 1 });
    const { vacuum, bytesBefore, bytesAfter } = await plane.runRetention(adam);
    expect(vacuum).toBe('a part at a time');
    expect(bytesBefore - bytesAfter).toBeGreaterThan(30 * 20_000);
  });
});

describe.skipIf(postgresIsAbsent())('retention on PostgreSQL (needs postgresql)', () => {
  let server: PostgresServer;
  let databases = 0;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server?.stop());

  suite(async () => {
    const url = await server.database(`retention_${++databases}`);
    return opened((options) => openPostgresStore(url, options));
  });
});
