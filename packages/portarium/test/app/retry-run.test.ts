import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { connectDownstream } from '../../src/downstream/kernel-downstream.js';
import { serverOf, tool } from '../gateway/governed.js';
import { openPlane, type TestPlane } from './plane.js';

/** A workshop that writes down what it is asked for and fails at what is broken. */
async function openWorkshop() {
  const calls: string[] = [];
  const broken = new Set<string>();
  const job = (name: string) =>
    tool(
      name,
      async ({ item }) => {
        calls.push(`${name} ${item}`);
        if (broken.has(`${name} ${item}`)) throw new Error(`${name} of ${item} broke.`);
        return { made: `${name}-${item}` };
      },
      { effect: 'write' } as never,
    );
  const { url } = await serverOf(['cut', 'glue', 'paint'].map(job));
  return { calls, broken, url };
}

const step = (actionId: string, item: string, more: object = {}) => ({
  actionId,
  operation: 'mcp:call',
  server: 'workshop',
  tool: actionId,
  arguments: { item },
  ...more,
});
const chair = {
  name: 'Chair',
  executionTier: 'Auto',
  actions: [step('cut', '{{ input.wood }}'), step('glue', '{{ steps.cut.output.made }}'), step('paint', 'red')],
};
const once = { retry: { maxAttempts: 1 } };

describe('a run that failed is retried from its failed step', () => {
  let shop: Awaited<ReturnType<typeof openWorkshop>>;
  let world: TestPlane;
  beforeEach(async () => {
    shop = await openWorkshop();
    const downstream = connectDownstream({ workshop: { type: 'http', url: shop.url } });
    onTestFinished(() => downstream.close());
    world = await openPlane({ downstream, environment: 'dev' });
  });

  const run = async (
    source: { readonly name: string } & Record<string, unknown>,
    input: Record<string, unknown> = { wood: 'oak' },
  ) => {
    await world.plane.putWorkflow(world.alice, { source: source as never });
    const { runId } = await world.plane.startRun(world.alice, { workflowId: source.name.toLowerCase(), input });
    await world.settle();
    return world.plane.getRun(world.alice, runId);
  };
  const retried = async (runId: string, caller = world.alice) => {
    const started = await world.plane.retryRun(caller, { runId });
    await world.settle();
    return world.plane.getRun(world.alice, started.runId);
  };

  test('what succeeded keeps its output and is not called again; both runs name each other, and evidence says so', async () => {
    shop.broken.add('glue cut-oak');
    const failed = await run(chair);
    expect(failed).toMatchObject({ status: 'Failed', failure: { actionId: 'glue' } });
    shop.broken.clear();
    shop.calls.length = 0;
    const second = await retried(failed.runId);
    expect(shop.calls).toEqual(['glue cut-oak', 'paint red']);
    expect(second).toMatchObject({ status: 'Succeeded', retriesRunId: failed.runId, input: { wood: 'oak' } });
    expect(second.steps.map(({ stepId, state }) => [stepId, state])).toEqual([
      ['cut', 'Succeeded'],
      ['glue', 'Succeeded'],
      ['paint', 'Succeeded'],
    ]);
    const first = await world.plane.getRun(world.alice, failed.runId);
    expect(first).toMatchObject({ status: 'Failed', retryRunId: second.runId });
    const { items } = await world.plane.listEvidence(world.alice, { runId: failed.runId });
    expect(items.map(({ type }) => type)).toContain('RunRetried');
    const { entries } = await world.plane.getTimeline(world.alice, second.runId);
    expect(entries.find(({ type }) => type === 'StepsCarriedOver')).toMatchObject({
      detail: { steps: ['cut'], count: 1 },
      links: { retriesRunId: failed.runId },
      actor: { id: world.alice.principalId },
    });
  });

  test('the definition is that of the first run, though the workflow has changed since', async () => {
    shop.broken.add('paint red');
    const failed = await run(chair);
    shop.broken.clear();
    await world.plane.putWorkflow(world.alice, {
      source: { ...chair, actions: [step('paint', 'blue')] } as never,
    });
    shop.calls.length = 0;
    expect(await retried(failed.runId)).toMatchObject({ status: 'Succeeded', workflowVersion: 1 });
    expect(shop.calls).toEqual(['paint red']);
  });

  test('of a list only the members that are not done are done', async () => {
    const source = {
      name: 'Painting',
      executionTier: 'Auto',
      actions: [
        { ...step('paint', '{{ item }}', once), forEach: 'input.colours', maxParallel: 1 },
        step('glue', '{{ steps.paint.output[2].made }}'),
      ],
    };
    shop.broken.add('paint green');
    const failed = await run(source, { colours: ['red', 'green', 'blue'] });
    expect(failed.status).toBe('Failed');
    expect(shop.calls).toEqual(['paint red', 'paint green']);
    shop.broken.clear();
    shop.calls.length = 0;
    expect(await retried(failed.runId)).toMatchObject({ status: 'Succeeded' });
    expect(shop.calls).toEqual(['paint green', 'paint blue', 'glue paint-blue']);
  });

  test('a gate is asked again for the calls that are left, and not where all behind it is done', async () => {
    const gate = (actionId: string) => ({ actionId, operation: 'approval:request', prompt: 'May it?' });
    const source = {
      name: 'Gated',
      executionTier: 'Auto',
      actions: [gate('first'), step('cut', 'oak'), gate('second'), step('glue', 'a'), step('paint', 'red')],
    };
    shop.broken.add('paint red');
    const failed = await run(source);
    const approve = async (runId: string) => {
      const { pendingApprovals } = await world.plane.getRun(world.alice, runId);
      const [{ approvalId = '' } = {}] = pendingApprovals;
      await world.plane.decideApproval(world.bob, { approvalId, decision: 'Approved', rationale: 'It is fine.' });
      await world.settle();
      return pendingApprovals.flatMap(({ plan }) => plan.map(({ stepId }) => stepId));
    };
    expect(await approve(failed.runId)).toEqual(['cut']);
    expect(await approve(failed.runId)).toEqual(['glue', 'paint']);
    shop.broken.clear();
    shop.calls.length = 0;
    const second = await retried(failed.runId);
    expect(second).toMatchObject({ status: 'WaitingForApproval' });
    expect(await approve(second.runId)).toEqual(['paint']);
    expect(await world.plane.getRun(world.alice, second.runId)).toMatchObject({ status: 'Succeeded' });
    expect(shop.calls).toEqual(['paint red']);
  });

  test('a key gives the same run again, another retry is refused, and a retry that failed can be retried', async () => {
    shop.broken.add('paint red');
    const failed = await run(chair);
    const request = { runId: failed.runId, idempotencyKey: 'again-1' };
    const [one, two] = await Promise.all([1, 2].map(() => world.plane.retryRun(world.alice, request)));
    expect(new Set([one?.runId, two?.runId]).size).toBe(1);
    expect([one?.replayed, two?.replayed].sort()).toEqual([false, true]);
    await expect(world.plane.retryRun(world.alice, { runId: failed.runId })).rejects.toMatchObject({
      kind: 'Conflict',
      context: { retriedBy: one?.runId },
    });
    await world.settle();
    shop.broken.clear();
    shop.calls.length = 0;
    expect(await retried(one?.runId ?? '')).toMatchObject({ status: 'Succeeded' });
    expect(shop.calls).toEqual(['paint red']);
  });

  test('where what was done is undone it is refused', async () => {
    const [cut, ...rest] = chair.actions;
    const undo = { compensation: { server: 'workshop', tool: 'paint', arguments: { item: 'over' } } };
    shop.broken.add('paint red');
    const failed = await run({ ...chair, name: 'Undone', actions: [{ ...cut, ...undo }, ...rest] });
    await expect(retried(failed.runId)).rejects.toMatchObject({ kind: 'Conflict', message: /undone/ });
  });

  test.each([
    ['one that succeeded', 'Succeeded'],
    ['one that is not there', 'NotFound'],
  ])('%s is refused', async (_, why) => {
    const { runId } = await run(chair);
    const asked = why === 'NotFound' ? 'run_nobody' : runId;
    await expect(retried(asked)).rejects.toMatchObject({ kind: why === 'NotFound' ? 'NotFound' : 'Conflict' });
  });

  test('an agent does not retry the run of somebody else', async () => {
    shop.broken.add('paint red');
    const failed = await run(chair);
    await expect(retried(failed.runId, world.bot)).rejects.toMatchObject({ kind: 'NotFound' });
  });
});
