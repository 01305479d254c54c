import { expect, test } from 'vitest';
import { idOf } from '../../src/domain/ids.js';
import type { Caller } from '../../src/domain/principal.js';
import { openPlane, type TestPlane } from './plane.js';

const review = {
  name: 'Review',
  executionTier: 'Auto',
  actions: [
    {
      actionId: 'review',
      operation: 'agent:task',
      capability: 'code:review',
      payload: { pr: '{{ input.pr }}' },
      leaseMs: 60_000,
    },
  ],
};

const at = { machineId: 'm-1', agentId: 'bot-1' };
const caps = { capabilities: ['code:review'] };
const registered = ({ plane, bot }: TestPlane) => plane.registerAgent(bot, { ...at, displayName: 'Bot', ...caps });

async function withTask(): Promise<TestPlane & { readonly runId: string }> {
  const opened = await openPlane();
  await registered(opened);
  await opened.plane.agentHeartbeat(opened.bot, at);
  await opened.plane.putWorkflow(opened.alice, { source: review });
  const { runId } = await opened.plane.startRun(opened.alice, { workflowId: 'review', input: { pr: 7 } });
  await opened.settle();
  return { ...opened, runId };
}

test('L1: registering creates the agent without any secret; the same again changes nothing; other capabilities mean quarantine', async () => {
  const opened = await openPlane();
  const { plane, adam, bot } = opened;
  const created = await registered(opened);
  expect(created).toMatchObject({ agentId: 'bot-1', created: true, policyTier: 'HumanApprove' });
  expect(JSON.stringify(created)).not.toMatch(/qk_|secret|token|key/i);
  expect(await registered(opened)).toMatchObject({ created: false });
  await plane.registerMachine(adam, { machineId: 'm-1', capabilities: ['code:review', 'code:deploy'] });
  const drifted = await plane.registerAgent(bot, { ...at, displayName: 'Bot', capabilities: ['code:deploy'] });
  expect(drifted).toMatchObject({
    created: false,
    liveness: 'Quarantined',
    capabilityDrift: { registered: ['code:review'], offered: ['code:deploy'] },
  });
  await expect(plane.claimTask(bot, { agentId: 'bot-1' })).rejects.toMatchObject({ kind: 'Forbidden' });
  await expect(plane.reviewAgent(bot, { agentId: 'bot-1', accept: true })).rejects.toMatchObject({ kind: 'Forbidden' });
  expect(await plane.reviewAgent(adam, { agentId: 'bot-1', accept: true })).toMatchObject({
    capabilities: ['code:deploy'],
    liveness: 'Registered',
  });
});

test('L2: a capability that the machine does not declare is refused by name', async () => {
  const { plane, adam, bot } = await openPlane();
  await plane.registerMachine(adam, { machineId: 'm-1', capabilities: ['code:review'] });
  const register = plane.registerAgent(bot, { ...at, displayName: 'Bot', capabilities: ['code:review', 'money:send'] });
  await expect(register).rejects.toMatchObject({ kind: 'InvalidInput', message: expect.stringMatching(/money:send/) });
});

test('L3: heartbeats of unknown agents or wrong machines are not found; known ones are stored, extend the lease and bring directives', async () => {
  const opened = await openPlane();
  const { plane, bot, alice, clock } = opened;
  await expect(plane.agentHeartbeat(bot, at)).rejects.toMatchObject({ kind: 'NotFound' });
  await registered(opened);
  await expect(plane.agentHeartbeat(bot, { ...at, machineId: 'm-2' })).rejects.toMatchObject({ kind: 'NotFound' });
  await plane.directAgent(alice, { agentId: 'bot-1', directive: 'reload configuration' });
  const answer = await plane.agentHeartbeat(bot, { ...at, status: 'degraded', statusMessage: 'low memory' });
  expect(answer).toMatchObject({
    liveness: 'Degraded',
    directives: ['reload configuration'],
    nextHeartbeatInMs: 15_000,
  });
  expect(Date.parse(answer.leaseExpiresAtIso) - clock.now()).toBe(45_000);
  expect(await plane.getAgent(alice, 'bot-1')).toMatchObject({ status: 'degraded', statusMessage: 'low memory' });
  expect(await plane.agentHeartbeat(bot, at)).toMatchObject({ directives: [], liveness: 'Online' });
});

test('L3: a draining agent gets no new work', async () => {
  const { plane, bot } = await withTask();
  expect(await plane.agentHeartbeat(bot, { ...at, status: 'draining' })).toMatchObject({ assignedWork: [] });
  expect(await plane.claimTask(bot, { agentId: 'bot-1' })).toBeUndefined();
});

test('an agent finds its work in the heartbeat, claims it, and its result lets the run go on', async () => {
  const { plane, bot, alice, runId, settle } = await withTask();
  const { assignedWork } = await plane.agentHeartbeat(bot, at);
  expect(assignedWork).toMatchObject([{ state: 'Queued', payload: { pr: 7 } }]);
  const task = await plane.claimTask(bot, { agentId: 'bot-1' });
  expect(task).toMatchObject({ state: 'Claimed', epoch: 1, claimedBy: 'bot-1' });
  await plane.completeTask(bot, {
    agentId: 'bot-1',
    taskId: task?.taskId ?? '',
    epoch: 1,
    result: { verdict: 'fine' },
  });
  await settle();
  expect(await plane.getRun(alice, runId)).toMatchObject({ status: 'Succeeded', output: { verdict: 'fine' } });
});

test('L4 L5: an agent that falls silent is stale, its task goes back under a higher number, and its late result is refused', async () => {
  const { plane, bot, alice, adam, runId, settle, clock } = await withTask();
  const task = await plane.claimTask(bot, { agentId: 'bot-1' });
  const taskId = task?.taskId ?? '';
  clock.pass(46_000);
  await settle();
  expect(await plane.getAgent(alice, 'bot-1')).toMatchObject({ liveness: 'Stale' });
  expect(await plane.listTasks(alice, { runId })).toMatchObject([{ state: 'Queued', epoch: 2 }]);
  const events = await plane.eventsSince(alice, 0, 200);
  expect(events.map(({ type }) => type)).toContain('com.portarium.agent.AgentStale');

  await plane.registerAgent(adam, { machineId: 'm-1', agentId: 'bot-2', displayName: 'Second', ...caps });
  const second: Caller = { workspaceId: idOf('ws-a'), principalId: idOf('bot-2'), kind: 'agent', roles: ['agent'] };
  await plane.agentHeartbeat(second, { machineId: 'm-1', agentId: 'bot-2' });
  expect(await plane.claimTask(second, { agentId: 'bot-2' })).toMatchObject({ taskId, epoch: 3 });
  const late = plane.completeTask(bot, { agentId: 'bot-1', taskId, epoch: 1, result: { verdict: 'old' } });
  await expect(late).rejects.toMatchObject({ kind: 'StaleLease' });
  await plane.completeTask(second, { agentId: 'bot-2', taskId, epoch: 3, result: { verdict: 'new' } });
  await settle();
  expect(await plane.getRun(alice, runId)).toMatchObject({ status: 'Succeeded', output: { verdict: 'new' } });
  const { items } = await plane.listEvidence(alice, { runId, type: 'LateResultRefused' });
  expect(items).toMatchObject([{ actor: { id: 'bot-1' } }]);
});

test('L6: of two agents that claim one task at once, one gets it', async () => {
  const { plane, bot, adam } = await withTask();
  await plane.registerAgent(adam, { machineId: 'm-1', agentId: 'bot-2', displayName: 'Second', ...caps });
  const second: Caller = { workspaceId: idOf('ws-a'), principalId: idOf('bot-2'), kind: 'agent', roles: ['agent'] };
  const got = await Promise.all([
    plane.claimTask(bot, { agentId: 'bot-1' }),
    plane.claimTask(second, { agentId: 'bot-2' }),
  ]);
  expect(got.filter((task) => task !== undefined)).toHaveLength(1);
});

test('L7: a credential of one agent does not work for another', async () => {
  const { plane, bot } = await withTask();
  for (const call of [
    plane.agentHeartbeat(bot, { machineId: 'm-1', agentId: 'bot-9' }),
    plane.registerAgent(bot, { machineId: 'm-1', agentId: 'bot-9', displayName: 'x' }),
    plane.claimTask(bot, { agentId: 'bot-9' }),
  ]) {
    await expect(call).rejects.toMatchObject({ kind: 'Forbidden' });
  }
});

test('a lease that is renewed does not run out; one that is not does, without any heartbeat missing', async () => {
  const { plane, bot, alice, runId, settle, clock } = await withTask();
  const task = await plane.claimTask(bot, { agentId: 'bot-1' });
  const mine = { agentId: 'bot-1', taskId: task?.taskId ?? '', epoch: 1 };
  for (const _ of [1, 2, 3]) {
    clock.pass(40_000);
    await plane.agentHeartbeat(bot, at);
    await plane.renewTask(bot, mine);
    await settle();
  }
  expect(await plane.listTasks(alice, { runId })).toMatchObject([{ state: 'Claimed', epoch: 1 }]);
  clock.pass(40_000);
  await plane.agentHeartbeat(bot, at);
  clock.pass(30_000);
  await settle();
  expect(await plane.listTasks(alice, { runId })).toMatchObject([{ state: 'Queued', epoch: 2 }]);
});
