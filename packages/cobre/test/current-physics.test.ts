/**
 * Equations that the current format changed, on cases small enough to be solved by hand. All of them vary one study: two
 * months of 730 h, a load of 80 MW, plants of 40 MW at 10 $/MWh and 60 MW at 30 $/MWh, and a reservoir with 50 hm³ at the
 * start, inflows of 20 and 10 m³/s and 1 MW per m³/s.
 */
import { describe, expect, test } from 'vitest';
import { loadCase, train } from '../src/index.js';
import { CutPool } from '../src/lp/cuts/cut-pool.js';
import { currentHydro, currentPenalties, currentStage, currentThermal, smallCurrentCase } from './case/current-case.js';
import { memoryCase } from './case/memory-case.js';
import type { CaseContents } from './case/write-case.js';
import { set } from './validation/edit.js';

async function optimum(changes: CaseContents, edit: (files: CaseContents) => void = () => {}): Promise<number> {
  const files = { ...smallCurrentCase(), ...changes };
  edit(files);
  const { case: study } = await loadCase('case', memoryCase(files));
  return (await train(study)).policy.lowerBound;
}

/** m³/s·h of water in the whole study, which are MWh. */
const water = 50 / 0.0036 + 30 * 730;
/** $ when no water is used: 40 MW at 10 and 40 MW at 30. */
const dry = 1600 * 1460;
/** Water replaces the dear plant and is never more than it gives. */
const wet = dry - 30 * water;

const hydroCosts = (costs: object) => ({
  'penalties.json': { ...currentPenalties, hydro: { ...currentPenalties.hydro, ...costs } },
});
const hydro = (changes: Record<string, unknown>) => ({ 'system/hydros.json': { hydros: [currentHydro(0, changes)] } });
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

function unitsOf(most: number): object {
  const limits = { min_turbined_m3s: 0, max_turbined_m3s: most, min_generation_mw: 0, max_generation_mw: most };
  return { id: 0, name: 'Units', bus_id: 0, ...limits };
}

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

const halves = [0, 1].map((id) => ({ id, name: `B${id}`, hours: 365 }));
const twoBlocks = {
  'stages.json': {
    policy_graph: { type: 'finite_horizon', annual_discount_rate: 0 },
    stages: [0, 1].map((id) => currentStage(id, { blocks: halves })),
  },
};

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

/** A full lake, and turbines that cost more than they save: all inflow has to leave some other way while there is one. */
const overflowing = (costs: object, plant: Record<string, unknown> = {}) => ({
  ...hydroCosts({ turbined_cost: 50, ...costs }),
  ...hydro({ reservoir: { min_storage_hm3: 0, max_storage_hm3: 50 }, ...plant }),
});
const limits = (rows: readonly object[]) => ({ 'constraints/hydro_bounds.parquet': rows as CaseContents[string] });
const inBoth = (row: object) => limits([0, 1].map((stage_id) => ({ hydro_id: 0, stage_id, ...row })));

describe('spillage has limits', () => {
  test('what must be spilled is lost', async () => {
    const rows = limits([{ hydro_id: 0, stage_id: 0, min_spillage_m3s: 5 }]);
    expect(await optimum(rows)).toBeCloseTo(wet + (30 + 0.01) * 5 * 730, 4);
  });

  test('in one block only', async () => {
    const rows = limits([{ hydro_id: 0, stage_id: 1, block_id: 0, min_spillage_m3s: 5 }]);
    expect(await optimum({ ...twoBlocks, ...rows })).toBeCloseTo(wet + (30 + 0.01) * 5 * 365, 4);
  });

  test('what may not be spilled is turbined', async () => {
    expect(await optimum(overflowing({}))).toBeCloseTo(dry + 0.01 * 30 * 730, 4);
    // 5 of 20 and 5 of 10 m³/s are spilled at 0.01; the rest is turbined at 50 and saves 30.
    const turbined = (15 + 5) * 730 * (50 - 30);
    expect(await optimum({ ...overflowing({}), ...inBoth({ max_spillage_m3s: 5 }) })).toBeCloseTo(
      dry + 0.01 * 5 * 1460 + turbined,
      4,
    );
  });
});

describe('diversion has limits', () => {
  const diverting = { diversion: { downstream_id: null, max_flow_m3s: 50 } };

  test('what must be diverted is lost', async () => {
    const rows = limits([{ hydro_id: 0, stage_id: 1, min_diversion_m3s: 4 }]);
    expect(await optimum({ ...hydro(diverting), ...rows })).toBeCloseTo(wet + (30 + 0.01) * 4 * 730, 4);
  });

  test('what may not be diverted is spilled', async () => {
    const changes = overflowing({ spillage_cost: 5 }, diverting);
    expect(await optimum(changes)).toBeCloseTo(dry + 0.01 * 30 * 730, 4);
    // In the first month 3 of 20 m³/s are diverted and 17 spilled at 5; in the second all 10 are diverted.
    const rows = limits([{ hydro_id: 0, stage_id: 0, max_diversion_m3s: 3 }]);
    expect(await optimum({ ...changes, ...rows })).toBeCloseTo(dry + 730 * (0.01 * 3 + 5 * 17 + 0.01 * 10), 4);
  });

  test('in one block only', async () => {
    const rows = limits([{ hydro_id: 0, stage_id: 0, block_id: 1, max_diversion_m3s: 3 }]);
    const changes = { ...twoBlocks, ...overflowing({ spillage_cost: 5 }, diverting), ...rows };
    // Blocks of a month share its water: the other block diverts 37 m³/s, and nothing is spilled.
    expect(await optimum(changes)).toBeCloseTo(dry + 0.01 * 30 * 730, 4);
    const tight = limits(
      [0, 1].map((block_id) => ({ hydro_id: 0, stage_id: 0, block_id, max_diversion_m3s: 3 + block_id })),
    );
    expect(await optimum({ ...changes, ...tight })).toBeCloseTo(
      dry + 365 * (0.01 * (3 + 4) + 5 * (40 - 7)) + 0.01 * 10 * 730,
      4,
    );
  });
});

describe('groups of units have limits in single blocks', () => {
  const group = (id: number, most: number, bus_id = 0) => ({ ...unitsOf(most), id, bus_id });
  const rows = (changes: object) => ({
    'constraints/hydro_unit_group_bounds.parquet': [0, 1].map((stage_id) => ({
      hydro_id: 0,
      hydro_unit_group_id: 1,
      stage_id,
      block_id: 1,
      ...changes,
    })),
  });

  test('a group that rests leaves what the other can do', async () => {
    const changes = { ...twoBlocks, ...hydro({ unit_groups: [group(0, 5), group(1, 40)] }) };
    expect(await optimum(changes)).toBeCloseTo(wet, 4);
    // 5 MW in the second halves, 40 MW against the dear plant in the first, and what is left against the cheap one.
    const dear = 5 * 730 + 40 * 730;
    expect(await optimum({ ...changes, ...rows({ max_turbined_m3s: 0, max_generation_mw: 0 }) })).toBeCloseTo(
      dry - 30 * dear - 10 * (water - dear),
      4,
    );
  });

  test('a group on a bus of its own serves less of that bus', async () => {
    const stages = [0, 1];
    const changes = {
      ...twoBlocks,
      ...hydro({ unit_groups: [group(0, 40), group(1, 10, 1)] }),
      'system/buses.json': {
        buses: [0, 1].map((id) => ({ id, name: `Bus ${id}`, operational_start_date: '2000-01-01' })),
      },
      'scenarios/load_seasonal_stats.parquet': stages.flatMap((stage_id) =>
        [80, 10].map((mean_mw, bus_id) => ({ bus_id, stage_id, mean_mw, std_mw: 0 })),
      ),
    };
    // 10 MW of the second bus are worth 1000 $/MWh to it; the rest of the water replaces the dear plant.
    const served = 10 * 1460;
    expect(await optimum(changes)).toBeCloseTo(dry - 30 * (water - served), 4);
    const missing = 6 * 730;
    expect(await optimum({ ...changes, ...rows({ max_generation_mw: 4 }) })).toBeCloseTo(
      dry - 30 * (water - served + missing) + 1000 * missing,
      4,
    );
  });

  test('what a group must turbine and cannot is paid for', async () => {
    const changes = { ...twoBlocks, ...hydro({ unit_groups: [group(0, 5), group(1, 40)] }) };
    // The reservoir is empty and nothing flows in: 7 m³/s are missing in the second halves, at 5000 $/(m³/s·h).
    const empty = {
      'initial_conditions.json': { storage: [{ hydro_id: 0, value_hm3: 0 }], filling_storage: [] },
      'scenarios/inflow_seasonal_stats.parquet': [0, 1].map((stage_id) => ({
        hydro_id: 0,
        stage_id,
        mean_m3s: 0,
        std_m3s: 0,
      })),
    };
    expect(await optimum({ ...changes, ...empty, ...rows({ min_turbined_m3s: 7 }) })).toBeCloseTo(
      dry + 5000 * 7 * 730,
      4,
    );
  });
});

test('a plant that is gone in the last stage leaves with all that an earlier stage let it hold', async () => {
  const files = {
    ...smallCurrentCase(),
    ...hydro({ exit_stage_id: 1 }),
    ...limits([{ hydro_id: 0, stage_id: 0, max_storage_hm3: 110 }]),
  };
  const { case: study } = await loadCase('case', memoryCase(files));
  const boundary = CutPool.create(1, 1);
  // 20,000 $ for a hm³ behind the study, more than the 8333 $ that it saves within: all is kept, also beyond the 100 hm³ of the plant.
  boundary.add(0, [-20]);
  const { policy } = await train(study, { boundary });
  expect(policy.lowerBound).toBeCloseTo(dry - 20_000 * (50 + 20 * 730 * 0.0036), 4);
});

test('a plant outside its window is not there: its exit stage is the first without it', async () => {
  const thermals = [currentThermal(0, 10, 40, { exit_stage_id: 1 }), currentThermal(1, 30, 80)];
  expect(await optimum({ ...noHydros, 'system/thermals.json': { thermals } })).toBeCloseTo(730 * (1600 + 2400), 4);
});

const byStage = (row: object) => [0, 1].map((stage_id) => ({ stage_id, ...row }));
const inHalves = (files: CaseContents) => {
  for (const stage of [0, 1]) set(files, 'stages.json', `stages.${stage}.blocks`, halves);
};

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
