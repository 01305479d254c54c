import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Desk, openDesk } from './desk-server.js';
import { openPlane, refundFlow, type TestPlane } from './plane.js';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
beforeEach(() => desk.calls.splice(0));
afterAll(() => desk.close());

const gated = {
  workflowId: 'gated',
  name: 'Gated',
  executionTier: 'Auto',
  actions: [
    { actionId: 'ask', operation: 'approval:request', expiresInMs: 60_000 },
    { actionId: 'refund', operation: 'mcp:call', server: 'desk', tool: 'desk_refund', arguments: { amount: 5 } },
  ],
};

async function waiting(source: object, workflowId: string): Promise<TestPlane & { runId: string; approvalId: string }> {
  const world = await openPlane({ desk });
  await world.plane.putWorkflow(world.alice, { source });
  const { runId } = await world.plane.startRun(world.alice, { workflowId, input: { amount: 5 } });
  await world.settle();
  const { pendingApprovals } = await world.plane.getRun(world.adam, runId);
  return { ...world, runId, approvalId: pendingApprovals[0]?.approvalId ?? '' };
}

test.each([
  ['a call that policy gates', refundFlow, 'refund', 86_400_000],
  ['a gate of its own', gated, 'gated', 60_000],
])(
  'an approval that has expired before it is used is not used, and is asked for again: %s',
  async (_, source, id, ms) => {
    const at = await waiting(source, id);
    await at.plane.decideApproval(at.bob, { approvalId: at.approvalId, decision: 'Approved' });
    at.clock.pass(ms + 5500);
    await at.settle();
    expect(desk.count('desk_refund')).toBe(0);
    expect(await at.plane.getRun(at.adam, at.runId)).toMatchObject({
      status: 'WaitingForApproval',
      pendingApprovals: [{ supersedes: at.approvalId }],
    });
    expect(await at.plane.getApproval(at.adam, at.approvalId)).toMatchObject({
      status: 'Expired',
      closedBecause: expect.stringContaining('expired'),
    });
  },
);

test.each([
  ['with a call behind it', gated, 1],
  ['with nothing to call behind it', { ...gated, actions: gated.actions.slice(0, 1) }, 0],
])('a gate that was approved and passed ends as executed, %s', async (_, source, calls) => {
  const at = await waiting(source, 'gated');
  await at.plane.decideApproval(at.bob, { approvalId: at.approvalId, decision: 'Approved' });
  await at.settle();
  expect(await at.plane.getRun(at.adam, at.runId)).toMatchObject({ status: 'Succeeded' });
  const approval = await at.plane.getApproval(at.adam, at.approvalId);
  expect(approval).toMatchObject({ status: 'Executed' });
  expect(approval).not.toHaveProperty('closedBecause');
  expect(desk.count('desk_refund')).toBe(calls);
});

test('a refused decision with the same key is refused again in the same words, and recorded once', async () => {
  const at = await waiting(refundFlow, 'refund');
  const { plane, alice, adam, approvalId, runId } = at;
  const decide = () => plane.decideApproval(alice, { approvalId, decision: 'Approved', idempotencyKey: 'k' });
  const refusals = [await decide().catch((fault) => fault), await decide().catch((fault) => fault)];
  for (const refusal of refusals) {
    expect(refusal).toBeInstanceOf(Error);
    expect(refusal).toMatchObject({
      kind: 'SeparationOfDuties',
      message: refusals[0].message,
      suggestion: expect.any(String),
    });
  }
  const { items } = await plane.listEvidence(adam, { runId, type: 'DecisionRefused' });
  expect(items).toHaveLength(1);
});
