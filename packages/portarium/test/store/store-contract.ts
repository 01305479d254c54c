import { exportLines, nodeCrypto, verifyLines } from '@quadrivium/ledger';
import { expect, test } from 'vitest';
import { idOf } from '../../src/domain/ids.js';
import type { Run } from '../../src/domain/run.js';
import type { Store, Tx } from '../../src/domain/store-port.js';

const actor = { kind: 'user', id: 'alice' } as const;
const workItem = (tx: Tx, workItemId: string, status: 'Open' | 'Closed' = 'Open', title = workItemId) =>
  tx.workItems.put({
    workspaceId: tx.workspaceId,
    workItemId: idOf(workItemId),
    kind: 'case',
    title,
    status,
    links: { runIds: [], workflowIds: [], approvalIds: [], externalRefs: [] },
    createdBy: idOf('alice'),
    createdAt: tx.now,
  });

/** What every store must do, whatever database it stands on. */
export function storeContract(subject: () => Store): void {
  let unique = 0;
  const workspace = () => `ws-${++unique}`;

  test('state, evidence and events commit together', async () => {
    const store = subject();
    const ws = workspace();
    await store.transact(ws, async (tx) => {
      await workItem(tx, 'wi-1');
      tx.evidence({ category: 'System', type: 'Made', summary: 'made', actor });
      tx.emit({ type: 'workItem.Made', subject: 'workItems/wi-1', data: { id: 'wi-1' } });
    });
    expect(await store.read(ws, (tables) => tables.workItems.get(idOf('wi-1')))).toMatchObject({ title: 'wi-1' });
    expect(await store.ledger.head(ws)).toMatchObject({ seq: 1 });
    expect(await store.events(ws, 0, 10)).toMatchObject([{ type: 'com.portarium.workItem.Made', sequence: '1' }]);
  });

  test('a transaction that fails leaves nothing of the three', async () => {
    const store = subject();
    const ws = workspace();
    const failing = store.transact(ws, async (tx) => {
      await workItem(tx, 'wi-1');
      tx.evidence({ category: 'System', type: 'Made', summary: 'made', actor });
      tx.emit({ type: 'workItem.Made', subject: 'x', data: {} });
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await store.read(ws, (tables) => tables.workItems.find())).toEqual([]);
    expect(await store.ledger.head(ws)).toMatchObject({ seq: 0 });
    expect(await store.events(ws, 0, 10)).toEqual([]);
  });

  test('E2: two hundred transactions at once count without gaps and give one valid chain', async () => {
    const store = subject();
    const ws = workspace();
    const work = Array.from({ length: 200 }, (_, i) =>
      store.transact(ws, async (tx) => {
        const before = await tx.count('visits');
        await tx.raise('visits');
        tx.evidence({
          category: 'System',
          type: 'Visited',
          summary: 'v',
          actor,
          runId: idOf(`run-${i % 3}`),
          detail: { before },
        });
        tx.emit({ type: 'run.Visited', subject: 'x', data: { before } });
      }),
    );
    await Promise.all(work);
    const seen: unknown[] = [];
    for await (const entry of store.ledger.entries({ chain: ws }))
      seen.push((entry.body as { detail: { before: number } }).detail.before);
    expect(seen).toEqual(Array.from({ length: 200 }, (_, i) => i));
    const events = await store.events(ws, 0, 500);
    expect(events.map(({ sequence }) => Number(sequence))).toEqual(Array.from({ length: 200 }, (_, i) => i + 1));
    const lines = exportLines(
      {
        checkpoints: (c) => store.ledger.checkpoints(c ?? ws),
        cuts: async () => [],
        entries: (q) => store.ledger.entries(q ?? {}),
      },
      { chain: ws },
    );
    expect(await verifyLines(lines, { crypto: nodeCrypto })).toMatchObject({ valid: true, problems: [] });
    const one = exportLines(
      { checkpoints: async () => [], cuts: async () => [], entries: (q) => store.ledger.entries(q ?? {}) },
      { chain: ws, stream: 'run-1' },
    );
    expect(await verifyLines(one, { crypto: nodeCrypto })).toMatchObject({ valid: true, chains: [{ entries: 67 }] });
  });

  /** Adds to a document what it has found there: whoever reads what somebody else is about to change would lose it. */
  const addTo = async (tx: Tx, workItemId: string): Promise<number> => {
    const found = await tx.workItems.get(idOf(workItemId));
    const visits = Number(found?.title ?? 0) + 1;
    await workItem(tx, workItemId, 'Open', String(visits));
    tx.evidence({ category: 'System', type: 'Visited', summary: 'v', actor });
    tx.emit({ type: 'run.Visited', subject: 'x', data: { visits } });
    return visits;
  };

  test('transactions that may be done again are done once each: nothing is lost, whether they meet or not', async () => {
    const store = subject();
    const ws = workspace();
    // Sixty visits of one document and sixty of a document each, in turns; every ninth is one that is not done again.
    const visits = Array.from({ length: 120 }, (_, i) =>
      store.transact(ws, (tx) => addTo(tx, i % 2 === 0 ? 'shared' : `own-${i}`), { isRepeatable: i % 9 !== 0 }),
    );
    const shared = (await Promise.all(visits)).filter((_, i) => i % 2 === 0);
    expect(shared.sort((a, b) => a - b)).toEqual(Array.from({ length: 60 }, (_, i) => i + 1));
    const kept = await store.read(ws, (tables) => tables.workItems.find());
    expect(kept.map(({ title }) => Number(title)).reduce((sum, visits) => sum + visits, 0)).toBe(120);
    expect(await store.ledger.head(ws)).toMatchObject({ seq: 120 });
    expect(await store.evidence.verify([ws])).toMatchObject({ valid: true, problems: [] });
    const numbers = (await store.events(ws, 0, 500)).map(({ sequence }) => Number(sequence));
    expect(numbers).toEqual(Array.from({ length: 120 }, (_, i) => i + 1));
  });

  test('of those that may be done again, one that fails takes nothing from the others, whatever it had done by then', async () => {
    const store = subject();
    const ws = workspace();
    const failing: Readonly<Record<number, (tx: Tx) => unknown>> = {
      // Before anything, after everything, and with evidence that cannot be spelled: 250 levels are too deep.
      4: () => Promise.reject(new Error('no')),
      11: (tx) => addTo(tx, 'own-11').then(() => Promise.reject(new Error('no'))),
      17: (tx) => {
        const deep = JSON.parse(`${'['.repeat(250)}${']'.repeat(250)}`) as unknown;
        tx.evidence({ category: 'System', type: 'Deep', summary: 'd', actor, detail: { deep } });
      },
    };
    const visits = Array.from({ length: 40 }, (_, i) =>
      store.transact(ws, async (tx) => failing[i]?.(tx) ?? addTo(tx, `own-${i}`), { isRepeatable: i % 7 !== 6 }),
    );
    const ended = await Promise.allSettled(visits);
    expect(ended.flatMap((it, i) => (it.status === 'rejected' ? [i] : []))).toEqual([4, 11, 17]);
    expect(await store.read(ws, (tables) => tables.workItems.find())).toHaveLength(37);
    expect(await store.ledger.head(ws)).toMatchObject({ seq: 37 });
    expect(await store.evidence.verify([ws])).toMatchObject({ valid: true, problems: [] });
    const numbers = (await store.events(ws, 0, 500)).map(({ sequence }) => Number(sequence));
    expect(numbers).toEqual(Array.from({ length: 37 }, (_, i) => i + 1));
  });

  test('a stream of evidence is counted without reading it, and its newest hash is the one of its last entry', async () => {
    const store = subject();
    const ws = workspace();
    expect(await store.evidenceOf(ws, 'run-1')).toEqual({ count: 0, headHash: '' });
    for (const runId of ['run-1', 'run-2', 'run-1', 'run-1'])
      await store.transact(ws, async (tx) =>
        tx.evidence({ category: 'System', type: 'Seen', summary: 's', actor, runId: idOf(runId) }),
      );
    const hashes: string[] = [];
    for await (const { hash } of store.ledger.entries({ chain: ws, stream: 'run-1' })) hashes.push(hash);
    expect(await store.evidenceOf(ws, 'run-1')).toEqual({ count: 3, headHash: hashes.at(-1) });
    expect(await store.evidenceOf(workspace(), 'run-1')).toMatchObject({ count: 0 });
  });

  test('documents are found by their searchable parts, in order of their keys, page by page', async () => {
    const store = subject();
    const ws = workspace();
    await store.transact(ws, async (tx) => {
      for (const id of ['c', 'a', 'e', 'b', 'd']) await workItem(tx, id, id === 'e' ? 'Closed' : 'Open');
    });
    const find = (query: Parameters<Tx['workItems']['find']>[0]) =>
      store.read(ws, async (tables) => (await tables.workItems.find(query)).map(({ workItemId }) => workItemId));
    expect(await find({ where: { status: 'Open' } })).toEqual(['a', 'b', 'c', 'd']);
    expect(await find({ newest: true, limit: 2 })).toEqual(['e', 'd']);
    expect(await find({ newest: true, limit: 2, after: 'd' })).toEqual(['c', 'b']);
    expect(await find({ where: { status: { in: ['Closed', 'Resolved'] } } })).toEqual(['e']);
    expect(await find({ where: { status: { in: [] } } })).toEqual([]);
    expect(await find({ where: { outcome: null, status: 'Closed' } })).toEqual(['e']);
  });

  test('I1: a workspace sees nothing of another, and a table without a workspace cannot be had', async () => {
    const store = subject();
    const [a, b] = [workspace(), workspace()];
    await store.transact(a, (tx) => workItem(tx, 'wi-1'));
    expect(await store.read(b, (tables) => tables.workItems.get(idOf('wi-1')))).toBeUndefined();
    expect(await store.read(b, (tables) => tables.workItems.find())).toEqual([]);
    const foreign = store.transact(b, (tx) => tx.workItems.put({ workspaceId: a } as never));
    await expect(foreign).rejects.toThrow(/another workspace/);
    await expect(store.read('', async (tables) => tables.workItems.find())).rejects.toThrow(/workspace/);
  });

  test('what is due is found across workspaces, soonest first, and what is removed is not', async () => {
    const store = subject();
    const [a, b] = [workspace(), workspace()];
    const put = (ws: string, target: string, fireAt: number) =>
      store.transact(ws, (tx) =>
        tx.timers.put({ workspaceId: idOf(ws), kind: 'task-lease', target: idOf(target), fireAt }),
      );
    await put(a, 'late', 300);
    await put(b, 'soon', 100);
    await put(a, 'middle', 200);
    const due = async (now: number) =>
      (await store.dueTimers(now, 10))
        .filter(({ workspaceId }) => [a, b].includes(workspaceId))
        .map(({ target }) => target);
    expect(await due(250)).toEqual(['soon', 'middle']);
    expect(await store.nextDue()).toBe(100);
    for (const [ws, target] of [
      [a, 'late'],
      [b, 'soon'],
      [a, 'middle'],
    ] as const)
      await store.transact(ws, (tx) => tx.timers.remove('task-lease', idOf(target)));
    expect(await due(1000)).toEqual([]);
  });

  test('a run that is due is free or held, and one that is held becomes free when its lease ends', async () => {
    const store = subject();
    const ws = workspace();
    const put = (runId: string, until: number) =>
      store.transact(ws, (tx) =>
        tx.runs.put({ workspaceId: ws, runId, status: 'Running', wakeAt: 10, lease: { owner: 'x', until } } as Run),
      );
    await put('run-1', 100);
    await put('run-2', 200);
    const inside = (keys: readonly { readonly workspaceId: string; readonly runId: string }[]) =>
      keys
        .filter(({ workspaceId }) => workspaceId === ws)
        .map(({ runId }) => runId)
        .sort();
    const at = async (now: number) => [inside(await store.heldRuns(now)), inside(await store.dueRuns(now, 100))];
    expect(await at(50)).toEqual([['run-1', 'run-2'], []]);
    expect(await at(100)).toEqual([['run-2'], ['run-1']]);
    expect(await at(200)).toEqual([[], ['run-1', 'run-2']]);
    for (const runId of ['run-1', 'run-2']) await store.transact(ws, (tx) => tx.runs.remove(idOf(runId)));
  });

  test('listeners hear of commits and of nothing else', async () => {
    const store = subject();
    const ws = workspace();
    const heard: string[] = [];
    const stop = store.onCommit((workspaceId) => heard.push(workspaceId));
    await store.transact(ws, async (tx) => tx.evidence({ category: 'System', type: 'Made', summary: 'm', actor }));
    await store
      .transact(ws, async (tx) => {
        tx.evidence({ category: 'System', type: 'Made', summary: 'm', actor });
        throw new Error('no');
      })
      .catch(() => {});
    stop();
    await store.transact(ws, async (tx) => tx.evidence({ category: 'System', type: 'Made', summary: 'm', actor }));
    expect(heard).toEqual([ws]);
  });
}
