import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Connection } from '@quadrivium/kernel/client';
import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { idOf } from '../../src/domain/ids.js';
import { until } from '../http/world.js';
import { governed, type Run, serverOf, tool } from './governed.js';

/** Programs are run again whenever somebody asks: whatever happens in between, no call is made twice. */

interface Pending {
  readonly pending?: true;
  readonly runId: string;
  readonly waitingFor?: string;
  readonly approvals: { approvalId: string }[];
}

type World = Awaited<ReturnType<typeof governed>>;

const ordering = (written: unknown[]) =>
  tool(
    'order',
    (args) => {
      written.push(args);
      return { id: `order-${written.length}` };
    },
    { effect: 'write', output: z.object({ id: z.string() }) } as never,
  );
const counting = (read: Run) => tool('count', read, { output: z.object({ n: z.number() }) } as never);

async function asking({ plane, admin }: World, effect = 'RequireApproval', name = 'Changes') {
  const rules = [{ ruleId: 'changes', match: { classes: ['Mutation', 'Unknown'] }, effect }];
  const source = { policyId: 'changes', name, rules };
  await plane.putPolicy(admin, { source, activate: true, withoutDiff: true } as never);
}

async function approver({ plane, admin }: World) {
  await plane.putPrincipal(admin, { principalId: 'bob', kind: 'user', roles: ['approver'] });
  const bob = { ...admin, principalId: idOf('bob'), roles: ['approver'] } as unknown as typeof admin;
  return ({ approvals: [approval] }: Pick<Pending, 'approvals'>) =>
    plane.decideApproval(bob, {
      approvalId: approval?.approvalId,
      decision: 'Approved',
      rationale: 'seen by bob',
    } as never);
}

const send = async (agent: Connection, code: string, more = {}) =>
  (await agent.callTool('run_program', { code, ...more })).structuredContent as Pending;
const poll = (agent: Connection, runId: string) => agent.callTool('portarium_pending_result', { runId });
const ended = (agent: Connection, runId: string) =>
  until(
    () => poll(agent, runId),
    ({ isError, structuredContent }) => !isError && (structuredContent as Pending | undefined)?.pending !== true,
  );
const waitsForTurn = ({ plane, admin }: World, { runId }: Pending) =>
  until(
    () => plane.getRun(admin, runId),
    ({ steps }) => steps[0]?.state === 'WaitingForTurn',
  );
const runsOf = async ({ plane, admin }: World, workflowId: string) =>
  (await plane.listRuns(admin)).items.filter((run) => run.workflowId === workflowId);

test('a call that was made is answered from the record, also while its server is away', async () => {
  const written: unknown[] = [];
  const shop = await serverOf([ordering(written)]);
  const world = await governed({ shop: shop.url });
  await asking(world);
  const approve = await approver(world);
  const bot = await world.as('bot');
  const one = await send(bot, `await tools.shop.order({ item: 'tea' }); return 'done';`);
  await approve(one);
  expect(JSON.stringify((await ended(bot, one.runId)).raw)).toContain('done');
  await shop.close();
  const actions = [{ actionId: 'look', operation: 'mcp:call', server: 'shop', tool: 'order' }];
  const source = { name: 'look', actions };
  await until(
    () => world.plane.dryRunWorkflow(world.admin, { source, input: {} } as never),
    ({ steps }) => /does not answer|not known/.test(steps[0]?.reason ?? ''),
  );
  const asked = poll(bot, one.runId);
  await expect.poll(async () => (await Promise.race([asked, 'waits'])) !== 'waits').toBe(true);
  expect(await runsOf(world, 'proposed-call')).toEqual([]);
  await serverOf([ordering(written)], {}, Number(new URL(shop.url).port));
  expect(JSON.stringify((await ended(bot, one.runId)).raw)).toContain('done');
  expect(written).toEqual([{ item: 'tea' }]);
}, 100_000);

/** The same server, each of whose answers takes a while. */
async function slowly(url: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const proxy = createServer((from, to) => {
    setTimeout(() => {
      const headers = { ...from.headers, host: `${hostname}:${port}` };
      const on = request({ host: hostname, port, path: from.url, method: from.method, headers }, (answer) => {
        to.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(to);
      });
      on.on('error', () => to.destroy());
      from.pipe(on);
    }, 300);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    proxy.closeAllConnections();
    proxy.close();
  });
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/mcp`;
}

test('calls of one moment keep the order of the program, however slow each server is', async () => {
  const written: unknown[] = [];
  const shop = await slowly((await serverOf([ordering(written)])).url);
  const world = await governed({ shop, bank: (await serverOf([ordering(written)])).url });
  await asking(world);
  const approve = await approver(world);
  const bot = await world.as('bot');
  const code = `await Promise.all([tools.shop.order({ item: 'box' }), tools.bank.order({ pay: 100 })]); return 'done';`;
  const one = await send(bot, code);
  await approve(one);
  expect(JSON.stringify((await ended(bot, one.runId)).raw)).toContain('done');
  expect(written).toEqual([{ item: 'box' }, { pay: 100 }]);
  expect(await runsOf(world, 'program')).toMatchObject([{ runId: one.runId, status: 'Succeeded' }]);
}, 100_000);

test('an approved plan is kept where its program cannot be started for a while', async () => {
  const written: unknown[] = [];
  const shop = await serverOf([ordering(written)]);
  const bank = await serverOf([counting(() => ({ n: 1 }))]);
  const world = await governed({ shop: shop.url, bank: bank.url });
  await asking(world);
  const approve = await approver(world);
  const code = 'for (const item of [1, 2]) await tools.shop.order({ item }); return "done";';
  const one = await send(await world.as('bot'), code);
  await world.close();
  await approve(one);
  await waitsForTurn(world, one);
  await shop.close();
  const bot = await (await world.gateway()).as('bot');
  const meanwhile = await poll(bot, one.runId);
  expect(meanwhile.structuredContent, JSON.stringify(meanwhile.raw)).toMatchObject({ pending: true, runId: one.runId });
  expect((await world.plane.getRun(world.admin, one.runId)).status).not.toBe('Cancelled');
  await serverOf([ordering(written)], {}, Number(new URL(shop.url).port));
  expect(JSON.stringify((await ended(bot, one.runId)).raw)).toContain('done');
  expect(written).toEqual([{ item: 1 }, { item: 2 }]);
}, 100_000);

test('a program that runs out of time while a call is under way is pending, and sent again it is the same', async () => {
  const written: unknown[] = [];
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const slow = async (args: unknown) => {
    written.push(args);
    await held;
    return { id: 'order-1' };
  };
  const { url } = await serverOf([
    tool('order', slow, { effect: 'write', output: z.object({ id: z.string() }) } as never),
  ]);
  const world = await governed({ shop: url });
  await asking(world, 'Allow');
  const bot = await world.as('bot');
  const code = `await tools.shop.order({ item: 1 }); return 'done';`;
  const one = await send(bot, code, { executionTimeout: 1 });
  const late = await poll(bot, one.runId);
  expect(late.structuredContent, JSON.stringify(late.raw)).toMatchObject({ pending: true, runId: one.runId });
  expect(await send(bot, code, { executionTimeout: 1 })).toMatchObject({ pending: true, runId: one.runId });
  release();
  expect(JSON.stringify((await ended(bot, one.runId)).raw)).toContain('done');
  expect(written).toEqual([{ item: 1 }]);
}, 100_000);

test('nobody else drives a program by asking for its result', async () => {
  const written: unknown[] = [];
  const world = await governed({ shop: (await serverOf([ordering(written)])).url });
  await asking(world);
  const approve = await approver(world);
  const code = 'for (const item of [1, 2]) await tools.shop.order({ item }); return "done";';
  const one = await send(await world.as('bot'), code);
  await world.close();
  await approve(one);
  await waitsForTurn(world, one);
  const { as } = await world.gateway();
  expect((await poll(await as('adam'), one.runId)).structuredContent).toMatchObject({ pending: true });
  expect(written).toEqual([]);
  await ended(await as('bot'), one.runId);
  expect(written).toEqual([{ item: 1 }, { item: 2 }]);
}, 100_000);

test('no program reads what another has printed', async () => {
  const world = await governed({ shop: (await serverOf([ordering([])])).url });
  await (await world.as('bot')).callTool('run_program', { code: 'console.log("mine".repeat(300000));' });
  const other = await world.as('other');
  for (const id of ['last', 'not kept']) {
    const answer = await other.callTool('run_program', { code: `return await results.get('${id}');` });
    expect(answer.isError, id).toBe(true);
    expect(JSON.stringify(answer.raw)).not.toContain('minemine');
  }
}, 100_000);

test('a plan has one plan after it, however often its result is asked for', async () => {
  const written: unknown[] = [];
  let reads = 0;
  const count = counting(() => {
    reads += 1;
    return { n: reads };
  });
  const world = await governed({ shop: (await serverOf([ordering(written), count])).url });
  await asking(world);
  const approve = await approver(world);
  const bot = await world.as('bot');
  const code = `
    await tools.shop.order({ item: 'tea' });
    const { n } = await tools.shop.count({});
    await tools.shop.order({ note: n });
    return 'done';`;
  const one = await send(bot, code);
  await approve(one);
  const next = async () => (await poll(bot, one.runId)).structuredContent as Pending;
  const two = await until(next, ({ runId, approvals = [] }) => runId !== one.runId && approvals.length > 0);
  for (let again = 0; again < 3; again += 1) expect((await next()).runId).toBe(two.runId);
  expect(await runsOf(world, 'program')).toHaveLength(2);
  await approve(two);
  expect(JSON.stringify((await ended(bot, one.runId)).raw)).toContain('done');
  // Read once for the first plan and once when it was carried out.
  expect(written).toEqual([{ item: 'tea' }, { note: 2 }]);
}, 100_000);

test('a plan that is asked for a second time goes on by itself a second time', async () => {
  const written: unknown[] = [];
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const count = counting(async () => {
    if (written.length > 0) await held;
    return { n: 1 };
  });
  const world = await governed({ shop: (await serverOf([ordering(written), count])).url });
  await asking(world);
  const approve = await approver(world);
  const code = `
    await tools.shop.order({ item: 1 }); await tools.shop.count({});
    await tools.shop.order({ item: 2 }); await tools.shop.order({ item: 3 });`;
  const one = await send(await world.as('bot'), code);
  await approve(one);
  await expect.poll(() => written.length).toBe(1);
  // Under another policy what was approved is asked for again.
  await asking(world, 'RequireApproval', 'Changes, seen anew');
  release();
  const { items } = await until(
    () => world.plane.listApprovals(world.admin, { status: 'Pending' } as never),
    (found) => found.items.length > 0,
  );
  expect(items).toMatchObject([{ runId: one.runId }]);
  await approve({ approvals: [...items] });
  await expect.poll(() => written.length, { timeout: 60_000 }).toBe(3);
}, 100_000);

test.each([
  ['one gateway', 1],
  ['two gateways', 2],
])(
  'a program that is sent twice at the same moment to %s is one plan, made once',
  async (_, gateways) => {
    const written: unknown[] = [];
    const world = await governed({ shop: (await serverOf([ordering(written), counting(() => ({ n: 1 }))])).url });
    await asking(world);
    const approve = await approver(world);
    const { as } = gateways === 1 ? world : await world.gateway();
    const code = `await tools.shop.count({}); await tools.shop.order({ item: 'tea' }); return 'done';`;
    const [one, two] = await Promise.all([send(await world.as('bot'), code), send(await as('bot'), code)]);
    expect(two.runId).toBe(one.runId);
    expect(await runsOf(world, 'program')).toHaveLength(1);
    await approve(one);
    expect(JSON.stringify((await ended(await as('bot'), two.runId)).raw)).toContain('done');
    expect(written).toEqual([{ item: 'tea' }]);
    // Whoever sends it later means it.
    expect((await send(await (await world.gateway()).as('bot'), code)).runId).not.toBe(one.runId);
  },
  100_000,
);

test.each([
  ['asks for reads', 'Mutation', [{ ruleId: 'reads', match: { tools: ['count'] }, effect: 'RequireApproval' }]],
  ['lets pass what it refused', 'Deny', [{ ruleId: 'all', match: { tools: ['order'] }, effect: 'Allow' }]],
])(
  'a policy that %s once a call was looked at is asked again before the call is made',
  async (_, before, rules) => {
    const written: unknown[] = [];
    const read: unknown[] = [];
    const count = counting((args) => {
      read.push(args);
      return { n: 1 };
    });
    const world = await governed({ shop: (await serverOf([ordering(written), count])).url }, { engine: false });
    if (before === 'Deny') await asking(world, 'Deny');
    const name = before === 'Deny' ? 'order' : 'count';
    const answer = send(await world.as('bot'), `await tools.shop.${name}({ item: 1 }); return 'done';`);
    await until(
      () => runsOf(world, 'proposed-call'),
      (runs) => runs.length === 1,
    );
    const source = { policyId: 'changes', name: 'Otherwise', rules };
    await world.plane.putPolicy(world.admin, { source, activate: true, withoutDiff: true } as never);
    await world.work();
    const pending = await answer;
    expect(pending).toMatchObject({ pending: true });
    expect(await runsOf(world, 'proposed-call')).toMatchObject([{ status: 'Failed' }]);
    if (before === 'Deny') {
      await ended(await world.as('bot'), pending.runId);
      expect(written, 'once, and as a plan').toEqual([{ item: 1 }]);
    } else {
      expect(pending.approvals).toHaveLength(1);
      expect(read).toEqual([]);
    }
  },
  100_000,
);

test('what is too long to be given names no way to the rest that is none', async () => {
  const world = await governed({ shop: (await serverOf([ordering([])])).url });
  const answer = await (await world.as('bot')).callTool('run_program', { code: 'console.log("x".repeat(1200000));' });
  const text = JSON.stringify(answer.raw);
  expect(text).toContain('characters in all, the middle is left out; it is not kept: print less');
  expect(text).not.toMatch(/results\.get|read_result/);
}, 100_000);
