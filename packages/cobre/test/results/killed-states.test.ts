/** Training with each kind of state, killed without warning: what it goes on to write is what it would have written, to the last bit. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { serialize } from 'node:v8';
import { expect, test } from 'vitest';
import { loadCase, runCase } from '../../src/index.js';
import { decodeCurrentCuts } from '../../src/results/policy/cuts-file.js';
import { type CaseContents, writeFiles } from '../case/write-case.js';
import { waitingCases } from '../sddp/waiting-cases.js';
import { newRoot } from '../tools/served.js';
import { killedAfterCheckpoint } from './killed-run.js';

function configOf(files: CaseContents, limit: number, mode: string): object {
  const { training, ...rest } = files['config.json'] as { training: object };
  return {
    ...rest,
    training: { ...training, stopping_rules: [{ type: 'iteration_limit', limit }] },
    simulation: { enabled: false },
    policy: { mode, checkpointing: { enabled: true, initial_iteration: 1, interval_iterations: 3 } },
  };
}

/** Digests of the cuts; how many of them a training began with is told beside them and differs. */
async function cutsOf(output: string): Promise<Record<string, string>> {
  const folder = join(output, 'policy/cuts');
  const names = (await readdir(folder)).sort();
  const digest = async (name: string) => {
    const { warmStartCount: _, ...rest } = decodeCurrentCuts(await readFile(join(folder, name)));
    return createHash('sha256').update(serialize(rest)).digest('hex');
  };
  return Object.fromEntries(await Promise.all(names.map(async (name) => [name, await digest(name)])));
}

test.each(waitingCases)('%s', async (_, files) => {
  const directory = join(await newRoot(), 'case');
  const write = (limit: number, mode: string) =>
    writeFiles(directory, { ...files, 'config.json': configOf(files, limit, mode) });
  await write(100_000, 'fresh');
  const kept = await killedAfterCheckpoint(directory, 6);
  expect(kept).toBeGreaterThanOrEqual(6);
  await write(kept + 4, 'resume');
  await runCase((await loadCase(directory)).case, directory);
  await write(kept + 4, 'fresh');
  const unbroken = join(directory, 'unbroken');
  await runCase((await loadCase(directory)).case, directory, { output: unbroken });
  expect(await cutsOf(join(directory, 'output'))).toEqual(await cutsOf(unbroken));
});

test('what was continued says the same of its room for cuts, too, however many there are', async () => {
  const [, files] = waitingCases[0]!;
  const directory = join(await newRoot(), 'case');
  const write = (limit: number, mode: string) =>
    writeFiles(directory, { ...files, 'config.json': configOf(files, limit, mode) });
  // Four passes make 4 cuts in an iteration; the smallest room is 64.
  for (const [limit, mode] of [
    [37, 'fresh'],
    [40, 'resume'],
  ] as const) {
    await write(limit, mode);
    await runCase((await loadCase(directory)).case, directory);
  }
  await write(40, 'fresh');
  const unbroken = join(directory, 'unbroken');
  await runCase((await loadCase(directory)).case, directory, { output: unbroken });
  expect(await cutsOf(join(directory, 'output'))).toEqual(await cutsOf(unbroken));
});
