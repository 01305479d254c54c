import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { type Desk, openDesk } from './desk-server.js';
import { autoFlow, openPlane, type PlaneOptions, type TestPlane } from './plane.js';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
beforeEach(() => desk.calls.splice(0));
afterAll(() => desk.close());

const outer = {
  workflowId: 'outer',
  name: 'Outer',
  executionTier: 'Auto',
  actions: [{ actionId: 'sub', operation: 'run:start', workflow: 'auto-refund', input: { amount: 7 } }],
};

/** An agent that administrators gave these terms, and two workflows, one of which starts the other. */
async function withAgent(terms: object, options: PlaneOptions = {}): Promise<TestPlane> {
  const world = await openPlane({ desk, ...options });
  const { plane, adam, alice } = world;
  await plane.registerAgent(adam, { machineId: 'm', agentId: 'bot-1', displayName: 'Bot', ...terms });
  await plane.putWorkflow(alice, { source: autoFlow });
  await plane.putWorkflow(alice, { source: outer });
  return world;
}

async function ran({ plane, bot, adam, settle }: TestPlane, workflowId: string) {
  const { runId } = await plane.startRun(bot, { workflowId, input: { amount: 7 } });
  await settle();
  const run = await plane.getRun(adam, runId);
  const child = run.steps[0]?.childRunId;
  return child === undefined ? run : plane.getRun(adam, child);
}

test.each(['auto-refund', 'outer'])(
  'tools an agent was not given are not called by what it starts: %s',
  async (workflow) => {
    const world = await withAgent({ policyTier: 'Auto', allowedTools: ['desk_read_balance'] });
    expect(await ran(world, workflow)).toMatchObject({
      status: 'Failed',
      failure: { kind: 'PolicyDenied', message: expect.stringContaining('bot-1') },
    });
    expect(desk.count('desk_refund')).toBe(0);
  },
);

test.each([
  ['only a tool of a server', ['desk_read_balance'], 'Failed', 0],
  ['another method', ['http.GET'], 'Failed', 0],
  ['another host', ['example.com/http.*'], 'Failed', 0],
  ['this method of this host', ['127.0.0.1:*/http.POST'], 'Succeeded', 1],
  ['everything', [], 'Succeeded', 1],
])(
  'an agent that was given %s causes HTTP calls accordingly, also through runs it starts',
  async (_, allowed, status, sent) => {
    let received = 0;
    const api = createServer((__, res) => {
      received += 1;
      res.end('{}');
    }).listen(0, '127.0.0.1');
    onTestFinished(() => void api.close());
    await once(api, 'listening');
    const host = `127.0.0.1:${(api.address() as AddressInfo).port}`;
    const world = await withAgent({ policyTier: 'Auto', allowedTools: allowed }, { allowedHosts: [host] });
    const call = { actionId: 'post', operation: 'http:call', method: 'POST', url: `http://${host}/`, body: {} };
    const flow = { workflowId: 'post', name: 'Post', executionTier: 'Auto', actions: [call] };
    await world.plane.putWorkflow(world.alice, { source: flow });
    const start = { actionId: 'sub', operation: 'run:start', workflow: 'post' };
    await world.plane.putWorkflow(world.alice, { source: { ...outer, actions: [start] } });
    expect(await ran(world, 'outer')).toMatchObject({ status });
    expect(received).toBe(sent);
  },
);

test.each(['auto-refund', 'outer'])('the tier of an agent holds for what it starts: %s asks', async (workflow) => {
  const world = await withAgent({ policyTier: 'HumanApprove' });
  expect(await ran(world, workflow)).toMatchObject({ status: 'WaitingForApproval' });
  expect(desk.count('desk_refund')).toBe(0);
});

test('an agent in quarantine starts nothing, and what it started stands still until somebody has looked', async () => {
  const world = await withAgent({ policyTier: 'HumanApprove' });
  const { plane, adam, bob, bot, settle } = world;
  const waiting = await ran(world, 'outer');
  await plane.quarantineAgent(adam, { agentId: 'bot-1', reason: 'odd requests' });
  await expect(plane.startRun(bot, { workflowId: 'outer', input: {} })).rejects.toMatchObject({ kind: 'Forbidden' });
  const approvalId = waiting.pendingApprovals[0]?.approvalId ?? '';
  await plane.decideApproval(bob, { approvalId, decision: 'Approved' });
  await settle();
  expect(await plane.getRun(adam, waiting.runId)).toMatchObject({
    status: 'Paused',
    controlState: 'blocked',
    waitingFor: expect.stringContaining('quarantine'),
  });
  expect(desk.count('desk_refund')).toBe(0);
  await plane.reviewAgent(adam, { agentId: 'bot-1', accept: false });
  await settle();
  expect(await plane.getRun(adam, waiting.runId)).toMatchObject({ status: 'Succeeded' });
  expect(desk.count('desk_refund')).toBe(1);
});

test('an agent does not choose its own tier or tools; an administrator changes them later', async () => {
  const world = await openPlane({ desk });
  const { plane, adam, bot } = world;
  const words = { machineId: 'm', agentId: 'bot-1', displayName: 'Bot' };
  await expect(plane.registerAgent(bot, { ...words, policyTier: 'Auto' })).rejects.toMatchObject({ kind: 'Forbidden' });
  await expect(plane.registerAgent(bot, { ...words, allowedTools: [] })).rejects.toMatchObject({ kind: 'Forbidden' });
  expect(await plane.registerAgent(bot, words)).toMatchObject({ policyTier: 'HumanApprove' });
  expect(await plane.registerAgent(adam, { ...words, policyTier: 'Assisted', allowedTools: ['desk_*'] })).toMatchObject(
    {
      created: false,
      policyTier: 'Assisted',
      allowedTools: ['desk_*'],
    },
  );
});

const twice = {
  workflowId: 'outer',
  name: 'Outer',
  executionTier: 'Auto',
  actions: ['one', 'two'].map((actionId) => ({
    actionId,
    operation: 'run:start',
    workflow: 'auto-refund',
    input: { amount: 7 },
  })),
};

test('the budget of a run counts the calls of runs that it started', async () => {
  const budget = { policyId: 'b', name: 'B', budgets: [{ scope: 'Run', metric: 'ToolCalls', hardStopAt: 3 }] };
  const world = await withAgent({ policyTier: 'Auto' });
  await world.plane.putWorkflow(world.alice, { source: twice });
  await world.plane.putPolicy(world.adam, { source: budget, activate: true });
  await world.plane.startRun(world.bot, { workflowId: 'outer', input: {} });
  await world.settle();
  expect(desk.calls).toHaveLength(3);
});

test('the most calls a workflow allows itself includes what it has others do', async () => {
  const world = await withAgent({ policyTier: 'Auto' });
  await world.plane.putWorkflow(world.alice, { source: { ...twice, maxToolCalls: 3 } });
  await world.plane.startRun(world.bot, { workflowId: 'outer', input: {} });
  await world.settle();
  expect(desk.calls).toHaveLength(3);
});
