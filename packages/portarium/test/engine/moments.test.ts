import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { idOf } from '../../src/domain/ids.js';
import { portariumFault } from '../../src/faults.js';
import { openSqliteStore } from '../../src/store/sqlite-store.js';
import { type Desk, openDesk } from '../app/desk-server.js';
import { openPlane, refundFlow, type TestPlane, temporaryFolder, testClock } from '../app/plane.js';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
beforeEach(() => desk.calls.splice(0));
afterAll(() => desk.close());

/** Long, because leases are renewed by the real clock and end by the one of the test. */
const leaseMs = 10_000_000;

const flow = {
  name: 'Two',
  executionTier: 'Auto',
  actions: [
    { actionId: 'pay', operation: 'mcp:call', server: 'desk', tool: 'desk_refund' },
    { actionId: 'note', operation: 'mcp:call', server: 'desk', tool: 'desk_put_note' },
  ],
};

/** A control plane whose database falls silent after a given number of transactions, as for a process that has died. */
async function mortal() {
  const file = join(temporaryFolder(), 'portarium.db');
  const clock = testClock();
  let left = Number.POSITIVE_INFINITY;
  let bury: (cause: Error) => void = () => {};
  const dead = new Promise<never>((_, reject) => {
    bury = reject;
  });
  dead.catch(() => {});
  const openStore: NonNullable<Parameters<typeof openPlane>[0]>['openStore'] = async (options) => {
    const store = openSqliteStore(file, options);
    const transact = store.transact.bind(store);
    store.transact = (workspaceId, work) => {
      left -= 1;
      return left < 0 ? dead : transact(workspaceId, work);
    };
    return store;
  };
  const before = await openPlane({ desk, file, clock, leaseMs, openStore, owner: 'first' });
  // Registered last, so that it runs first: the plane can close only when nothing hangs in it any more.
  onTestFinished(() => bury(portariumFault('StaleLease', 'The process is gone.')));
  const diesAfter = (transactions: number): void => {
    left = transactions;
  };
  const restart = (): Promise<TestPlane> => openPlane({ desk, file, clock, leaseMs, owner: 'second' });
  return { before, clock, diesAfter, restart, isDead: () => left < 0 };
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5));
}

test.each([
  ['C1: when the intent is written and nothing has left, the call is made exactly once', 1, 'Succeeded', 1, 1],
  ['C3: when the call may have left, it is not made again', 2, 'Paused', 1, 0],
  ['C4: when the outcome is stored, the next step runs and the former does not', 3, 'Succeeded', 1, 2],
  ['when everything is stored, nothing is left to do', 4, 'Succeeded', 1, 1],
])('dies between two transactions: %s', async (_, transactions, status, payments, notes) => {
  const { before, clock, diesAfter, restart, isDead } = await mortal();
  await before.plane.putWorkflow(before.alice, { source: flow });
  const { runId } = await before.plane.startRun(before.alice, { workflowId: 'two' });
  diesAfter(transactions);
  const going = before.settle().catch(() => {});
  if (transactions < 4) await until(isDead);
  else await going;
  clock.pass(leaseMs + 1);
  const after = await restart();
  await after.settle();
  expect(await after.plane.getRun(after.alice, runId)).toMatchObject({ status });
  expect([desk.count('desk_refund'), desk.count('desk_put_note')]).toEqual([payments, notes]);
  expect(await after.plane.verifyEvidence(after.alice)).toMatchObject({ valid: true });
});

test('A12: an approval is not used up by an engine that dies before it can begin, and counts once when one comes', async () => {
  const { before, clock, diesAfter, restart, isDead } = await mortal();
  await before.plane.putWorkflow(before.alice, { source: refundFlow });
  const { runId } = await before.plane.startRun(before.alice, { workflowId: 'refund', input: { amount: 5 } });
  await before.settle();
  const [approval] = (await before.plane.getRun(before.alice, runId)).pendingApprovals;
  const approvalId = approval?.approvalId ?? '';
  await before.plane.decideApproval(before.bob, { approvalId, decision: 'Approved' });
  diesAfter(0);
  void before.settle().catch(() => {});
  await until(isDead);
  clock.pass(leaseMs + 1);
  const after = await restart();
  const kept = await after.store.read('ws-a', (tables) => tables.approvals.get(idOf(approvalId)));
  expect(kept).toMatchObject({ status: 'Approved' });
  expect(kept).not.toHaveProperty('consumedAt');
  await after.settle();
  expect(await after.plane.getRun(after.alice, runId)).toMatchObject({ status: 'Succeeded' });
  expect(desk.count('desk_refund')).toBe(1);
});
