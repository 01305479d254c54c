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

test('cases of all allowed directories are listed and can be used by what they are called, and no path is told', async () => {
  await writeStudy(first, 'mine');
  const read = async (uri: string) => {
    const { contents } = await made.client.readResource({ uri });
    return (contents[0] as { text: string }).text;
  };
  const text = await read('cobre://cases');
  const { cases } = JSON.parse(text) as { cases: { case_dir: string; config: string }[] };
  expect(cases.map(({ case_dir }) => case_dir)).toEqual(['mine', 'root:2/studies/elsewhere']);
  for (const { case_dir, config } of cases) {
    expect(JSON.parse(await read(config))).toHaveProperty('training');
    const validated = await made.client.callTool({ name: 'cobre/validate', arguments: { case_dir } });
    expect(validated.structuredContent).toMatchObject({ valid: true });
  }
  const ran = await made.client.callTool({ name: 'cobre/run', arguments: { case_dir: 'root:2/studies/elsewhere' } });
  expect(ran.structuredContent).toMatchObject({ output_dir: 'root:2/studies/elsewhere/output', status: 'completed' });
  const asked = { output_dir: 'root:2/studies/elsewhere/output', entity_type: 'hydros', format: 'csv' };
  const exported = await made.client.callTool({ name: 'cobre/export-results', arguments: asked });
  expect(exported.structuredContent).toMatchObject({ file_path: `${asked.output_dir}/exports/hydros.csv` });
  expect(await readdir(join(second, 'studies/elsewhere/output/exports'))).toEqual(['hydros.csv']);
  expect(text + JSON.stringify([ran, exported])).not.toContain(second);
});

test.each(['root:3/studies', 'root:0', 'root:2/../..', 'root:2/studies/../../..', 'root:02/studies'])(
  '%s is no way out of the allowed directories',
  async (case_dir) => {
    const answer = await made.client.callTool({ name: 'cobre/validate', arguments: { case_dir } });
    expect(answer).toMatchObject({ isError: true });
    expect(JSON.stringify(answer)).not.toContain(second);
  },
);

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
