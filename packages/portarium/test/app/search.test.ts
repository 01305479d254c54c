import { afterAll, beforeAll, expect, test } from 'vitest';
import { search } from '../../src/app/search/search.js';
import { idOf } from '../../src/domain/ids.js';
import type { Caller } from '../../src/domain/principal.js';
import type { Store } from '../../src/domain/store-port.js';
import { type Desk, openDesk } from './desk-server.js';
import { openPlane, refundFlow, type TestPlane } from './plane.js';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

/** A run of the refund workflow that alice has started and that waits at its gate. */
async function filled() {
  const opened = await openPlane({ desk });
  await opened.plane.putWorkflow(opened.alice, { source: refundFlow });
  const { runId } = await opened.plane.startRun(opened.alice, { workflowId: 'refund', input: { amount: 40 } });
  await opened.settle();
  return { ...opened, runId };
}

async function found({ plane }: TestPlane, caller: Caller, q: string): Promise<string[]> {
  const { items } = await search(plane.deps, caller, { q });
  return items.map(({ kind, title }) => `${kind}: ${title}`);
}

test('finds runs, workflows and people’s words; every word has to be said', async () => {
  const opened = await filled();
  const { plane, alice, adam, runId } = opened;
  await plane.createWorkItem(alice, { title: 'Ring the bank about the refund' });
  expect(await found(opened, alice, 'REFUND')).toEqual(
    expect.arrayContaining(['run: Refund', 'workflow: Refund', 'work-item: Ring the bank about the refund']),
  );
  expect(await found(opened, alice, 'refund waiting alice')).toEqual(['run: Refund']);
  expect(await found(opened, alice, 'refund bank')).toEqual(['work-item: Ring the bank about the refund']);
  expect(await found(opened, alice, 'refund succeeded')).toEqual([]);
  expect(await found(opened, adam, 'nothing of that')).toEqual([]);
  const [approval] = (await plane.getRun(adam, runId)).pendingApprovals;
  expect(await found(opened, adam, approval?.prompt ?? '')).toContain(`approval: ${approval?.prompt}`);
});

test('a whole id finds the one thing that has it, open or not', async () => {
  const opened = await filled();
  const { plane, alice, bob, adam, runId } = opened;
  const [approval] = (await plane.getRun(adam, runId)).pendingApprovals;
  const approvalId = approval?.approvalId ?? '';
  await plane.decideApproval(bob, { approvalId, decision: 'Denied', rationale: 'Not this one.' });
  expect(await found(opened, alice, runId)).toEqual(['run: Refund']);
  expect(await found(opened, alice, approvalId)).toEqual([`approval: ${approval?.prompt}`]);
});

test('a single call is found by its tool, by whoever may see it', async () => {
  const opened = await filled();
  const { plane, alice, bot, adam } = opened;
  const proposed = { server: 'desk', tool: 'desk_refund', arguments: {} };
  await plane.proposeCall(alice, proposed);
  await plane.proposeCall(adam, { ...proposed, prompt: 'Give Ada her money back' });
  expect((await found(opened, alice, 'desk_refund')).filter((each) => each.startsWith('run'))).toEqual([
    'run: Give Ada her money back',
    'run: Proposed call of desk/desk_refund',
  ]);
  expect(await found(opened, alice, 'desk_refund alice')).toEqual(['run: Proposed call of desk/desk_refund']);
  expect(await found(opened, alice, 'desk_look')).toEqual([]);
  expect(await found(opened, bot, 'desk_refund')).toEqual([]);
});

test('an agent finds what is its own, and nobody finds anything of another workspace', async () => {
  const opened = await filled();
  const seen = await found(opened, opened.bot, 'refund');
  expect(seen.filter((each) => /^(run|approval)/.test(each))).toEqual([]);
  expect(await found(opened, opened.bot, opened.runId)).toEqual([]);
  expect(await found(opened, { ...opened.alice, workspaceId: idOf('elsewhere') }, 'refund')).toEqual([]);
});

test('an agent finds the approvals of the runs that it started', async () => {
  const opened = await filled();
  const { plane, adam, bot, settle } = opened;
  const { runId } = await plane.startRun(bot, { workflowId: 'refund', input: { amount: 50 } });
  await settle();
  const [approval] = (await plane.getRun(adam, runId)).pendingApprovals;
  const { items } = await search(plane.deps, bot, { q: 'pending' });
  expect(items.filter(({ kind }) => kind === 'approval').map(({ id }) => id)).toEqual([approval?.approvalId]);
});

/** How often the database is asked for an answer. */
async function questionsFor({ plane, store }: TestPlane, caller: Caller, q: string): Promise<number> {
  let asked = 0;
  const counted = <T extends object>(target: T): T =>
    new Proxy(target, {
      get: (of, name) => {
        const own = Reflect.get(of, name) as unknown;
        if (typeof own !== 'function') return counted(own as object);
        asked += 1;
        return own.bind(of);
      },
    });
  const read: Store['read'] = (workspaceId, work) => store.read(workspaceId, (tables) => work(counted(tables)));
  await search({ ...plane.deps, store: { ...store, read } }, caller, { q });
  return asked;
}

test('the database is asked a few times, however much is open and however many states and people have a letter', async () => {
  const opened = await filled();
  await opened.store.transact('ws-a', async (tx) => {
    const [one] = await tx.approvals.find({ where: { status: 'Pending' } });
    if (one === undefined) throw new Error('Nothing is pending.');
    for (let k = 0; k < 300; k++)
      await tx.approvals.put({ ...one, approvalId: tx.newId('apr'), stepId: idOf(`s${k}`) });
  });
  expect(await questionsFor(opened, opened.bot, 'pending')).toBeLessThan(30);
  expect(await questionsFor(opened, opened.alice, 'e')).toBeLessThan(30);
});

test('a key that was narrowed finds only what it may read', async () => {
  const opened = await filled();
  const narrow: Caller = { ...opened.alice, scopes: ['run:read'] };
  expect(await found(opened, narrow, 'refund')).toEqual(['run: Refund']);
});

test('what means something to a database means itself', async () => {
  const opened = await filled();
  for (const q of ["%' OR 1=1 --", '%', '\\', '"']) expect(await found(opened, opened.alice, q)).toEqual([]);
});

test('of thousands the newest come first, and no more than asked for of each kind', async () => {
  const { plane, alice, store, runId } = await filled();
  const newest: string[] = [];
  await store.transact('ws-a', async (tx) => {
    const run = await tx.runs.get(idOf(runId));
    if (run === undefined) throw new Error('The run is not there.');
    for (let k = 1; k <= 1500; k++) {
      const copy = tx.newId('run');
      if (k > 1497) newest.unshift(copy);
      await tx.runs.put({ ...run, runId: copy, createdAt: run.createdAt + k });
    }
  });
  const { items } = await search(plane.deps, alice, { q: 'refund waiting', limit: 3 });
  expect(items.filter(({ kind }) => kind === 'run').map(({ id }) => id)).toEqual(newest);
});
