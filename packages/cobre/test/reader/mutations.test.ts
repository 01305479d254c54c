/** Damaged files of every kind, through the real server: each call is answered, and the server outlives them all. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ChildServer, startChildServer } from '@quadrivium/kernel/testing';
import { afterEach, expect, test } from 'vitest';
import { sampledCount } from '../../../../test/support/sampling.js';
import { bundled } from '../cli/program.js';
import { finishedStudy, newRoot } from '../tools/served.js';

let child: ChildServer | undefined;

afterEach(() => child?.kill());

/** A generator whose numbers are the same everywhere (Numerical Recipes), so that a failure can be repeated. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** A few bytes changed, or the end cut off. */
function mutated(bytes: Buffer, next: () => number): Buffer {
  if (next() < 0.15) return bytes.subarray(0, Math.floor(next() * bytes.length));
  const changed = Buffer.from(bytes);
  for (let left = 1 + Math.floor(next() * 4); left > 0; left--)
    changed[Math.floor(next() * changed.length)] = Math.floor(next() * 256);
  return changed;
}

test('no damaged file ends the server', async () => {
  const root = await newRoot();
  const case_dir = await finishedStudy(root);
  const output_dir = join(case_dir, 'output');
  const policy_dir = join(output_dir, 'policy');
  const hydros = { output_dir, entity_type: 'hydros' };
  const calls: readonly (readonly [file: string, tool: string, args: object])[] = [
    ['config.json', 'cobre/validate', { case_dir }],
    ['system/hydros.json', 'cobre/inspect-case', { case_dir }],
    ['scenarios/inflow_seasonal_stats.parquet', 'cobre/validate', { case_dir }],
    ['scenarios/inflow_seasonal_stats.parquet', 'cobre/list-scenarios', { case_dir }],
    ['output/training/convergence.parquet', 'cobre/query-convergence', { output_dir }],
    ['output/training/metadata.json', 'cobre/query-convergence', { output_dir }],
    ['output/simulation/hydros.parquet', 'cobre/query-results', hydros],
    ['output/simulation/hydros.parquet', 'cobre/statistics', { ...hydros, metric: 'storage' }],
    ['output/simulation/hydros.parquet', 'cobre/export-results', { ...hydros, format: 'arrow' }],
    ['output/policy/cuts/stage_000.bin', 'cobre/inspect-policy', { policy_dir }],
    ['output/policy/metadata.json', 'cobre/inspect-policy', { policy_dir }],
  ];
  child = startChildServer(await bundled('cobre-mcp'), { args: ['--allowed-dirs', root, '--allow-write'] });
  await child.session.initialize('2025-11-25');
  const count = Number(process.env.COBRE_MUTATIONS ?? sampledCount('damaged files of a case and its results', 330, 33));
  const next = random(20_261_117);
  for (let k = 0; k < count; k++) {
    const [file, tool, args] = calls[k % calls.length]!;
    const path = join(case_dir, file);
    const whole = readFileSync(path);
    writeFileSync(path, mutated(whole, next));
    const { result, error } = await child.session.call(k, tool, args);
    expect([k, file, tool, (result ?? error) === undefined]).toEqual([k, file, tool, false]);
    expect(JSON.stringify(result)).not.toContain('InternalError');
    writeFileSync(path, whole);
  }
  expect(await child.session.request('last', 'ping')).toMatchObject({ result: {} });
});
