import { mkdir, rename, symlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { openSandbox } from '@quadrivium/kernel';
import { beforeAll, describe, expect, test } from 'vitest';
import { sampled } from '../../../../test/support/sampling.js';
import { QueryEngine } from '../../src/query/query-engine.js';
import { exportResults } from '../../src/service/answers/export-results.js';
import { queryResults } from '../../src/service/answers/query-results.js';
import type { Files } from '../../src/service/files/files.js';
import { plainFiles } from '../../src/service/files/files.js';
import { finishedStudy, newRoot } from '../tools/served.js';

const engine = new QueryEngine();
const filters = { columns: ['stage_id', 'hydro_id', 'scenario_id', 'storage_final_hm3'] };

const hydros = (output: string, files: Files = plainFiles('/')) =>
  queryResults(files, engine, { outputDirectory: output, entityType: 'hydros', filters, limit: 1000 });

let plain: Awaited<ReturnType<typeof hydros>>;
let root: string;

beforeAll(async () => {
  root = await newRoot();
  plain = await hydros(join(await finishedStudy(root, 'plain'), 'output'));
  expect(plain.total_rows).toBe(36);
});

describe('the path of a case changes nothing of what is read', () => {
  const names = [
    ['a partition of another table', 'stage_id=9/case'],
    ['a partition of scenarios', 'scenario_id=0099/case'],
    ['a partition that is no number', 'hydro_id=ITAIPU/case'],
    ['brackets', 'study [1]/case'],
    ['a star', 'study *'],
    ['a question mark', 'study ?'],
  ] as const;
  test.each(sampled('odd names of folders', names, 4))('%s above it', async (_, name) => {
    // What a pattern would also find holds other numbers.
    await finishedStudy(root, name.replace(/\[1\]|[*?]/, '1'), { 'initial_conditions.json': empty });
    const output = join(await finishedStudy(root, name), 'output');
    expect(await hydros(output)).toEqual(plain);
    const exported = await exportResults(plainFiles('/'), engine, {
      outputDirectory: output,
      entityType: 'hydros',
      format: 'csv',
    });
    expect(exported.rows).toBe(36);
  });
});

const empty = {
  storage: [
    { hydro_id: 0, value_hm3: 0 },
    { hydro_id: 1, value_hm3: 0 },
  ],
  filling_storage: [],
};

test.each([['output'], ['output/simulation'], ['output/training']])(
  'a link at %s that leads to another place in the allowed directories is followed',
  async (part) => {
    const studies = await newRoot();
    const store = await newRoot();
    const directory = await finishedStudy(studies);
    const target = join(store, basename(part));
    await mkdir(dirname(target), { recursive: true });
    await rename(join(directory, part), target);
    await symlink(target, join(directory, part));
    const files = await openSandbox([studies, store]);
    expect((await hydros(join(directory, 'output'), files)).rows).toEqual(plain.rows);
  },
);
