import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Desk, openDesk } from './desk-server.js';
import { autoFlow, openPlane, type TestPlane } from './plane.js';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
beforeEach(() => desk.calls.splice(0));
afterAll(() => desk.close());

const bigRefunds = {
  policyId: 'refunds',
  name: 'Refunds',
  rules: [
    {
      ruleId: 'big',
      match: { tools: ['desk_refund'], arguments: [{ path: 'amount', op: 'gt', value: 100 }] },
      effect: 'RequireApproval',
      approval: { required: 2 },
      reason: 'Refunds over 100 need two people.',
    },
  ],
};

async function ran({ plane, alice, settle }: TestPlane, workflowId: string, input: Record<string, unknown>) {
  const { runId } = await plane.startRun(alice, { workflowId, input });
  await settle();
  return plane.getRun(alice, runId);
}

test('R1: a refund of 99 runs, one of 101 waits for two people', async () => {
  const opened = await openPlane({ desk });
  await opened.plane.putWorkflow(opened.alice, { source: autoFlow });
  await opened.plane.putPolicy(opened.adam, { source: bigRefunds, activate: true });
  expect(await ran(opened, 'auto-refund', { amount: 99 })).toMatchObject({ status: 'Succeeded' });
  const big = await ran(opened, 'auto-refund', { amount: 101 });
  expect(big).toMatchObject({
    status: 'WaitingForApproval',
    pendingApprovals: [{ requiredApprovals: 2, reason: expect.stringMatching(/two people.*refunds\/big/) }],
  });
});

test('R2: a policy with an error is not saved; one that cannot be evaluated denies', async () => {
  const opened = await openPlane({ desk });
  const broken = { ...bigRefunds, rules: [{ ...bigRefunds.rules[0], effect: 'Maybe' }] };
  await expect(opened.plane.putPolicy(opened.adam, { source: broken })).rejects.toMatchObject({
    kind: 'InvalidInput',
    context: { errors: { 'rules.0.effect': expect.any(Array) } },
  });
  await opened.plane.putWorkflow(opened.alice, { source: autoFlow });
  await opened.plane.putPolicy(opened.adam, { source: bigRefunds, activate: true });
  const run = await ran(opened, 'auto-refund', { amount: 'a lot' });
  expect(run).toMatchObject({
    status: 'Failed',
    failure: { kind: 'PolicyDenied', message: expect.stringMatching(/could not be evaluated/) },
  });
  expect(desk.count('desk_refund')).toBe(0);
});

test.each([
  ['dev', 'HumanApprove', 'Succeeded'],
  ['staging', 'Assisted', 'Succeeded'],
  ['staging', 'HumanApprove', 'WaitingForApproval'],
  ['prod', 'Auto', 'Succeeded'],
  ['prod', 'Assisted', 'WaitingForApproval'],
] as const)('R3: in %s a workflow of tier %s ends as %s', async (environment, executionTier, status) => {
  const opened = await openPlane({ desk, environment });
  const source = { ...autoFlow, executionTier };
  // In production somebody else activates what was saved, and tools are reviewed before they run by themselves.
  for (const tool of ['desk_read_balance', 'desk_refund'])
    await opened.plane.reviewTool(opened.adam, { server: 'desk', tool });
  for (const person of [opened.alice, opened.adam]) await opened.plane.putWorkflow(person, { source });
  expect(await ran(opened, 'auto-refund', { amount: 1 })).toMatchObject({ status });
});

test('a ManualOnly step becomes work for a person, whose answer is the output', async () => {
  const opened = await openPlane({ desk });
  const { plane, alice, bob, settle } = opened;
  await plane.putWorkflow(alice, { source: { ...autoFlow, executionTier: 'ManualOnly' } });
  const run = await ran(opened, 'auto-refund', { amount: 3 });
  const { items } = await plane.listWorkItems(bob, { runId: run.runId });
  expect(items).toMatchObject([{ kind: 'manual-call', title: 'Do by hand: desk/desk_read_balance' }]);
  for (const _ of ['look', 'refund']) {
    const [item] = (await plane.listWorkItems(bob, { runId: run.runId, mcpStatus: 'pending' })).items;
    const { completionToken } = await plane.claimWorkItem(bob, item?.workItemId ?? '');
    await plane.completeWorkItem(bob, {
      workItemId: item?.workItemId ?? '',
      outcome: 'succeeded',
      completionToken,
      output: { by: 'hand' },
    });
    await settle();
  }
  expect(await plane.getRun(alice, run.runId)).toMatchObject({ status: 'Succeeded' });
  expect(desk.calls).toEqual([]);
});

test('R4: an exposure policy hides a tool from a role, from the next request on', async () => {
  const { plane, adam, bob } = await openPlane({ desk });
  const names = ['portarium_run_get', 'portarium_run_cancel'];
  expect((await plane.exposedTools(bob, names)).size).toBe(2);
  await plane.putToolExposure(adam, {
    rules: [{ toolPattern: 'portarium_run_cancel', allowedRoles: ['admin', 'operator'] }],
  });
  expect([...(await plane.exposedTools(bob, names))]).toEqual(['portarium_run_get']);
});

test('R5: in a frozen workspace nothing starts or is dispatched and reading works; unfrozen it goes on', async () => {
  const opened = await openPlane({ desk });
  const { plane, adam, alice, settle } = opened;
  await plane.putWorkflow(alice, { source: autoFlow });
  const { runId } = await plane.startRun(alice, { workflowId: 'auto-refund', input: { amount: 1 } });
  await plane.freeze(adam, 'incident 12');
  await settle();
  expect(await plane.getRun(alice, runId)).toMatchObject({
    controlState: 'frozen',
    waitingFor: expect.stringMatching(/incident 12/),
  });
  await expect(plane.startRun(alice, { workflowId: 'auto-refund' })).rejects.toMatchObject({ kind: 'Frozen' });
  expect(desk.calls).toEqual([]);
  await plane.unfreeze(adam);
  await settle();
  expect(await plane.getRun(alice, runId)).toMatchObject({ status: 'Succeeded' });
});

const loop = {
  name: 'Loop',
  executionTier: 'Auto',
  actions: [
    {
      actionId: 'each',
      operation: 'mcp:call',
      server: 'desk',
      tool: 'desk_put_note',
      forEach: 'input.items',
      maxParallel: 1,
      arguments: { text: '{{ item }}' },
    },
  ],
};

test('R6: with a budget of five calls the sixth is stopped before it is made, and the run says why', async () => {
  const opened = await openPlane({ desk });
  await opened.plane.putWorkflow(opened.alice, { source: loop });
  await opened.plane.putPolicy(opened.adam, {
    source: { policyId: 'budget', name: 'B', budgets: [{ scope: 'Run', metric: 'ToolCalls', hardStopAt: 5 }] },
    activate: true,
  });
  const run = await ran(opened, 'loop', { items: [1, 2, 3, 4, 5, 6, 7] });
  expect(run).toMatchObject({
    status: 'Paused',
    controlState: 'blocked',
    waitingFor: expect.stringMatching(/budget of 5 ToolCalls/),
  });
  expect(desk.count('desk_put_note')).toBe(5);
  await opened.plane.deactivatePolicy(opened.adam, { policyId: 'budget', withoutDiff: true });
  await opened.plane.intervene(opened.alice, { runId: run.runId, kind: 'resume', rationale: 'the budget was lifted' });
  await opened.settle();
  expect(await opened.plane.getRun(opened.alice, run.runId)).toMatchObject({ status: 'Succeeded' });
});

test('R7: a daily quota that is used up defers the call to the next day and does not fail it', async () => {
  const opened = await openPlane({ desk });
  await opened.plane.putWorkflow(opened.alice, { source: loop });
  await opened.plane.putPolicy(opened.adam, {
    source: { policyId: 'quota', name: 'Q', quotas: [{ tools: ['desk_put_*'], requestsPerDay: 2 }] },
    activate: true,
  });
  const run = await ran(opened, 'loop', { items: [1, 2, 3] });
  const deferred = run.steps.find(({ state }) => state === 'WaitingForTimer');
  expect(run).toMatchObject({ status: 'Running', controlState: 'waiting' });
  expect(deferred?.availableAtIso).toBe('2026-01-06T00:00:00.000Z');
  opened.clock.pass(12 * 3_600_000);
  await opened.settle();
  expect(await opened.plane.getRun(opened.alice, run.runId)).toMatchObject({ status: 'Succeeded' });
});

test('R9: simulating a rule lists the past calls it would change and writes nothing', async () => {
  const opened = await openPlane({ desk });
  const { plane, adam, alice } = opened;
  await plane.putWorkflow(alice, { source: autoFlow });
  await ran(opened, 'auto-refund', { amount: 99 });
  const big = await ran(opened, 'auto-refund', { amount: 500 });
  const before = await plane.listEvidence(adam, { limit: 200 });
  const simulated = await plane.simulatePolicy(adam, { source: bigRefunds });
  expect(simulated).toMatchObject({
    considered: 4,
    changes: [{ runId: big.runId, stepId: 'refund', before: 'Allow', after: 'RequireApproval', rule: 'refunds/big' }],
  });
  expect(await plane.listEvidence(adam, { limit: 200 })).toEqual(before);
  expect(await plane.listPolicies(adam)).toEqual([]);
});

test('a proposed call is a run of one step: reads go through, writes wait for somebody else, its arguments stay text', async () => {
  const { plane, bot, alice, bob, settle } = await openPlane({ desk, environment: 'dev' });
  const read = await plane.proposeCall(bot, {
    server: 'desk',
    tool: 'desk_read_balance',
    arguments: { account: '{{ input }}' },
  });
  await settle();
  expect(await plane.getRun(bot, read.runId)).toMatchObject({
    status: 'Succeeded',
    output: { account: '{{ input }}' },
  });
  const write = await plane.proposeCall(bot, {
    server: 'desk',
    tool: 'desk_refund',
    arguments: { amount: 5 },
    idempotencyKey: 'once',
  });
  expect(
    await plane.proposeCall(bot, {
      server: 'desk',
      tool: 'desk_refund',
      arguments: { amount: 5 },
      idempotencyKey: 'once',
    }),
  ).toMatchObject({ runId: write.runId, replayed: true });
  await settle();
  const waiting = await plane.getRun(bot, write.runId);
  const approvalId = waiting.pendingApprovals[0]?.approvalId ?? '';
  await expect(plane.decideApproval(alice, { approvalId, decision: 'Approved' })).rejects.toMatchObject({
    kind: 'SeparationOfDuties',
  });
  await plane.decideApproval(bob, { approvalId, decision: 'Approved' });
  await settle();
  expect(await plane.getRun(bot, write.runId)).toMatchObject({ status: 'Succeeded', output: { refunded: 5 } });
});
