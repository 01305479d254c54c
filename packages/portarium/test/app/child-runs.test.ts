import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Desk, openDesk } from './desk-server.js';
import { autoFlow, openPlane, refundFlow, type TestPlane } from './plane.js';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
beforeEach(() => desk.calls.splice(0));
afterAll(() => desk.close());

const parent = (workflow: string, more: object = {}) => ({
  workflowId: 'parent',
  name: 'Parent',
  executionTier: 'Auto',
  actions: [{ actionId: 'sub', operation: 'run:start', workflow, input: { amount: '{{ input.amount }}' }, ...more }],
});

async function started(source: object): Promise<TestPlane & { readonly runId: string }> {
  const world = await openPlane({ desk });
  await world.plane.putWorkflow(world.alice, { source: refundFlow });
  await world.plane.putWorkflow(world.alice, { source: autoFlow });
  await world.plane.putWorkflow(world.alice, { source });
  const { runId } = await world.plane.startRun(world.alice, { workflowId: 'parent', input: { amount: 7 } });
  await world.settle();
  return { ...world, runId };
}

async function childOf({ plane, alice, runId }: Awaited<ReturnType<typeof started>>) {
  const [step] = (await plane.getRun(alice, runId)).steps;
  return plane.getRun(alice, step?.childRunId ?? '');
}

test('a step starts a run of another workflow, waits through its gate, and goes on with its output', async () => {
  const at = await started(parent('refund'));
  const { plane, alice, bob, settle, runId } = at;
  expect(await plane.getRun(alice, runId)).toMatchObject({ status: 'Running', steps: [{ state: 'WaitingForRun' }] });
  const child = await childOf(at);
  expect(child).toMatchObject({ status: 'WaitingForApproval', parentRunId: runId, initiatedByUserId: 'alice' });
  const approvalId = child.pendingApprovals[0]?.approvalId ?? '';
  await expect(plane.decideApproval(alice, { approvalId, decision: 'Approved' })).rejects.toMatchObject({
    kind: 'SeparationOfDuties',
  });
  await plane.decideApproval(bob, { approvalId, decision: 'Approved' });
  await settle();
  const [done, ended] = [await plane.getRun(alice, runId), await childOf(at)];
  expect(done).toMatchObject({ status: 'Succeeded', output: ended.output });
  expect(desk.count('desk_refund')).toBe(1);
  expect(await plane.verifyEvidence(alice)).toMatchObject({ valid: true });
});

test('a child that fails fails the step that waits for it', async () => {
  const at = await started(parent('refund'));
  const approvalId = (await childOf(at)).pendingApprovals[0]?.approvalId ?? '';
  await at.plane.decideApproval(at.bob, { approvalId, decision: 'Denied', rationale: 'no' });
  await at.settle();
  expect(await at.plane.getRun(at.alice, at.runId)).toMatchObject({
    status: 'Failed',
    failure: { kind: 'ActionFailed', message: expect.stringContaining('bob denied') },
  });
  expect(desk.count('desk_refund')).toBe(0);
});

test('cancelling a run cancels what it started, and nothing of it can be approved any more', async () => {
  const at = await started(parent('refund'));
  const child = await childOf(at);
  await at.plane.cancelRun(at.alice, { runId: at.runId });
  await at.settle();
  expect(await at.plane.getRun(at.alice, at.runId)).toMatchObject({ status: 'Cancelled' });
  expect(await at.plane.getRun(at.alice, child.runId)).toMatchObject({ status: 'Cancelled', pendingApprovals: [] });
  const approvalId = child.pendingApprovals[0]?.approvalId ?? '';
  await expect(at.plane.decideApproval(at.bob, { approvalId, decision: 'Approved' })).rejects.toMatchObject({
    kind: 'Conflict',
  });
});

test('forEach starts one run for each member', async () => {
  const { plane, alice, runId } = await started(parent('auto-refund', { forEach: '[1, 2, 3]' }));
  const run = await plane.getRun(alice, runId);
  expect(run).toMatchObject({ status: 'Succeeded' });
  expect(run.output).toHaveLength(3);
  expect(desk.count('desk_refund')).toBe(3);
});

test('a gate is not passed by starting a run: the child is at least as strict as the run above it', async () => {
  const at = await started({ ...parent('auto-refund'), executionTier: 'HumanApprove' });
  expect(await childOf(at)).toMatchObject({ status: 'WaitingForApproval', executionTier: 'HumanApprove' });
});

test.each([
  ['a workflow that is not there', 'nope', /no active workflow "nope"/],
  ['a workflow that starts itself', 'parent', /more than 8 deep/],
])('%s ends the run with the reason', async (_, workflow, reason) => {
  const { plane, alice, runId } = await started(parent(workflow));
  expect(await plane.getRun(alice, runId)).toMatchObject({
    status: 'Failed',
    failure: { message: expect.stringMatching(reason) },
  });
});
