/**
 * A study of national size (151 plants, 60 months), ended without warning on two threads and continued on two: every file
 * of its policy is what a training on one thread writes that nobody ends.
 */
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { serialize } from 'node:v8';
import { expect, test } from 'vitest';
import { writeProductionLike } from '../../bench/study-cases.js';
import { readConvergence } from '../../src/index.js';
import { decodeCurrentCuts, decodeStageCuts } from '../../src/results/policy/cuts-file.js';
import { apart, cobre } from '../cli/program.js';
import { officialDeck } from '../newave/decks.js';
import { newRoot } from '../tools/served.js';
import { killedAfterCheckpoint } from './killed-run.js';

// biome-ignore lint/suspicious/noExplicitAny: files of two formats, each changed in one place
async function edit(path: string, change: (content: any) => void): Promise<void> {
  const content = JSON.parse(await readFile(path, 'utf8'));
  change(content);
  await writeFile(path, JSON.stringify(content));
}

/** The official deck, or where it is absent a study of its shape; one pass and two openings, so that CI has time for it. */
async function nationalCase(directory: string): Promise<void> {
  if (!existsSync(officialDeck)) writeProductionLike(directory, { stages: 60, hydros: 151, openings: 2, passes: 1 });
  else {
    expect((await cobre('import', 'newave', officialDeck, directory)).code).toBe(0);
    await edit(join(directory, 'stages.json'), ({ stages }) => {
      for (const stage of stages) stage.num_openings = 2;
    });
  }
  await edit(join(directory, 'config.json'), (config) => {
    if (config.training.selection) config.training.selection.forward_passes = 1;
    config.policy = {
      checkpointing: { enabled: true, initial_iteration: 1, interval_iterations: 1, store_basis: true },
    };
  });
}

const limited = (directory: string, limit: number) =>
  edit(join(directory, 'config.json'), ({ training }) => {
    training.stopping_rules = [{ type: 'iteration_limit', limit }];
  });

async function trained(directory: string, iterations: number, ...words: readonly string[]): Promise<void> {
  await limited(directory, iterations);
  const { code, err } = await apart('run', directory, '--phases', 'training', '--no-progress', ...words);
  expect(code, err).toBe(0);
}

/** Bytes by name; of cuts all but how many of them a training began with, which is told beside them and differs. */
async function filesOf(output: string, kind: string): Promise<Map<string, Buffer>> {
  const folder = join(output, 'policy', kind);
  const names = (await readdir(folder)).filter((name) => name.endsWith('.bin')).sort();
  const bytesOf = async (name: string) => {
    const bytes = await readFile(join(folder, name));
    if (kind !== 'cuts') return bytes;
    const decode = name.startsWith('stage_') ? decodeStageCuts : decodeCurrentCuts;
    return serialize({ ...decode(bytes), warmStartCount: 0 });
  };
  return new Map(await Promise.all(names.map(async (name) => [name, await bytesOf(name)] as const)));
}

const boundsOf = async (output: string) =>
  (await readConvergence(output)).map(({ iteration, lowerBound, upperBoundMean }) => [
    iteration,
    lowerBound,
    upperBoundMean,
  ]);

test('killed in an iteration and resumed, it has the cuts, bases and bounds of a run that nobody ended', {
  timeout: 900_000,
}, async () => {
  const directory = join(await newRoot(), 'case');
  await nationalCase(directory);
  await limited(directory, 1000);
  const kept = await killedAfterCheckpoint(directory, 1);
  expect(kept).toBeGreaterThanOrEqual(1);
  await trained(directory, kept + 1, '--resume', '--threads', '2');
  const unbroken = join(directory, 'unbroken');
  await trained(directory, kept + 1, '--threads', '1', '--output', unbroken);
  const resumed = join(directory, 'output');
  expect(await boundsOf(resumed)).toEqual(await boundsOf(unbroken));
  for (const kind of ['cuts', 'basis', 'continuation']) {
    const [one, other] = [await filesOf(resumed, kind), await filesOf(unbroken, kind)];
    expect([...one.keys()], kind).toEqual([...other.keys()]);
    const different = [...one].filter(([name, bytes]) => !bytes.equals(other.get(name)!)).map(([name]) => name);
    expect(different, kind).toEqual([]);
  }
  expect((await filesOf(resumed, 'cuts')).size).toBeGreaterThanOrEqual(59);
});
