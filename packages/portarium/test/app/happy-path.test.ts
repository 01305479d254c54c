import { nodeCrypto, verifyLines } from '@quadrivium/ledger';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Desk, openDesk } from './desk-server.js';
import { autoFlow, collect, openPlane, refundFlow } from './plane.js';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
beforeEach(() => desk.calls.splice(0));
afterAll(() => desk.close());

test('H1 H2: a run reads, waits for approval of the exact plan, calls once after it, and succeeds with a clean plan', async () => {
  const { plane, alice, bob, settle } = await openPlane({ desk });
  await plane.putWorkflow(alice, { source: refundFlow });
  const started = await plane.startRun(alice, { workflowId: 'refund', input: { account: 'a-1', amount: 40 } });
  expect(started).toMatchObject({ status: 'Pending', replayed: false });
  await settle();
  const waiting = await plane.getRun(alice, started.runId);
  expect(waiting).toMatchObject({ status: 'WaitingForApproval', controlState: 'waiting' });
  const [approval] = waiting.pendingApprovals;
  expect(waiting.pendingApprovals).toHaveLength(1);
  expect(approval).toMatchObject({
    actionId: 'refund',
    planDigest: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
    plan: [{ tool: 'desk_refund', arguments: { amount: 40 }, effect: 'nonIdempotent' }],
  });
  expect(desk.count('desk_refund')).toBe(0);

  const decided = await plane.decideApproval(bob, { approvalId: approval?.approvalId ?? '', decision: 'Approved' });
  expect(decided).toMatchObject({ status: 'Approved', run: { status: 'Running' }, remainingApprovals: 0 });
  await settle();
  const done = await plane.getRun(alice, started.runId);
  expect(done).toMatchObject({ status: 'Succeeded', pendingApprovals: [] });
  expect(desk.calls.filter(({ tool }) => tool === 'desk_refund')).toEqual([
    { tool: 'desk_refund', arguments: { amount: 40 } },
  ]);
  expect(await plane.getPlan(alice, approval?.planId ?? '')).toMatchObject({ diff: { clean: true } });
  expect(await plane.getApproval(alice, approval?.approvalId ?? '')).toMatchObject({ status: 'Executed' });
});

test('H3: evidence holds run, plan, policy, approval, intent and outcome in order and verifies without a server', async () => {
  const { plane, alice, bob, settle } = await openPlane({ desk });
  await plane.putWorkflow(alice, { source: refundFlow });
  const { runId } = await plane.startRun(alice, { workflowId: 'refund', input: { amount: 1 } });
  await settle();
  const [approval] = (await plane.getRun(alice, runId)).pendingApprovals;
  await plane.decideApproval(bob, { approvalId: approval?.approvalId ?? '', decision: 'Approved' });
  await settle();
  const { items } = await plane.listEvidence(alice, { runId, limit: 200 });
  const types = items.map(({ type }) => type);
  const wanted = [
    'RunStarted',
    'PolicyEvaluated',
    'PlanGenerated',
    'ApprovalRequested',
    'ApprovalDecided',
    'ApprovalConsumed',
    'OutcomeRecorded',
    'RunSucceeded',
  ];
  let at = -1;
  for (const type of wanted) {
    const found = types.indexOf(type, at + 1);
    expect(found, `${type} after position ${at} in ${types.join(', ')}`).toBeGreaterThan(at);
    at = found;
  }
  const lines = await collect(plane.exportEvidence(alice));
  expect(await verifyLines(lines, { crypto: nodeCrypto })).toMatchObject({ valid: true, problems: [] });
  expect(await plane.verifyEvidence(alice)).toMatchObject({ valid: true });
});

test('a run tells how much evidence it has and how it ends, without reading what is in it', async () => {
  const { plane, store, alice, settle } = await openPlane({ desk });
  await plane.putWorkflow(alice, { source: autoFlow });
  const { runId } = await plane.startRun(alice, { workflowId: 'auto-refund', input: { amount: 1 } });
  await settle();
  const { items } = await plane.listEvidence(alice, { runId, limit: 200 });
  store.ledger.entries = () => {
    throw new Error('All entries were read.');
  };
  const { evidence } = await plane.getRun(alice, runId);
  expect(evidence).toEqual({ count: items.length, headHash: items.at(-1)?.hash });
});

test('H4: with tier Auto nothing asks', async () => {
  const { plane, alice, settle } = await openPlane({ desk });
  await plane.putWorkflow(alice, { source: autoFlow });
  const { runId } = await plane.startRun(alice, { workflowId: 'auto-refund', input: { amount: 5 } });
  await settle();
  const run = await plane.getRun(alice, runId);
  expect(run.status).toBe('Succeeded');
  expect(run.steps.map(({ state }) => state)).toEqual(['Succeeded', 'Succeeded', 'Succeeded']);
});

test('H5: a wait of an hour fires once when the hour has passed, also when the process restarted meanwhile', async () => {
  const source = {
    name: 'Later',
    executionTier: 'Auto',
    actions: [
      { actionId: 'wait', operation: 'timer:wait', durationMs: 3_600_000 },
      { actionId: 'tell', operation: 'event:emit', type: 'Woken' },
    ],
  };
  const first = await openPlane({ desk });
  await first.plane.putWorkflow(first.alice, { source });
  const { runId } = await first.plane.startRun(first.alice, { workflowId: 'later' });
  await first.settle();
  first.clock.pass(3_599_000);
  await first.settle();
  expect(await first.plane.getRun(first.alice, runId)).toMatchObject({ status: 'Running', controlState: 'waiting' });

  const second = await openPlane({ desk, file: first.file, clock: first.clock, owner: 'again' });
  second.clock.pass(2000);
  await second.settle();
  await first.settle();
  expect(await second.plane.getRun(second.alice, runId)).toMatchObject({ status: 'Succeeded' });
  const events = await second.plane.eventsSince(second.alice, 0, 200);
  expect(events.filter(({ type }) => type.endsWith('Woken'))).toHaveLength(1);
});

test('H6: a human task continues with the right token, once; a wrong or used one is refused', async () => {
  const source = {
    name: 'By hand',
    executionTier: 'Auto',
    actions: [
      {
        actionId: 'sign',
        operation: 'human:task',
        instructions: 'Sign the form of {{ input.who }}',
        outcomeSchema: { type: 'object', required: ['signed'], properties: { signed: { type: 'boolean' } } },
      },
      { actionId: 'check', operation: 'flow:condition', expression: 'steps.sign.output.signed == true' },
    ],
  };
  const { plane, alice, bob, settle } = await openPlane({ desk });
  await plane.putWorkflow(alice, { source });
  const { runId } = await plane.startRun(alice, { workflowId: 'by-hand', input: { who: 'Eve' } });
  await settle();
  const { items } = await plane.listWorkItems(bob, { runId, mcpStatus: 'pending' });
  expect(items).toMatchObject([{ kind: 'human-task', title: 'Sign the form of Eve', mcpStatus: 'pending' }]);
  const workItemId = items[0]?.workItemId ?? '';
  const { completionToken } = await plane.claimWorkItem(bob, workItemId);
  const complete = (token: string, output: unknown) =>
    plane.completeWorkItem(bob, { workItemId, outcome: 'succeeded', completionToken: token, output });
  await expect(complete('wrong', { signed: true })).rejects.toMatchObject({ kind: 'Forbidden' });
  await expect(complete(completionToken, { signed: 'yes' })).rejects.toMatchObject({ kind: 'InvalidInput' });
  await complete(completionToken, { signed: true });
  await expect(complete(completionToken, { signed: true })).rejects.toMatchObject({ kind: 'Conflict' });
  await settle();
  const run = await plane.getRun(alice, runId);
  expect(run).toMatchObject({ status: 'Succeeded', output: { value: true } });
});

test('H7: whoever comes back with the last number gets exactly the events that were missed', async () => {
  const { plane, alice, settle } = await openPlane({ desk });
  await plane.putWorkflow(alice, { source: autoFlow });
  await plane.startRun(alice, { workflowId: 'auto-refund', input: { amount: 1 } });
  const before = await plane.eventsSince(alice, 0, 200);
  const cursor = Number(before.at(-1)?.sequence);
  await settle();
  const all = await plane.eventsSince(alice, 0, 200);
  const missed = await plane.eventsSince(alice, cursor, 200);
  expect(missed).toEqual(all.slice(before.length));
  expect(all.map(({ sequence }) => Number(sequence))).toEqual(all.map((_, i) => i + 1));
  expect(missed[0]).toMatchObject({ specversion: '1.0', tenantid: 'ws-a', datacontenttype: 'application/json' });
  const seen: string[] = [];
  const stop = new AbortController();
  for await (const page of plane.followEvents(alice, cursor, stop.signal)) {
    seen.push(...page.map(({ id }) => id));
    if (seen.length === missed.length) stop.abort();
  }
  expect(seen).toEqual(missed.map(({ id }) => id));
});

test('steps without an order between them run side by side, and a list gives one step per member', async () => {
  const source = {
    name: 'Fan out',
    executionTier: 'Auto',
    actions: [
      {
        actionId: 'left',
        operation: 'mcp:call',
        server: 'desk',
        tool: 'desk_put_note',
        arguments: { text: 'left' },
        dependsOn: [],
      },
      {
        actionId: 'right',
        operation: 'mcp:call',
        server: 'desk',
        tool: 'desk_put_note',
        arguments: { text: 'right' },
        dependsOn: [],
      },
      {
        actionId: 'each',
        operation: 'mcp:call',
        server: 'desk',
        tool: 'desk_put_note',
        forEach: 'input.names',
        maxParallel: 2,
        dependsOn: ['left', 'right'],
        arguments: { text: '{{ index }}:{{ item }}' },
      },
      {
        actionId: 'never',
        operation: 'mcp:call',
        server: 'desk',
        tool: 'desk_refund',
        when: 'length(steps.each.output) > 3',
      },
    ],
    output: '{{ steps.each.output }}',
  };
  const { plane, alice, settle } = await openPlane({ desk });
  await plane.putWorkflow(alice, { source });
  const { runId } = await plane.startRun(alice, { workflowId: 'fan-out', input: { names: ['a', 'b', 'c'] } });
  await settle();
  const run = await plane.getRun(alice, runId);
  expect(run).toMatchObject({ status: 'Succeeded', output: [{ noted: '0:a' }, { noted: '1:b' }, { noted: '2:c' }] });
  expect(run.steps.find(({ stepId }) => stepId === 'never')).toMatchObject({ state: 'Skipped' });
  expect(desk.count('desk_put_note')).toBe(5);
  expect(desk.count('desk_refund')).toBe(0);
});
