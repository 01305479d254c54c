import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { connectDownstream } from '../../src/downstream/kernel-downstream.js';
import { serverOf, tool } from '../gateway/governed.js';
import { collect, openPlane, type TestPlane } from './plane.js';

/** A shop that writes down what it is asked for, whose stock may be away and whose undoing may fail. */
async function openShop() {
  const calls: string[] = [];
  const state = { broken: '' };
  let held = '';
  let letGo = (): void => {};
  const call = (name: string) =>
    tool(
      name,
      async (args) => {
        calls.push(`${name} ${args.item ?? ''}`.trim());
        if (name === held)
          await new Promise<void>((resolve) => {
            letGo = resolve;
          });
        if (name === state.broken) throw new Error(`${name} is closed today.`);
        return { id: `${name}-${args.item}` };
      },
      { effect: 'write', ...(name === 'ship' ? {} : { idempotent: true }) } as never,
    );
  const { url } = await serverOf(['reserve', 'release', 'charge', 'refund', 'ship'].map(call));
  const holds = (name: string): void => {
    held = name;
  };
  return { calls, state, url, holds, letGo: () => letGo() };
}

const step = (actionId: string, item: string, undo?: string) => ({
  actionId,
  operation: 'mcp:call',
  server: 'shop',
  tool: actionId,
  arguments: { item },
  ...(undo === undefined
    ? {}
    : { compensation: { server: 'shop', tool: undo, arguments: { item: '{{ output.id }}', for: '{{ input.who }}' } } }),
});
const order = {
  name: 'Order',
  executionTier: 'Auto',
  actions: [step('reserve', 'tea', 'release'), step('charge', '{{ input.who }}', 'refund'), step('ship', 'tea')],
};

/** One reservation for each member of a list, then a shipment of all. */
const listOf = (name: string, maxParallel: number) => ({
  name,
  executionTier: 'Auto',
  actions: [{ ...step('reserve', '{{ item }}', 'release'), forEach: 'input.items', maxParallel }, step('ship', 'all')],
});

describe('a workflow whose steps say how they are undone', () => {
  let shop: Awaited<ReturnType<typeof openShop>>;
  let world: TestPlane;
  beforeEach(async () => {
    shop = await openShop();
    const downstream = connectDownstream({ shop: { type: 'http', url: shop.url } });
    onTestFinished(() => downstream.close());
    world = await openPlane({ downstream, environment: 'dev' });
    await world.plane.putWorkflow(world.alice, { source: order });
  });
  const started = async (workflowId = 'order') => {
    const { runId } = await world.plane.startRun(world.alice, { workflowId, input: { who: 'Ada' } });
    await world.settle();
    return world.plane.getRun(world.alice, runId);
  };
  /** The same order, whose undoing is tried once and no more. */
  const triedOnce = async () => {
    const actions = order.actions.map((it) => ({
      ...it,
      ...(it.compensation && { compensation: { ...it.compensation, retry: { maxAttempts: 1 } } }),
    }));
    await world.plane.putWorkflow(world.alice, { source: { ...order, name: 'Failing', actions } });
    return 'failing';
  };
  const undoingOf = async ({ compensationRunId = '' }: { compensationRunId?: string | undefined }) =>
    world.plane.getRun(world.alice, compensationRunId);

  test('is left as it is when it succeeds', async () => {
    const run = await started();
    expect(run).toMatchObject({ status: 'Succeeded' });
    expect(run.compensationRunId).toBeUndefined();
    expect(shop.calls).toEqual(['reserve tea', 'charge Ada', 'ship tea']);
  });

  test('is undone in reverse order when it fails, with what its steps came to, and all of it is evidence', async () => {
    shop.state.broken = 'ship';
    const run = await started();
    expect(run).toMatchObject({ status: 'Failed', failure: { actionId: 'ship' } });
    expect(shop.calls).toEqual(['reserve tea', 'charge Ada', 'ship tea', 'refund charge-Ada', 'release reserve-tea']);
    const undoing = await undoingOf(run);
    expect(undoing).toMatchObject({ status: 'Succeeded', compensatesRunId: run.runId, initiatedVia: 'compensation' });
    expect(undoing.steps.map(({ input }) => input)).toMatchObject([
      { tool: 'refund', arguments: { item: 'charge-Ada', for: 'Ada' } },
      { tool: 'release', arguments: { item: 'reserve-tea', for: 'Ada' } },
    ]);
    const entries = await collect(world.store.ledger.entries({ chain: 'ws-a' }));
    const typesOf = (runId: string) => entries.filter(({ stream }) => stream === runId).map(({ type }) => type);
    expect(typesOf(run.runId).slice(-2)).toEqual(['RunFailed', 'CompensationStarted']);
    expect(typesOf(undoing.runId).filter((type) => type === 'OutcomeRecorded')).toHaveLength(2);
    expect(await world.plane.verifyEvidence(world.adam)).toMatchObject({ valid: true });
  });

  test('is undone when it is cancelled, as far as it came', async () => {
    const waits = {
      ...order,
      name: 'Waits',
      actions: [
        ...order.actions.slice(0, 1),
        { actionId: 'ask', operation: 'approval:request' },
        ...order.actions.slice(1),
      ],
    };
    await world.plane.putWorkflow(world.alice, { source: waits });
    const { runId } = await started('waits');
    await world.plane.cancelRun(world.alice, { runId });
    await world.settle();
    expect(shop.calls).toEqual(['reserve tea', 'release reserve-tea']);
    expect(await undoingOf(await world.plane.getRun(world.alice, runId))).toMatchObject({ status: 'Succeeded' });
  });

  test('is undone for each member of a list that took effect, and data with braces stays data', async () => {
    shop.state.broken = 'ship';
    await world.plane.putWorkflow(world.alice, { source: listOf('List', 1) });
    const input = { items: ['a', '{{ input.who }}', 'c'], who: 'Eve' };
    await world.plane.startRun(world.alice, { workflowId: 'list', input });
    await world.settle();
    expect(shop.calls.slice(-3)).toEqual(['release reserve-c', 'release reserve-{{ input.who }}', 'release reserve-a']);
  });

  test('of more steps than a run holds is undone by one run after the other', async () => {
    shop.state.broken = 'ship';
    await world.plane.putWorkflow(world.alice, { source: listOf('Many', 50) });
    const input = { items: Array.from({ length: 230 }, (_, n) => n) };
    await world.plane.startRun(world.alice, { workflowId: 'many', input });
    await world.settle();
    const released = shop.calls.filter((call) => call.startsWith('release'));
    expect(new Set(released).size).toBe(230);
    expect(released).toHaveLength(230);
  }, 120_000);

  test('waits for a person where undoing fails, tells them, tries again when they say so, and then goes on', async () => {
    shop.state.broken = 'ship';
    const { runId } = await world.plane.startRun(world.alice, { workflowId: await triedOnce(), input: { who: 'Ada' } });
    const ships = () => shop.calls.includes('ship tea');
    const going = world.settle();
    while (!ships()) await new Promise((resolve) => setTimeout(resolve, 1));
    shop.state.broken = 'refund';
    await going;
    const run = await world.plane.getRun(world.alice, runId);
    expect(run.status).toBe('Failed');
    const stopped = await undoingOf(run);
    expect(stopped).toMatchObject({
      status: 'Paused',
      waitingFor: expect.stringMatching(/Undoes charge.*refund is closed/),
    });
    expect(shop.calls).not.toContain('release reserve-tea');
    const { items } = await world.plane.listWorkItems(world.alice, { mcpStatus: 'pending' } as never);
    expect(items).toMatchObject([
      { kind: 'blocked-run', runId: stopped.runId, title: expect.stringContaining('Undoing stopped') },
    ]);
    shop.state.broken = '';
    await world.plane.intervene(world.alice, {
      runId: stopped.runId,
      kind: 'resume',
      rationale: 'the till is open again',
    });
    await world.settle();
    expect(await undoingOf(run)).toMatchObject({ status: 'Succeeded' });
    expect(shop.calls.slice(-3)).toEqual(['refund charge-Ada', 'refund charge-Ada', 'release reserve-tea']);
    expect((await world.plane.listWorkItems(world.alice, { mcpStatus: 'pending' } as never)).items).toEqual([]);
  });

  test('asks for undoing where policy does, once for all of it', async () => {
    const rules = [{ ruleId: 'undo', match: { tools: ['refund', 'release'] }, effect: 'RequireApproval' }];
    await world.plane.putPolicy(world.adam, {
      source: { policyId: 'undo', name: 'Undo', rules },
      activate: true,
    } as never);
    shop.state.broken = 'ship';
    const undoing = await undoingOf(await started());
    expect(undoing).toMatchObject({
      status: 'WaitingForApproval',
      pendingApprovals: [{ plan: [{ tool: 'refund' }, { tool: 'release' }] }],
    });
    expect(shop.calls.at(-1)).toBe('ship tea');
    const approvalId = undoing.pendingApprovals[0]?.approvalId ?? '';
    await world.plane.decideApproval(world.bob, { approvalId, decision: 'Approved' });
    await world.settle();
    expect(shop.calls.slice(-2)).toEqual(['refund charge-Ada', 'release reserve-tea']);
  });

  test.each(['denied', 'expired'] as const)(
    'waits for a person where undoing is %s, and asks again when they say so',
    async (how) => {
      const rules = [{ ruleId: 'undo', match: { tools: ['refund', 'release'] }, effect: 'RequireApproval' }];
      await world.plane.putPolicy(world.adam, {
        source: { policyId: 'undo', name: 'Undo', rules },
        activate: true,
      } as never);
      shop.state.broken = 'ship';
      const run = await started();
      const [asked] = (await undoingOf(run)).pendingApprovals;
      if (how === 'expired') world.clock.pass(86_400_000);
      else
        await world.plane.decideApproval(world.bob, {
          approvalId: asked?.approvalId ?? '',
          decision: 'Denied',
          rationale: 'not before the audit',
        });
      await world.settle();
      const stopped = await undoingOf(run);
      expect(stopped).toMatchObject({ status: 'Paused', waitingFor: expect.stringContaining('Undoes charge') });
      const open = async () => (await world.plane.listWorkItems(world.alice, { mcpStatus: 'pending' } as never)).items;
      expect(await open()).toMatchObject([{ kind: 'blocked-run', runId: stopped.runId }]);
      await world.plane.intervene(world.alice, { runId: stopped.runId, kind: 'resume', rationale: 'it is agreed now' });
      await world.settle();
      const [again] = (await undoingOf(run)).pendingApprovals;
      expect(again?.approvalId).not.toBe(asked?.approvalId);
      await world.plane.decideApproval(world.bob, { approvalId: again?.approvalId ?? '', decision: 'Approved' });
      await world.settle();
      expect(shop.calls.slice(-2)).toEqual(['refund charge-Ada', 'release reserve-tea']);
      expect(await open()).toEqual([]);
    },
  );

  test('leaves no question behind where undoing is cancelled while a call is under way that fails then', async () => {
    shop.state.broken = 'ship';
    const { runId } = await world.plane.startRun(world.alice, { workflowId: await triedOnce(), input: { who: 'Ada' } });
    shop.holds('refund');
    const going = world.settle();
    await expect.poll(() => shop.calls.includes('refund charge-Ada')).toBe(true);
    const undoing = await undoingOf(await world.plane.getRun(world.alice, runId));
    shop.state.broken = 'refund';
    await world.plane.cancelRun(world.alice, { runId: undoing.runId });
    shop.letGo();
    await going;
    await world.settle();
    expect(await world.plane.getRun(world.alice, undoing.runId)).toMatchObject({ status: 'Cancelled' });
    expect((await world.plane.listWorkItems(world.alice, { mcpStatus: 'pending' } as never)).items).toEqual([]);
  });

  test('goes on to what can be undone behind more than a run holds that cannot', async () => {
    const cannot = {
      ...{ actionId: 'tell', operation: 'event:emit', type: 'Told', forEach: 'input.items' },
      compensation: { server: 'shop', tool: 'refund', arguments: { item: '{{ input.huge * input.huge }}' } },
    };
    const actions = [step('reserve', 'tea', 'release'), cannot, step('ship', 'all')];
    shop.state.broken = 'ship';
    await world.plane.putWorkflow(world.alice, { source: { name: 'Late', executionTier: 'Auto', actions } });
    const input = { who: 'Ada', huge: 1e300, items: Array.from({ length: 201 }, (_, n) => n) };
    const { runId } = await world.plane.startRun(world.alice, { workflowId: 'late', input });
    await world.settle();
    expect(shop.calls.at(-1)).toBe('release reserve-tea');
    expect((await world.plane.getRun(world.alice, runId)).compensationRunId).toBeDefined();
  }, 120_000);

  test.each([
    ['an unknown server', { server: 'elsewhere', tool: 'x' }, 'actions.a.compensation.server'],
    [
      'a step that comes later',
      { server: 'shop', tool: 'x', arguments: { id: '{{ steps.b.output }}' } },
      'actions.a.compensation.id',
    ],
    [
      'a name that nobody knows',
      { server: 'shop', tool: 'x', arguments: { id: '{{ outcome.id }}' } },
      'actions.a.compensation.id',
    ],
  ])('is refused for %s', async (_, compensation, path) => {
    const actions = ['a', 'b'].map((actionId) => ({
      ...step(actionId, 'tea'),
      ...(actionId === 'a' ? { compensation } : {}),
    }));
    const { problems } = await world.plane.validateWorkflow(world.alice, { name: 'Bad', actions });
    expect(problems.map((problem) => problem.path)).toEqual([path]);
  });
});
