import '../store/pg-for-vitest.js';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Store } from '../../src/domain/store-port.js';
import { realSurroundings } from '../../src/domain/surroundings.js';
import { openPostgresStore } from '../../src/store/postgres-store.js';
import { openDesk } from '../app/desk-server.js';
import { type PostgresServer, postgresIsAbsent, startPostgres } from '../store/postgres-server.js';
import { startEngine } from './engine-process.js';
import { alice, planeBesideEngines } from './plane-beside-engines.js';

const kills = 4;

const step = (actionId: string, tool: string, args: object) => ({
  ...{ actionId, operation: 'mcp:call', server: 'desk', tool, arguments: args },
  retry: { maxAttempts: 1 },
});
/** What is done by the first two steps must not be done again, the second not even by accident. */
const flow = {
  name: 'Pays',
  executionTier: 'Auto',
  actions: [
    step('note', 'desk_put_note', { text: 'a' }),
    step('pay', 'desk_refund', { amount: 5 }),
    step('fail', 'desk_fail', {}),
  ],
};

/** Engines are killed while they go on with a failed run, and each goes on with what the one before has left. */
async function retriedUnderKills(place?: { readonly database: string; readonly store: Store }) {
  const desk = await openDesk({ takesMs: 20 });
  onTestFinished(() => desk.close());
  const { engine, database, plane } = await planeBesideEngines(['desk'], place);
  await plane.putWorkflow(alice, { source: flow });
  const begin = () => startEngine(engine.file, database, desk.url, 200);
  const failures = () => desk.calls.filter(({ tool }) => tool === 'desk_fail').length;
  const untilFailed = async (runId: string) => {
    for (let run = await plane.getRun(alice, runId); run.status !== 'Failed'; run = await plane.getRun(alice, runId)) {
      // Whether a call happened that was under way at the kill is for a person to say; this one never does anything.
      for (const { runId: of = '', stepId = '', kind } of (await plane.listWorkItems(alice, { mcpStatus: 'pending' }))
        .items)
        if (kind === 'unknown-outcome')
          await plane.resolveUnknown(alice, {
            runId: of,
            stepId,
            resolution: { kind: 'fail' },
            rationale: 'always fails',
          });
      await sleep(20);
    }
  };
  const retried: string[] = [];
  for (let round = 0; round < kills; round++) {
    const whole = await begin();
    const { runId: failed } = await plane.startRun(alice, { workflowId: 'pays' });
    await untilFailed(failed);
    await whole.kill();
    const { runId } = await plane.retryRun(alice, { runId: failed });
    retried.push(runId);
    const before = failures();
    const one = await begin();
    // One dies before the failing call, some in the middle of it, some after it.
    if (round > 0) while (failures() === before) await sleep(1);
    await sleep(round * 8);
    await one.kill();
    const next = await begin();
    await untilFailed(runId);
    await next.kill();
  }
  return { calls: desk.calls, retried, plane };
}

async function expectNothingTwice({ calls, retried, plane }: Awaited<ReturnType<typeof retriedUnderKills>>) {
  const made = (name: string) => calls.filter(({ tool }) => tool === name).length;
  expect([made('desk_put_note'), made('desk_refund')]).toEqual([kills, kills]);
  // A call that was under way at the kill is not made again either: a person was asked.
  expect(made('desk_fail')).toBeLessThanOrEqual(2 * kills);
  for (const runId of retried)
    expect((await plane.getRun(alice, runId)).steps.map(({ actionId, state }) => [actionId, state])).toEqual([
      ['note', 'Succeeded'],
      ['pay', 'Succeeded'],
      ['fail', 'Failed'],
    ]);
  expect(await plane.verifyEvidence(alice)).toMatchObject({ valid: true });
}

test('on SQLite, killed over and over, a run that goes on makes no finished call again', async () => {
  await expectNothingTwice(await retriedUnderKills());
});

describe.skipIf(postgresIsAbsent())('on PostgreSQL (needs postgresql)', () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
  }, 120_000);
  afterAll(() => server?.stop());

  test('killed over and over, a run that goes on makes no finished call again', async () => {
    const database = await server.database('retried');
    const store = await openPostgresStore(database, { surroundings: realSurroundings() });
    await expectNothingTwice(await retriedUnderKills({ database, store }));
  });
});
