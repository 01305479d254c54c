import { expect, test } from 'vitest';
import { QueryEngine } from '../../src/query/query-engine.js';
import { inspectCase } from '../../src/service/cases/inspect-case.js';
import { listScenarios } from '../../src/service/cases/scenarios.js';
import { plainFiles } from '../../src/service/files/files.js';
import { stageEntry } from '../case/write-case.js';
import { newRoot, settings, writeStudy } from '../tools/served.js';

const files = plainFiles('/');
const engine = new QueryEngine({ kept: 1 });

test('a PAR model is summarised from its coefficients, seasons and correlation', async () => {
  const directory = await writeStudy(await newRoot(), 'par', {
    'scenarios/inflow_ar_coefficients.parquet': [
      { hydro_id: 0, stage_id: 1, lag: 1, coefficient: 0.3, residual_std_ratio: 0.9 },
      { hydro_id: 0, stage_id: 2, lag: 2, coefficient: 0.1, residual_std_ratio: 0.9 },
    ],
    'stages.json': {
      policy_graph: { type: 'finite_horizon', annual_discount_rate: 0 },
      season_definitions: {
        cycle_type: 'monthly',
        seasons: [0, 1, 2].map((id) => ({ id, label: `S${id}`, month_start: id + 1 })),
      },
      stages: [0, 1, 2].map((id) => stageEntry(id, { num_scenarios: 4, season_id: id })),
    },
    'scenarios/correlation.json': {
      method: 'spectral',
      profiles: {
        default: {
          correlation_groups: [
            {
              name: 'south',
              entities: [
                { type: 'inflow', id: 0 },
                { type: 'inflow', id: 1 },
              ],
              matrix: [
                [1, 0.5],
                [0.5, 1],
              ],
            },
          ],
        },
      },
    },
  });
  expect(await listScenarios(files, engine, directory)).toEqual({
    scenario_source: 'par',
    count: 6,
    stages: 3,
    entities: 2,
    par_model: { max_ar_order: 2, seasons: 3, correlation_groups: 1 },
  });
});

test('external scenarios are counted in their file', async () => {
  const rows = [0, 1, 2].flatMap((stage_id) =>
    [0, 1, 2, 3, 4].flatMap((scenario_id) =>
      [0, 1].map((hydro_id) => ({ stage_id, scenario_id, hydro_id, value_m3s: 10 + scenario_id })),
    ),
  );
  const directory = await writeStudy(await newRoot(), 'external', {
    'config.json': {
      ...settings(),
      training: {
        forward_passes: 1,
        stopping_rules: [{ type: 'iteration_limit', limit: 5 }],
        scenario_source: { seed: 1, inflow: { scheme: 'external' } },
      },
    },
    'scenarios/external_inflow_scenarios.parquet': rows,
  });
  expect(await listScenarios(files, engine, directory)).toEqual({
    scenario_source: 'external',
    count: 5,
    stages: 3,
    entities: 2,
    par_model: null,
  });
  expect((await inspectCase(files, directory)).scenario_source).toBe('external');
});

test('a file of many values is summarised without being loaded', async () => {
  const directory = await writeStudy(await newRoot(), 'large', {
    'config.json': {
      ...settings(),
      training: {
        forward_passes: 1,
        stopping_rules: [{ type: 'iteration_limit', limit: 5 }],
        scenario_source: { seed: 1, inflow: { scheme: 'external' } },
      },
    },
    'scenarios/external_inflow_scenarios.parquet': Array.from({ length: 60_000 }, (_, k) => ({
      stage_id: k % 3,
      scenario_id: Math.floor(k / 6),
      hydro_id: Math.floor(k / 3) % 2,
      value_m3s: k,
    })),
  });
  const read: string[] = [];
  const watched = {
    ...files,
    readFile: (path: string) => {
      read.push(path);
      return files.readFile(path);
    },
  };
  expect(await listScenarios(watched, engine, directory)).toMatchObject({ count: 10_000, entities: 2 });
  expect(read.filter((path) => path.endsWith('.parquet'))).toEqual([]);
});
