/** The search of the console in a workspace with 100,000 runs, against the same questions with 100: indexes, not size, decide. */
import type { BenchRow } from '../../../bench/row.js';
import { search } from '../src/app/search/search.js';
import { idOf } from '../src/domain/ids.js';
import { admin, alice, type BenchPlane, benchPlane, elapsed, inFolder } from './bench-plane.js';

const [many, few] = [100_000, 100];
const questions = ['gated', 'gated waiting', 'waiting alice', 'nothing like it'];

export function benchCases(): Promise<readonly BenchRow[]> {
  return inFolder(async (folder) => {
    const small = await measured(folder, few);
    const large = await measured(folder, many);
    return questions.map((words, at) => ({
      name: `portarium search "${words}" among ${many} runs, against 50 ms (${small[at]?.toFixed(1)} ms among ${few})`,
      ours: large[at] ?? Number.NaN,
      baseline: 50,
      ratio: (large[at] ?? Number.NaN) / 50,
      unit: 'ms',
      target: '<= 1',
    }));
  });
}

/** The middle of nine answers to each question. */
async function measured(folder: string, count: number): Promise<readonly number[]> {
  const bench = await benchPlane(folder, { file: `search-${count}.db` });
  await filled(bench, count);
  const times: number[] = [];
  for (const q of questions) {
    const { items } = await asked(bench, q);
    if ((items.length === 0) !== q.startsWith('nothing')) throw new Error(`"${q}" found ${items.length}`);
    const rounds: number[] = [];
    for (let round = 0; round < 9; round += 1) rounds.push(await elapsed(() => asked(bench, q)));
    times.push(rounds.sort((a, b) => a - b)[4] ?? Number.NaN);
  }
  await bench.close();
  return times;
}

/** Nothing is masked: what is measured is the search. */
const asked = ({ store }: BenchPlane, q: string) =>
  search({ store, redact: (value: unknown) => value } as never, admin, { q }) as Promise<{ items: readonly unknown[] }>;

/** One real run many times over: one in a hundred waits, the others have succeeded. */
async function filled({ plane, store }: BenchPlane, count: number): Promise<void> {
  const { runId } = await plane.startRun(alice, { workflowId: 'gated', input: { text: 'x' } });
  await plane.engine.runUntilIdle();
  for (let made = 1; made < count; made += 1000) {
    await store.transact('ws', async (tx) => {
      const run = await tx.runs.get(idOf(runId));
      if (run === undefined) return;
      for (let at = made; at < Math.min(count, made + 1000); at += 1) {
        const status = at % 100 === 0 ? run.status : 'Succeeded';
        await tx.runs.put({ ...run, runId: tx.newId('run'), createdAt: run.createdAt + at, status });
      }
    });
  }
}
