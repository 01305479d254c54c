import type { Connection } from '@quadrivium/kernel/client';
import { beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { idOf } from '../../src/domain/ids.js';
import { until } from '../http/world.js';
import { governed, serverOf, tool } from './governed.js';

interface Pending {
  readonly pending?: true;
  readonly runId: string;
  readonly approvals: { approvalId: string; planDigest: string }[];
}

const output = z.object({ id: z.string() });

/** A shop whose shelf can be read, and changed when a person agrees. */
async function shop() {
  const written: Record<string, unknown>[] = [];
  const shelf = { reads: 0, items: ['tea', 'salt', 'rice'] };
  const operations = [
    tool(
      'list',
      () => {
        shelf.reads += 1;
        return { items: shelf.items };
      },
      { output: z.object({ items: z.array(z.string()) }) } as never,
    ),
    tool(
      'order',
      (args) => {
        if (args.item === 'gold') throw new Error('There is no gold.');
        written.push(args);
        return { id: `order-${written.length}` };
      },
      { effect: 'write', output } as never,
    ),
  ];
  const { url } = await serverOf(operations);
  return { url, written, shelf };
}

async function governedShop() {
  const made = await shop();
  const { plane, admin, as, close, gateway } = await governed({ shop: made.url });
  const rule = { ruleId: 'ask', match: { classes: ['Mutation', 'Unknown'] }, effect: 'RequireApproval' };
  const source = { policyId: 'changes', name: 'Changes are asked for', rules: [rule] };
  await plane.putPolicy(admin, { source, activate: true } as never);
  await plane.putPrincipal(admin, { principalId: 'bob', kind: 'user', roles: ['approver'] });
  const bob = { ...admin, principalId: idOf('bob'), roles: ['approver'] } as unknown as typeof admin;
  const decide = (approvalId: string, decision: string) =>
    plane.decideApproval(bob, { approvalId, decision, rationale: 'seen by bob' } as never);
  return { ...made, plane, admin, decide, close, gateway, agent: await as('bot') };
}

const run = (agent: Connection, code: string, more = {}) => agent.callTool('run_program', { code, ...more });
const pendingOf = (answer: { structuredContent?: unknown }) => answer.structuredContent as Pending;
const fetched = (agent: Connection, runId: string) =>
  until(
    () => agent.callTool('portarium_pending_result', { runId }),
    ({ structuredContent }) => (structuredContent as Pending | undefined)?.pending !== true,
  );

describe('a program behind the gateway', () => {
  let s: Awaited<ReturnType<typeof governedShop>>;
  beforeEach(async () => {
    s = await governedShop();
  });

  test('that only reads is answered at once, and each call has its evidence', async () => {
    const answer = await run(s.agent, 'return (await tools.shop.list({})).items.length;');
    expect(answer.isError, JSON.stringify(answer.raw)).toBe(false);
    expect(JSON.stringify(answer.raw)).toContain('3');
    const { items } = await s.plane.listRuns(s.admin);
    expect(items).toMatchObject([{ workflowId: 'proposed-call', status: 'Succeeded' }]);
  });

  const orderAll = `
    const { items } = await tools.shop.list({});
    for (const item of items) await tools.shop.order({ item });
    return items.length + ' ordered';`;

  test('is one plan for all it would change; approved once, exactly these calls are made', async () => {
    const pending = pendingOf(await run(s.agent, orderAll, { title: 'Fill the shelf' }));
    expect(pending).toMatchObject({ pending: true, approvals: [{ planDigest: expect.stringMatching(/^sha256:/) }] });
    const [approval] = pending.approvals;
    const plan = await s.plane.getApproval(s.admin, approval?.approvalId ?? '');
    expect(JSON.stringify(plan)).toMatch(/tea.*salt.*rice/);
    expect(s.written).toEqual([]);
    expect(pendingOf(await run(s.agent, orderAll, { title: 'Fill the shelf' })).runId).toBe(pending.runId);
    // What is on the shelf now is not what was approved.
    s.shelf.items = ['gold bars'];
    await s.decide(approval?.approvalId ?? '', 'Approved');
    const answer = await fetched(s.agent, pending.runId);
    expect(answer.isError, JSON.stringify(answer.raw)).toBe(false);
    expect(JSON.stringify(answer.raw)).toContain('3 ordered');
    expect(s.written).toEqual([{ item: 'tea' }, { item: 'salt' }, { item: 'rice' }]);
    expect(s.shelf.reads).toBe(1);
    expect(await s.plane.getRun(s.admin, pending.runId)).toMatchObject({ status: 'Succeeded' });
    // Asked again, it tells the same and does nothing.
    expect(JSON.stringify((await fetched(s.agent, pending.runId)).raw)).toContain('3 ordered');
    expect(s.written).toHaveLength(3);
  });

  test('goes on by itself once it is approved, also when nobody asks', async () => {
    const { approvals } = pendingOf(await run(s.agent, orderAll));
    await s.decide(approvals[0]?.approvalId ?? '', 'Approved');
    await expect.poll(() => s.written.length).toBe(3);
  });

  test('goes on at another gateway when its own is gone, and makes no call twice', async () => {
    const { approvals, runId } = pendingOf(await run(s.agent, orderAll));
    await s.close();
    await s.decide(approvals[0]?.approvalId ?? '', 'Approved');
    // Approved as it is, each call waits for its program, the first one too.
    await until(
      () => s.plane.getRun(s.admin, runId),
      ({ steps }) => steps[0]?.state === 'WaitingForTurn',
    );
    expect(s.written).toEqual([]);
    const { as } = await s.gateway();
    expect(JSON.stringify((await fetched(await as('bot'), runId)).raw)).toContain('3 ordered');
    expect(s.written).toEqual([{ item: 'tea' }, { item: 'salt' }, { item: 'rice' }]);
    expect((await (await as('other')).callTool('portarium_pending_result', { runId })).isError, 'nobody else').toBe(
      true,
    );
  });

  test('of forty orders at once is one plan, in the order of the program', async () => {
    const code = 'await Promise.all(Array.from({ length: 40 }, (_, n) => tools.shop.order({ n })));';
    const { approvals, runId } = pendingOf(await run(s.agent, code));
    await s.decide(approvals[0]?.approvalId ?? '', 'Approved');
    await fetched(s.agent, runId);
    expect(s.written).toEqual(Array.from({ length: 40 }, (_, n) => ({ n })));
  });

  test('of more calls than a person can read is told so', async () => {
    const code = 'for (let n = 0; n <= 100; n += 1) await tools.shop.order({ n });';
    const answer = await run(s.agent, code);
    expect(JSON.stringify(answer.raw)).toContain('A plan holds at most 100 calls');
    expect(s.written).toEqual([]);
  });

  test('makes nothing of a plan that was denied', async () => {
    const { approvals, runId } = pendingOf(await run(s.agent, orderAll));
    await s.decide(approvals[0]?.approvalId ?? '', 'Denied');
    const answer = await fetched(s.agent, runId);
    expect(answer.isError).toBe(true);
    expect(JSON.stringify(answer.raw)).toContain('ApprovalDenied');
    expect(s.written).toEqual([]);
  });

  test('whose next change depends on the result of the one before asks for it when it is known', async () => {
    const code = `
      const first = await tools.shop.order({ item: 'tea' });
      await tools.shop.order({ item: 'label for ' + first.id });
      return 'labelled';`;
    const one = pendingOf(await run(s.agent, code));
    await s.decide(one.approvals[0]?.approvalId ?? '', 'Approved');
    const two = await until(
      async () => pendingOf(await s.agent.callTool('portarium_pending_result', { runId: one.runId })),
      ({ approvals = [] }) => approvals.length > 0,
    );
    expect(s.written).toEqual([{ item: 'tea' }]);
    expect(two.runId).not.toBe(one.runId);
    await s.decide(two.approvals[0]?.approvalId ?? '', 'Approved');
    expect(JSON.stringify((await fetched(s.agent, two.runId)).raw)).toContain('labelled');
    expect(s.written).toEqual([{ item: 'tea' }, { item: 'label for order-1' }]);
  });

  test('that would go another way than was approved stops there, and asks for the other way', async () => {
    // The truth of a whole result is the one thing that can be asked without looking into it.
    const code = `
      const order = async (item) => { try { await tools.shop.order({ item }); return true; } catch { return false; } };
      if (await order('gold')) await tools.shop.order({ item: 'safe' });
      else await tools.shop.order({ item: 'bread' });
      return 'done';`;
    const one = pendingOf(await run(s.agent, code));
    const plan = JSON.stringify(await s.plane.getApproval(s.admin, one.approvals[0]?.approvalId ?? ''));
    expect(plan).toMatch(/gold.*safe/);
    await s.decide(one.approvals[0]?.approvalId ?? '', 'Approved');
    const two = await until(
      async () => pendingOf(await s.agent.callTool('portarium_pending_result', { runId: one.runId })),
      ({ approvals = [] }) => approvals.length > 0,
    );
    expect(JSON.stringify(await s.plane.getApproval(s.admin, two.approvals[0]?.approvalId ?? ''))).toMatch(/bread/);
    expect(s.written).toEqual([]);
    await s.decide(two.approvals[0]?.approvalId ?? '', 'Approved');
    await fetched(s.agent, two.runId);
    expect(s.written).toEqual([{ item: 'bread' }]);
  });

  test.each([
    ['of syntax', 'return ((;', /compile error/],
    ['of types', 'await tools.shop.nothing({});', /type error/],
    [
      'that it throws',
      'await tools.shop.order({ item: "tea" }); throw new Error("second thoughts");',
      /second thoughts/,
    ],
  ])('with a fault %s is told so, and nothing is proposed', async (_, code, words) => {
    const answer = await run(s.agent, code);
    expect(answer.isError).toBe(true);
    expect(JSON.stringify(answer.raw)).toMatch(words);
    expect((await s.plane.listRuns(s.admin)).items).toEqual([]);
    expect(s.written).toEqual([]);
  });
});
