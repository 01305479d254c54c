import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Downstream } from '../../src/steps/ports.js';
import { openSqliteStore } from '../../src/store/sqlite-store.js';
import { openPlane, temporaryFolder } from '../app/plane.js';

const call = { actionId: 'call', operation: 'mcp:call', server: 'desk', tool: 'desk_refund' };
const emit = { actionId: 'tell', operation: 'event:emit', type: 'Done' };
const flow = (name: string, ...actions: object[]) => ({ source: { name, executionTier: 'Auto', actions } });

/** Something is wrong that no step can be blamed for: asking which servers there are fails. */
function breakable(): { readonly downstream: Downstream; set(broken: boolean): void } {
  let isBroken = false;
  const downstream: Downstream = {
    servers: () => {
      if (isBroken) throw new TypeError('nobody thought of this');
      return ['desk'];
    },
    tools: async () => [],
    call: async () => Promise.reject(new Error('not here')),
  };
  return {
    downstream,
    set: (broken) => {
      isBroken = broken;
    },
  };
}

test('a run that the engine cannot carry is left alone for longer and longer, then stopped with a work item, and goes on when resumed', async () => {
  const { downstream, set } = breakable();
  const { plane, alice, adam, clock, settle } = await openPlane({ downstream });
  await plane.putWorkflow(alice, flow('Bad', call));
  await plane.putWorkflow(alice, flow('Good', emit));
  set(true);
  const bad = await plane.startRun(alice, { workflowId: 'bad' });
  await settle();
  expect(plane.engine.problems).toEqual({ failures: 1, pausing: 1, blocked: 0 });
  await settle();
  expect(plane.engine.problems.failures, 'not tried again at once').toBe(1);
  const good = await plane.startRun(alice, { workflowId: 'good' });
  await settle();
  expect(await plane.getRun(alice, good.runId)).toMatchObject({ status: 'Succeeded' });
  for (let i = 0; i < 20; i++) {
    clock.pass(30_000);
    await settle();
  }
  expect(plane.engine.problems).toEqual({ failures: 8, pausing: 0, blocked: 1 });
  expect(await plane.getRun(alice, bad.runId)).toMatchObject({
    status: 'Paused',
    controlState: 'blocked',
    waitingFor: 'The engine cannot carry this run: nobody thought of this',
  });
  expect(await plane.listWorkItems(alice, { runId: bad.runId })).toMatchObject({
    items: [{ kind: 'blocked-run', status: 'Open', title: 'The engine cannot carry this run: nobody thought of this' }],
  });
  set(false);
  await plane.intervene(adam, { runId: bad.runId, kind: 'resume', rationale: 'it was mended' });
  for (const pause of [0, 1000, 2000]) {
    clock.pass(pause);
    await settle();
  }
  // There is no such tool; but that is the step's failure and no longer the engine's.
  expect(await plane.getRun(alice, bad.runId)).toMatchObject({ status: 'Failed', failure: { kind: 'ActionFailed' } });
  expect(await plane.listWorkItems(alice, { runId: bad.runId })).toMatchObject({ items: [{ status: 'Resolved' }] });
  expect(await plane.verifyEvidence(alice)).toMatchObject({ valid: true });
});

test('a stopped run can be cancelled', async () => {
  const { downstream, set } = breakable();
  const { plane, alice, clock, settle } = await openPlane({ downstream });
  await plane.putWorkflow(alice, flow('Bad', call));
  set(true);
  const { runId } = await plane.startRun(alice, { workflowId: 'bad' });
  for (let i = 0; i < 20; i++) {
    clock.pass(30_000);
    await settle();
  }
  expect(await plane.cancelRun(alice, { runId })).toMatchObject({ status: 'Cancelled' });
  expect(await plane.listWorkItems(alice, { runId })).toMatchObject({ items: [{ status: 'Closed' }] });
});

test('a database that is away is not held against the runs', async () => {
  let isAway = false;
  const file = join(temporaryFolder(), 'portarium.db');
  const { plane, alice, clock } = await openPlane({
    file,
    openStore: async (options) => {
      const store = openSqliteStore(file, options);
      const transact = store.transact.bind(store);
      store.transact = (workspaceId, work) =>
        transact(workspaceId, async (tx) => {
          const result = await work(tx);
          if (isAway) throw new Error('database or disk is full');
          return result;
        });
      return store;
    },
  });
  await plane.putWorkflow(alice, flow('Good', emit));
  const { runId } = await plane.startRun(alice, { workflowId: 'good' });
  isAway = true;
  plane.engine.run();
  await expect.poll(() => plane.engine.problems.failures, { timeout: 20_000 }).toBe(1);
  // Time stands still for the engine, so that it waits; the event loop does not.
  isAway = false;
  clock.pass(100);
  await expect
    .poll(async () => (await plane.getRun(alice, runId)).status, { timeout: 20_000, interval: 20 })
    .toBe('Succeeded');
  expect(plane.engine.problems).toEqual({ failures: 1, pausing: 0, blocked: 0 });
});

test('a Restate server that is away is not held against the runs', { timeout: 60_000 }, async () => {
  const { openRestate } = await import('../../src/restate/open-restate.js');
  const { carrier } = await openRestate({ ingress: 'http://127.0.0.1:1' });
  const { plane, alice } = await openPlane({ engine: { carrier, patience: 1, onProblem: () => {} } });
  await plane.putWorkflow(alice, flow('Good', emit));
  const { runId } = await plane.startRun(alice, { workflowId: 'good' });
  plane.engine.run();
  await expect.poll(() => plane.engine.problems.failures, { timeout: 30_000 }).toBeGreaterThan(0);
  expect(plane.engine.problems).toMatchObject({ pausing: 0, blocked: 0 });
  expect(await plane.getRun(alice, runId)).toMatchObject({ status: 'Pending' });
});
