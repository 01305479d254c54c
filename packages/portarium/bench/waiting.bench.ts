/**
 * Ten thousand runs that wait. They are rows and nothing else: a process that opens the file has as many timers as one
 * with an empty file, and what is decided goes on at once. The second part lets all of them become due at the same moment.
 */

import type { BenchRow } from '../../../bench/row.js';
import { idOf } from '../src/domain/ids.js';
import { RunBook } from '../src/engine/book.js';
import { admin, alice, type BenchPlane, benchPlane, bob, elapsed, inFolder, plainWriter } from './bench-plane.js';

const waitingRuns = 10_000;

export function benchCases(): Promise<readonly BenchRow[]> {
  return inFolder(async (folder) => [...(await waiting(folder)), await allDue(folder)]);
}

async function waiting(folder: string): Promise<BenchRow[]> {
  const first = await benchPlane(folder, { file: 'waiting.db' });
  const { runId } = await first.plane.startRun(alice, { workflowId: 'gated', input: { text: 'x' } });
  await first.plane.engine.runUntilIdle();
  await multiply(first, runId, waitingRuns - 1);
  await first.close();
  const empty = await benchPlane(folder, { runs: true });
  const before = timers();
  await empty.close();
  const opened = performance.now();
  const { plane, close } = await benchPlane(folder, { runs: true, file: 'waiting.db' });
  const { pendingApprovals } = await plane.getRun(alice, runId);
  await plane.decideApproval(bob, { approvalId: pendingApprovals[0]?.approvalId ?? '', decision: 'Approved' });
  await plane.waitForRun(alice, runId, { timeoutMs: 60_000 });
  while ((await plane.getRun(alice, runId)).status !== 'Succeeded')
    await new Promise((resolve) => setTimeout(resolve, 1));
  const resumed = (performance.now() - opened) / 1000;
  const held = timers();
  await close();
  return [
    {
      name: 'portarium timers in memory, 10,000 runs that wait against none',
      ours: held,
      baseline: before,
      ratio: held / Math.max(1, before),
      unit: 'timers',
      target: '<= 1.5',
    },
    {
      name: 'portarium open a file with 10,000 waiting runs, decide one, see it succeed, against 2 s',
      ours: resumed,
      baseline: 2,
      ratio: resumed / 2,
      unit: 's',
      target: '<= 1',
    },
  ];
}

const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;

/** The same run many times over, as ten thousand starts would have left it. */
async function multiply({ store }: BenchPlane, runId: string, times: number): Promise<void> {
  for (let made = 0; made < times; made += 500) {
    await store.transact('ws', async (tx) => {
      const { run, steps } = await RunBook.open(tx, idOf(runId));
      const [approval] = await tx.approvals.find({ where: { run_id: runId } });
      const plan = approval === undefined ? undefined : await tx.plans.get(approval.planId);
      for (let i = 0; i < Math.min(500, times - made); i += 1) {
        const copy = { runId: tx.newId('run'), planId: tx.newId('plan'), approvalId: tx.newId('apr') };
        await tx.runs.put({ ...run, runId: copy.runId });
        for (const step of steps) await tx.steps.put({ ...step, runId: copy.runId });
        if (plan !== undefined) await tx.plans.put({ ...plan, planId: copy.planId, runId: copy.runId });
        if (approval === undefined) continue;
        await tx.approvals.put({ ...approval, ...copy });
        const { workspaceId, expiresAt: fireAt } = approval;
        await tx.timers.put({ workspaceId, kind: 'approval-expiry', target: copy.approvalId, fireAt });
      }
    });
  }
}

/** Every run that wakes makes one transaction at least: it ends, with its evidence and its events. */
async function allDue(folder: string): Promise<BenchRow> {
  const bench = await benchPlane(folder);
  const pause = { actionId: 'wait', operation: 'timer:wait', durationMs: 200 };
  const source = { workflowId: 'pause', name: 'Pause', executionTier: 'Auto', actions: [pause] };
  await bench.plane.putWorkflow(admin, { source });
  const { runId } = await bench.plane.startRun(alice, { workflowId: 'pause' });
  await bench.plane.engine.runUntilIdle();
  const count = 1000;
  await multiply(bench, runId, count - 1);
  await new Promise((resolve) => setTimeout(resolve, 250));
  bench.transactions();
  const ms = await elapsed(() => bench.plane.engine.runUntilIdle());
  const transactions = bench.transactions();
  await bench.close();
  const plain = plainWriter(folder);
  const baseline = await elapsed(() => {
    for (let i = 0; i < transactions; i += 1) plain.write();
  });
  plain.close();
  return {
    name: 'portarium runs woken when 1,000 are due at once, per plain transactions they make',
    ours: count / (ms / 1000),
    baseline: count / (baseline / 1000),
    ratio: baseline / ms,
    unit: 'runs/s',
    target: '>= 0.25',
  };
}
