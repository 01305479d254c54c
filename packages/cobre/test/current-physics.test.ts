/** Equations that the current format changed, each on a variant of the study of `hand-study.ts`. */
import { expect, test } from 'vitest';
import { currentThermal } from './case/current-case.js';
import { dry, halves, hydro, hydroCosts, optimum, twoBlocks, unitsOf, water, wet } from './case/hand-study.js';
import type { CaseContents } from './case/write-case.js';
import { set } from './validation/edit.js';

const noHydros = {
  'system/hydros.json': { hydros: [] },
  'system/hydro_production_models.json': { production_models: [] },
  'scenarios/inflow_seasonal_stats.parquet': [],
  'initial_conditions.json': { storage: [], filling_storage: [] },
};
const likeRelease05 = (files: CaseContents) => set(files, 'config.json', 'modeling.compatibility', 'cobre-0.5');

test('every plant pays for turbined water, and only plants with planes where 0.5.1 is asked for', async () => {
  expect(await optimum(hydroCosts({ turbined_cost: 0.5 }))).toBeCloseTo(wet + 0.5 * water, 4);
  expect(await optimum(hydroCosts({ turbined_cost: 0.5 }), likeRelease05)).toBeCloseTo(wet, 4);
});

test('a minimum outflow is not met by diverted water, except where 0.5.1 is asked for', async () => {
  const changes = {
    ...hydroCosts({ spillage_cost: 5 }),
    ...hydro({
      outflow: { min_outflow_m3s: 10 },
      generation: { max_turbined_m3s: 0, max_generation_mw: 0 },
      unit_groups: [{ ...unitsOf(0) }],
      diversion: { downstream_id: null, max_flow_m3s: 50 },
    }),
  };
  // 10 m³/s for 1460 h, spilled at 5 or diverted at 0.01.
  expect(await optimum(changes)).toBeCloseTo(dry + 5 * 14_600, 4);
  expect(await optimum(changes, likeRelease05)).toBeCloseTo(dry + 0.01 * 14_600, 4);
});

test('withdrawal that is not taken is at most what is owed, so it brings no water', async () => {
  const changes = {
    ...hydroCosts({ water_withdrawal_violation_cost: 0.01 }),
    'initial_conditions.json': { storage: [{ hydro_id: 0, value_hm3: 0 }], filling_storage: [] },
    'scenarios/inflow_seasonal_stats.parquet': [0, 1].map((stage_id) => ({
      hydro_id: 0,
      stage_id,
      mean_m3s: 0,
      std_m3s: 0,
    })),
    'constraints/hydro_bounds.parquet': [0, 1].map((stage_id) => ({ hydro_id: 0, stage_id, water_withdrawal_m3s: 5 })),
  };
  // Nothing to take: 5 m³/s are missing for 1460 h, and no turbine runs.
  expect(await optimum(changes)).toBeCloseTo(dry + 0.01 * 5 * 1460, 4);
});

test('rain on the lake is negative evaporation, by the hours of the calendar month', async () => {
  const changes = {
    ...hydro({ evaporation: { coefficients_mm: [-74.4, -69.6, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] } }),
    'system/hydro_geometry.parquet': [0, 100].map((volume_hm3) => ({
      hydro_id: 0,
      volume_hm3,
      height_m: 10 + volume_hm3,
      area_km2: 10,
    })),
  };
  // 0.1 mm/h on 10 km² in January (744 h) and in February (696 h): 1000 m³/h = 1/3.6 m³/s, for the 730 h of each stage.
  expect(await optimum(changes)).toBeCloseTo(wet - (30 * 1460) / 3.6, 4);
});

test('a source that may not be curtailed generates all it can', async () => {
  const source = { id: 0, name: 'Wind', operational_start_date: '2000-01-01', bus_id: 0, max_generation_mw: 100 };
  const wind = (changes: object) => ({
    ...noHydros,
    'system/non_controllable_sources.json': { non_controllable_sources: [{ ...source, ...changes }] },
  });
  // Generation earns 0.005 (the constant is dropped), excess costs 0.01: 80 MW used, or 100 MW with 20 MW in excess.
  expect(await optimum(wind({}))).toBeCloseTo(-0.005 * 80 * 1460, 6);
  expect(await optimum(wind({ allow_curtailment: false }))).toBeCloseTo((-0.005 * 100 + 0.01 * 20) * 1460, 6);
});

test('a limit of one block holds in it alone', async () => {
  const rows = [0, 1].map((stage_id) => ({ hydro_id: 0, stage_id, block_id: 1, max_turbined_m3s: 0 }));
  // All water runs in the first half of each month: 40 MW against the dear plant, the rest against the cheap one.
  const dear = 40 * 730;
  expect(await optimum({ ...twoBlocks, 'constraints/hydro_bounds.parquet': rows })).toBeCloseTo(
    dry - 30 * dear - 10 * (water - dear),
    4,
  );
});

test('rows of a stage and of its blocks are put together column by column', async () => {
  const contract = {
    id: 0,
    name: 'Import',
    operational_start_date: '2000-01-01',
    bus_id: 0,
    type: 'import',
    entry_stage_id: 1,
    price_per_mwh: 5,
    limits: { min_mw: 0, max_mw: 10 },
  };
  const changes = {
    ...noHydros,
    ...twoBlocks,
    'system/energy_contracts.json': { contracts: [contract] },
    'constraints/contract_bounds.parquet': [
      { contract_id: 0, stage_id: 1, block_id: null, min_mw: 2, max_mw: 20, price_per_mwh: null },
      { contract_id: 0, stage_id: 1, block_id: 1, min_mw: null, max_mw: null, price_per_mwh: 100 },
    ],
  };
  // Nothing before the window. Then 20 MW at 5 in the first block; in the second only the 2 MW that must be taken, at 100.
  const saved = 365 * (20 * (30 - 5) + 2 * (30 - 100));
  expect(await optimum(changes)).toBeCloseTo(dry - saved, 4);
});

test('a plant outside its window is not there: its exit stage is the first without it', async () => {
  const thermals = [currentThermal(0, 10, 40, { exit_stage_id: 1 }), currentThermal(1, 30, 80)];
  expect(await optimum({ ...noHydros, 'system/thermals.json': { thermals } })).toBeCloseTo(730 * (1600 + 2400), 4);
});

const byStage = (row: object) => [0, 1].map((stage_id) => ({ stage_id, ...row }));
const inHalves = (files: CaseContents) => {
  for (const stage of [0, 1]) set(files, 'stages.json', `stages.${stage}.blocks`, halves);
};

test('a plant with stepwise costs is dispatched step by step, the cheapest first', async () => {
  // 80 MW from steps of 30 MW at 10, 20 MW at 20 and what is left of 100 MW at 50, for 1460 h.
  const cost_segments = [
    { capacity_mw: 30, cost_per_mwh: 10 },
    { capacity_mw: 20, cost_per_mwh: 20 },
    { capacity_mw: 5, cost_per_mwh: 50 },
  ];
  const { cost_per_mwh: _, ...plant } = currentThermal(0, 1, 100) as { cost_per_mwh: number };
  const cost = await optimum({ ...noHydros, 'system/thermals.json': { thermals: [{ ...plant, cost_segments }] } });
  expect(cost).toBeCloseTo(1460 * (30 * 10 + 20 * 20 + 30 * 50), 4);
});

test('a segment of deficit is as deep as its share of the load of each block', async () => {
  // 180 MW in one block and 120 MW in the other; 100 MW of plants, no water. A tenth of the load, 18 and 12 MW, is missed at
  // 200 $/MWh, the rest, 62 and 8 MW, at 1000.
  const segments = [
    { depth_mw: null, depth_share: 0.1, cost: 200 },
    { depth_mw: null, cost: 1000 },
  ];
  const bus = { id: 0, name: 'A', operational_start_date: '2000-01-01', deficit_segments: segments };
  const block_factors = [1.2, 0.8].map((factor, block_id) => ({ block_id, factor }));
  const cost = await optimum(
    {
      ...noHydros,
      'system/buses.json': { buses: [bus] },
      'scenarios/load_seasonal_stats.parquet': byStage({ bus_id: 0, mean_mw: 150, std_mw: 0 }),
      'scenarios/load_factors.json': { load_factors: byStage({ bus_id: 0, block_factors }) },
    },
    inHalves,
  );
  expect(cost).toBeCloseTo(2 * 365 * (2 * (40 * 10 + 60 * 30) + 200 * (18 + 12) + 1000 * (62 + 8)), 4);
});

test('a line may lose another share in every block and direction', async () => {
  // 50 MW are needed where only the plant at 30 $/MWh stands; the plant at 10 $/MWh sends its 40 MW. 10 % are lost on the
  // way in the first block, 20 % in the second: 36 and 32 MW arrive. The way back, 90 %, is nobody's concern.
  const dated = { operational_start_date: '2000-01-01' };
  const line = { id: 0, name: 'A-B', source_bus_id: 0, target_bus_id: 1, capacity: { direct_mw: 99, reverse_mw: 99 } };
  const losses = (block_id: number | null, direct_losses_percent: number | null) => ({
    ...{ line_id: 0, block_id, direct_mw: null, reverse_mw: null, direct_losses_percent },
    reverse_losses_percent: block_id === null ? 90 : null,
  });
  const cost = await optimum(
    {
      ...noHydros,
      'system/buses.json': { buses: [0, 1].map((id) => ({ id, name: `Bus ${id}`, ...dated })) },
      'system/lines.json': { lines: [{ ...line, ...dated, losses_percent: 50, exchange_cost: 1 }] },
      'system/thermals.json': { thermals: [currentThermal(0, 10, 40), currentThermal(1, 30, 60, { bus_id: 1 })] },
      'constraints/line_bounds.parquet': [...byStage(losses(null, 10)), ...byStage(losses(1, 20))],
      'scenarios/load_seasonal_stats.parquet': [0, 50].flatMap((mean_mw, bus_id) =>
        byStage({ bus_id, mean_mw, std_mw: 0 }),
      ),
    },
    inHalves,
  );
  expect(cost).toBeCloseTo(2 * 365 * (2 * 40 * (10 + 1) + 30 * (14 + 18)), 4);
});
