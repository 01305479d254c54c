/**
 * Water of current cases, solved by hand. Where nothing else is said: months of 730 h, a load of 80 MW, plants of 40 MW at
 * 10 $/MWh and 60 MW at 30 $/MWh, 1 MW for 1 m³/s.
 */
import { describe, expect, test } from 'vitest';
import { simulate, train } from '../../src/index.js';
import { fphaPlanes } from '../../src/stage/index.js';
import { rowsOf } from '../balances.js';
import {
  currentHydro,
  currentPenalties,
  currentStage,
  currentThermal,
  productionModel,
  smallCurrentCase,
  unitGroup,
} from '../case/current-case.js';
import type { CaseContents } from '../case/write-case.js';
import { caseOf } from '../random-case.js';

const optimum = async (changes: CaseContents) =>
  (await train(await caseOf({ ...smallCurrentCase(), ...changes }))).policy.lowerBound;

const stages = (count: number, changes: object = {}) => ({
  'stages.json': {
    policy_graph: { type: 'finite_horizon', annual_discount_rate: 0 },
    stages: Array.from({ length: count }, (_, id) => currentStage(id, changes)),
  },
});
const loads = (...mean: number[]) => ({
  'scenarios/load_seasonal_stats.parquet': mean.map((mean_mw, stage_id) => ({
    bus_id: 0,
    stage_id,
    mean_mw,
    std_mw: 0,
  })),
});
/** Inflows by plant and stage. */
const inflows = (...byHydro: number[][]) => ({
  'scenarios/inflow_seasonal_stats.parquet': byHydro.flatMap((values, hydro_id) =>
    values.map((mean_m3s, stage_id) => ({ hydro_id, stage_id, mean_m3s, std_m3s: 0 })),
  ),
});
const initially = (...volumes: number[]) => ({
  'initial_conditions.json': {
    storage: volumes.map((value_hm3, hydro_id) => ({ hydro_id, value_hm3 })),
    filling_storage: [],
  },
});
const plants = (...hydros: object[]) => ({
  'system/hydros.json': { hydros },
  'system/hydro_production_models.json': { production_models: hydros.map((_, id) => productionModel(id)) },
});
const costs = (changes: object) => ({
  'penalties.json': { ...currentPenalties, hydro: { ...currentPenalties.hydro, ...changes } },
});
/** $ of a month without water. */
const dryMonth = 1600 * 730;
const fully = { min_turbined_m3s: 0, max_turbined_m3s: 100, min_generation_mw: 0, max_generation_mw: 200 };

describe('production by the convex hull', () => {
  /** φ = 9.81e-3·q·h(v) with heights of 100, 140 and 160 m at 0, 50 and 100 hm³, on three volumes and the flows 0 and 100. */
  const computed = (reduction: object | null, changes: Record<string, unknown> = {}) => ({
    'system/hydros.json': {
      hydros: [
        currentHydro(0, {
          generation: { model: 'fpha', ...fully },
          unit_groups: [unitGroup(fully)],
          efficiency: { type: 'constant', value: 1 },
          tailrace: { type: 'polynomial', coefficients: [0] },
          hydraulic_losses: { type: 'constant', value_m: 0 },
          ...changes,
        }),
      ],
    },
    'system/hydro_production_models.json': {
      ...(reduction ? { fpha_plane_reduction: reduction } : {}),
      production_models: [
        {
          hydro_id: 0,
          selection_mode: 'stage_ranges',
          stage_ranges: [
            {
              start_stage_id: 0,
              end_stage_id: null,
              model: 'fpha',
              fpha_config: { source: 'computed', volume_discretization_points: 3, turbine_discretization_points: 2 },
            },
          ],
        },
      ],
    },
    'system/hydro_energy_productivity.parquet': [
      { hydro_id: 0, stage_id: null, equivalent_productivity_mw_per_m3s: 1 },
    ],
    'system/hydro_geometry.parquet': [
      [0, 100],
      [50, 140],
      [100, 160],
    ].map(([volume_hm3, height_m]) => ({ hydro_id: 0, volume_hm3, height_m, area_km2: 1 })),
  });
  const planesOf = async (changes: CaseContents) => {
    const hydro = (await caseOf({ ...smallCurrentCase(), ...changes })).system.hydros[0]!;
    const found = fphaPlanes(hydro, hydro.at[0]!).map(({ gamma0, gammaV, gammaQ }) => [gamma0, gammaV, gammaQ]);
    return found.sort((a, b) => b[2]! - a[2]!);
  };
  const near = (planes: number[][]) => planes.map((plane) => plane.map((value) => expect.closeTo(value, 9)));

  /**
   * Corners at q = 100: 98.1, 137.34 and 156.96 MW; at q = 0 nothing. The plane through the two ends at q = 0 and the highest
   * corner is 1.5696·q; those over the two pieces of the upper edge are 1.1772·q + 0.3924·v and 0.981·q + 0.7848·v. All of
   * them touch all points of the grid that they should, so nothing is scaled.
   */
  test('has the facets that touch the points', async () => {
    expect(await planesOf(computed(null))).toEqual(
      near([
        [0, 0, 1.5696],
        [0, 0.3924, 1.1772],
        [0, 0.7848, 0.981],
      ]),
    );
  });

  /** The two that rise with the volume are 15.8° apart; the one that does not is never merged. */
  test.each([
    [
      10,
      [
        [0, 0, 1.5696],
        [0, 0.3924, 1.1772],
        [0, 0.7848, 0.981],
      ],
    ],
    [
      20,
      [
        [0, 0, 1.5696],
        [0, 0.5886, 1.0791],
      ],
    ],
  ])('merges planes less than %d° apart', async (tolerance_deg, planes) => {
    expect(await planesOf(computed({ method: 'angle', tolerance_deg }))).toEqual(near(planes));
  });

  /** At 50 hm³ the pair differs by 0.1962·q − 19.62: its mean square over the grid is about 0.5 % of 156.96². */
  test.each([
    [0.05, 3],
    [5, 2],
  ])('merges planes that differ by less than %d %% of the largest power squared', async (tolerance_pct, count) => {
    const found = await planesOf(computed({ method: 'distance', tolerance_pct, n_samples: 200 }));
    expect(found).toHaveLength(count);
  });

  /** A reservoir that always holds 50 hm³ and gets 60 m³/s: 1.1772·60 + 0.3924·50 = 90.252 MW are the least of the three. */
  test('is what the plant can give', async () => {
    const fixed = { reservoir: { min_storage_hm3: 50, max_storage_hm3: 50 } };
    const changes = { ...computed(null, fixed), ...inflows([60, 60]), ...initially(50), ...loads(100, 100) };
    expect(await optimum(changes)).toBeCloseTo(1460 * 10 * (100 - 90.252), 2);
  });

  /**
   * Families of the tailrace for levels of 10 and 20 m downstream: 5 and 9 m plus 0.01·Q + 1e-8·Q⁴, at 100 m³/s 7 and 11 m. The
   * reservoir below stands at 65 % of its useful volume, at 16.5 m: 9.6 m. A flat lake at 109.6 m leaves a head of 100 m.
   */
  test('takes the level downstream into account', async () => {
    const changes = computed(null, { downstream_id: 1, tailrace: null });
    const family = (family_id: number, href_jus_m: number, a_cf0: number) => ({
      hydro_id: 0,
      family_id,
      href_jus_m,
      segment_id: 0,
      q_jus_inf_m3s: 0,
      q_jus_sup_m3s: 1000,
      a_cf0,
      a_cf1: 0.01,
      a_cf2: 0,
      a_cf3: 0,
      a_cf4: 1e-8,
    });
    const models = changes['system/hydro_production_models.json'];
    const planes = await planesOf({
      ...changes,
      'system/hydros.json': { hydros: [...changes['system/hydros.json'].hydros, currentHydro(1)] },
      'system/hydro_production_models.json': {
        production_models: [...models.production_models, productionModel(1)],
      },
      'system/hydro_geometry.parquet': [
        { hydro_id: 0, volume_hm3: 0, height_m: 109.6, area_km2: 1 },
        { hydro_id: 0, volume_hm3: 100, height_m: 109.6, area_km2: 1 },
        { hydro_id: 1, volume_hm3: 0, height_m: 10, area_km2: 1 },
        { hydro_id: 1, volume_hm3: 100, height_m: 20, area_km2: 1 },
      ],
      'system/tailrace_curves.parquet': [family(0, 10, 5), family(1, 20, 9)],
      ...initially(50, 50),
      ...inflows([20, 10], [0, 0]),
    });
    expect(planes).toEqual(near([[0, 0, 0.981]]));
  });
});

describe('energy of water', () => {
  /** 2 MW per m³/s above, 1 below: an hm³ above is worth 3·10⁶/3600 MWh, below 10⁶/3600; dead volumes count nothing. */
  test('counts all plants on the way down', async () => {
    const study = await caseOf({
      ...smallCurrentCase(),
      ...plants(currentHydro(0, { downstream_id: 1, reservoir: { min_storage_hm3: 10 } }), currentHydro(1)),
      'system/hydro_production_models.json': { production_models: [productionModel(0, 2), productionModel(1)] },
      ...initially(50, 20),
      ...inflows([20, 10], [3, 3]),
    });
    const { policy } = await train(study);
    for await (const scenario of simulate(study, policy, { scenarios: 1 })) {
      const [above, below] = rowsOf(scenario, 'hydros');
      expect(above).toMatchObject({ equivalent_productivity_mw_per_m3s: 2, accumulated_productivity_mw_per_m3s: 3 });
      expect(below).toMatchObject({ equivalent_productivity_mw_per_m3s: 1, accumulated_productivity_mw_per_m3s: 1 });
      expect(above!.stored_energy_initial_mwh).toBeCloseTo(((50 - 10) * 3e6) / 3600, 6);
      expect(below!.stored_energy_initial_mwh).toBeCloseTo((20 * 1e6) / 3600, 6);
      expect(above!.stored_energy_initial_mw).toBeCloseTo(((50 - 10) * 3e6) / 3600 / 730, 6);
      expect(above!.incremental_inflow_energy_mw).toBeCloseTo(60, 9);
      expect(above!.stored_energy_final_mwh).toBeCloseTo(((above!.storage_final_hm3! - 10) * 3e6) / 3600, 6);
    }
  });
});

describe('prices by direction', () => {
  const nothing = { ...initially(0), ...inflows([0, 0]) };

  test('withdrawal that is not taken has its own price', async () => {
    const changes = {
      ...costs({ water_withdrawal_violation_pos_cost: 99, water_withdrawal_violation_neg_cost: 0.02 }),
      ...nothing,
      'constraints/hydro_bounds.parquet': [0, 1].map((stage_id) => ({
        hydro_id: 0,
        stage_id,
        water_withdrawal_m3s: 5,
      })),
    };
    expect(await optimum(changes)).toBeCloseTo(2 * dryMonth + 0.02 * 5 * 1460, 4);
  });

  /** 0.1 mm/h on 3.6 km² ask for 0.1 m³/s of an empty lake in January and February. */
  test('evaporation that an empty lake does not give has its own price', async () => {
    const changes = {
      ...costs({ evaporation_violation_pos_cost: 99, evaporation_violation_neg_cost: 50 }),
      ...nothing,
      ...plants(currentHydro(0, { evaporation: { coefficients_mm: [74.4, 69.6, ...Array(10).fill(0)] } })),
      'system/hydro_geometry.parquet': [0, 100].map((volume_hm3) => ({
        hydro_id: 0,
        volume_hm3,
        height_m: 10,
        area_km2: 3.6,
      })),
    };
    // Water is worth 30, so none is made up at 50.
    expect(await optimum(changes)).toBeCloseTo(2 * dryMonth + 50 * 0.1 * 1460, 4);
  });
});

/**
 * A lake that may not fall below 40 of its 50 hm³, 5 m³/s of inflow, two blocks of 365 h one after the other. A load of 100 MW in
 * the first and 30 MW in the second, factors 2 and 0.6 of a mean of 50: the first block may use 10 hm³ and its inflow, that is
 * 10 / 1.314 + 5 MW, the second its inflow of 5 MW. Without the limit inside the stage it could empty more of the lake first.
 */
test('a block may not leave less in a reservoir than its minimum, though the next one could fill it up again', async () => {
  const blocks = [0, 1].map((id) => ({ id, name: `B${id}`, hours: 365 }));
  const study = await caseOf({
    ...smallCurrentCase(),
    ...stages(1, { blocks, block_mode: 'chronological' }),
    ...plants(currentHydro(0, { reservoir: { min_storage_hm3: 40, max_storage_hm3: 100 } })),
    ...inflows([5]),
    ...loads(50),
    'scenarios/load_factors.json': {
      load_factors: [
        {
          bus_id: 0,
          stage_id: 0,
          block_factors: [
            { block_id: 0, factor: 2 },
            { block_id: 1, factor: 0.6 },
          ],
        },
      ],
    },
  });
  const first = 10 / (0.0036 * 365) + 5;
  // Thermals: 40 MW at 10 $/MWh, then 30 $/MWh.
  const cost = 365 * (40 * 10 + (100 - first - 40) * 30) + 365 * (30 - 5) * 10;
  expect((await train(study)).policy.lowerBound).toBeCloseTo(cost, 4);
});

/**
 * Surface of 0.36·v km², 0.1 mm/h: 0.01·v m³/s from a lake of v hm³. Two blocks of 365 h, 50 hm³, no inflow and no turbine; the
 * balance of a block is v₁ = v₀ − τ·0.01·(v₀ + v₁)/2 with τ = 1.314, hence v₁ = v₀·(1 − a)/(1 + a) with a = 0.00657.
 */
test('evaporation of blocks that follow each other is that of their own storages', async () => {
  const blocks = [0, 1].map((id) => ({ id, name: `B${id}`, hours: 365 }));
  const still = unitGroup({ max_turbined_m3s: 0, max_generation_mw: 0 });
  const study = await caseOf({
    ...smallCurrentCase(),
    ...stages(1, { blocks, block_mode: 'chronological' }),
    ...plants(
      currentHydro(0, {
        generation: { max_turbined_m3s: 0, max_generation_mw: 0 },
        unit_groups: [still],
        evaporation: { coefficients_mm: [74.4, ...Array(11).fill(0)], reference_volumes_hm3: Array(12).fill(50) },
      }),
    ),
    ...inflows([0]),
    ...loads(80),
    'system/hydro_geometry.parquet': [0, 100].map((volume_hm3) => ({
      hydro_id: 0,
      volume_hm3,
      height_m: 10,
      area_km2: 0.36 * volume_hm3,
    })),
  });
  const { policy } = await train(study);
  const a = (1.314 * 0.01) / 2;
  const middle = (50 * (1 - a)) / (1 + a);
  const end = (middle * (1 - a)) / (1 + a);
  for await (const scenario of simulate(study, policy, { scenarios: 1 })) {
    const rows = rowsOf(scenario, 'hydros');
    expect(rows.map(({ storage_final_hm3 }) => storage_final_hm3)).toEqual([
      expect.closeTo(middle, 6),
      expect.closeTo(end, 6),
    ]);
    expect(rows.map(({ evaporation_m3s }) => evaporation_m3s)).toEqual([
      expect.closeTo((0.01 * (50 + middle)) / 2, 6),
      expect.closeTo((0.01 * (middle + end)) / 2, 6),
    ]);
  }
});

describe('windows', () => {
  /** Fills from stage 0 on, operates from stage 2 on, but no water comes: 10 hm³ are missing in stages 1 and 2, and in stage 0
   * as much as a rate of 2 m³/s would not have brought in stage 1: 10 − 2·2.628 hm³. */
  test('filling has targets on the way, by the minimum rate', async () => {
    const changes = {
      ...stages(3),
      ...costs({ filling_target_violation_cost: 1000, storage_violation_below_cost: 500 }),
      ...plants(
        currentHydro(0, {
          entry_stage_id: 2,
          filling: { start_stage_id: 0, filling_min_rate_m3s: 2 },
          reservoir: { min_storage_hm3: 10, max_storage_hm3: 100 },
        }),
      ),
      'initial_conditions.json': { storage: [], filling_storage: [{ hydro_id: 0, value_hm3: 0 }] },
      ...inflows([0, 0, 0]),
      ...loads(80, 80, 80),
    };
    expect(await optimum(changes)).toBeCloseTo(3 * dryMonth + 1000 * (10 + 10 - 2 * 2.628) + 500 * 10, 3);
  });

  /** The upper plant enters in stage 1. Before, its 7 m³/s run to the plant below, and its 20 hm³ stay where they are; then
   * both plants use them. */
  test('a plant that is not there yet keeps its water and lets its inflow pass', async () => {
    const changes = {
      ...plants(
        currentHydro(0, { downstream_id: 1, entry_stage_id: 1 }),
        currentHydro(1, { reservoir: { max_storage_hm3: 0 } }),
      ),
      ...initially(20, 0),
      ...inflows([7, 0], [0, 0]),
    };
    expect(await optimum(changes)).toBeCloseTo(2 * dryMonth - 30 * 7 * 730 - (30 * 2 * 20) / 0.0036, 2);
  });

  const dated = { operational_start_date: '2000-01-01' };

  /** 20 MW at 1 $/MWh behind a line that is there in the second stage only. */
  test('a line carries nothing outside its window', async () => {
    const changes = {
      'system/buses.json': { buses: [0, 1].map((id) => ({ id, name: `Bus ${id}`, ...dated })) },
      'system/lines.json': {
        lines: [
          {
            id: 0,
            name: 'Line',
            ...dated,
            source_bus_id: 1,
            target_bus_id: 0,
            entry_stage_id: 1,
            capacity: { direct_mw: 15, reverse_mw: 15 },
            exchange_cost: 0.5,
          },
        ],
      },
      'system/thermals.json': {
        thermals: [currentThermal(0, 10, 40), currentThermal(1, 30, 60), currentThermal(2, 1, 20, { bus_id: 1 })],
      },
      'scenarios/load_seasonal_stats.parquet': [0, 1].flatMap((stage_id) =>
        [80, 0].map((mean_mw, bus_id) => ({ bus_id, stage_id, mean_mw, std_mw: 0 })),
      ),
      ...initially(0),
      ...inflows([0, 0]),
    };
    expect(await optimum(changes)).toBeCloseTo(2 * dryMonth - 730 * 15 * (30 - 1 - 0.5), 3);
  });

  /** A pump that must lift 3 m³/s at 2 MW per m³/s, in the second stage only. */
  test('a pump runs only in its window, then also where it must', async () => {
    const still = {
      generation: { max_turbined_m3s: 0, max_generation_mw: 0 },
      unit_groups: [unitGroup({ max_turbined_m3s: 0, max_generation_mw: 0 })],
    };
    const changes = {
      ...plants(currentHydro(0, still), currentHydro(1, still)),
      'system/pumping_stations.json': {
        pumping_stations: [
          {
            id: 0,
            name: 'Pump',
            ...dated,
            bus_id: 0,
            entry_stage_id: 1,
            source_hydro_id: 0,
            destination_hydro_id: 1,
            consumption_mw_per_m3s: 2,
            flow: { min_m3s: 3, max_m3s: 9 },
          },
        ],
      },
      ...initially(50, 0),
      ...inflows([0, 0], [0, 0]),
    };
    expect(await optimum(changes)).toBeCloseTo(2 * dryMonth + 730 * 30 * 6, 3);
  });
});

describe('units', () => {
  const dated = { operational_start_date: '2000-01-01' };
  const group = (id: number, least: number) =>
    unitGroup({ id, bus_id: id, max_turbined_m3s: 25, max_generation_mw: 25, min_generation_mw: least });
  /** No water: every minimum is missed as a whole, at 7 $/MWh, for 1460 h. */
  const split = (least: readonly [number, number], plant: number, compatibility: string | null = null) => {
    const small = smallCurrentCase();
    const modeling = { inflow_non_negativity: { method: 'none' }, ...(compatibility ? { compatibility } : {}) };
    return {
      'config.json': { ...(small['config.json'] as object), modeling },
      ...costs({ generation_violation_below_cost: 7 }),
      'system/buses.json': { buses: [0, 1].map((id) => ({ id, name: `Bus ${id}`, ...dated })) },
      ...plants(
        currentHydro(0, {
          generation: { min_generation_mw: plant },
          unit_groups: [group(0, least[0]), group(1, least[1])],
        }),
      ),
      'scenarios/load_seasonal_stats.parquet': [0, 1].flatMap((stage_id) =>
        [80, 0].map((mean_mw, bus_id) => ({ bus_id, stage_id, mean_mw, std_mw: 0 })),
      ),
      ...initially(0),
      ...inflows([0, 0]),
    };
  };

  test.each([
    ['those of its cells', [2, 3], 0, null, 5],
    ['its own, beyond those of its cells, which are paid once', [2, 3], 9, null, 9],
    ['its own alone', [0, 0], 9, null, 9],
    ['those of its cells, where the original is asked for', [2, 3], 9, 'cobre-0.16', 5],
  ] as const)('a plant on two buses has minima: %s', async (_, least, plant, compatibility, missing) => {
    expect(await optimum(split(least, plant, compatibility))).toBeCloseTo(2 * dryMonth + 7 * 1460 * missing, 3);
  });

  test('a plant on one bus has the larger of its own and that of its units', async () => {
    const one = (plant: number, units: number) => ({
      ...costs({ generation_violation_below_cost: 7 }),
      ...plants(
        currentHydro(0, {
          generation: { min_generation_mw: plant },
          unit_groups: [unitGroup({ min_generation_mw: units })],
        }),
      ),
      ...initially(0),
      ...inflows([0, 0]),
    });
    expect(await optimum(one(4, 6))).toBeCloseTo(2 * dryMonth + 7 * 1460 * 6, 3);
    expect(await optimum(one(6, 4))).toBeCloseTo(2 * dryMonth + 7 * 1460 * 6, 3);
  });
});
