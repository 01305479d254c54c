import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Desk, openDesk } from './desk-server.js';
import { autoFlow, openPlane, refundFlow } from './plane.js';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
beforeEach(() => desk.calls.splice(0));
afterAll(() => desk.close());

const slowFlow = {
  name: 'Slow',
  executionTier: 'Auto',
  actions: [
    { actionId: 'slow', operation: 'mcp:call', server: 'desk', tool: 'desk_slow_refund', arguments: { amount: 1 } },
    { actionId: 'after', operation: 'mcp:call', server: 'desk', tool: 'desk_refund', arguments: { amount: 2 } },
  ],
};

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5));
}

test('X1: a run that has not begun or that waits is cancelled at once, its approval closed and no longer decidable', async () => {
  const { plane, alice, bob, settle } = await openPlane({ desk });
  await plane.putWorkflow(alice, { source: refundFlow });
  const early = await plane.startRun(alice, { workflowId: 'refund', input: { amount: 1 } });
  expect(await plane.cancelRun(alice, { runId: early.runId })).toMatchObject({
    status: 'Cancelled',
    cancellation: { effective: true },
  });
  const { runId } = await plane.startRun(alice, { workflowId: 'refund', input: { amount: 1 } });
  await settle();
  const [approval] = (await plane.getRun(alice, runId)).pendingApprovals;
  await plane.cancelRun(alice, { runId, reason: 'no longer needed' });
  expect(await plane.getRun(alice, runId)).toMatchObject({ status: 'Cancelled', pendingApprovals: [] });
  const decide = plane.decideApproval(bob, { approvalId: approval?.approvalId ?? '', decision: 'Approved' });
  await expect(decide).rejects.toMatchObject({ kind: 'Conflict' });
  await settle();
  expect(desk.count('desk_refund')).toBe(0);
});

test('X2: a cancel during a call lets its real outcome be recorded, and no further step starts', async () => {
  const { plane, alice, settle } = await openPlane({ desk });
  await plane.putWorkflow(alice, { source: slowFlow });
  const { runId } = await plane.startRun(alice, { workflowId: 'slow' });
  const going = settle();
  await until(() => desk.count('desk_slow_refund') === 1);
  const cancelled = await plane.cancelRun(alice, { runId });
  expect(cancelled).toMatchObject({
    status: 'Running',
    cancelRequestedAtIso: expect.any(String),
    cancellation: { effective: false, inFlightActionIds: ['slow'] },
  });
  desk.release();
  await going;
  const run = await plane.getRun(alice, runId);
  expect(run).toMatchObject({
    status: 'Cancelled',
    steps: [{ state: 'Succeeded', output: { refunded: 1 } }, { state: 'Cancelled' }],
  });
  expect(desk.count('desk_refund')).toBe(0);
});

test('X2: a call that does not end within the grace is broken off, and that nobody knows its outcome is said', async () => {
  const { plane, alice, settle } = await openPlane({ desk, cancelGraceMs: 30 });
  await plane.putWorkflow(alice, { source: slowFlow });
  const { runId } = await plane.startRun(alice, { workflowId: 'slow' });
  const going = settle();
  await until(() => desk.count('desk_slow_refund') === 1);
  await plane.cancelRun(alice, { runId });
  await going;
  expect(await plane.getRun(alice, runId)).toMatchObject({
    status: 'Cancelled',
    steps: [{ state: 'UnknownOutcome' }, {}],
  });
  const { items } = await plane.listWorkItems(alice, { runId });
  expect(items).toMatchObject([{ kind: 'unknown-outcome', status: 'Open' }]);
  desk.release();
});

test('X3: of a cancel and the last success exactly one counts, and the evidence agrees', async () => {
  const { plane, alice, settle } = await openPlane({ desk });
  await plane.putWorkflow(alice, { source: autoFlow });
  const ends = new Set<string>();
  for (let round = 0; round < 12; round += 1) {
    const { runId } = await plane.startRun(alice, { workflowId: 'auto-refund', input: { amount: round } });
    const calls = desk.calls.length;
    const going = settle();
    // Once after nothing, once after the first call, once after the second, and so on.
    while (desk.calls.length < calls + (round % 3)) await new Promise((resolve) => setTimeout(resolve, 1));
    const cancelled = await plane.cancelRun(alice, { runId }).catch((error: { kind: string }) => error);
    await going;
    const { status } = await plane.getRun(alice, runId);
    ends.add(status);
    if (status === 'Succeeded') expect(cancelled).toMatchObject({ kind: 'Conflict' });
    else expect(cancelled).toMatchObject({ cancellation: {} });
    const entries = (await plane.listEvidence(alice, { runId, limit: 200 })).items.map(({ type }) => type);
    expect(entries.filter((type) => /^Run(Succeeded|Failed|Cancelled)$/.test(type))).toEqual([`Run${status}`]);
  }
  expect([...ends].every((status) => status === 'Succeeded' || status === 'Cancelled')).toBe(true);
});

test('X4: cancelling twice is fine and recorded once; cancelling what has succeeded is a conflict', async () => {
  const { plane, alice, settle } = await openPlane({ desk });
  await plane.putWorkflow(alice, { source: autoFlow });
  const one = await plane.startRun(alice, { workflowId: 'auto-refund', input: { amount: 1 } });
  await plane.cancelRun(alice, { runId: one.runId });
  expect(await plane.cancelRun(alice, { runId: one.runId })).toMatchObject({ status: 'Cancelled' });
  const { items } = await plane.listEvidence(alice, { runId: one.runId, type: 'RunCancelRequested' });
  expect(items).toHaveLength(1);
  const two = await plane.startRun(alice, { workflowId: 'auto-refund', input: { amount: 1 } });
  await settle();
  await expect(plane.cancelRun(alice, { runId: two.runId })).rejects.toMatchObject({ kind: 'Conflict' });
});

test('X5: when cancel comes before dispatch nothing leaves', async () => {
  const { plane, alice, bob, settle } = await openPlane({ desk });
  await plane.putWorkflow(alice, { source: refundFlow });
  const { runId } = await plane.startRun(alice, { workflowId: 'refund', input: { amount: 1 } });
  await settle();
  const [approval] = (await plane.getRun(alice, runId)).pendingApprovals;
  await Promise.all([
    plane.decideApproval(bob, { approvalId: approval?.approvalId ?? '', decision: 'Approved' }),
    plane.cancelRun(alice, { runId }),
  ]);
  await settle();
  expect(await plane.getRun(alice, runId)).toMatchObject({ status: 'Cancelled' });
  expect(desk.count('desk_refund')).toBe(0);
});

test('X6: an auditor cannot cancel', async () => {
  const { plane, alice, zoe } = await openPlane({ desk });
  await plane.putWorkflow(alice, { source: refundFlow });
  const { runId } = await plane.startRun(alice, { workflowId: 'refund' });
  await expect(plane.cancelRun(zoe, { runId })).rejects.toMatchObject({ kind: 'Forbidden' });
  expect(await plane.getRun(zoe, runId)).toMatchObject({ status: 'Pending' });
});
