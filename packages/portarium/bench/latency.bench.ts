/**
 * What a request costs against the same number of plain transactions with the same durability: write-ahead log, a full
 * sync on every commit. Rounds are short, alternate and are compared in pairs, and the middle of the ratios counts. A
 * request writes its state, its evidence and its events in one transaction, so the sync of that one commit dominates on a
 * disk that is slow to sync; on a fast one it is the writing of some ten rows instead of one.
 */
import type { BenchRow } from '../../../bench/row.js';
import { alice, type BenchPlane, benchPlane, bob, elapsed, inFolder, middle, plainWriter } from './bench-plane.js';

const perRound = 10;
const rounds = 12;
const warmUp = 2;

export function benchCases(): Promise<readonly BenchRow[]> {
  return inFolder(async (folder) => {
    const bench = await benchPlane(folder);
    const plain = plainWriter(folder);
    const pairs: Record<'start' | 'get' | 'decide' | 'run', [number, number][]> = {
      start: [],
      get: [],
      decide: [],
      run: [],
    };
    for (let round = 0; round < warmUp + rounds; round += 1) {
      for (const [name, cost] of Object.entries(await roundOf(bench))) {
        const baseline = await elapsed(() => repeat(cost.transactions, plain.write));
        pairs[name as keyof typeof pairs].push([cost.ms / perRound, baseline / perRound]);
      }
    }
    plain.close();
    await bench.close();
    return [
      row('portarium start a run, per plain transaction', pairs.start, '<= 5'),
      row('portarium decide an approval, per plain transaction', pairs.decide, '<= 8'),
      row('portarium get a run, per plain transaction', pairs.get, '<= 3'),
      row('portarium run of two calls to its end, per plain transactions it makes', pairs.run, '<= 6'),
    ];
  });
}

function row(name: string, all: readonly [number, number][], target: string): BenchRow {
  const pairs = all.slice(warmUp);
  return {
    name,
    ours: middle(pairs.map(([ours]) => ours)),
    baseline: middle(pairs.map(([, baseline]) => baseline)),
    ratio: middle(pairs.map(([ours, baseline]) => ours / baseline)),
    unit: 'ms',
    target,
    dominatedBy: 'some ten rows of state, evidence and events per commit; its sync where disks are slow',
  };
}

function repeat(times: number, work: () => void): void {
  for (let i = 0; i < times; i += 1) work();
}

/** Starts runs, lets them come to their gate, reads them and decides them. A read is held against one transaction. */
async function roundOf({ plane, transactions }: BenchPlane) {
  const each = Array.from({ length: perRound });
  const runs: string[] = [];
  const counted = async (work: () => Promise<unknown>) => {
    transactions();
    const ms = await elapsed(work);
    return { ms, transactions: transactions() };
  };
  const start = await counted(async () => {
    for (const _ of each) runs.push((await plane.startRun(alice, { workflowId: 'gated', input: { text: 'x' } })).runId);
  });
  await plane.engine.runUntilIdle();
  const approvals: string[] = [];
  const get = await counted(async () => {
    for (const runId of runs) {
      const { pendingApprovals } = await plane.getRun(alice, runId);
      approvals.push(...pendingApprovals.map(({ approvalId }) => approvalId));
    }
  });
  const decide = await counted(async () => {
    for (const approvalId of approvals) await plane.decideApproval(bob, { approvalId, decision: 'Approved' });
  });
  await plane.engine.runUntilIdle();
  const run = await counted(async () => {
    for (const _ of each) await plane.startRun(alice, { workflowId: 'straight', input: { text: 'x' } });
    await plane.engine.runUntilIdle();
  });
  return { start, get: { ...get, transactions: perRound }, decide, run };
}
