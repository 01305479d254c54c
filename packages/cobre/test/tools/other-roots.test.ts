/** A server with two allowed directories: both can be used, and neither is told to somebody who only knows the other. */
import { mkdir, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openSandbox } from '@quadrivium/kernel';
import { connectInMemory } from '@quadrivium/kernel/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cobreServer } from '../../src/server.js';
import { finishedStudy, newRoot, writeStudy } from './served.js';

let [first, second] = ['', ''];
let made: Awaited<ReturnType<typeof connectInMemory>>;

beforeAll(async () => {
  [first, second] = [await newRoot(), await newRoot()];
  await writeStudy(second, 'studies/elsewhere');
  const files = await openSandbox([first, second]);
  made = await connectInMemory(cobreServer(), { files, allowWrite: true, revision: '2025-11-25' });
});

afterAll(() => made.close());

test('cases of the first allowed directory are listed; how many others there are is told, and not their paths', async () => {
  await writeStudy(first, 'mine');
  const { contents } = await made.client.readResource({ uri: 'cobre://cases' });
  const { text } = contents[0] as { text: string };
  expect(JSON.parse(text)).toMatchObject({ cases: [{ case_dir: 'mine' }], other_directories: 1 });
  expect(text).not.toContain(second);
  // Whoever knows its path reaches a case in another one all the same.
  const uri = `cobre://case/${encodeURIComponent(join(second, 'studies/elsewhere'))}/config`;
  const found = await made.client.readResource({ uri });
  expect(JSON.parse((found.contents[0] as { text: string }).text)).toHaveProperty('training');
});

/** Every tool that reads results, and one that fails at each. */
const questions = (output_dir: string): readonly (readonly [string, Record<string, unknown>])[] => [
  ['cobre/query-results', { output_dir, entity_type: 'hydros', filters: { limit: 1 } }],
  ['cobre/query-results', { output_dir, entity_type: 'hydros', filters: { columns: ['poetry'] } }],
  ['cobre/statistics', { output_dir, entity_type: 'hydros', metric: 'storage' }],
  ['cobre/query-convergence', { output_dir }],
  ['cobre/inspect-policy', { policy_dir: join(output_dir, 'policy') }],
  ['cobre/export-results', { output_dir, entity_type: 'hydros', format: 'csv' }],
  ['cobre/water-values', { output_dir, stage: 0, storage: { '0': 10 } }],
  ['cobre/validate', { case_dir: join(output_dir, '..') }],
  ['cobre/run', { case_dir: join(output_dir, '..') }],
];

test('a link from one allowed directory into another is followed, and where it leads is not told', async () => {
  const output = join(await finishedStudy(first, 'linked'), 'output');
  await mkdir(join(second, 'results'));
  await rename(output, join(second, 'results/output'));
  await symlink(join(second, 'results/output'), output);
  const damaged = ['simulation/hydros.parquet', 'training/convergence.parquet', 'policy/metadata.json'];
  let answered = 0;
  const ask = async () => {
    for (const [name, args] of questions(output)) {
      const result = await made.client.callTool({ name, arguments: args });
      expect(`${name} ${JSON.stringify(result)}`).not.toContain(second);
      if (result.isError !== true) answered++;
    }
  };
  await ask();
  // All but the column that is not there, and what the water is worth, whose arguments say nothing that fits.
  expect(answered).toBeGreaterThanOrEqual(6);
  expect(await readdir(join(second, 'results/output/exports'))).toEqual(['hydros.csv']);
  for (const file of damaged) await writeFile(join(second, 'results/output', file), 'damaged');
  await ask();
  await rm(join(second, 'results'), { recursive: true });
  await ask();
});
