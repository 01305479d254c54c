import { existsSync, mkdirSync, readdirSync, renameSync, symlinkSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { RunEvent } from '../../src/index.js';
import { runCase } from '../../src/service/runs/run-case.js';
import { loadCase } from '../../src/validation/load-case.js';
import { newRoot, settings, writeStudy } from '../tools/served.js';

const made: string[] = [];

afterEach(async () => {
  for (const directory of made.splice(0)) await rm(directory, { recursive: true, force: true });
});

async function newTarget(): Promise<string> {
  const target = await mkdtemp(join(tmpdir(), 'cobre-elsewhere-'));
  made.push(target);
  return target;
}

const often = { checkpointing: { enabled: true, initial_iteration: 1, interval_iterations: 1 } };

test.each([
  ['training', 'output/training', 'iteration'],
  ['the policy', 'output/policy', 'checkpoint'],
  ['the simulation', 'output/simulation', 'simulation_progress'],
  ['everything', 'output', 'iteration'],
] as const)('a link that takes the place of %s while a run writes leads nowhere', async (_, place, when) => {
  const target = await newTarget();
  const directory = await writeStudy(await newRoot(), 'case', { 'config.json': settings({ policy: often }) });
  let seen = 0;
  const onEvent = ({ type }: RunEvent): void => {
    if (type !== when || ++seen !== 2) return;
    renameSync(join(directory, place), join(directory, 'moved'));
    symlinkSync(target, join(directory, place));
  };
  const run = runCase((await loadCase(directory)).case, directory, { onEvent });
  // The policy changes places with every checkpoint, so that a link there is only replaced.
  if (place === 'output/policy') await run;
  else await expect(run).rejects.toMatchObject({ kind: 'CheckpointFailed' });
  expect(readdirSync(target)).toEqual([]);
});

test('links that were there before a run are followed, and only what runs write is taken away there', async () => {
  const target = await newTarget();
  const directory = await writeStudy(await newRoot());
  mkdirSync(join(directory, 'output'));
  for (const part of ['training', 'simulation', 'policy']) {
    mkdirSync(join(target, part));
    // A policy is only written where nothing but a policy is.
    if (part !== 'policy') mkdirSync(join(target, part, 'mine'));
    symlinkSync(join(target, part), join(directory, 'output', part));
  }
  const study = (await loadCase(directory)).case;
  for (const _ of [1, 2]) {
    await runCase(study, directory);
    expect(existsSync(join(target, 'training/_SUCCESS'))).toBe(true);
    expect(existsSync(join(target, 'simulation/hydros.parquet'))).toBe(true);
    expect(existsSync(join(target, 'policy/metadata.json'))).toBe(true);
  }
  expect(existsSync(join(target, 'training/mine'))).toBe(true);
  expect(existsSync(join(target, 'simulation/mine'))).toBe(true);
  expect(
    readdirSync(join(directory, 'output'), { withFileTypes: true }).map((entry) => entry.isSymbolicLink()),
  ).toEqual([true, true, true]);
});
