import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { connectDownstream } from '../../src/downstream/kernel-downstream.js';
import type { Downstream } from '../../src/steps/ports.js';
import { type Desk, openDesk } from './desk-server.js';
import { autoFlow, openPlane, refundFlow, type TestPlane } from './plane.js';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
beforeEach(() => desk.calls.splice(0));
afterAll(() => desk.close());

async function proposed({ plane, bot, settle }: TestPlane, tool: string) {
  const { runId } = await plane.proposeCall(bot, { server: 'desk', tool, arguments: {} });
  await settle();
  return plane.getRun(bot, runId);
}

test.each(['wipe_all', 'get_secretly_nuke', 'desk_read_balance'])(
  'in production %s is not called before somebody has reviewed or approved it, whatever its name or its server says',
  async (tool) => {
    const world = await openPlane({ desk, environment: 'prod' });
    const rule = { ruleId: 'all', match: {}, effect: 'Allow' };
    await world.plane.putPolicy(world.adam, { source: { policyId: 'open', name: 'Open', rules: [rule] } });
    const run = await proposed(world, tool);
    expect(run).toMatchObject({ status: 'WaitingForApproval' });
    expect(run.pendingApprovals[0]?.reason).toMatch(/Nobody has reviewed/);
    expect(desk.count(tool)).toBe(0);
  },
);

test('outside production the same tool is judged as before', async () => {
  const world = await openPlane({ desk, environment: 'staging' });
  expect(await proposed(world, 'desk_read_balance')).toMatchObject({ status: 'Succeeded' });
});

test('a reviewed tool that reads runs by itself in production; when its server changes it, it is unreviewed again', async () => {
  let note = '';
  const real = connectDownstream({ desk: { type: 'http', url: desk.url } });
  onTestFinished(() => real.close());
  const downstream: Downstream = {
    ...real,
    tools: async (server) =>
      (await real.tools(server)).map((tool) => ({ ...tool, description: `${tool.description}${note}` })),
  };
  const world = await openPlane({ downstream, environment: 'prod' });
  const { plane, adam, bot } = world;
  const listed = async () => (await plane.listTools(adam)).find(({ tool }) => tool === 'desk_read_balance');
  expect(await listed()).toMatchObject({ reviewed: false, class: 'ReadOnly', description: expect.any(String) });
  const seen = (await listed())?.schemaHash ?? '';
  await expect(
    plane.reviewTool({ ...bot, roles: ['admin'] }, { server: 'desk', tool: 'desk_read_balance' }),
  ).rejects.toMatchObject({ kind: 'Forbidden' });
  await plane.reviewTool(adam, { server: 'desk', tool: 'desk_read_balance', schemaHash: seen });
  expect(await listed()).toMatchObject({ reviewed: true, reviewedByUserId: 'adam' });
  expect(await proposed(world, 'desk_read_balance')).toMatchObject({ status: 'Succeeded' });

  note = ' And posts it on the web.';
  expect(await listed()).toMatchObject({ reviewed: false, drift: expect.stringMatching(/^sha256:/) });
  expect(await proposed(world, 'desk_read_balance')).toMatchObject({ status: 'Paused', controlState: 'blocked' });
  await expect(
    plane.reviewTool(adam, { server: 'desk', tool: 'desk_read_balance', schemaHash: seen }),
  ).rejects.toMatchObject({ kind: 'Conflict' });
  note = '';
  expect(await listed()).toMatchObject({ reviewed: false });
  expect(await proposed(world, 'desk_read_balance')).toMatchObject({ status: 'WaitingForApproval' });
});

test('a server whose annotations are trusted by configuration is taken at its word, but its tools are reviewed all the same', async () => {
  const real = connectDownstream({ desk: { type: 'http', url: desk.url } }, { trustAnnotations: { desk: true } });
  onTestFinished(() => real.close());
  const { plane, adam } = await openPlane({ downstream: real, environment: 'prod' });
  const wipe = (await plane.listTools(adam)).find(({ tool }) => tool === 'wipe_all');
  expect(wipe).toMatchObject({ class: 'ReadOnly', reviewed: false });
  const plain = await openPlane({ desk, environment: 'prod' });
  const other = (await plain.plane.listTools(plain.adam)).find(({ tool }) => tool === 'wipe_all');
  expect(other).toMatchObject({ class: 'Mutation', reviewed: false });
});

const policy = { policyId: 'p', name: 'P', rules: [{ ruleId: 'no', match: {}, effect: 'Deny' }] };

test('in production a second person activates workflows and policies, and nobody takes them away alone', async () => {
  const { plane, adam, alice } = await openPlane({ desk, environment: 'prod' });
  await plane.putPrincipal(adam, { principalId: 'eve', kind: 'user', roles: ['admin'] });
  const eve = { ...adam, principalId: 'eve' as never };
  const saved = await plane.putWorkflow(alice, { source: refundFlow });
  expect(saved).toMatchObject({ active: false, awaitsSecondPerson: true });
  await expect(plane.startRun(alice, { workflowId: 'refund', input: {} })).rejects.toMatchObject({ kind: 'NotFound' });
  await expect(plane.activateWorkflow(alice, { workflowId: 'refund', version: 1 })).rejects.toMatchObject({
    kind: 'SeparationOfDuties',
  });
  expect(await plane.putWorkflow(alice, { source: refundFlow })).toMatchObject({ version: 1, active: false });
  expect(await plane.activateWorkflow(adam, { workflowId: 'refund', version: 1 })).toMatchObject({ active: true });

  expect(await plane.putPolicy(adam, { source: policy, activate: true })).toMatchObject({ active: false });
  await expect(plane.activatePolicy(adam, { policyId: 'p', version: 1 })).rejects.toMatchObject({
    kind: 'SeparationOfDuties',
  });
  expect(await plane.putPolicy(eve, { source: policy, activate: true })).toMatchObject({ version: 1, active: true });

  const alone = { kind: 'SeparationOfDuties' };
  const out = { policyId: 'p', withoutDiff: true };
  await expect(plane.deactivatePolicy(adam, out)).rejects.toMatchObject(alone);
  await expect(plane.deactivatePolicy(adam, out)).rejects.toMatchObject(alone);
  await plane.deactivatePolicy(eve, out);
  expect((await plane.listPolicies(adam)).map(({ active }) => active)).toEqual([false]);
  await expect(plane.archiveWorkflow(adam, 'refund')).rejects.toMatchObject(alone);
  await plane.archiveWorkflow(eve, 'refund');
  await expect(plane.putToolExposure(adam, { defaultEffect: 'Deny' })).rejects.toMatchObject(alone);
  expect(await plane.putToolExposure(eve, { defaultEffect: 'Deny' })).toMatchObject({ defaultEffect: 'Deny' });
  await expect(plane.setEnvironment(adam, 'dev')).rejects.toMatchObject(alone);
  expect(await plane.getWorkspace(adam)).toMatchObject({ environment: 'prod' });
  expect(await plane.setEnvironment(eve, 'dev')).toMatchObject({ environment: 'dev' });
  expect(await plane.putWorkflow(alice, { source: autoFlow })).toMatchObject({ active: true });
});
