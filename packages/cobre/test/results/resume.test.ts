/** A training that was killed and goes on: its history is its own, whatever run was there before. */
import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { readConvergence, readPolicyMetadata, train } from '../../src/index.js';
import { runCase } from '../../src/service/runs/run-case.js';
import { loadCase } from '../../src/validation/load-case.js';
import { start } from '../cli/program.js';
import { finishedStudy, newRoot, settings, writeStudy } from '../tools/served.js';

const often = (mode: string) => ({
  mode,
  checkpointing: { enabled: true, initial_iteration: 1, interval_iterations: 4 },
});
/** Another seed: no bound of one run is a bound of the other. */
const config = (iterations: number, seed: number, mode = 'fresh') => {
  const { training, ...rest } = settings({ iterations, scenarios: 0, policy: often(mode) }) as {
    training: object;
  };
  return { ...rest, training: { ...training, tree_seed: seed } };
};

async function killedAfter(directory: string, checkpoint: number): Promise<void> {
  const child = await start(['run', directory, '--threads', '1']);
  child.stdout.resume();
  child.stderr.resume();
  const ended = once(child, 'close');
  const policy = join(directory, 'output/policy');
  const reached = () => readPolicyMetadata(policy).then(({ completed_iterations: k, rng_seed }) => rng_seed === 7 && k);
  while (Number(await reached().catch(() => 0)) < checkpoint) await sleep(10);
  child.kill('SIGKILL');
  await ended;
}

test('killed after a checkpoint, it goes on with the history up to there and nothing of the run before', async () => {
  const root = await newRoot();
  const directory = await finishedStudy(root, 'case', { 'config.json': config(30, 5) });
  const before = await readConvergence(join(directory, 'output'));
  await writeStudy(root, 'case', { 'config.json': config(100_000, 7) });
  await killedAfter(directory, 12);
  const left = await readConvergence(join(directory, 'output'));
  expect(left.map(({ iteration }) => iteration)).toEqual(left.map((_, k) => k + 1));
  expect(left.length).toBeGreaterThanOrEqual(12);
  const limit = left.length + 10;
  await writeStudy(root, 'case', { 'config.json': config(limit, 7, 'resume') });
  await runCase((await loadCase(directory)).case, directory);
  const after = await readConvergence(join(directory, 'output'));
  // What the same training finds that nobody stops.
  await writeFile(join(directory, 'config.json'), JSON.stringify(config(limit, 7)));
  const whole = (await train((await loadCase(directory)).case)).iterations;
  expect(after.map(({ lowerBound }) => lowerBound)).toEqual(whole.map(({ lowerBound }) => lowerBound));
  expect(after.slice(0, 30).map(({ lowerBound }) => lowerBound)).not.toEqual(before.map((row) => row.lowerBound));
});

test('the table of another run beside a policy that keeps no history is not taken for its own', async () => {
  const root = await newRoot();
  const directory = await finishedStudy(root, 'case', { 'config.json': config(8, 7) });
  const policy = join(directory, 'output/policy');
  await rm(join(policy, 'history.parquet'));
  const resume = async (limit: number) => {
    await writeStudy(root, 'case', { 'config.json': config(limit, 7, 'resume') });
    await runCase((await loadCase(directory)).case, directory);
    return (await readConvergence(join(directory, 'output'))).map(({ iteration }) => iteration);
  };
  // Its own table, finished: as earlier versions left it.
  expect(await resume(10)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  await rm(join(policy, 'history.parquet'));
  const other = await finishedStudy(root, 'other', { 'config.json': config(20, 5) });
  const { cp } = await import('node:fs/promises');
  await cp(join(other, 'output/training'), join(directory, 'output/training'), { recursive: true });
  expect(await resume(12)).toEqual([11, 12]);
});
