import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { idOf } from '../../src/domain/ids.js';
import { connectDownstream, type KernelDownstream } from '../../src/downstream/kernel-downstream.js';
import type { CallOutcome, Downstream } from '../../src/steps/ports.js';
import { openSqliteStore } from '../../src/store/sqlite-store.js';
import { type Desk, openDesk } from '../app/desk-server.js';
import { openPlane, type TestPlane, temporaryFolder } from '../app/plane.js';

let desk: Desk;
let real: KernelDownstream;
beforeAll(async () => {
  desk = await openDesk();
  real = connectDownstream({ desk: { type: 'http', url: desk.url } });
});
beforeEach(() => desk.calls.splice(0));
afterAll(async () => {
  await real.close();
  await desk.close();
});

/** Long, because leases are renewed by the real clock and end by the one of the test. */
const leaseMs = 10_000_000;

const flow = (tool: string) => ({
  name: 'Two',
  executionTier: 'Auto',
  actions: [
    { actionId: 'first', operation: 'mcp:call', server: 'desk', tool, arguments: { n: 1 } },
    { actionId: 'second', operation: 'mcp:call', server: 'desk', tool: 'desk_put_note', arguments: { text: 'after' } },
  ],
});

/** An engine that makes its call and then, as far as anybody can tell, is gone: the answer never reaches its journal. */
function gone(): Downstream & { readonly revive: () => void } {
  let revive: () => void = () => {};
  const held = new Promise<void>((resolve) => {
    revive = resolve;
  });
  return {
    servers: real.servers,
    tools: real.tools,
    async call(call): Promise<CallOutcome> {
      const outcome = await real.call(call);
      await held;
      return outcome;
    },
    revive: () => revive(),
  };
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5));
}

interface Interrupted {
  readonly before: TestPlane;
  readonly after: TestPlane;
  readonly runId: string;
  /** Lets the first engine go on as if it had only been asleep. */
  wakeUp(): Promise<void>;
}

async function interrupted(tool: string): Promise<Interrupted> {
  const downstream = gone();
  const before = await openPlane({ downstream, leaseMs, owner: 'first' });
  await before.plane.putWorkflow(before.alice, { source: flow(tool) });
  const { runId } = await before.plane.startRun(before.alice, { workflowId: 'two' });
  const asleep = before.settle();
  await until(() => desk.count(tool) === 1);
  before.clock.pass(leaseMs + 1);
  const after = await openPlane({ desk, file: before.file, clock: before.clock, leaseMs, owner: 'second' });
  await after.settle();
  const wakeUp = async (): Promise<void> => {
    downstream.revive();
    await asleep;
  };
  return { before, after, runId, wakeUp };
}

test('C2: a call that may be repeated is made again under the same key as attempt 2', async () => {
  const { after, runId, wakeUp } = await interrupted('desk_put_note');
  const run = await after.plane.getRun(after.alice, runId);
  expect(run).toMatchObject({
    status: 'Succeeded',
    steps: [{ state: 'Succeeded', attempt: 2 }, { state: 'Succeeded' }],
  });
  const [step] = await after.store.read('ws-a', (tables) => tables.steps.find({ where: { run_id: runId } }));
  expect(step?.call?.idempotencyKey).toBe(`${runId}:first`);
  await wakeUp();
});

test('C3: a call that must not be repeated is not: the run pauses and asks, and "it happened" continues with the given output', async () => {
  const { after, runId, wakeUp } = await interrupted('desk_refund');
  const run = await after.plane.getRun(after.alice, runId);
  expect(run).toMatchObject({
    status: 'Paused',
    controlState: 'blocked',
    steps: [{ state: 'UnknownOutcome', attempt: 1 }, { state: 'Pending' }],
  });
  expect(await after.plane.listWorkItems(after.alice, { runId })).toMatchObject({
    items: [{ kind: 'unknown-outcome' }],
  });
  const resolve = (by: TestPlane['alice']) =>
    after.plane.resolveUnknown(by, {
      runId,
      stepId: 'first',
      resolution: { kind: 'it-happened', output: { refunded: 1 } },
      rationale: 'the bank says so',
    });
  await expect(resolve(after.zoe)).rejects.toMatchObject({ kind: 'Forbidden' });
  await resolve(after.alice);
  await expect(resolve(after.alice)).rejects.toMatchObject({ kind: 'Conflict' });
  await after.settle();
  expect(await after.plane.getRun(after.alice, runId)).toMatchObject({
    status: 'Succeeded',
    steps: [{ output: { refunded: 1 } }, {}],
  });
  expect(desk.count('desk_refund')).toBe(1);
  await wakeUp();
});

test('C3: "it did not happen" makes the call once; "fail" ends the run', async () => {
  const one = await interrupted('desk_refund');
  await one.after.plane.resolveUnknown(one.after.alice, {
    runId: one.runId,
    stepId: 'first',
    resolution: { kind: 'it-did-not-happen' },
    rationale: 'nothing at the bank',
  });
  await one.after.settle();
  expect(await one.after.plane.getRun(one.after.alice, one.runId)).toMatchObject({
    status: 'Succeeded',
    steps: [{ attempt: 2 }, {}],
  });
  expect(desk.count('desk_refund')).toBe(2);
  await one.wakeUp();
  desk.calls.splice(0);
  const two = await interrupted('desk_refund');
  await two.after.plane.resolveUnknown(two.after.alice, {
    runId: two.runId,
    stepId: 'first',
    resolution: { kind: 'fail' },
    rationale: 'too risky',
  });
  expect(await two.after.plane.getRun(two.after.alice, two.runId)).toMatchObject({
    status: 'Failed',
    failure: { kind: 'UnknownOutcome' },
  });
  // Nobody knows whether the refund left, so going on from there would risk a second one.
  await expect(two.after.plane.retryRun(two.after.alice, { runId: two.runId })).rejects.toMatchObject({
    kind: 'Conflict',
    context: { stepId: 'first' },
  });
  await two.wakeUp();
});

test('C8: an engine that slept past its lease writes nothing when it wakes up', async () => {
  const { before, after, runId, wakeUp } = await interrupted('desk_refund');
  const entries = (await after.plane.listEvidence(after.alice, { runId, limit: 200 })).items.length;
  await wakeUp();
  await before.settle();
  expect((await after.plane.listEvidence(after.alice, { runId, limit: 200 })).items).toHaveLength(entries);
  expect(await after.plane.getRun(after.alice, runId)).toMatchObject({ status: 'Paused' });
});

test('renewals of a lease wait for each other, so that a slow database is not kept busy with them alone', async () => {
  const downstream = gone();
  const file = join(temporaryFolder(), 'portarium.db');
  let [asked, waiting, most] = [0, 0, 0];
  const { plane, alice, settle } = await openPlane({
    downstream,
    file,
    leaseMs: 30,
    openStore: async (options) => {
      const store = openSqliteStore(file, options);
      const transact = store.transact.bind(store);
      store.transact = async (workspaceId, work) => {
        asked += 1;
        waiting += 1;
        most = Math.max(most, waiting);
        await new Promise((resolve) => setTimeout(resolve, 60));
        return transact(workspaceId, work).finally(() => {
          waiting -= 1;
        });
      };
      return store;
    },
  });
  await plane.putWorkflow(alice, { source: flow('desk_put_note') });
  const { runId } = await plane.startRun(alice, { workflowId: 'two' });
  const going = settle();
  await until(() => desk.count('desk_put_note') === 1);
  const before = asked;
  most = 0;
  await until(() => asked >= before + 5);
  expect(most).toBe(1);
  downstream.revive();
  await going;
  expect(await plane.getRun(alice, runId)).toMatchObject({ status: 'Succeeded' });
});

test('a tool that reports an error fails the run with its words, and secrets in them are masked', async () => {
  const { plane, alice, settle } = await openPlane({ desk });
  await plane.putWorkflow(alice, { source: flow('desk_fail') });
  const { runId } = await plane.startRun(alice, { workflowId: 'two', input: { password: 'hunter2-canary' } });
  await settle();
  const run = await plane.getRun(alice, runId);
  expect(run).toMatchObject({ status: 'Failed', failure: { kind: 'ActionFailed', actionId: 'first' } });
  expect(desk.count('desk_fail')).toBe(1);
  const everything = JSON.stringify([
    run,
    await plane.listEvidence(alice, { limit: 200 }),
    await plane.eventsSince(alice, 0, 200),
  ]);
  expect(everything).not.toMatch(/hunter2-canary|sk-live-canary/);
});

test('a server that cannot be reached is tried again after growing pauses, then the run fails; nothing was called', async () => {
  let up = false;
  const downstream: Downstream = {
    servers: real.servers,
    call: real.call,
    tools: async (server) => (up ? real.tools(server) : Promise.reject(new Error('connection refused'))),
  };
  const { plane, alice, settle, clock } = await openPlane({ downstream });
  await plane.putWorkflow(alice, { source: flow('desk_refund') });
  const { runId } = await plane.startRun(alice, { workflowId: 'two' });
  await settle();
  expect(await plane.getRun(alice, runId)).toMatchObject({
    status: 'Running',
    steps: [{ state: 'WaitingForTimer', error: { kind: 'Unreachable' } }, {}],
  });
  clock.pass(1000);
  await settle();
  up = true;
  clock.pass(2000);
  await settle();
  expect(await plane.getRun(alice, runId)).toMatchObject({ status: 'Succeeded', steps: [{ attempt: 1 }, {}] });
  up = false;
  const second = await plane.startRun(alice, { workflowId: 'two' });
  for (const pause of [0, 1000, 2000]) {
    clock.pass(pause);
    await settle();
  }
  expect(await plane.getRun(alice, second.runId)).toMatchObject({
    status: 'Failed',
    failure: { kind: 'ActionFailed' },
  });
});

test('a run that takes longer than its deadline fails', async () => {
  const { plane, alice, settle, clock } = await openPlane({ desk });
  const actions = [{ actionId: 'wait', operation: 'timer:wait', durationMs: 60_000 }];
  await plane.putWorkflow(alice, { source: { name: 'Late', executionTier: 'Auto', deadlineMs: 30_000, actions } });
  const { runId } = await plane.startRun(alice, { workflowId: 'late' });
  await settle();
  clock.pass(30_000);
  await settle();
  expect(await plane.getRun(alice, runId)).toMatchObject({
    status: 'Failed',
    failure: { kind: 'RunDeadlineExceeded' },
  });
});

test('a paused run dispatches nothing until it is resumed', async () => {
  const { plane, alice, settle } = await openPlane({ desk });
  await plane.putWorkflow(alice, { source: flow('desk_refund') });
  const { runId } = await plane.startRun(alice, { workflowId: 'two' });
  await plane.intervene(alice, { runId, kind: 'pause', rationale: 'let me look first' });
  await settle();
  expect(await plane.getRun(alice, runId)).toMatchObject({ status: 'Paused' });
  expect(desk.calls).toEqual([]);
  await plane.intervene(alice, { runId, kind: 'resume', rationale: 'looked, all good' });
  await settle();
  expect(await plane.getRun(alice, runId)).toMatchObject({ status: 'Succeeded' });
});

test('ten thousand waiting runs are rows and nothing else; an engine that starts finds the ones that are due', async () => {
  const { plane, store, alice, clock, settle } = await openPlane({ desk });
  const actions = [{ actionId: 'wait', operation: 'timer:wait', durationMs: 3_600_000 }];
  await plane.putWorkflow(alice, { source: { name: 'Wait', executionTier: 'Auto', actions } });
  const { runId } = await plane.startRun(alice, { workflowId: 'wait' });
  await settle();
  await store.transact('ws-a', async (tx) => {
    const [run, step] = [await tx.runs.get(idOf(runId)), await tx.steps.get(idOf(runId), 100_000, idOf('wait'))];
    if (run === undefined || step === undefined) throw new Error('The run is not there.');
    for (let i = 0; i < 9_999; i++) {
      const copy = tx.newId('run');
      await tx.runs.put({ ...run, runId: copy });
      await tx.steps.put({ ...step, runId: copy });
    }
  });
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
  const before = timers();
  await settle();
  expect(timers()).toBeLessThanOrEqual(before);
  expect(plane.engine.activeRuns).toBe(0);
  expect(await store.dueRuns(clock.now(), 10)).toEqual([]);
  clock.pass(3_600_000);
  expect(await store.dueRuns(clock.now(), 20_000)).toHaveLength(10_000);
});
