/** Tables of current cases beside those of stages: what follows from the files, and what a next study needs. */
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { beforeAll, expect, test } from 'vitest';
import { loadCase, runCase } from '../../src/index.js';
import {
  currentHydro,
  currentStage,
  currentThermal,
  productionModel,
  smallCurrentCase,
  writeCurrentCase,
} from '../case/current-case.js';
import { newRoot } from '../tools/served.js';

type Row = Record<string, unknown>;

let read: (path: string) => Promise<Row[]>;

/** Two plants in a row, the water between them takes 36 h; the upper one has a lake; gas is bought one stage ahead. */
beforeAll(async () => {
  const config = smallCurrentCase()['config.json'] as Record<string, object>;
  const directory = await writeCurrentCase(join(await newRoot(), 'case'), {
    'config.json': { ...config, simulation: { enabled: true, selection: { method: 'sampled', num_scenarios: 2 } } },
    'stages.json': {
      policy_graph: { type: 'finite_horizon', annual_discount_rate: 0 },
      stages: [0, 1].map((id) =>
        currentStage(id, { blocks: [0, 1].map((k) => ({ id: k, name: `B${k}`, hours: 365 })) }),
      ),
    },
    'initial_conditions.json': {
      storage: [0, 1].map((hydro_id) => ({ hydro_id, value_hm3: 50 })),
      filling_storage: [],
      past_defluences: [{ hydro_id: 0, start_date: '2023-12-30', end_date: '2024-01-01', value_m3s: 3 }],
      past_anticipated_commitments: [{ thermal_id: 1, start_date: '2024-01-01', end_date: '2024-02-01', value_mw: 12 }],
    },
    'system/hydros.json': {
      hydros: [
        currentHydro(0, {
          downstream_id: 1,
          travel_time_hours: 36,
          evaporation: {
            coefficients_mm: [74.4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
            reference_volumes_hm3: Array(12).fill(50),
          },
        }),
        currentHydro(1),
      ],
    },
    'system/hydro_production_models.json': { production_models: [productionModel(0), productionModel(1)] },
    'system/hydro_geometry.parquet': [0, 100].map((volume_hm3) => ({
      hydro_id: 0,
      volume_hm3,
      height_m: 10 + volume_hm3,
      area_km2: 5 + volume_hm3 / 10,
    })),
    'system/thermals.json': {
      thermals: [currentThermal(0, 10, 40), currentThermal(1, 30, 60, { anticipated_config: { lead_stages: 1 } })],
    },
    'constraints/generic_parameters.json': {
      scalar_parameters: [
        {
          id: 0,
          name: 'share',
          kind: 'per_stage',
          values: [
            [0, 0.5],
            [1, 2],
          ],
        },
      ],
    },
    'constraints/generic_constraints.json': {
      expressions: [{ name: 'gas', expression: 'thermal_generation(0) + @share * thermal_generation(1, 1)' }],
      constraints: [
        { id: 4, name: 'Gas', expression: '@gas <= 300 * @share', slack: { enabled: true, penalty: 7 } },
        { id: 5, name: 'Lake', expression: 'hydro_storage_final(0) >= 1', slack: { enabled: false } },
      ],
    },
    'scenarios/inflow_seasonal_stats.parquet': [0, 1].flatMap((hydro_id) =>
      [0, 1].map((stage_id) => ({ hydro_id, stage_id, mean_m3s: 20, std_m3s: 0 })),
    ),
  });
  await runCase((await loadCase(directory)).case, directory);
  const duckdb = await (await DuckDBInstance.create(':memory:')).connect();
  read = async (path) => {
    const file = join(directory, 'output', path).replaceAll("'", "''");
    const answer = await duckdb.runAndReadAll(`SELECT * FROM read_parquet('${file}')`);
    return answer.getRowObjectsJson() as Row[];
  };
});

test('user constraints are told term by term, with the numbers of every stage and block', async () => {
  const rows = await read('generic_constraints/resolved_echo.parquet');
  expect(Object.keys(rows[0]!)).toEqual([
    'stage_id',
    'block_id',
    'constraint_id',
    'constraint_name',
    'term_index',
    'variable_kind',
    'variable',
    'coefficient',
    'bound_lower',
    'bound_upper',
    'derived_shape',
    'slack_penalty',
  ]);
  // Gas has two terms in two blocks of two stages, the lake one in each stage.
  expect(rows).toHaveLength(2 * 2 * 2 + 2);
  const gas = { constraint_id: 4, constraint_name: 'Gas', bound_lower: null, derived_shape: 'upper', slack_penalty: 7 };
  expect(rows.filter(({ stage_id, block_id }) => stage_id === 1 && block_id === 1)).toEqual([
    {
      ...gas,
      stage_id: 1,
      block_id: 1,
      bound_upper: 600,
      term_index: 0,
      variable_kind: 'thermal_generation',
      variable: 'thermal_generation(0)',
      coefficient: 1,
    },
    {
      ...gas,
      stage_id: 1,
      block_id: 1,
      bound_upper: 600,
      term_index: 1,
      variable_kind: 'thermal_generation',
      variable: 'thermal_generation(1, 1)',
      coefficient: 2,
    },
  ]);
  expect(rows.filter(({ constraint_id }) => constraint_id === 5)[0]).toMatchObject({
    block_id: null,
    variable: 'hydro_storage_final(0)',
    bound_lower: 1,
    derived_shape: 'lower',
    slack_penalty: null,
  });
});

test('the line of evaporation is told for every stage that has one', async () => {
  // 0.1 mm/h in January: 0.1·10 km²/3.6 at 50 hm³, and 0.1·0.1/3.6 more for every hm³. No evaporation in February.
  expect(await read('hydro_models/evaporation_models.parquet')).toEqual([
    {
      hydro_id: 0,
      stage_id: 0,
      month: 1,
      coefficient_mm: 74.4,
      reference_volume_hm3: 50,
      month_hours: 744,
      constant_m3s: expect.closeTo(0.5 / 3.6, 9),
      slope_m3s_per_hm3: expect.closeTo(0.01 / 3.6, 9),
      max_evaporation_m3s: expect.closeTo((2 * 1.5) / 3.6, 9),
    },
  ]);
});

test('what was promised before the study is told as it will be delivered', async () => {
  expect(await read('anticipated/fixed_deliveries.parquet')).toEqual([
    { thermal_id: 1, start_date: '2024-01-01', end_date: '2024-02-01', value_mw: 12 },
  ]);
});

test('what a next study needs to know of water under way is told for every scenario', async () => {
  const rows = await read('simulation/transit_seed.parquet');
  const outflows = (await read('simulation/hydros.parquet')).filter(
    ({ hydro_id, stage_id }) => hydro_id === 0 && stage_id === 1,
  );
  expect(Object.keys(rows[0]!)).toEqual(['scenario_id', 'hydro_id', 'start_date', 'end_date', 'value_m3s']);
  // 36 h reach into the second day before the end of February.
  expect(rows.map(({ start_date, end_date, hydro_id }) => [start_date, end_date, hydro_id])).toEqual([
    ['2024-02-28', '2024-03-01', 0],
    ['2024-02-28', '2024-03-01', 0],
  ]);
  for (const { scenario_id, value_m3s } of rows) {
    const own = outflows.filter((row) => row.scenario_id === scenario_id).map(({ outflow_m3s }) => Number(outflow_m3s));
    expect(value_m3s).toBeCloseTo((own[0]! + own[1]!) / 2, 9);
  }
});
