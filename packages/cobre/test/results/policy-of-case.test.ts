/** A stored policy of today is taken up only by the case it belongs to, slot by slot; its states tell what they stand for. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { loadCase, runCase } from '../../src/index.js';
import { decodeStageStates } from '../../src/results/policy/states-file.js';
import { currentHydro, productionModel, smallCurrentCase, writeCurrentCase } from '../case/current-case.js';
import type { CaseContents } from '../case/write-case.js';
import { newRoot } from '../tools/served.js';

let policy: string;
let root: string;

beforeAll(async () => {
  root = await newRoot();
  const config = smallCurrentCase()['config.json'] as object;
  const directory = await writeCurrentCase(join(root, 'one'), {
    'config.json': { ...config, exports: { states: true } },
  });
  await runCase((await loadCase(directory)).case, directory);
  policy = join(directory, 'output/policy');
});

const resumed = (name: string, changes: CaseContents) =>
  writeCurrentCase(join(root, name), {
    'config.json': { ...(smallCurrentCase()['config.json'] as object), policy: { mode: 'warm_start', path: policy } },
    ...changes,
  });

test('states of format 2 carry the identifier, the node and what each place stands for', async () => {
  const bytes = await readFile(join(policy, 'states/000.bin'));
  expect(bytes.toString('latin1', 4, 8)).toBe('CBVF');
  const { count, stateDimension, data, current } = decodeStageStates(bytes);
  expect(data.length).toBe(count * stateDimension);
  expect(current?.nodeId).toBe(0);
  expect(current?.slots.map(({ entityType, entityId }) => [entityType, entityId])).toEqual([[0, 0]]);
});

test('a case with another plant of the same kind is refused, and both are named', async () => {
  const directory = await resumed('other-plant', {
    'system/hydros.json': { hydros: [currentHydro(5)] },
    'system/hydro_production_models.json': { production_models: [productionModel(5)] },
    'initial_conditions.json': { storage: [{ hydro_id: 5, value_hm3: 50 }], filling_storage: [] },
    'scenarios/inflow_seasonal_stats.parquet': [0, 1].map((stage_id) => ({
      hydro_id: 5,
      stage_id,
      mean_m3s: 10,
      std_m3s: 0,
    })),
  });
  await expect(runCase((await loadCase(directory)).case, directory)).rejects.toMatchObject({
    kind: 'IncompatibleSettings',
    context: { settings: ['policy.mode', 'policy.path'], detail: 'node 0: storage of 0 instead of storage of 5' },
    suggestion: expect.stringContaining('point policy.path to a policy of this case'),
  });
});

test('a case whose stages have other ids is refused, and one that is the same goes on', async () => {
  const stages = smallCurrentCase()['stages.json'] as { stages: { id: number }[] };
  const moved = stages.stages.map((stage) => ({ ...stage, id: stage.id + 3 }));
  const shifted = <T extends { stage_id: number }>(rows: unknown) =>
    (rows as T[]).map((row) => ({ ...row, stage_id: row.stage_id + 3 }));
  const files = smallCurrentCase();
  const directory = await resumed('other-stages', {
    'stages.json': { ...stages, stages: moved },
    'system/hydro_production_models.json': {
      production_models: [
        {
          hydro_id: 0,
          selection_mode: 'stage_ranges',
          stage_ranges: [
            { start_stage_id: 3, end_stage_id: null, model: 'constant_productivity', productivity_mw_per_m3s: 1 },
          ],
        },
      ],
    },
    'scenarios/inflow_seasonal_stats.parquet': shifted(files['scenarios/inflow_seasonal_stats.parquet']),
    'scenarios/load_seasonal_stats.parquet': shifted(files['scenarios/load_seasonal_stats.parquet']),
  });
  await expect(runCase((await loadCase(directory)).case, directory)).rejects.toMatchObject({
    kind: 'IncompatibleSettings',
    context: { detail: 'node 0 in stage 0 instead of 3 in stage 3' },
    suggestion: expect.stringContaining('Start fresh'),
  });
  const same = await resumed('same', {});
  expect((await runCase((await loadCase(same)).case, same)).training?.iterations).toBe(20);
});
