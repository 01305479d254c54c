import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { idOf } from '../../src/domain/ids.js';
import type { Caller } from '../../src/domain/principal.js';
import { connectDownstream } from '../../src/downstream/kernel-downstream.js';
import type { Fault } from '../../src/faults.js';
import type { Downstream } from '../../src/steps/ports.js';
import { type Desk, openDesk } from './desk-server.js';
import { openPlane, type PlaneOptions, refundFlow, type TestPlane } from './plane.js';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
beforeEach(() => desk.calls.splice(0));
afterAll(() => desk.close());

interface Waiting extends TestPlane {
  readonly runId: string;
  readonly approvalId: string;
}

/** A run of the refund workflow that waits at its gate. */
async function atGate(
  by: 'alice' | 'bot' | 'adam' = 'alice',
  options: PlaneOptions = {},
  policy?: unknown,
): Promise<Waiting> {
  const opened = await openPlane({ desk, ...options });
  await opened.plane.putWorkflow(opened.alice, { source: refundFlow });
  if (policy !== undefined) await opened.plane.putPolicy(opened.adam, { source: policy, activate: true });
  const { runId } = await opened.plane.startRun(opened[by], { workflowId: 'refund', input: { amount: 40 } });
  await opened.settle();
  return { ...opened, runId, approvalId: await pendingOf(opened, runId) };
}

async function pendingOf({ plane, adam }: TestPlane, runId: string): Promise<string> {
  const { pendingApprovals } = await plane.getRun(adam, runId);
  return pendingApprovals[0]?.approvalId ?? '';
}

const approve = ({ plane, approvalId }: Waiting, by: Caller, idempotencyKey?: string) =>
  plane.decideApproval(by, {
    approvalId,
    decision: 'Approved',
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
  });

const quorumOfTwo = {
  policyId: 'two-people',
  name: 'Two people',
  rules: [
    { ruleId: 'refunds', match: { tools: ['desk_refund'] }, effect: 'RequireApproval', approval: { required: 2 } },
  ],
};

test('A1: the same decision with the same key is one decision; without a key it is a conflict and no second entry', async () => {
  const at = await atGate();
  expect(await approve(at, at.bob, 'k')).toMatchObject({ replayed: false });
  expect(await approve(at, at.bob, 'k')).toMatchObject({ replayed: true, status: 'Approved' });
  await expect(approve(at, at.bob)).rejects.toMatchObject({ kind: 'Conflict' });
  const { items } = await at.plane.listEvidence(at.adam, { runId: at.runId, type: 'ApprovalDecided' });
  expect(items).toHaveLength(1);
});

test('the same key on a refused decision gives the same refusal, whatever has changed meanwhile, and is recorded once', async () => {
  const at = await atGate();
  const refusal = async (by: Caller, key: string) => {
    const { kind, message, context } = (await approve(at, by, key).catch((error: unknown) => error)) as Fault;
    return { kind, message, context };
  };
  const duties = await refusal(at.alice, 'mine');
  expect(duties).toMatchObject({ kind: 'SeparationOfDuties' });
  await approve(at, at.bob);
  const late = await refusal(at.carol, 'late');
  expect(late).toMatchObject({ kind: 'Conflict', message: expect.stringContaining('by bob') });
  await at.settle();
  expect((await at.plane.getRun(at.adam, at.runId)).status).toBe('Succeeded');
  // With another key the same requests are answered by what is so now: the approval has been used.
  expect(await refusal(at.alice, 'mine')).toEqual(duties);
  expect(await refusal(at.carol, 'late')).toEqual(late);
  expect(await refusal(at.alice, 'another')).toMatchObject({ kind: 'Conflict' });
  expect((await refusal(at.carol, 'other')).message).not.toBe(late.message);
  await expect(
    at.plane.decideApproval(at.carol, {
      approvalId: at.approvalId,
      decision: 'Denied',
      rationale: 'too late',
      idempotencyKey: 'late',
    }),
  ).rejects.toMatchObject({ kind: 'IdempotencyConflict' });
  const { items } = await at.plane.listEvidence(at.adam, { runId: at.runId, type: 'DecisionRefused' });
  expect(items).toHaveLength(1);
});

test('A2: of two people who decide at the same moment one wins, the other is told who, and the run follows', async () => {
  const at = await atGate();
  const { approvalId } = at;
  const results = await Promise.allSettled([
    at.plane.decideApproval(at.bob, { approvalId, decision: 'Approved' }),
    at.plane.decideApproval(at.carol, { approvalId, decision: 'Denied', rationale: 'too much' }),
  ]);
  const lost = results.filter((result) => result.status === 'rejected');
  expect(lost).toHaveLength(1);
  expect(lost[0]?.reason).toMatchObject({ kind: 'Conflict', message: expect.stringMatching(/by (bob|carol)/) });
  await at.settle();
  const { status } = await at.plane.getRun(at.adam, at.runId);
  const approved = results[0]?.status === 'fulfilled';
  expect([status, desk.count('desk_refund')]).toEqual(approved ? ['Succeeded', 1] : ['Failed', 0]);
});

test('A3: whoever started the run cannot approve it, and the attempt is recorded', async () => {
  const at = await atGate();
  await expect(approve(at, at.alice)).rejects.toMatchObject({ kind: 'SeparationOfDuties' });
  const { items } = await at.plane.listEvidence(at.adam, { runId: at.runId, type: 'DecisionRefused' });
  expect(items).toMatchObject([{ actor: { id: 'alice' }, body: { category: 'PolicyViolation' } }]);
});

test('A4: neither the agent that asked nor the person it acts for can approve, whatever the credential says', async () => {
  const at = await atGate('bot');
  await expect(approve(at, at.alice)).rejects.toMatchObject({ kind: 'SeparationOfDuties' });
  await expect(approve(at, at.bot)).rejects.toMatchObject({ kind: 'Forbidden' });
  await expect(approve(at, { ...at.bot, roles: ['agent', 'admin', 'approver'] })).rejects.toMatchObject({
    kind: 'Forbidden',
  });
  const second: Caller = {
    workspaceId: idOf('ws-a'),
    principalId: idOf('alice-2'),
    kind: 'user',
    roles: ['approver'],
    onBehalfOf: idOf('bot-1'),
  };
  await expect(approve(at, { ...second, kind: 'service' })).rejects.toMatchObject({ kind: 'Forbidden' });
  await expect(approve(at, second)).rejects.toMatchObject({ kind: 'SeparationOfDuties' });
  expect([...(await at.plane.exposedTools(at.bot, ['portarium_run_get', 'portarium_approval_submit']))]).toEqual([
    'portarium_run_get',
  ]);
  expect(await approve(at, at.bob)).toMatchObject({ status: 'Approved' });
});

test('A5: a quorum of two needs two different people', async () => {
  const at = await atGate('alice', {}, quorumOfTwo);
  expect(await approve(at, at.bob)).toMatchObject({ status: 'Pending', remainingApprovals: 1 });
  await expect(approve(at, at.bob)).rejects.toMatchObject({ kind: 'Conflict' });
  await at.settle();
  expect(desk.count('desk_refund')).toBe(0);
  expect(await approve(at, at.carol)).toMatchObject({ status: 'Approved', remainingApprovals: 0 });
  await at.settle();
  expect(desk.count('desk_refund')).toBe(1);
});

test('A6: a denial needs a reason, fails the run, and nothing is called', async () => {
  const at = await atGate();
  const { plane, bob, approvalId } = at;
  await expect(plane.decideApproval(bob, { approvalId, decision: 'Denied' })).rejects.toMatchObject({
    kind: 'InvalidInput',
  });
  const decided = await plane.decideApproval(bob, { approvalId, decision: 'Denied', rationale: 'wrong account' });
  expect(decided).toMatchObject({ status: 'Denied', run: { status: 'Failed' } });
  await at.settle();
  expect(await plane.getRun(bob, at.runId)).toMatchObject({
    failure: { kind: 'ApprovalDenied', actionId: 'refund' },
    pendingApprovals: [],
  });
  expect(desk.count('desk_refund')).toBe(0);
});

test('A7: after "request changes" the author revises the plan; the new plan has a new approval and the old one is closed', async () => {
  const at = await atGate();
  const { plane, bob, carol, alice, approvalId } = at;
  const asked = await plane.decideApproval(bob, {
    approvalId,
    decision: 'RequestChanges',
    rationale: 'at most 10',
  });
  expect(asked).toMatchObject({ status: 'RequestChanges', run: { status: 'WaitingForApproval' } });
  const revised = await plane.revisePlan(alice, { approvalId, arguments: { refund: { amount: 10 } } });
  expect(revised).toMatchObject({ status: 'Pending', supersedes: approvalId, plan: [{ arguments: { amount: 10 } }] });
  expect(revised.planDigest).not.toBe(asked.planDigest);
  await expect(approve(at, carol)).rejects.toMatchObject({ kind: 'Conflict' });
  await plane.decideApproval(carol, { approvalId: revised.approvalId, decision: 'Approved' });
  await at.settle();
  expect(desk.calls.filter(({ tool }) => tool === 'desk_refund')).toEqual([
    { tool: 'desk_refund', arguments: { amount: 10 } },
  ]);
  expect(await plane.getRun(alice, at.runId)).toMatchObject({ status: 'Succeeded' });
});

test('A8: a policy that changed after the approval makes it void: nothing is called and people are asked again', async () => {
  const at = await atGate();
  await approve(at, at.bob);
  await at.plane.putPolicy(at.adam, { source: quorumOfTwo, activate: true });
  await at.settle();
  expect(desk.count('desk_refund')).toBe(0);
  const run = await at.plane.getRun(at.adam, at.runId);
  expect(run).toMatchObject({
    status: 'WaitingForApproval',
    pendingApprovals: [{ supersedes: at.approvalId, requiredApprovals: 2 }],
  });
  expect(await at.plane.getApproval(at.adam, at.approvalId)).toMatchObject({
    status: 'Expired',
    closedBecause: expect.stringMatching(/superseded/),
  });
});

test('A8 R8: a tool whose definition changed after the approval is blocked until reviewed, then asked about again', async () => {
  const real = connectDownstream({ desk: { type: 'http', url: desk.url } });
  let note = '';
  const downstream: Downstream = {
    servers: real.servers,
    call: real.call,
    tools: async (server) =>
      (await real.tools(server)).map((tool) => ({ ...tool, description: `${tool.description}${note}` })),
  };
  const at = await atGate('alice', { downstream });
  await approve(at, at.bob);
  note = ' Also wires money abroad.';
  await at.settle();
  expect(desk.count('desk_refund')).toBe(0);
  expect(await at.plane.getRun(at.adam, at.runId)).toMatchObject({
    status: 'Paused',
    controlState: 'blocked',
    waitingFor: expect.stringMatching(/definition/),
  });
  await at.plane.reviewTool(at.adam, { server: 'desk', tool: 'desk_refund' });
  await at.settle();
  expect(desk.count('desk_refund')).toBe(0);
  expect(await at.plane.getRun(at.adam, at.runId)).toMatchObject({
    status: 'WaitingForApproval',
    pendingApprovals: [{ supersedes: at.approvalId }],
  });
  await at.plane.decideApproval(at.bob, { approvalId: await pendingOf(at, at.runId), decision: 'Approved' });
  await at.settle();
  expect(desk.count('desk_refund')).toBe(1);
  await real.close();
});

test('A9: an approval that nobody decides expires after a day, also across a restart, and can then not be decided', async () => {
  const at = await atGate();
  const again = await openPlane({ desk, file: at.file, clock: at.clock, owner: 'again' });
  at.clock.pass(86_400_000);
  await again.settle();
  expect(await again.plane.getRun(again.adam, at.runId)).toMatchObject({
    status: 'Failed',
    failure: { kind: 'ApprovalExpired' },
  });
  await expect(approve(at, at.bob)).rejects.toMatchObject({ kind: 'Conflict' });
  expect(await again.plane.getApproval(again.adam, at.approvalId)).toMatchObject({ status: 'Expired' });
});

test('A9: an approval that is overdue goes on waiting, tells further roles and lets them decide, also across a restart', async () => {
  const approval = { required: 1, roles: ['treasurer'], dueInMs: 3_600_000, escalateTo: ['approver'] };
  const at = await atGate('alice', {}, { ...quorumOfTwo, rules: [{ ...quorumOfTwo.rules[0], approval }] });
  await expect(approve(at, at.bob)).rejects.toMatchObject({ kind: 'Forbidden' });
  const again = await openPlane({ desk, file: at.file, clock: at.clock, owner: 'again' });
  at.clock.pass(3_600_000);
  await again.settle();
  expect(await again.plane.getApproval(at.bob, at.approvalId)).toMatchObject({
    status: 'Pending',
    escalatedAtIso: expect.any(String),
    yourDecision: { possible: true },
  });
  const events = await again.plane.eventsSince(again.adam, 0, 200);
  expect(events.filter(({ type }) => type === 'com.portarium.approval.ApprovalEscalated')).toMatchObject([
    { data: { approvalId: at.approvalId, to: ['approver'] } },
  ]);
  await approve(at, at.bob);
  await again.settle();
  expect(await again.plane.getRun(again.adam, at.runId)).toMatchObject({ status: 'Succeeded' });
});

test('A10: without the required role a decision is refused', async () => {
  const source = {
    ...quorumOfTwo,
    rules: [{ ...quorumOfTwo.rules[0], approval: { required: 1, roles: ['treasurer'] } }],
  };
  const at = await atGate('alice', {}, source);
  await expect(approve(at, at.bob)).rejects.toMatchObject({
    kind: 'Forbidden',
    context: { requiredRoles: ['treasurer'] },
  });
  expect(await approve(at, { ...at.bob, roles: ['approver', 'treasurer'] })).toMatchObject({ status: 'Approved' });
});

test('A11: an administrator alone can override once; it expires, is recorded, and counts as unreviewed until somebody looks', async () => {
  const at = await atGate('adam');
  const { plane, adam, approvalId, clock } = at;
  await expect(approve(at, adam)).rejects.toMatchObject({ kind: 'SeparationOfDuties' });
  const override = { approvalId, reason: 'alone on call tonight', expiresInMs: 60_000 };
  await plane.issueOverride(adam, override);
  clock.pass(61_000);
  await expect(approve(at, adam)).rejects.toMatchObject({ kind: 'SeparationOfDuties' });
  const { overrideId } = await plane.issueOverride(adam, override);
  expect(await approve(at, adam)).toMatchObject({ status: 'Approved', decisions: [{ overrideId }] });
  expect(await plane.listOverrides(adam, { unreviewed: true })).toMatchObject([{ overrideId, reviewed: false }]);
  await expect(plane.reviewOverride(adam, overrideId)).rejects.toMatchObject({ kind: 'SeparationOfDuties' });
  await plane.reviewOverride(at.bob, overrideId);
  expect(await plane.listOverrides(adam, { unreviewed: true })).toEqual([]);
  const { items } = await plane.listEvidence(adam, { runId: at.runId, type: 'OverrideUsed' });
  expect(items).toHaveLength(1);
  await expect(plane.issueOverride(at.alice, override)).rejects.toMatchObject({ kind: 'Forbidden' });
});

test('C5 C6: a decision made while no engine runs is kept, unused, and carried out once when one starts', async () => {
  const at = await atGate();
  await approve(at, at.bob);
  expect(await at.plane.getApproval(at.bob, at.approvalId)).toMatchObject({ status: 'Approved' });
  const again = await openPlane({ desk, file: at.file, clock: at.clock, owner: 'again' });
  expect(await again.plane.getApproval(again.bob, at.approvalId)).toMatchObject({ status: 'Approved' });
  await again.settle();
  await at.settle();
  expect(desk.count('desk_refund')).toBe(1);
});

test('an explicit gate covers the calls behind it: one approval, and exactly those calls', async () => {
  const source = {
    name: 'Gated',
    executionTier: 'HumanApprove',
    actions: [
      { actionId: 'look', operation: 'mcp:call', server: 'desk', tool: 'desk_read_balance' },
      {
        actionId: 'ask',
        operation: 'approval:request',
        prompt: 'Refund {{ input.amount }} of {{ steps.look.output.balance }}?',
      },
      {
        actionId: 'refund',
        operation: 'mcp:call',
        server: 'desk',
        tool: 'desk_refund',
        arguments: { amount: '{{ input.amount }}' },
      },
      {
        actionId: 'note',
        operation: 'mcp:call',
        server: 'desk',
        tool: 'desk_put_note',
        arguments: { text: 'refunded {{ input.amount }}' },
      },
      {
        actionId: 'echo',
        operation: 'mcp:call',
        server: 'desk',
        tool: 'desk_put_note',
        arguments: { text: '{{ steps.note.output.noted }}' },
      },
    ],
  };
  const { plane, alice, bob, settle } = await openPlane({ desk });
  await plane.putWorkflow(alice, { source });
  const { runId } = await plane.startRun(alice, { workflowId: 'gated', input: { amount: 7 } });
  await settle();
  const [gate] = (await plane.getRun(alice, runId)).pendingApprovals;
  expect(gate).toMatchObject({ prompt: 'Refund 7 of 120?', plan: [{ stepId: 'refund' }, { stepId: 'note' }] });
  await plane.decideApproval(bob, { approvalId: gate?.approvalId ?? '', decision: 'Approved' });
  await settle();
  const second = await plane.getRun(alice, runId);
  // The last step needs an output that did not exist when the plan was made, so it asks for itself.
  expect(second).toMatchObject({
    status: 'WaitingForApproval',
    pendingApprovals: [{ actionId: 'echo', plan: [{ arguments: { text: 'refunded 7' } }] }],
  });
  expect([desk.count('desk_refund'), desk.count('desk_put_note')]).toEqual([1, 1]);
  await plane.decideApproval(bob, { approvalId: second.pendingApprovals[0]?.approvalId ?? '', decision: 'Approved' });
  await settle();
  expect(await plane.getRun(alice, runId)).toMatchObject({ status: 'Succeeded' });
});
