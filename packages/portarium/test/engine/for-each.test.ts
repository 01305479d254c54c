import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sampledCount } from '../../../../test/support/sampling.js';
import { type Desk, openDesk } from '../app/desk-server.js';
import { openPlane } from '../app/plane.js';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
beforeEach(() => desk.calls.splice(0));
afterAll(() => desk.close());

const tell = (list: string) => ({
  name: 'Each',
  executionTier: 'Auto',
  actions: [{ actionId: 'tell', operation: 'event:emit', type: 'Told', forEach: list, data: '{{ item }}' }],
});

/** How many rows of steps were read and written while a list of this length was worked through. */
async function rowsTouched(members: number): Promise<number> {
  const { plane, store, alice, settle } = await openPlane();
  await plane.putWorkflow(alice, { source: tell('input.list') });
  let rows = 0;
  const transact = store.transact.bind(store);
  store.transact = (workspaceId, work) =>
    transact(workspaceId, (tx) => {
      const { find, put } = tx.steps;
      tx.steps.find = async (query) => {
        const found = await find.call(tx.steps, query);
        rows += found.length;
        return found;
      };
      tx.steps.put = async (step) => {
        rows += 1;
        return put.call(tx.steps, step);
      };
      return work(tx);
    });
  const list = Array.from({ length: members }, (_, i) => i);
  const { runId } = await plane.startRun(alice, { workflowId: 'each', input: { list } });
  await settle();
  const run = await plane.getRun(alice, runId);
  expect(run).toMatchObject({ status: 'Succeeded' });
  expect(run.output).toHaveLength(members);
  return rows;
}

test('a list costs as much per member however long it is', async () => {
  const [few, many] = [await rowsTouched(500), await rowsTouched(2000)];
  expect(many / few).toBeLessThan(5);
});

const long = sampledCount('members of the longest list of portarium', 10_000, 2000);

test(`${long} members are worked through in turns with everything else, and come out in order`, {
  timeout: 300_000,
}, async () => {
  const { plane, store, alice, settle } = await openPlane();
  await plane.putWorkflow(alice, { source: tell('input.list') });
  const list = Array.from({ length: long }, (_, i) => i * 2);
  const { runId } = await plane.startRun(alice, { workflowId: 'each', input: { list } });
  let turns = 0;
  const watch = setInterval(() => {
    turns += 1;
  }, 1);
  await settle();
  clearInterval(watch);
  expect(turns).toBeGreaterThan(long / 200);
  expect(await plane.getRun(alice, runId)).toMatchObject({ status: 'Succeeded' });
  const events = await store.events('ws-a', 0, 100_000);
  const told = events.filter(({ type }) => type === 'com.portarium.workflow.Told');
  expect(told.map(({ data }) => (data as { value: number }).value)).toEqual(list);
});

test('a list of calls goes on where it was after a restart, and a member that fails ends the others', async () => {
  const actions = [
    {
      actionId: 'pay',
      operation: 'mcp:call',
      server: 'desk',
      tool: 'desk_refund',
      forEach: 'input.list',
      maxParallel: 3,
      arguments: { amount: '{{ item }}', index: '{{ index }}' },
    },
  ];
  const { plane, alice, settle } = await openPlane({ desk });
  await plane.putWorkflow(alice, { source: { name: 'Pay', executionTier: 'Auto', actions } });
  const list = Array.from({ length: 40 }, (_, i) => i);
  const { runId } = await plane.startRun(alice, { workflowId: 'pay', input: { list } });
  await settle();
  const run = await plane.getRun(alice, runId);
  expect(run).toMatchObject({ status: 'Succeeded', output: list.map((refunded) => ({ refunded })) });
  expect(desk.calls.map(({ arguments: args }) => args.index).sort((a, b) => Number(a) - Number(b))).toEqual(list);

  const failing = [{ ...actions[0], tool: 'desk_fail' }];
  await plane.putWorkflow(alice, { source: { name: 'Fail', executionTier: 'Auto', actions: failing } });
  const second = await plane.startRun(alice, { workflowId: 'fail', input: { list } });
  await settle();
  const failed = await plane.getRun(alice, second.runId);
  expect(failed).toMatchObject({ status: 'Failed' });
  expect(failed.steps.every(({ state }) => ['Failed', 'Cancelled'].includes(state))).toBe(true);
  expect(failed.steps).toHaveLength(41);
});
